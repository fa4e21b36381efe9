import { StoreError } from '../value/errors.ts';
import { compareValues, hashKey, isNullish, typeNameOf, type Value } from '../value/index.ts';
import { spend } from '../work/effort.ts';
import { binary, variadic } from './operands.ts';
import type { Context, OperatorCompiler, OperatorTable } from './types.ts';

type ValueSet = Map<string, Value>;

const setOf = (array: Value[], { collation }: Context): ValueSet => {
  const set: ValueSet = new Map();
  for (const item of array) {
    spend();
    const hash = hashKey(item, collation);
    if (!set.has(hash)) set.set(hash, item);
  }
  return set;
};

const arrayOf = (value: Value, name: string, code: number): Value[] => {
  if (!Array.isArray(value)) {
    throw new StoreError(
      code,
      `All operands of ${name} must be arrays. One argument is of type: ${typeNameOf(value)}`,
    );
  }
  return value;
};

const ordered = (set: ValueSet, { collation }: Context): Value[] =>
  [...set.values()].sort((left, right) => {
    spend();
    return compareValues(left, right, collation);
  });

const union = (values: (Value | undefined)[], context: Context): Value => {
  if (values.some(isNullish)) return null;
  const all = values.flatMap((value) => arrayOf(value as Value, '$setUnion', 17043));
  return ordered(setOf(all, context), context);
};

const intersection = (values: (Value | undefined)[], context: Context): Value => {
  if (values.some(isNullish)) return null;
  const sets = values.map((value) => setOf(arrayOf(value as Value, '$setIntersection', 17047), context));
  const [first = new Map<string, Value>(), ...others] = sets;
  const common = new Map([...first].filter(([hash]) => others.every((other) => other.has(hash))));
  return ordered(common, context);
};

const difference = (left: Value | undefined, right: Value | undefined, context: Context): Value => {
  if (isNullish(left) || isNullish(right)) return null;
  const first = setOf(arrayOf(left, '$setDifference', 17048), context);
  const second = setOf(arrayOf(right, '$setDifference', 17049), context);
  return [...first].filter(([hash]) => !second.has(hash)).map(([, value]) => value);
};

const equal = (values: (Value | undefined)[], context: Context): Value => {
  if (values.length < 2)
    throw new StoreError(17045, `$setEquals needs at least two arguments had: ${values.length}`);
  const [first, ...others] = values.map((value) =>
    setOf(arrayOf(value ?? null, '$setEquals', 17044), context),
  ) as [ValueSet, ...ValueSet[]];
  return others.every(
    (other) => other.size === first.size && [...first.keys()].every((hash) => other.has(hash)),
  );
};

const isSubset = (left: Value | undefined, right: Value | undefined, context: Context): Value => {
  const first = setOf(arrayOf(left ?? null, '$setIsSubset', 17046), context);
  const second = setOf(arrayOf(right ?? null, '$setIsSubset', 17042), context);
  return [...first.keys()].every((hash) => second.has(hash));
};

export const SETS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$setUnion', variadic(union)],
  ['$setIntersection', variadic(intersection)],
  ['$setDifference', binary(difference)],
  ['$setEquals', variadic(equal)],
  ['$setIsSubset', binary(isSubset)],
]);
