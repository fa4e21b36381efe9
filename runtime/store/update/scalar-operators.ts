import { StoreError } from '../value/errors.ts';
import {
  addNumbers,
  type Collation,
  compareValues,
  Decimal128,
  Int32,
  int32,
  isDocument,
  isNumber,
  multiplyNumbers,
  type NumberValue,
  showField,
  Timestamp,
  toDecimal,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import type { ApplyState, Leaf } from './operation.ts';

/** What a leaf is compiled from. */
export interface LeafSource {
  operator: string;
  path: string;
  operand: Value;
  collation: Collation | undefined;
}

/** The field name for messages: the last part of a path. */
const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

export const documentName = (state: ApplyState): string => showField('_id', state.root.get('_id') ?? null);

const arithmetic =
  (
    verb: string,
    combine: (left: NumberValue, right: NumberValue) => NumberValue,
    ifMissing: (operand: NumberValue) => Value,
  ) =>
  ({ operator, path, operand }: LeafSource): Leaf => {
    if (!isNumber(operand)) {
      throw new StoreError(14, `Cannot ${verb} with non-numeric argument: ${showField(path, operand)}`);
    }
    return (current, state) => {
      if (current === undefined) return ifMissing(operand);
      if (!isNumber(current)) {
        throw new StoreError(
          14,
          `Cannot apply ${operator} to a value of non-numeric type. ${documentName(state)} has the field '${lastPart(path)}' of non-numeric type ${typeNameOf(current)}`,
        );
      }
      const result = combine(current, operand);
      if (typeof result === 'number' && isWhole(current) && isWhole(operand)) {
        throw new StoreError(
          2,
          `Failed to apply ${operator} operations to current value (${typeNameOf(current)}) for document ${documentName(state)}`,
        );
      }
      return result;
    };
  };

const isWhole = (value: Value): boolean => typeof value === 'bigint' || value instanceof Int32;

/** Zero of the operand's kind: what `$mul` makes of a missing field. */
const zeroOf = (operand: NumberValue): Value => {
  if (typeof operand === 'number') return 0;
  if (typeof operand === 'bigint') return 0n;
  return operand instanceof Decimal128 ? toDecimal(int32(0)) : int32(0);
};

const extreme =
  (direction: 1 | -1) =>
  ({ operand, collation }: LeafSource): Leaf =>
  (current) =>
    current === undefined || compareValues(operand, current, collation) * direction > 0 ? operand : current;

const currentDate = ({ operand }: LeafSource): Leaf => {
  const type = isDocument(operand) ? dateType(operand) : 'date';
  if (!isDocument(operand) && typeof operand !== 'boolean') {
    throw new StoreError(
      2,
      `${typeNameOf(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    );
  }
  if (type === 'date') return (_current, { now }) => now;
  return (_current, { now }) => new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
};

const dateType = (operand: Map<string, Value>): 'date' | 'timestamp' => {
  const type = operand.get('$type');
  for (const key of operand.keys()) {
    if (key !== '$type') throw new StoreError(2, `Unrecognized $currentDate option: ${key}`);
  }
  if (type !== 'date' && type !== 'timestamp') {
    throw new StoreError(
      2,
      "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
    );
  }
  return type;
};

const BIT_OPERATIONS: Record<string, (left: bigint, right: bigint) => bigint> = {
  and: (left, right) => left & right,
  or: (left, right) => left | right,
  xor: (left, right) => left ^ right,
};

const bit = ({ path, operand }: LeafSource): Leaf => {
  if (!isDocument(operand) || operand.size === 0) {
    throw new StoreError(
      2,
      `The $bit modifier is not compatible with a ${typeNameOf(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  const steps = [...operand].map(([name, value]) => {
    const apply = BIT_OPERATIONS[name];
    if (apply === undefined)
      throw new StoreError(
        2,
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator`,
      );
    if (!isWhole(value))
      throw new StoreError(
        2,
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeNameOf(value)}' is not supported here`,
      );
    return { apply, operand: value as Int32 | bigint };
  });
  return (current, state) => {
    if (current !== undefined && !isWhole(current)) {
      throw new StoreError(
        2,
        `Cannot apply $bit to a value of non-integral type.${documentName(state)} has the field ${lastPart(path)} of non-integer type ${typeNameOf(current)}`,
      );
    }
    let value: Int32 | bigint = (current as Int32 | bigint | undefined) ?? int32(0);
    for (const step of steps) value = combineBits(step.apply, value, step.operand);
    return value;
  };
};

const combineBits = (
  apply: (left: bigint, right: bigint) => bigint,
  left: Int32 | bigint,
  right: Int32 | bigint,
): Int32 | bigint => {
  const result = apply(asBigInt(left), asBigInt(right));
  return left instanceof Int32 && right instanceof Int32 ? int32(Number(result)) : result;
};

const asBigInt = (value: Int32 | bigint): bigint => (typeof value === 'bigint' ? value : BigInt(value.value));

const set = ({ operand }: LeafSource): Leaf => {
  return () => operand;
};

/** Operators that make a new value from the old one and create the field where it is missing. */
export const SCALAR_OPERATORS: ReadonlyMap<string, (source: LeafSource) => Leaf> = new Map([
  ['$set', set],
  ['$setOnInsert', set],
  ['$inc', arithmetic('increment', addNumbers, (operand) => operand)],
  ['$mul', arithmetic('multiply', multiplyNumbers, zeroOf)],
  ['$min', extreme(-1)],
  ['$max', extreme(1)],
  ['$currentDate', currentDate],
  ['$bit', bit],
]);
