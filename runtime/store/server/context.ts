import { StoreError } from '../errors.ts';
import type { Session, Transaction } from '../session/sessions.ts';
import type { Catalog, Collection } from '../storage/catalog.ts';
import type { ReadView, View } from '../storage/view.ts';
import {
  type Collation,
  compileCollation,
  type Document,
  decodeDocument,
  encodeDocument,
  isDocument,
  isNumber,
  toWholeNumber,
  type Value,
} from '../value/index.ts';
import type { Cursors } from './cursors.ts';
import type { Operation } from './operation.ts';
import type { EmbeddedStore } from './store.ts';

/** What a command answers: fields (`ok: 1` is added), or a whole encoded document. */
export type Reply = Document | Uint8Array;

/** What reading commands need of a store: the store itself has it, and each reader thread. */
export interface ReadStore {
  options: Pick<EmbeddedStore['options'], 'now'>;
  catalog: Pick<Catalog, 'find'>;
  cursors: Pick<Cursors, 'open'>;
  /** Number of a collection's documents. */
  countDocuments(collection: Collection, operation: Operation): number | Promise<number>;
}

/** One reading command that is being carried out, in the server or in a reader thread. */
export interface ReadContext {
  store: ReadStore;
  /** The command's name as sent. */
  name: string;
  command: Document;
  database: string;
  operation: Operation;
  view: ReadView;
  session: Pick<Session, 'id'> | undefined;
  transaction: Pick<Transaction, 'number'> | undefined;
}

/** One command that is being carried out. */
export interface CommandContext extends ReadContext {
  store: EmbeddedStore;
  sequences: ReadonlyMap<string, Uint8Array[]>;
  view: View;
  session: Session | undefined;
  transaction: Transaction | undefined;
  /** Number of a write that the driver may send again; not set within transactions. */
  retryNumber: number | undefined;
  connectionId: number;
}

/** One command's definition. */
export interface CommandDefinition {
  run(context: CommandContext): Reply | Promise<Reply>;
  /** Answers wait until what was written or read is durable. Not so for hello, ping and the like. */
  usesData: boolean;
  isAllowedInTransaction: boolean;
  /** Only reads: while one large commit is being applied it sees, and may answer with, what was committed before. */
  isReadOnly(context: CommandContext): boolean;
  /** May be carried out by a reader thread when it takes long: it reads committed documents and nothing else. */
  isMovable?(context: CommandContext): boolean;
}

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

/** The documents of a command's list, from its own section of the message or from the body; as bytes. */
export const documentBytes = (context: CommandContext, field: string): readonly Uint8Array[] => {
  const sequence = context.sequences.get(field);
  if (sequence !== undefined) return sequence;
  return bodyList(context, field).map(encodeDocument);
};

/** Access to the documents of a command's list, decoded one at a time. */
export const documentList = (
  context: CommandContext,
  field: string,
): { count: number; at: (index: number) => Document } => {
  const sequence = context.sequences.get(field);
  if (sequence !== undefined)
    return { count: sequence.length, at: (index) => decodeDocument(sequence[index] as Uint8Array) };
  const list = bodyList(context, field);
  return { count: list.length, at: (index) => list[index] as Document };
};

const bodyList = (context: CommandContext, field: string): Document[] => {
  const list: Value | undefined = context.command.get(field);
  if (!Array.isArray(list) || !list.every(isDocument)) {
    throw new StoreError(
      list === undefined ? 40414 : 14,
      `BSON field '${context.name}.${field}' must be an array of objects`,
    );
  }
  return list as Document[];
};
