import { StoreError } from '../value/errors.ts';
import {
  type Document,
  equalValues,
  int32,
  isNullish,
  isNumber,
  isTruthy,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { breathe, checkSize, spend } from '../work/effort.ts';
import { COUNTED_PARTS, countOf } from './array-functions.ts';
import { binary, compileCounted, compilePart, intOf, namedParts, unary, variadic } from './operands.ts';
import type { Evaluate, OperatorCompiler, OperatorTable } from './types.ts';

const elementAt = (array: Value | undefined, index: Value | undefined): Value | undefined => {
  if (isNullish(array) || isNullish(index)) return null;
  if (!Array.isArray(array)) {
    throw new StoreError(
      28689,
      `$arrayElemAt's first argument must be an array, but is ${typeNameOf(array)}`,
    );
  }
  if (!isNumber(index)) {
    throw new StoreError(
      28690,
      `$arrayElemAt's second argument must be a numeric value, but is ${typeNameOf(index)}`,
    );
  }
  return array.at(intOf(index, "$arrayElemAt's second argument", 28691));
};

const edge = (name: string, position: 0 | -1): OperatorCompiler =>
  unary((array) => {
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw new StoreError(28689, `${name}'s argument must be an array, but is ${typeNameOf(array)}`);
    return array.at(position);
  });

const concatenate = (arrays: (Value | undefined)[]): Value => {
  const lists: Value[][] = [];
  for (const array of arrays) {
    if (isNullish(array)) return null;
    if (!Array.isArray(array))
      throw new StoreError(28664, `$concatArrays only supports arrays, not ${typeNameOf(array)}`);
    lists.push(array);
  }
  return lists.flat();
};

const isIn: OperatorCompiler = binary((value, array, { collation }) => {
  if (!Array.isArray(array)) {
    throw new StoreError(40081, `$in requires an array as a second argument, found: ${typeNameOf(array)}`);
  }
  return array.some((item) => {
    spend();
    return equalValues(item, value, collation);
  });
});

const indexOfArray: OperatorCompiler = (operand, context, name) => {
  const [source, wanted, from, to] = compileCounted(operand, context, { name, least: 2, most: 4 }) as [
    Evaluate,
    Evaluate,
    Evaluate | undefined,
    Evaluate | undefined,
  ];
  return (root) => {
    const array = source(root);
    if (isNullish(array)) return null;
    if (!Array.isArray(array)) {
      throw new StoreError(
        40090,
        `$indexOfArray requires an array as a first argument, found: ${typeNameOf(array)}`,
      );
    }
    const value = wanted(root);
    const start = from === undefined ? 0 : indexArgument(from(root));
    const end = Math.min(to === undefined ? array.length : indexArgument(to(root)), array.length);
    for (let index = start; index < end; index++) {
      spend();
      if (equalValues(array[index], value, context.collation)) return int32(index);
    }
    return int32(-1);
  };
};

const indexArgument = (value: Value | undefined): number => {
  const index = intOf(value, '$indexOfArray', 40096);
  if (index < 0) throw new StoreError(40097, '$indexOfArray requires a nonnegative starting or ending index');
  return index;
};

const LONGEST_RANGE = 1_000_000;

/** Elements of a range between two looks at the clock. */
const MADE_AT_ONCE = 1024;

const range: OperatorCompiler = (operand, context, name) => {
  const parts = compileCounted(operand, context, { name, least: 2, most: 3 });
  return (root) => {
    const [start = 0, end = 0, step = 1] = parts.map((part, index) => {
      return intOf(part(root), '$range', 34443 + index * 2, 34444 + index * 2);
    });
    if (step === 0) throw new StoreError(34449, '$range requires a non-zero step value');
    const count = Math.max(0, Math.ceil((end - start) / step));
    if (count > LONGEST_RANGE) throw new StoreError(146, '$range would make too long an array');
    // Told before it is made: half of a long one would be garbage that everybody waits for.
    spend(count);
    return Array.from({ length: count }, (_, index) => {
      if (index % MADE_AT_ONCE === 0) breathe();
      return int32(start + index * step);
    });
  };
};

const slice: OperatorCompiler = (operand, context, name) => {
  const [source, second, third] = compileCounted(operand, context, { name, least: 2, most: 3 }) as [
    Evaluate,
    Evaluate,
    Evaluate | undefined,
  ];
  return (root) => {
    const array = source(root);
    const first = second(root);
    if (isNullish(array) || isNullish(first)) return null;
    if (!Array.isArray(array))
      throw new StoreError(
        28724,
        `First argument to $slice must be an array, but is of type: ${typeNameOf(array)}`,
      );
    const position = intOf(first, 'Second argument to $slice', 28725, 28726);
    if (third === undefined) return position < 0 ? array.slice(position) : array.slice(0, position);
    const length = third(root);
    if (isNullish(length)) return null;
    const count = intOf(length, 'Third argument to $slice', 28727, 28728);
    if (count <= 0) throw new StoreError(28729, `Third argument to $slice must be positive: ${count}`);
    const start = position < 0 ? Math.max(array.length + position, 0) : position;
    return array.slice(start, start + count);
  };
};

const size: OperatorCompiler = unary((array) => {
  if (!Array.isArray(array)) {
    throw new StoreError(
      17124,
      `The argument to $size must be an array, but was of type: ${typeNameOf(array)}`,
    );
  }
  return int32(array.length);
});

const reverse: OperatorCompiler = unary((array) => {
  if (isNullish(array)) return null;
  if (!Array.isArray(array)) {
    throw new StoreError(
      34435,
      `The argument to $reverseArray must be an array, but was of type: ${typeNameOf(array)}`,
    );
  }
  return [...array].reverse();
});

const zip: OperatorCompiler = (operand, context, name) => {
  const parts = namedParts(operand, name, {
    required: ['inputs'],
    optional: ['useLongestLength', 'defaults'],
    codes: [34460, 34464, 34465],
  });
  checkZip(parts);
  const inputs = compilePart(parts, 'inputs', context);
  const defaults = compilePart(parts, 'defaults', context);
  const usesLongest = parts.get('useLongestLength') === true;
  return (root) => {
    const arrays = inputs(root);
    if (isNullish(arrays)) return null;
    if (!Array.isArray(arrays)) return null;
    if (arrays.some((array) => array === null)) return null;
    const lists = arrays.map((array) => {
      if (!Array.isArray(array))
        throw new StoreError(34468, `$zip found a non-array expression in input: ${typeNameOf(array)}`);
      return array;
    });
    const filler = defaults(root);
    const lengths = lists.map((list) => list.length);
    const pick = usesLongest ? Math.max : Math.min;
    const length = lengths.reduce((one, other) => pick(one, other));
    checkSize(name, length * lists.length * BYTES_OF_ZIPPED);
    return Array.from({ length }, (_, at) => {
      spend(lists.length);
      return lists.map((list, index) => (at < list.length ? (list[at] as Value) : fillerAt(filler, index)));
    });
  };
};

/** Of one element, with its share of the array that holds it. */
const BYTES_OF_ZIPPED = 16;

const fillerAt = (filler: Value | undefined, index: number): Value =>
  (Array.isArray(filler) ? filler[index] : undefined) ?? null;

const checkZip = (parts: Document): void => {
  const inputs = parts.get('inputs') as Value;
  const defaults = parts.get('defaults');
  const usesLongest = parts.get('useLongestLength') ?? false;
  if (!Array.isArray(inputs))
    throw new StoreError(34461, `inputs must be an array of expressions, found ${typeNameOf(inputs)}`);
  if (defaults !== undefined && !Array.isArray(defaults))
    throw new StoreError(34462, `defaults must be an array of expressions, found ${typeNameOf(defaults)}`);
  if (typeof usesLongest !== 'boolean')
    throw new StoreError(34463, `useLongestLength must be a bool, found ${typeNameOf(usesLongest)}`);
  if (inputs.length === 0) throw new StoreError(34465, '$zip requires at least one input array');
  if (defaults !== undefined && !usesLongest)
    throw new StoreError(34466, 'cannot specify defaults unless useLongestLength is true');
  if (defaults !== undefined && defaults.length !== inputs.length)
    throw new StoreError(34467, 'defaults and inputs must have the same length');
};

/** `$firstN` and `$lastN` over an array. */
const someOf =
  (isFirst: boolean): OperatorCompiler =>
  (operand, context, name) => {
    const parts = namedParts(operand, name, COUNTED_PARTS);
    const limit = compilePart(parts, 'n', context);
    const input = compilePart(parts, 'input', context);
    return (root) => {
      const count = countOf(limit(root), name);
      const array = input(root);
      if (!Array.isArray(array)) throw new StoreError(5788200, `Input must be an array in ${name}`);
      return isFirst ? array.slice(0, count) : array.slice(-count);
    };
  };

const everyElement =
  (name: string, code: number, isAll: boolean): OperatorCompiler =>
  (operand, context) => {
    const [part] = compileCounted(operand, context, { name, least: 1 }) as [Evaluate];
    return (root) => {
      const array = part(root);
      if (!Array.isArray(array))
        throw new StoreError(code, `${name}'s argument must be an array, but is ${typeNameOf(array)}`);
      return isAll ? array.every((item) => isTruthy(item)) : array.some((item) => isTruthy(item));
    };
  };

export const ARRAYS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$arrayElemAt', binary(elementAt)],
  ['$first', edge('$first', 0)],
  ['$last', edge('$last', -1)],
  ['$firstN', someOf(true)],
  ['$lastN', someOf(false)],
  ['$concatArrays', variadic(concatenate)],
  ['$in', isIn],
  ['$indexOfArray', indexOfArray],
  ['$isArray', unary((value) => Array.isArray(value))],
  ['$range', range],
  ['$slice', slice],
  ['$size', size],
  ['$reverseArray', reverse],
  ['$zip', zip],
  ['$allElementsTrue', everyElement('$allElementsTrue', 17040, true)],
  ['$anyElementTrue', everyElement('$anyElementTrue', 17041, false)],
]);
