import { AggregationConflict } from './store-commands.ts';

/**
 * Codes of MongoDB, and of the embedded store, that are about what a command holds: BadValue, FailedToParse,
 * TypeMismatch, InvalidBSON, DollarPrefixedFieldName, DocumentValidationFailure, BSONObjectTooLarge, KeyTooLong and the
 * two of a document that an update makes too large.
 */
const CONTENT_CODES = new Set([2, 9, 14, 22, 52, 121, 10334, 17280, 17419, 17420]);

/** Names of the driver's errors while the store is away; a write that met another one has a label instead. */
const AWAY =
  /^Mongo(Network|ServerSelection|NotConnected|TopologyClosed|PoolCleared|ExpiredSession|WaitQueue)/;
const PASSING_LABELS = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError'];

/**
 * Whether an error is about what a batch holds (`content`), about the store at this moment, or another writer, so that
 * the same batch will be taken later (`passes`), or whether that cannot be said (`unclear`).
 */
export function mayRefuse(error: unknown): 'content' | 'passes' | 'unclear' {
  if (!(error instanceof Error) || error instanceof AggregationConflict) return 'passes';
  if (AWAY.test(error.name)) return 'passes';
  const { code, errorLabels } = error as { code?: unknown; errorLabels?: unknown };
  if (Array.isArray(errorLabels) && PASSING_LABELS.some((label) => errorLabels.includes(label)))
    return 'passes';
  if (error instanceof RangeError || error instanceof TypeError || error.name.startsWith('BSON'))
    return 'content';
  // The file system's codes are texts: what they are about is the disk.
  if (typeof code === 'string') return 'passes';
  return typeof code === 'number' && CONTENT_CODES.has(code) ? 'content' : 'unclear';
}
