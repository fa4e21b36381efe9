import { StoreError } from '../errors.ts';
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
  for (const item of value) {
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

/** A field's name, which must be known when compiled. */
const constantName = (part: Value | undefined, name: string, context: Context): string => {
  const field = part === undefined ? undefined : context.compile(part, context)(new Map());
  if (typeof field !== 'string')
    throw new StoreError(
      5654602,
      `${name} requires 'field' to evaluate to a constant string, found ${typeNameOf(field)}`,
    );
  return field;
};

const getField: OperatorCompiler = (operand, context, name) => {
  const isNamed = isDocument(operand) && operand.keys().next().value?.startsWith('$') !== true;
  const parts = isNamed
    ? namedParts(operand, name, { required: ['field', 'input'], code: 3041702 })
    : undefined;
  const field = constantName(parts === undefined ? operand : parts.get('field'), name, context);
  const input: Evaluate = parts === undefined ? (root) => root : compilePart(parts, 'input', context);
  return (root) => {
    const value = input(root);
    if (isDocument(value)) return value.get(field);
    return isNullish(value) ? null : undefined;
  };
};

const setField =
  (isRemoval: boolean): OperatorCompiler =>
  (operand, context, name) => {
    const required = isRemoval ? ['field', 'input'] : ['field', 'input', 'value'];
    const parts = namedParts(operand, name, { required, code: 4161102 });
    const field = constantName(parts.get('field'), name, context);
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

const timestampPart = (name: string, part: (value: Timestamp) => number): OperatorCompiler =>
  unary((value) => {
    if (isNullish(value)) return null;
    if (!(value instanceof Timestamp))
      throw new StoreError(5687301, `${name} requires a Timestamp argument, found: ${typeNameOf(value)}`);
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
  ['$tsSecond', timestampPart('$tsSecond', ({ t }) => t)],
  ['$tsIncrement', timestampPart('$tsIncrement', ({ i }) => i)],
]);
