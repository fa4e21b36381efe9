import type { Catalog } from '../storage/catalog.ts';
import type { Collection } from '../storage/collection.ts';
import type { ReadView } from '../storage/view.ts';
import type { Document } from '../value/index.ts';
import type { Cursors } from '../work/cursors.ts';
import type { Operation } from '../work/operation.ts';

/** What a command answers: fields (`ok: 1` is added), or a whole encoded document. */
export type Reply = Document | Uint8Array;

/** What reading commands need of a store: the store itself has it, and each reader thread. */
export interface ReadStore {
  /** `now`: milliseconds since 1970. */
  options: { now: () => number };
  catalog: Pick<Catalog, 'find'>;
  cursors: Pick<Cursors, 'open'>;
  /** Number of a collection's documents. */
  countDocuments(collection: Collection, operation: Operation): number | Promise<number>;
}

/** A command as it was sent. */
export interface SentCommand {
  /** Its name, as sent. */
  name: string;
  command: Document;
  database: string;
  /** Lists of documents that came in sections of their own. */
  sequences: ReadonlyMap<string, Uint8Array[]>;
}

/** One reading command that is being carried out, in the server or in a reader thread. */
export interface ReadContext extends Omit<SentCommand, 'sequences'> {
  store: ReadStore;
  operation: Operation;
  view: ReadView;
  session: { id: string } | undefined;
  transaction: { number: number } | undefined;
  /** Bits of the timestamp of the state that is read outside transactions, where that is not the newest one. */
  readAt?: bigint | undefined;
}
