import { StoreError } from '../value/errors.ts';
import {
  compareValues,
  type Document,
  isDocument,
  isNullish,
  isNumber,
  isTruthy,
  toDouble,
  toWholeNumber,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { spend } from '../work/effort.ts';
import { valueAt } from './field-path.ts';
import { checkVariableName } from './logic.ts';
import { compilePart, type NamedParts, namedParts, wholeOf } from './operands.ts';
import type { Box, Context, OperatorCompiler, OperatorTable } from './types.ts';

/** A context in which the named variables are known, with the boxes that hold their values. */
const withVariables = (context: Context, names: string[]): { inner: Context; boxes: Box[] } => {
  const variables = new Map(context.variables);
  const boxes = names.map((name) => {
    const box: Box = { value: undefined };
    variables.set(name, box);
    return box;
  });
  return { inner: { ...context, variables }, boxes };
};

/** The name that `as` gives to the element, `this` where it is absent. */
const elementName = (parts: Document): string => {
  const name = parts.get('as') ?? 'this';
  if (typeof name !== 'string') throw new StoreError(9, `'as' must be a string, found ${typeNameOf(name)}`);
  if (name !== 'this') checkVariableName(name);
  return name;
};

const map: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: ['input', 'in'],
    optional: ['as'],
    codes: [16878, 16879, 16880, 16882],
  });
  const input = compilePart(parts, 'input', context);
  const { inner, boxes } = withVariables(context, [elementName(parts)]);
  const [box] = boxes as [Box];
  const body = compilePart(parts, 'in', inner);
  return (root) => {
    const array = input(root);
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw new StoreError(16883, `input to $map must be an array not ${typeNameOf(array)}`);
    return array.map((item) => {
      spend();
      box.value = item;
      return body(root) ?? null;
    });
  };
};

const filter: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: ['input', 'cond'],
    optional: ['as', 'limit'],
    codes: [28646, 28647, 28648, 28650],
  });
  const input = compilePart(parts, 'input', context);
  const limit = compilePart(parts, 'limit', context);
  const { inner, boxes } = withVariables(context, [elementName(parts)]);
  const [box] = boxes as [Box];
  const condition = compilePart(parts, 'cond', inner);
  return (root) => {
    const array = input(root);
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw new StoreError(28651, `input to $filter must be an array not ${typeNameOf(array)}`);
    const most = limitOf(limit(root));
    const kept: Value[] = [];
    for (const item of array) {
      if (kept.length >= most) break;
      spend();
      box.value = item;
      if (isTruthy(condition(root))) kept.push(item);
    }
    return kept;
  };
};

const limitOf = (value: Value | undefined): number => {
  if (isNullish(value)) return Number.POSITIVE_INFINITY;
  const limit = toWholeNumber(value);
  if (limit === undefined)
    throw new StoreError(327391, '$filter: limit must be represented as a 32-bit integral value');
  if (limit < 1) throw new StoreError(327392, `$filter: limit must be greater than 0: ${limit}`);
  return limit;
};

const reduce: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: ['input', 'initialValue', 'in'],
    codes: [40075, 40076, 40077, 40078, 40079],
  });
  const input = compilePart(parts, 'input', context);
  const initial = compilePart(parts, 'initialValue', context);
  const { inner, boxes } = withVariables(context, ['this', 'value']);
  const [element, accumulated] = boxes as [Box, Box];
  const body = compilePart(parts, 'in', inner);
  return (root) => {
    const array = input(root);
    if (isNullish(array)) return null;
    if (!Array.isArray(array)) {
      throw new StoreError(40080, `$reduce requires that 'input' be an array, found: ${typeNameOf(array)}`);
    }
    let value = initial(root);
    for (const item of array) {
      spend();
      element.value = item;
      accumulated.value = value;
      value = body(root);
    }
    return value;
  };
};

const sortArray: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: ['input', 'sortBy'],
    codes: [2942500, 2942501, 2942502, 2942503],
  });
  const input = compilePart(parts, 'input', context);
  const compare = comparatorOf(parts.get('sortBy') as Value, context);
  return (root) => {
    const array = input(root);
    if (isNullish(array)) return null;
    if (!Array.isArray(array)) {
      throw new StoreError(
        2942504,
        `The input argument to $sortArray must be an array, but was of type: ${typeNameOf(array)}`,
      );
    }
    return [...array].sort(compare);
  };
};

type Comparator = (left: Value, right: Value) => number;

const comparatorOf = (sortBy: Value, { collation }: Context): Comparator => {
  if (!isDocument(sortBy)) {
    const direction = directionOf(sortBy);
    return (left, right) => {
      spend();
      return direction * compareValues(left, right, collation);
    };
  }
  const keys = [...sortBy].map(([path, direction]) => ({
    parts: path.split('.'),
    direction: directionOf(direction),
  }));
  return (left, right) => {
    spend();
    for (const { parts, direction } of keys) {
      const order = compareValues(keyAt(left, parts), keyAt(right, parts), collation);
      if (order !== 0) return direction * order;
    }
    return 0;
  };
};

const keyAt = (value: Value, parts: string[]): Value =>
  (isDocument(value) ? valueAt(value, parts) : undefined) ?? null;

const directionOf = (value: Value): number => {
  const direction = isNumber(value) ? toDouble(value) : 0;
  if (direction !== 1 && direction !== -1)
    throw new StoreError(2942507, 'The sort direction must be 1 or -1');
  return direction;
};

/** What `$firstN`, `$lastN`, `$minN` and `$maxN` are made of. */
export const COUNTED_PARTS: NamedParts = {
  required: ['n', 'input'],
  codes: [5787900, 5787901, 5787906, 5787907],
};

/** Their `n`. StoreError 5787902, 5787903 or 5787908 when it is no whole number above 0. */
export const countOf = (value: Value | undefined, name: string): number => {
  const count = wholeOf(value, `'n' in ${name}`, 5787902, 5787903);
  if (count <= 0) throw new StoreError(5787908, `'n' must be greater than 0, found ${count} in ${name}`);
  return count;
};

/** `$minN` and `$maxN` over an array, without null. */
const extremes =
  (direction: 1 | -1): OperatorCompiler =>
  (operand, context, name) => {
    const parts = namedParts(operand, name, COUNTED_PARTS);
    const limit = compilePart(parts, 'n', context);
    const input = compilePart(parts, 'input', context);
    return (root) => {
      const count = countOf(limit(root), name);
      const array = input(root);
      if (!Array.isArray(array)) throw new StoreError(5788200, `Input must be an array in ${name}`);
      const values = array.filter((item) => item !== null);
      return values.sort(comparatorOf(direction, context)).slice(0, count);
    };
  };

export const ARRAY_FUNCTIONS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$map', map],
  ['$filter', filter],
  ['$reduce', reduce],
  ['$sortArray', sortArray],
  ['$minN', extremes(1)],
  ['$maxN', extremes(-1)],
]);
