import { StoreError } from '../value/errors.ts';
import {
  Binary,
  type Document,
  encodeDocument,
  int32,
  isDocument,
  isNullish,
  Timestamp,
  typeNameOf,
  type Value,
} from '../value/index.ts';
import { compilePart, namedParts, unary, variadic } from './operands.ts';
import type { Context, Evaluate, OperatorCompiler, OperatorTable } from './types.ts';

const mergeObjects = (values: (Value | undefined)[]): Value => {
  const merged: Document = new Map();
  for (const value of values) {
    if (isNullish(value)) continue;
    if (!isDocument(value)) {
      throw new StoreError(
        40400,
        `$mergeObjects requires object inputs, but input is of type ${typeNameOf(value)}`,
      );
    }
    for (const [name, item] of value) merged.set(name, item);
  }
  return merged;
};

const objectToArray: OperatorCompiler = unary((value) => {
  if (isNullish(value)) return null;
  if (!isDocument(value))
    throw new StoreError(40390, `$objectToArray requires a document input, found: ${typeNameOf(value)}`);
  return [...value].map(
    ([k, v]) =>
      new Map<string, Value>([
        ['k', k],
        ['v', v],
      ]),
  );
});

const arrayToObject: OperatorCompiler = unary((value) => {
  if (isNullish(value)) return null;
  if (!Array.isArray(value))
    throw new StoreError(40386, `$arrayToObject requires an array input, found: ${typeNameOf(value)}`);
  const result: Document = new Map();
  const isPairs = Array.isArray(value[0]);
  for (const item of value) {
    if (value[0] !== item) checkForm(item, isPairs);
    const [key, content] = pairOf(item);
    if (typeof key !== 'string') {
      throw new StoreError(
        isDocument(item) ? 40394 : 40395,
        `$arrayToObject requires that the key be of type string, but found: ${typeNameOf(key)}`,
      );
    }
    if (key.includes('\0')) throw new StoreError(4940400, 'Key field cannot contain an embedded null byte');
    result.set(key, content as Value);
  }
  return result;
});

/** All elements have the form of the first. */
const checkForm = (item: Value, isPairs: boolean): void => {
  if (isPairs ? Array.isArray(item) : isDocument(item)) return;
  throw new StoreError(
    isPairs ? 40396 : 40391,
    `$arrayToObject requires a consistent input format, now found: ${typeNameOf(item)}`,
  );
};

const pairOf = (item: Value): [Value | undefined, Value | undefined] => {
  if (Array.isArray(item)) {
    if (item.length !== 2)
      throw new StoreError(
        40397,
        `$arrayToObject requires an array of size 2 arrays,found array of size: ${item.length}`,
      );
    return [item[0], item[1]];
  }
  if (!isDocument(item))
    throw new StoreError(40398, `Unrecognised input type format for $arrayToObject: ${typeNameOf(item)}`);
  if (item.size !== 2)
    throw new StoreError(
      40392,
      `$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:${item.size}`,
    );
  if (!item.has('k') || !item.has('v'))
    throw new StoreError(40393, `$arrayToObject requires an object with keys 'k' and 'v'.`);
  return [item.get('k'), item.get('v')];
};

/** A field's name, which must be known when compiled. `codes`: a field path, another expression, no string. */
const constantName = (
  part: Value,
  name: string,
  context: Context,
  codes: [path: number, expression: number, type: number],
): string => {
  if (typeof part === 'string' && part.startsWith('$')) {
    throw new StoreError(codes[0], `'${part}' is a field path reference which is not allowed in ${name}`);
  }
  const first = isDocument(part) ? part.keys().next().value : undefined;
  if (isDocument(part) && first !== '$literal' && first !== '$const') {
    throw new StoreError(codes[1], `${name} requires 'field' to evaluate to a constant`);
  }
  const field = context.compile(part, context)(new Map());
  if (typeof field === 'string') return field;
  throw new StoreError(
    codes[2],
    `${name} requires 'field' to evaluate to type String, but got ${typeNameOf(field)}`,
  );
};

const getField: OperatorCompiler = (operand, context, name) => {
  const isNamed = isDocument(operand) && operand.keys().next().value?.startsWith('$') !== true;
  const parts = isNamed
    ? namedParts(operand, name, { required: ['field', 'input'], codes: [3041702, 3041701, 3041702, 3041703] })
    : undefined;
  const wanted = parts === undefined ? operand : (parts.get('field') as Value);
  const field = constantName(wanted, name, context, [5654600, 5654601, 5654602]);
  const input: Evaluate = parts === undefined ? (root) => root : compilePart(parts, 'input', context);
  return (root) => {
    const value = input(root);
    if (isDocument(value)) return value.get(field);
    return value === null ? null : undefined;
  };
};

const setField =
  (isRemoval: boolean): OperatorCompiler =>
  (operand, context, name) => {
    const parts = namedParts(operand, name, {
      required: isRemoval ? ['field', 'input'] : ['field', 'value', 'input'],
      codes: isRemoval ? [4161100, 4161101, 4161102, 4161109] : [4161100, 4161101, 4161102, 4161103, 4161109],
    });
    const field = constantName(parts.get('field') as Value, name, context, [4161108, 4161106, 4161107]);
    const input = compilePart(parts, 'input', context);
    const content = compilePart(parts, 'value', context);
    return (root) => {
      const document = input(root);
      if (isNullish(document)) return null;
      if (!isDocument(document))
        throw new StoreError(4161105, `${name} requires 'input' to evaluate to type Object`);
      const result: Document = new Map(document);
      const value = isRemoval ? undefined : content(root);
      if (value === undefined) result.delete(field);
      else result.set(field, value);
      return result;
    };
  };

const bsonSize: OperatorCompiler = unary((value) => {
  if (isNullish(value)) return null;
  if (!isDocument(value))
    throw new StoreError(31393, `$bsonSize requires a document input, found: ${typeNameOf(value)}`);
  return int32(encodeDocument(value).length);
});

const binarySize: OperatorCompiler = unary((value) => {
  if (isNullish(value)) return null;
  if (typeof value === 'string') return int32(Buffer.byteLength(value));
  if (value instanceof Binary) return int32(value.position);
  throw new StoreError(
    51276,
    `$binarySize requires a string or BinData argument, found: ${typeNameOf(value)}`,
  );
});

const timestampPart = (name: string, code: number, part: (value: Timestamp) => number): OperatorCompiler =>
  unary((value) => {
    if (isNullish(value)) return null;
    if (!(value instanceof Timestamp))
      throw new StoreError(code, `Argument to ${name} must be a timestamp, but is ${typeNameOf(value)}`);
    return BigInt(part(value));
  });

export const OBJECTS: OperatorTable = new Map<string, OperatorCompiler>([
  ['$mergeObjects', variadic(mergeObjects)],
  ['$objectToArray', objectToArray],
  ['$arrayToObject', arrayToObject],
  ['$getField', getField],
  ['$setField', setField(false)],
  ['$unsetField', setField(true)],
  ['$bsonSize', bsonSize],
  ['$binarySize', binarySize],
  ['$tsSecond', timestampPart('$tsSecond', 5687301, ({ t }) => t)],
  ['$tsIncrement', timestampPart('$tsIncrement', 5687302, ({ i }) => i)],
]);
