import type { Document, Value } from '../value/index.ts';
import { elementTest } from './array-operators.ts';
import type { MatchContext, MatchOptions } from './context.ts';
import { operatorsPredicate } from './field.ts';
import { filterPredicate } from './filter.ts';
import { filterFields } from './filter-fields.ts';
import { recordedIndex, recordIndex } from './recorded-index.ts';

/** A compiled filter. */
export interface Matcher {
  test: (document: Document) => boolean;
  /** As test, and the index of the array element that matched, for the positional operator `$`. */
  match: (document: Document) => { matched: boolean; arrayIndex?: number };
  /** All that it looks at, so that no more of a document need be decoded; undefined: the whole document. */
  fields: () => readonly string[] | undefined;
}

/**
 * Compiles a query filter. StoreError with MongoDB's code for what is malformed or refused:
 * 2 for unknown operators and bad operands, 13 `$where`, 27 `$text`, 115 `$jsonSchema`, 168 in `$expr`.
 */
export const compileMatch = (filter: Document, options: MatchOptions = {}): Matcher => {
  const test = filterPredicate(filter, contextOf(options));
  return {
    test,
    fields: () => filterFields(filter),
    match: (document) => {
      recordIndex(-1);
      const matched = test(document);
      const arrayIndex = recordedIndex();
      return matched && arrayIndex >= 0 ? { matched, arrayIndex } : { matched };
    },
  };
};

const contextOf = (options: MatchOptions): MatchContext => ({
  ...options,
  compileFilter: filterPredicate,
  compileOperators: operatorsPredicate,
});

/** Compiles the operand of `$elemMatch` to a test of one array element. */
export const compileElementMatch = (
  operand: Document,
  options: MatchOptions = {},
): ((element: Value) => boolean) => elementTest(operand, contextOf(options));
