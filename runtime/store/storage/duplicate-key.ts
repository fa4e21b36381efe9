import { StoreError } from '../value/errors.ts';
import { Binary, type Document, Int32, ObjectId, type Value } from '../value/index.ts';
import type { Collection, IndexDefinition } from './collection.ts';

/** Error 11000 as MongoDB words it; Mongoose reads `keyPattern` and `keyValue`. */
export const duplicateKeyError = (
  collection: Collection,
  index: IndexDefinition | undefined,
  document: Document,
): StoreError => {
  const keyPattern: Document =
    index === undefined ? new Map([['_id', new Int32(1)]]) : (index.specification.get('key') as Document);
  const keyValue: Document = new Map();
  for (const path of keyPattern.keys()) keyValue.set(path, firstAt(document, path.split('.')));
  const shown = [...keyValue].map(([path, value]) => `${path}: ${show(value)}`).join(', ');
  const name = index?.name ?? '_id_';
  return new StoreError(
    11000,
    `E11000 duplicate key error collection: ${collection.namespace} index: ${name} dup key: { ${shown} }`,
    {
      details: new Map<string, Value>([
        ['keyPattern', keyPattern],
        ['keyValue', keyValue],
      ]),
    },
  );
};

const firstAt = (value: Value | undefined, parts: readonly string[]): Value => {
  const [part, ...rest] = parts;
  if (value === undefined) return null;
  if (part === undefined) return value;
  if (Array.isArray(value)) {
    for (const element of value) {
      const found = firstAt(element, parts);
      if (found !== null) return found;
    }
    return null;
  }
  return value instanceof Map ? firstAt(value.get(part), rest) : null;
};

const show = (value: Value): string => {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Int32) return String(value.value);
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Binary) return `BinData(${value.sub_type}, ${value.toString('hex').toUpperCase()})`;
  if (value instanceof Map)
    return `{ ${[...value].map(([name, inner]) => `${name}: ${show(inner)}`).join(', ')} }`;
  if (Array.isArray(value)) return `[ ${value.map(show).join(', ')} ]`;
  return String(value);
};
