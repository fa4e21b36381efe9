import { StoreError } from '../value/errors.ts';
import { BSONRegExp, type Document, isDocument, type Value } from '../value/index.ts';
import { equalTest, regExpTest } from './comparison.ts';
import type { Bind, MatchContext } from './context.ts';
import { isOperatorDocument } from './operator-document.ts';
import { everyOf, type Predicate, type Test } from './path-predicate.ts';
import { recordIndex } from './recorded-index.ts';

/** `$all`: each listed value, regular expression or `$elemMatch` must be met; an empty list by nothing. */
export const allPredicate = (bind: Bind, operand: Value, context: MatchContext): Predicate => {
  if (!Array.isArray(operand)) throw new StoreError(2, '$all needs an array');
  if (operand.length === 0) return () => false;
  const first = operand[0] as Value;
  const isElemMatch = isDocument(first) && first.keys().next().value === '$elemMatch';
  return everyOf(
    operand.map((item) => (isElemMatch ? elemMatchOf(bind, item, context) : partOf(bind, item, context))),
  );
};

const partOf = (bind: Bind, item: Value, context: MatchContext): Predicate => {
  if (item instanceof BSONRegExp) return bind(regExpTest(item));
  if (isOperatorDocument(item)) throw new StoreError(2, 'no $ expressions in $all');
  return bind(equalTest(item, context.collation));
};

const elemMatchOf = (bind: Bind, item: Value, context: MatchContext): Predicate => {
  if (!isDocument(item) || item.size !== 1 || !item.has('$elemMatch')) {
    throw new StoreError(2, '$all/$elemMatch has to be consistent');
  }
  return elemMatchPredicate(bind, item.get('$elemMatch') as Value, context);
};

/** `$elemMatch`: one element of the array meets all conditions together. */
export const elemMatchPredicate = (bind: Bind, operand: Value, context: MatchContext): Predicate => {
  if (!isDocument(operand)) throw new StoreError(2, '$elemMatch needs an Object');
  const test = elementTest(operand, context);
  return bind((value) => {
    if (!Array.isArray(value)) return false;
    const index = value.findIndex((element) => test(element));
    if (index < 0) return false;
    recordIndex(index);
    return true;
  }, 'whole');
};

/**
 * The test of `$elemMatch` on one element: conditions on the element itself when the first name is a field
 * operator, else a filter over elements that are documents (or arrays, by index).
 */
export const elementTest = (operand: Document, context: MatchContext): Test => {
  if (isValueForm(operand)) {
    let current: Value | undefined;
    // An element that is an array is not walked through: it is tested as it stands.
    const bind: Bind = (test) => () => test(current);
    const predicate = context.compileOperators(operand, bind, context);
    return (value) => {
      current = value;
      return predicate(NOTHING);
    };
  }
  const predicate = context.compileFilter(operand, context);
  return (value) => {
    if (isDocument(value)) return predicate(value);
    return Array.isArray(value) && predicate(new Map(value.map((item, index) => [String(index), item])));
  };
};

const NOTHING: Document = new Map();

const FILTER_OPERATORS = new Set([
  '$and',
  '$or',
  '$nor',
  '$where',
  '$expr',
  '$comment',
  '$jsonSchema',
  '$text',
]);

const isValueForm = (operand: Document): boolean => {
  if (!isOperatorDocument(operand)) return false;
  return !FILTER_OPERATORS.has(operand.keys().next().value ?? '');
};
