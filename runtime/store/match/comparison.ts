import { compileRegExp } from '../pattern/regex.ts';
import { StoreError } from '../value/errors.ts';
import {
  BSONRegExp,
  BSONSymbol,
  type Collation,
  compareValues,
  hashKey,
  isNotANumber,
  isNumber,
  MaxKey,
  MinKey,
  rankOf,
  type Value,
} from '../value/index.ts';
import type { Test } from './path-predicate.ts';

export type RangeOperator = '$gt' | '$gte' | '$lt' | '$lte';

/** Equal as a query sees it: null also stands for a missing field. */
export const equalTest = (operand: Value, collation?: Collation): Test => {
  if (operand === null) return (value) => value === null || value === undefined;
  if (typeof operand === 'string' && collation === undefined) {
    return (value) => value === operand || (value instanceof BSONSymbol && value.value === operand);
  }
  if (typeof operand === 'boolean') return (value) => value === operand;
  return (value) => value !== undefined && compareValues(value, operand, collation) === 0;
};

const ACCEPTS: Record<RangeOperator, (order: number) => boolean> = {
  $gt: (order) => order > 0,
  $gte: (order) => order >= 0,
  $lt: (order) => order < 0,
  $lte: (order) => order <= 0,
};

/**
 * `$gt`, `$gte`, `$lt`, `$lte` against values of the operand's own type only (type bracketing);
 * MinKey and MaxKey compare with all types, NaN only with itself.
 */
export const rangeTest = (operator: RangeOperator, operand: Value, collation?: Collation): Test => {
  const includesEqual = operator === '$gte' || operator === '$lte';
  if (operand instanceof BSONRegExp)
    throw new StoreError(2, `Can't have RegEx as arg to predicate over field.`);
  if (operand === null) return includesEqual ? equalTest(null) : () => false;
  if (operand instanceof MinKey || operand instanceof MaxKey) return extremeTest(operator, operand);
  const accepts = ACCEPTS[operator];
  const rank = rankOf(operand);
  if (isNumber(operand)) return numberRangeTest(operand, accepts, includesEqual);
  return (value) =>
    value !== undefined && rankOf(value) === rank && accepts(compareValues(value, operand, collation));
};

const numberRangeTest = (
  operand: Value,
  accepts: (order: number) => boolean,
  includesEqual: boolean,
): Test => {
  const isOperandNaN = isNumber(operand) && isNotANumber(operand);
  return (value) => {
    if (!isNumber(value)) return false;
    if (isOperandNaN || isNotANumber(value)) return includesEqual && isOperandNaN && isNotANumber(value);
    return accepts(compareValues(value, operand));
  };
};

const extremeTest = (operator: RangeOperator, operand: MinKey | MaxKey): Test => {
  const isLowest = operand instanceof MinKey;
  const isAbove = operator === '$gt' || operator === '$gte';
  const includesEqual = operator === '$gte' || operator === '$lte';
  return (value) => {
    const isSame = isLowest ? value instanceof MinKey : value instanceof MaxKey;
    return isSame ? includesEqual : isAbove === isLowest;
  };
};

/** `$in`: any of the listed values or regular expressions. StoreError 2 for a malformed list. */
export const inTest = (operand: Value, name: '$in' | '$nin', collation?: Collation): Test => {
  if (!Array.isArray(operand)) throw new StoreError(2, `${name} needs an array`);
  const expressions: Test[] = [];
  const values: Value[] = [];
  let hasNull = false;
  for (const item of operand) {
    if (item instanceof BSONRegExp) expressions.push(regExpTest(item));
    else if (item instanceof Map && startsWithOperator(item)) {
      throw new StoreError(2, `cannot nest $ under ${name}`);
    } else if (item === null) hasNull = true;
    else values.push(item);
  }
  // Made at the first document: where an index answers the whole question there is none.
  let hashes: Set<string> | undefined;
  return (value) => {
    if (value === undefined || value === null) return hasNull;
    hashes ??= new Set(values.map((item) => hashKey(item, collation)));
    return hashes.has(hashKey(value, collation)) || expressions.some((test) => test(value));
  };
};

const startsWithOperator = (document: Map<string, Value>): boolean => {
  const first = document.keys().next();
  return first.done !== true && first.value.startsWith('$') && !['$ref', '$id', '$db'].includes(first.value);
};

/** A regular expression matches strings, and stored regular expressions that are the same. */
export const regExpTest = (operand: BSONRegExp): Test => {
  const expression = compileRegExp(operand.pattern, operand.options);
  return (value) => {
    if (typeof value === 'string') return expression.test(value);
    if (value instanceof BSONSymbol) return expression.test(value.value);
    return (
      value instanceof BSONRegExp && value.pattern === operand.pattern && value.options === operand.options
    );
  };
};
