import { mongo } from 'mongoose';
import { DUPLICATE_KEY, wasTaken } from '../sdk/conflict.ts';

/** Whether a unique value was taken. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && (error as { code?: unknown }).code === DUPLICATE_KEY;
}

/** The same of a command that writes to several collections. */
export const hasDuplicateKey = (error: unknown): error is mongo.MongoClientBulkWriteError =>
  wasTaken(mongo, error);
