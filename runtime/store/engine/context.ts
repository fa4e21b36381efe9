import type { ReadContext, Reply } from '../request/context.ts';
import type { Session, Transaction } from '../session/sessions.ts';
import type { View } from '../storage/view.ts';
import { StoreError } from '../value/errors.ts';
import { type Document, decodeDocument, encodeDocument, isDocument, type Value } from '../value/index.ts';
import type { EmbeddedStore } from './store.ts';

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

/** The documents of a command's list, from its own section of the message or from the body; as bytes. */
export const documentBytes = (context: CommandContext, field: string): readonly Uint8Array[] => {
  const sequence = context.sequences.get(field);
  if (sequence !== undefined) return sequence;
  return bodyList(context, field).map(encodeDocument);
};

/** The documents of a command's list, decoded one at a time. */
export interface DocumentList {
  count: number;
  at(index: number): Document;
  /** As it came; undefined when it was decoded with the command. */
  bytesAt(index: number): Uint8Array | undefined;
}

export const documentList = (context: CommandContext, field: string): DocumentList => {
  const sequence = context.sequences.get(field);
  if (sequence !== undefined)
    return {
      count: sequence.length,
      at: (index) => decodeDocument(sequence[index] as Uint8Array),
      bytesAt: (index) => sequence[index],
    };
  const list = bodyList(context, field);
  return { count: list.length, at: (index) => list[index] as Document, bytesAt: () => undefined };
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
