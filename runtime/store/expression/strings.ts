import { StoreError } from '../value/errors.ts';
import {
  compareText,
  int32,
  isNullish,
  isNumber,
  ObjectId,
  toDouble,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { checkSize, spend } from '../work/effort.ts';
import { binary, compileCounted, compilePart, intOf, namedParts, unary, variadic } from './operands.ts';
import { textOf } from './text-of.ts';
import type { Evaluate, OperatorCompiler, OperatorTable } from './types.ts';

const concatenate = (values: (Value | undefined)[]): Value => {
  let text = '';
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== 'string')
      throw new StoreError(16702, `$concat only supports strings, not ${typeNameOf(value)}`);
    text += value;
  }
  return text;
};

/** Text for operators that take numbers and dates as text, too; nullish is empty. StoreError 16007. */
const coerce = (value: Value | undefined): string => {
  if (isNullish(value)) return '';
  // Here MongoDB leaves what is no number to C, which writes `nan` and `inf`.
  if (typeof value === 'number' && !Number.isFinite(value))
    return Number.isNaN(value) ? 'nan' : value < 0 ? '-inf' : 'inf';
  const text = typeof value === 'boolean' || value instanceof ObjectId ? undefined : textOf(value);
  if (text === undefined)
    throw new StoreError(16007, `can't convert from BSON type ${typeNameOf(value)} to String`);
  return text;
};

/** Only ASCII letters change, as in MongoDB. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const upper = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

const compareIgnoringCase = (left: Value | undefined, right: Value | undefined): Value =>
  int32(Math.sign(compareText(upper(coerce(left)), upper(coerce(right)))));

/** What MongoDB takes for white space in `$trim` (ExpressionTrim in src/mongo/db/pipeline/expression.cpp). */
const WHITESPACE = new Set(
  '\0\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
);

const trim =
  (isLeft: boolean, isRight: boolean): OperatorCompiler =>
  (operand, context, name) => {
    const parts = namedParts(operand, name, {
      required: ['input'],
      optional: ['chars'],
      codes: [50696, 50694, 50695],
    });
    const input = compilePart(parts, 'input', context);
    const chars = parts.has('chars') ? compilePart(parts, 'chars', context) : undefined;
    return (root) => {
      const text = input(root);
      if (isNullish(text)) return null;
      if (typeof text !== 'string')
        throw new StoreError(
          50699,
          `${name} requires its input to be a string, got ${typeNameOf(text)} instead.`,
        );
      let removed = WHITESPACE;
      if (chars !== undefined) {
        const given = chars(root);
        if (isNullish(given)) return null;
        if (typeof given !== 'string')
          throw new StoreError(
            50700,
            `${name} requires 'chars' to be a string, got ${typeNameOf(given)} instead.`,
          );
        removed = new Set(given);
      }
      return trimmed([...text], removed, isLeft, isRight);
    };
  };

const trimmed = (characters: string[], removed: Set<string>, isLeft: boolean, isRight: boolean): string => {
  let start = 0;
  let end = characters.length;
  if (isLeft) while (start < end && removed.has(characters[start] as string)) start++;
  if (isRight) while (end > start && removed.has(characters[end - 1] as string)) end--;
  return characters.slice(start, end).join('');
};

const split = (text: Value | undefined, separator: Value | undefined): Value => {
  if (isNullish(text) || isNullish(separator)) return null;
  if (typeof text !== 'string')
    throw new StoreError(
      40085,
      `$split requires an expression that evaluates to a string as a first argument, found: ${typeNameOf(text)}`,
    );
  if (typeof separator !== 'string')
    throw new StoreError(
      40086,
      `$split requires an expression that evaluates to a string as a second argument, found: ${typeNameOf(separator)}`,
    );
  if (separator === '') throw new StoreError(40087, '$split requires a non-empty separator');
  return text.split(separator);
};

type ReadNumber = (value: Value | undefined, name: string, part: 'start' | 'length') => number;

const substringOperator =
  (take: (text: string, start: number, length: number) => string, read: ReadNumber): OperatorCompiler =>
  (operand, context, name) => {
    const [text, start, length] = compileCounted(operand, context, { name, least: 3 }) as [
      Evaluate,
      Evaluate,
      Evaluate,
    ];
    return (root) =>
      take(coerce(text(root)), read(start(root), name, 'start'), read(length(root), name, 'length'));
  };

const readCodePoints: ReadNumber = (value, name, part) =>
  part === 'start'
    ? intOf(value, `${name}: starting index`, 34450, 34451)
    : intOf(value, `${name}: length`, 34452, 34453);

/** Places of bytes may have a fraction, which is cut off. */
const readBytes: ReadNumber = (value, name, part) => {
  if (isNumber(value)) return Math.trunc(toDouble(value));
  const isStart = part === 'start';
  throw new StoreError(
    isStart ? 16034 : 16035,
    `${name}: ${isStart ? 'starting index' : 'length'} must be a numeric type (is BSON type ${typeNameOf(value)})`,
  );
};

const byCodePoints = (text: string, start: number, length: number): string => {
  if (length < 0) throw new StoreError(34454, '$substrCP: length must be a nonnegative integer.');
  if (start < 0) throw new StoreError(34455, '$substrCP: the starting index must be nonnegative integer.');
  return [...text].slice(start, start + length).join('');
};

const byBytes = (text: string, start: number, length: number): string => {
  if (start < 0) throw new StoreError(50752, '$substrBytes: starting index must be non-negative');
  const bytes = Buffer.from(text);
  const end = length < 0 ? bytes.length : Math.min(start + length, bytes.length);
  if (isInside(bytes, start))
    throw new StoreError(28656, '$substrBytes: Invalid range, starting index is a UTF-8 continuation byte.');
  if (isInside(bytes, end))
    throw new StoreError(
      28657,
      '$substrBytes: Invalid range, ending index is in the middle of a UTF-8 character.',
    );
  return bytes.toString('utf8', Math.min(start, bytes.length), end);
};

/** Whether a byte position lies within a character. */
const isInside = (bytes: Buffer, at: number): boolean => ((bytes[at] ?? 0) & 0xc0) === 0x80;

const length = (name: string, measure: (text: string) => number): OperatorCompiler =>
  unary((value) => {
    if (typeof value !== 'string')
      throw new StoreError(
        name === '$strLenCP' ? 34471 : 34473,
        `${name} requires a string argument, found: ${typeNameOf(value)}`,
      );
    return int32(measure(value));
  });

/** `$indexOfBytes` and `$indexOfCP`: the text is taken as the list of its bytes or characters. */
const indexOf =
  (unitsOf: (text: string) => ArrayLike<string | number>, firstCode: number): OperatorCompiler =>
  (operand, context, name) => {
    const parts = compileCounted(operand, context, { name, least: 2, most: 4 });
    return (root) => {
      const [text, wanted, from, to] = parts.map((part) => part(root));
      if (isNullish(text)) return null;
      if (typeof text !== 'string')
        throw new StoreError(
          firstCode,
          `${name} requires a string as the first argument, found: ${typeNameOf(text)}`,
        );
      if (typeof wanted !== 'string')
        throw new StoreError(
          firstCode + 1,
          `${name} requires a string as the second argument, found: ${typeNameOf(wanted)}`,
        );
      const units = unitsOf(text);
      const start = from === undefined ? 0 : boundOf(from, name);
      const end = to === undefined ? units.length : Math.min(boundOf(to, name), units.length);
      return int32(search(units, unitsOf(wanted), start, end));
    };
  };

const boundOf = (value: Value, name: string): number => {
  const bound = intOf(value, name, 40096);
  if (bound < 0) throw new StoreError(40097, `${name} requires a nonnegative starting or ending index`);
  return bound;
};

const search = (
  units: ArrayLike<unknown>,
  wanted: ArrayLike<unknown>,
  start: number,
  end: number,
): number => {
  for (let at = start; at + wanted.length <= end; at++) {
    let index = 0;
    spend();
    while (index < wanted.length && units[at + index] === wanted[index]) index++;
    spend(index);
    if (index === wanted.length) return at;
  }
  return -1;
};

const replace =
  (isAll: boolean): OperatorCompiler =>
  (operand, context, name) => {
    const parts = namedParts(operand, name, {
      required: ['input', 'find', 'replacement'],
      codes: [51751, 51750, 51749, 51748, 51747],
    });
    const evaluates = ['input', 'find', 'replacement'].map((key) => compilePart(parts, key, context));
    return (root) => {
      const values = evaluates.map((evaluate) => evaluate(root));
      for (const [index, value] of values.entries()) {
        if (!isNullish(value) && typeof value !== 'string') {
          throw new StoreError(
            51746 - index,
            `${name} requires that its arguments be strings, found: ${typeNameOf(value)}`,
          );
        }
      }
      if (values.some(isNullish)) return null;
      const [input, find, replacement] = values as [string, string, string];
      if (!isAll) return input.replace(find, () => replacement);
      return replaceAll({ input, find, replacement, name });
    };
  };

const replaceAll = (texts: { input: string; find: string; replacement: string; name: string }): string => {
  const { input, find, replacement } = texts;
  const grown = replacement.length - find.length;
  // At most so often: only where that could be too much are they counted.
  const most = find === '' ? input.length + 1 : Math.floor(input.length / find.length);
  if (grown > 0 && 2 * (input.length + most * grown) > LARGE_BYTES) {
    checkSize(texts.name, 2 * (input.length + (input.split(find).length + 1) * grown));
  }
  return input.replaceAll(find, () => {
    spend(1 + replacement.length / 16);
    return replacement;
  });
};

/** From here on it is worth counting before. */
const LARGE_BYTES = 1024 * 1024;

export const STRINGS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$concat', variadic(concatenate)],
  ['$toLower', unary((value) => lower(coerce(value)))],
  ['$toUpper', unary((value) => upper(coerce(value)))],
  ['$strcasecmp', binary(compareIgnoringCase)],
  ['$trim', trim(true, true)],
  ['$ltrim', trim(true, false)],
  ['$rtrim', trim(false, true)],
  ['$split', binary(split)],
  ['$substrCP', substringOperator(byCodePoints, readCodePoints)],
  ['$substrBytes', substringOperator(byBytes, readBytes)],
  ['$substr', substringOperator(byBytes, readBytes)],
  ['$strLenCP', length('$strLenCP', (text) => [...text].length)],
  ['$strLenBytes', length('$strLenBytes', (text) => Buffer.byteLength(text))],
  ['$indexOfCP', indexOf((text) => [...text], 40093)],
  ['$indexOfBytes', indexOf((text) => Buffer.from(text), 40091)],
  ['$replaceOne', replace(false)],
  ['$replaceAll', replace(true)],
]);
