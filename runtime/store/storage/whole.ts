import { readMultikey } from './catalog-rows.ts';
import type { ChangeLog } from './change-log.ts';
import type { Collection } from './collection.ts';
import type { Connection } from './connection.ts';

/**
 * Carries out writes of one command that stand or fall as one, within the transaction that all commands of a turn
 * share: what fails half-way is undone, in the file and in memory, and nobody else's writes with it.
 * `collections`: those whose documents are written.
 */
export type Whole = <Result>(collections: Iterable<Collection>, work: () => Result) => Result;

/** Callers have opened the transaction. Within another whole, that one undoes. */
export const createWhole = (input: {
  writer: Connection;
  changes: Pick<ChangeLog, 'appended' | 'takeBack'>;
}): Whole => {
  const { writer, changes } = input;
  const begin = writer.prepare('SAVEPOINT whole');
  const undo = writer.prepare('ROLLBACK TO whole');
  const end = writer.prepare('RELEASE whole');
  let isWithin = false;

  return (collections, work) => {
    if (isWithin) return work();
    const before = changes.appended();
    begin.run();
    isWithin = true;
    try {
      const result = work();
      end.run();
      return result;
    } catch (error) {
      // After some errors (disk full, input/output) SQLite has given up the whole transaction by itself.
      if (writer.database.inTransaction) {
        undo.run();
        end.run();
        changes.takeBack(before);
        for (const collection of collections) forgetDerived(writer, collection);
      }
      throw error;
    } finally {
      isWithin = false;
    }
  };
};

/** Reads again, now or when it is asked for, what memory had derived of documents whose writes were undone. */
export const forgetDerived = (writer: Connection, collection: Collection): void => {
  collection.count = undefined;
  collection.countings.clear();
  const multikey = readMultikey(writer, collection.id);
  for (const index of collection.indexes) index.isMultikey = multikey.get(index.id) ?? index.isMultikey;
};
