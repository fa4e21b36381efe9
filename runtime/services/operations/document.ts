import type { Locale, Operation } from '@waypost/contract';
import type { Collection, Connection } from 'mongoose';

/** Resource `system.operation` of the system plugin shows the rows of this collection. */
export const OPERATIONS = 'system_operation';

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
  file_name: string | null;
  file_type: string | null;
  file_size: number | null;
  create_time: Date;
  update_time: Date;
  start_time: Date | null;
  end_time: Date | null;
  expires_at: Date | null;
  version: number;
  remove_time: null;
  remove_by: null;
  input: unknown;
  locale: Locale;
  /** Run that has it; null while nobody has. A run writes only while this is its own. */
  runner: string | null;
  /** When its run last said that it lives. */
  beat: Date | null;
  /** Runs that ended without a word: their process was killed. */
  attempts: number;
  is_cancelled: boolean;
}

export function operationCollection(connection: Connection): Collection<OperationDocument> {
  return connection.collection<OperationDocument>(OPERATIONS);
}

/** Makes the indexes; idempotent. */
export async function ensureOperationIndexes(collection: Collection<OperationDocument>): Promise<void> {
  await collection.createIndex({ owner: 1, create_time: -1 });
  await collection.createIndex({ status: 1, update_time: 1 });
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
