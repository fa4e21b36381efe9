import type { Whole } from '../storage/whole.ts';
import type { WriteGroup } from '../storage/write-group.ts';
import { StoreError } from '../value/errors.ts';

/**
 * Changes of collections and indexes, of which all is done or nothing. What memory holds of the catalog is read again
 * from the file when one was undone.
 */
export const createCatalogChange =
  (input: { group: WriteGroup; whole: Whole; readAgain: () => void }) =>
  <Result>(work: () => Result): Result => {
    input.group.begin();
    try {
      return input.whole([], work);
    } catch (error) {
      // A refusal comes before the first change.
      if (!(error instanceof StoreError)) input.readAgain();
      throw error;
    }
  };
