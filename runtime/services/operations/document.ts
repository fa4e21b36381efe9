import type { Locale, Operation } from '@waypost/contract';
import type { Demands } from '@waypost/sdk';
import type { Collection, Connection } from 'mongoose';
import { INDEX_QUORUM } from '../../storage/index.ts';

/** Resource `system.operation` of the system plugin shows the rows of this collection. */
export const OPERATIONS = 'system_operation';

/** What results are in a storage, and how they are found there. */
const STORED_RESULTS = 'kernel_operation_result';

/** A result in a storage: its parts are named by `_id`. */
export interface StoredResultDocument {
  /** 32 digits that nobody guesses. */
  _id: string;
  operation: string;
  /** The storage, by the id that whoever keeps places gave it. */
  place: string;
  parts: number;
  create_time: Date;
}

/** What a run has made so far, and how far it is: the next one goes on from there. */
export interface KeptRun {
  /** Bytes of the result file that belong to it. */
  size: number;
  /** Machine with the file, by its DATA_DIR; rows of older versions have none. */
  machine?: string;
  state: unknown;
  done: number;
  total: number | null;
  left_out: number | null;
}

/** What the call asked for that began an operation, and how far whoever made it could see. */
export interface AskedFor extends Demands {
  /** Its input may say "everybody's": that was the reach of the day. */
  reach: { isSuper: boolean; nodes: string[] };
}

/** An operation as the store keeps it. */
export interface OperationDocument {
  _id: string;
  owner: string;
  account: string;
  kind: string;
  name: string;
  status: number;
  error_code: string | null;
  done: number;
  total: number | null;
  /** Rows of older versions have none. */
  left_out?: number | null;
  /** Rows of older versions have neither. */
  kept?: KeptRun | null;
  kept_size?: number | null;
  file_name: string | null;
  file_type: string | null;
  file_size: number | null;
  /** What its file is called in the storage that has it; null: it is on the disk of the machine that made it. Rows of older versions have none. */
  result?: string | null;
  create_time: Date;
  update_time: Date;
  start_time: Date | null;
  end_time: Date | null;
  expires_at: Date | null;
  version: number;
  remove_time: null;
  remove_by: null;
  input: unknown;
  /** What whoever repeats it must have, too; null: no call has begun it. Rows of older versions have none. */
  asks?: AskedFor | null;
  locale: Locale;
  /** Run that has it; null while nobody has. A run writes only while this is its own. */
  runner: string | null;
  /** When its run last said that it lives. */
  beat: Date | null;
  /** Runs that ended without a word, their process was killed, since it last came further than ever before. */
  attempts: number;
  /** The most that was ever done of it; rows of older versions have none. */
  furthest?: number;
  is_cancelled: boolean;
}

export function operationCollection(connection: Connection): Collection<OperationDocument> {
  return connection.collection<OperationDocument>(OPERATIONS);
}

export function storedResultCollection(connection: Connection): Collection<StoredResultDocument> {
  return connection.collection<StoredResultDocument>(STORED_RESULTS);
}

/** Makes the indexes; idempotent. */
export async function ensureOperationIndexes({
  collection,
  stored,
}: {
  collection: Collection<OperationDocument>;
  stored: Collection<StoredResultDocument>;
}): Promise<void> {
  await stored.createIndex({ operation: 1 }, INDEX_QUORUM);
  await collection.createIndex({ owner: 1, create_time: -1 }, INDEX_QUORUM);
  await collection.createIndex({ status: 1, update_time: 1 }, INDEX_QUORUM);
}

const FIELDS = [
  'owner',
  'account',
  'kind',
  'name',
  'status',
  'error_code',
  'done',
  'total',
  'file_name',
  'file_size',
] as const;
const TIMES = ['start_time', 'end_time', 'expires_at'] as const;

/** An operation as its owner sees it. */
export function toOperation(document: OperationDocument): Operation {
  return {
    id: document._id,
    left_out: document.left_out ?? null,
    kept_size: document.kept_size ?? null,
    ...(Object.fromEntries(FIELDS.map((field) => [field, document[field]])) as Pick<
      Operation,
      (typeof FIELDS)[number]
    >),
    create_time: document.create_time.toISOString(),
    update_time: document.update_time.toISOString(),
    ...(Object.fromEntries(TIMES.map((field) => [field, document[field]?.toISOString() ?? null])) as Pick<
      Operation,
      (typeof TIMES)[number]
    >),
  };
}
