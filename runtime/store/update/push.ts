import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  compareValues,
  type Document,
  isDocument,
  isNumber,
  splitPath,
  toDouble,
  toWholeNumber,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import type { Leaf } from './operation.ts';
import { documentName, type LeafSource } from './scalar-operators.ts';

interface Push {
  values: Value[];
  position: number | undefined;
  slice: number | undefined;
  compare: ((left: Value, right: Value) => number) | undefined;
}

/** `$push`: adds values at the end or at `$position`, then orders by `$sort`, then keeps `$slice` of them. */
export const push = ({ path, operand, collation }: LeafSource): Leaf => {
  const plan = planOf(operand, collation);
  return (current, state) => {
    if (current !== undefined && !Array.isArray(current)) {
      const name = path.slice(path.lastIndexOf('.') + 1);
      throw new StoreError(
        2,
        `The field '${name}' must be an array but is of type ${typeNameOf(current)} in document ${documentName(state)}`,
      );
    }
    return pushed(current ?? [], plan);
  };
};

const pushed = (current: Value[], { values, position, slice, compare }: Push): Value[] => {
  const at =
    position === undefined
      ? current.length
      : position < 0
        ? Math.max(current.length + position, 0)
        : position;
  const result = current.slice(0, at).concat(values, current.slice(at));
  if (compare !== undefined) result.sort(compare);
  if (slice === undefined) return result;
  return slice < 0 ? result.slice(slice) : result.slice(0, slice);
};

const MODIFIERS = new Set(['$each', '$position', '$slice', '$sort']);

const planOf = (operand: Value, collation: Collation | undefined): Push => {
  if (!isDocument(operand) || !operand.has('$each')) {
    return { values: [operand], position: undefined, slice: undefined, compare: undefined };
  }
  for (const name of operand.keys()) {
    if (!MODIFIERS.has(name)) throw new StoreError(2, `Unrecognized clause in $push: ${name}`);
  }
  const each = operand.get('$each');
  if (!Array.isArray(each)) {
    throw new StoreError(
      2,
      `The argument to $each in $push must be an array but it was of type: ${typeNameOf(each)}`,
    );
  }
  const sort = operand.get('$sort');
  return {
    values: each,
    position: wholePart(operand, '$position'),
    slice: wholePart(operand, '$slice'),
    compare: sort === undefined ? undefined : comparatorOf(sort, collation),
  };
};

const wholePart = (operand: Document, name: string): number | undefined => {
  const value = operand.get(name);
  if (value === undefined) return undefined;
  const whole = toWholeNumber(value);
  if (whole === undefined) {
    throw new StoreError(
      2,
      `The value for ${name} must be an integer value but was given type: ${typeNameOf(value)}`,
    );
  }
  return whole;
};

type Comparator = (left: Value, right: Value) => number;

const comparatorOf = (sort: Value, collation: Collation | undefined): Comparator => {
  if (isNumber(sort)) {
    const direction = directionOf(sort);
    return (left, right) => direction * compareValues(left, right, collation);
  }
  if (!isDocument(sort) || sort.size === 0) {
    throw new StoreError(
      2,
      'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
    );
  }
  const keys = [...sort].map(([path, direction]) => ({
    parts: splitPath(path),
    direction: directionOf(direction),
  }));
  return (left, right) => {
    for (const { parts, direction } of keys) {
      const order = compareValues(fieldOf(left, parts), fieldOf(right, parts), collation);
      if (order !== 0) return direction * order;
    }
    return 0;
  };
};

const directionOf = (value: Value): number => {
  const direction = isNumber(value) ? toDouble(value) : 0;
  if (direction !== 1 && direction !== -1) {
    throw new StoreError(2, 'The $sort element value must be either 1 or -1');
  }
  return direction;
};

const fieldOf = (value: Value, parts: string[]): Value => {
  let current: Value | undefined = value;
  for (const part of parts) current = current instanceof Map ? current.get(part) : undefined;
  return current ?? null;
};
