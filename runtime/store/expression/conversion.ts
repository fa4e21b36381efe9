import { StoreError } from '../value/errors.ts';
import { isNullish, isNumber, toDouble, typeNameOf, type Value } from '../value/index.ts';
import { CONVERSIONS } from './convert.ts';
import { compilePart, namedParts, unary } from './operands.ts';
import type { OperatorCompiler, OperatorTable } from './types.ts';

/** Targets of `$convert` by type number. */
const BY_NUMBER = new Map([
  [1, 'double'],
  [2, 'string'],
  [7, 'objectId'],
  [8, 'bool'],
  [9, 'date'],
  [16, 'int'],
  [18, 'long'],
  [19, 'decimal'],
]);

const convertTo = (value: Value, target: string): Value => {
  const convert = CONVERSIONS.get(target);
  if (convert === undefined) {
    throw new StoreError(2, `Unknown type name: ${target}`);
  }
  return convert(value);
};

const targetOf = (to: Value): string => {
  if (typeof to === 'string') return to;
  if (!isNumber(to)) throw new StoreError(9, "$convert's 'to' argument must be a string or number");
  const name = BY_NUMBER.get(toDouble(to));
  if (name === undefined)
    throw new StoreError(9, "In $convert, numeric value for 'to' does not correspond to a BSON type");
  return name;
};

const convert: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: ['input', 'to'],
    optional: ['onError', 'onNull', 'format', 'byteOrder'],
  });
  if (parts.has('format') || parts.has('byteOrder')) {
    throw new StoreError(115, `${name} with 'format' or 'byteOrder' is not supported by the embedded store`);
  }
  const input = compilePart(parts, 'input', context);
  const to = compilePart(parts, 'to', context);
  const onNull = compilePart(parts, 'onNull', context, null);
  const onError = parts.has('onError') ? compilePart(parts, 'onError', context) : undefined;
  return (root) => {
    const value = input(root);
    const target = to(root);
    if (isNullish(target)) return null;
    if (isNullish(value)) return onNull(root);
    try {
      return convertTo(value, targetOf(target));
    } catch (error) {
      if (onError !== undefined && error instanceof StoreError && error.code === 241) return onError(root);
      throw error;
    }
  };
};

/** `$toInt` and its kind: nullish gives null. */
const shorthand = (target: string): OperatorCompiler =>
  unary((value) => (isNullish(value) ? null : convertTo(value, target)));

export const CONVERSION: OperatorTable = new Map<string, OperatorCompiler>([
  ['$convert', convert],
  ['$toBool', shorthand('bool')],
  ['$toDate', shorthand('date')],
  ['$toDecimal', shorthand('decimal')],
  ['$toDouble', shorthand('double')],
  ['$toInt', shorthand('int')],
  ['$toLong', shorthand('long')],
  ['$toObjectId', shorthand('objectId')],
  ['$toString', shorthand('string')],
  ['$type', unary((value) => typeNameOf(value))],
  ['$isNumber', unary((value) => isNumber(value))],
]);
