import type { Collection } from '../storage/collection.ts';
import { StoreError } from '../value/errors.ts';
import {
  type Collation,
  compileCollation,
  type Document,
  isDocument,
  isNumber,
  toWholeNumber,
} from '../value/index.ts';
import type { ReadContext } from './context.ts';

/** The collection that a command names in its first field. @throws StoreError 73 */
export const collectionName = (context: ReadContext): string => {
  const name = context.command.get(context.name);
  if (typeof name !== 'string') {
    throw new StoreError(73, `collection name has invalid type ${name === null ? 'null' : typeof name}`);
  }
  if (name === '') throw new StoreError(73, `Invalid namespace specified '${context.database}.'`);
  return name;
};

/** The collection that a command names, or undefined when there is none. */
export const findCollection = (context: ReadContext): Collection | undefined =>
  context.store.catalog.find(context.database, collectionName(context));

/** An optional field that must be a document. @throws StoreError 14 */
export const documentField = (from: Document, command: string, name: string): Document | undefined => {
  const value = from.get(name);
  if (value === undefined || value === null) return undefined;
  if (isDocument(value)) return value;
  throw new StoreError(14, `BSON field '${command}.${name}' is the wrong type, expected type 'object'`);
};

/** An optional whole number, at least `least`. @throws StoreError 14, 2 */
export const numberField = (from: Document, name: string, least = 0): number | undefined => {
  const value = from.get(name);
  if (value === undefined || value === null) return undefined;
  const number = isNumber(value) ? toWholeNumber(value) : undefined;
  if (number === undefined) throw new StoreError(14, `Field '${name}' must be a whole number`);
  if (number < least) throw new StoreError(51024, `Field '${name}' must be at least ${least}, got ${number}`);
  return number;
};

/** An optional boolean; numbers count as MongoDB counts them. */
export const booleanField = (from: Document, name: string): boolean | undefined => {
  const value = from.get(name);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  if (isNumber(value)) return toWholeNumber(value) !== 0;
  throw new StoreError(14, `BSON field '${name}' is the wrong type, expected type 'bool'`);
};

/** The collation asked for, if any. */
export const collationField = (from: Document, command: string): Collation | undefined =>
  compileCollation(documentField(from, command, 'collation'));
