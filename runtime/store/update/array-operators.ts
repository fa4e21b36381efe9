import { compileMatch } from '../match/index.ts';
import { StoreError } from '../value/errors.ts';
import {
  BSONRegExp,
  type Collation,
  equalValues,
  hashKey,
  isDocument,
  toWholeNumber,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import type { Leaf } from './operation.ts';
import type { LeafSource } from './scalar-operators.ts';

/** `$addToSet`: adds the values that the array does not hold yet. */
export const addToSet = ({ path, operand, collation }: LeafSource): Leaf => {
  const additions = distinct(eachOf(operand, '$addToSet'), collation);
  const hashes = additions.map((value) => hashKey(value, collation));
  return (current) => {
    if (current === undefined) return additions;
    if (!Array.isArray(current)) {
      throw new StoreError(
        2,
        `Cannot apply $addToSet to non-array field. Field named '${path.slice(path.lastIndexOf('.') + 1)}' has non-array type ${typeNameOf(current)}`,
      );
    }
    const missing = missingFrom(current, additions, hashes, collation);
    return missing.length === 0 ? current : [...current, ...missing];
  };
};

const missingFrom = (
  current: Value[],
  additions: Value[],
  hashes: string[],
  collation: Collation | undefined,
): Value[] => {
  if (additions.length === 1) {
    const only = additions[0] as Value;
    return current.some((item) => equalValues(item, only, collation)) ? [] : additions;
  }
  const present = new Set(current.map((item) => hashKey(item, collation)));
  return additions.filter((_, index) => !present.has(hashes[index] as string));
};

/** The values of `{ $each: […] }`, or the operand alone. StoreError 2 for other modifiers beside `$each`. */
const eachOf = (operand: Value, operator: string): Value[] => {
  if (!isDocument(operand) || !operand.has('$each')) return [operand];
  if (operand.size > 1) {
    const other = [...operand.keys()].find((key) => key !== '$each');
    throw new StoreError(2, `Found unexpected fields after $each in ${operator}: ${other}`);
  }
  const each = operand.get('$each');
  if (!Array.isArray(each)) {
    throw new StoreError(
      14,
      `The argument to $each in ${operator} must be an array but it was of type ${typeNameOf(each)}`,
    );
  }
  return each;
};

const distinct = (values: Value[], collation: Collation | undefined): Value[] => {
  const seen = new Map<string, Value>();
  for (const value of values) {
    const hash = hashKey(value, collation);
    if (!seen.has(hash)) seen.set(hash, value);
  }
  return [...seen.values()];
};

/** `$pop`: 1 takes the last element away, -1 the first. */
export const pop = ({ path, operand }: LeafSource): Leaf => {
  const direction = toWholeNumber(operand);
  if (direction !== 1 && direction !== -1)
    throw new StoreError(9, '$pop expects 1 or -1, found something else');
  return (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) {
      throw new StoreError(
        14,
        `Path '${path}' contains an element of non-array type '${typeNameOf(current)}'`,
      );
    }
    if (current.length === 0) return current;
    return direction === 1 ? current.slice(0, -1) : current.slice(1);
  };
};

const cull =
  (operator: string, isRemoved: (element: Value) => boolean): Leaf =>
  (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) throw new StoreError(2, `Cannot apply ${operator} to a non-array value`);
    const kept = current.filter((element) => !isRemoved(element));
    return kept.length === current.length ? current : kept;
  };

/** `$pullAll`: takes away all elements equal to one of the listed values. */
export const pullAll = ({ operand, collation }: LeafSource): Leaf => {
  if (!Array.isArray(operand)) {
    throw new StoreError(2, `$pullAll requires an array argument but was given a ${typeNameOf(operand)}`);
  }
  const hashes = new Set(operand.map((value) => hashKey(value, collation)));
  return cull('$pullAll', (element) => hashes.has(hashKey(element, collation)));
};

const ELEMENT = 'element';

/** `$pull`: takes away elements equal to a value, or that meet a condition. */
export const pull = ({ operand, collation }: LeafSource): Leaf => {
  if (operand instanceof BSONRegExp || isCondition(operand)) {
    const matcher = compileMatch(new Map([[ELEMENT, operand]]), { collation });
    return cull('$pull', (element) => matcher.test(new Map([[ELEMENT, element]])));
  }
  if (isDocument(operand)) {
    const matcher = compileMatch(operand, { collation });
    return cull('$pull', (element) => isDocument(element) && matcher.test(element));
  }
  return cull('$pull', (element) => equalValues(element, operand, collation));
};

const FILTER_OPERATORS = new Set(['$and', '$or', '$nor', '$expr']);

/** Whether an operand is field operators, as opposed to a filter over elements that are documents. */
const isCondition = (operand: Value): boolean => {
  if (!isDocument(operand)) return false;
  const first = operand.keys().next().value;
  return first?.startsWith('$') === true && !FILTER_OPERATORS.has(first);
};
