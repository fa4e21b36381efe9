import { AppError, errors } from '@waypost/contract';
import { mongo } from 'mongoose';
import { DUPLICATE_KEY } from '../sdk/conflict.ts';

const NOT_CONNECTED = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  // What was on its way when a heartbeat stayed without an answer.
  'PoolClearedOnNetworkError',
  'MongoStalePrimaryError',
  'MongoServerClosedError',
  'MongoWaitQueueTimeoutError',
  'MongoClientClosedError',
  'MongoExpiredSessionError',
]);
/**
 * Server codes by which MongoDB says that it cannot answer now: shutting down, no primary, members that do not reach each other, and
 * what an election has ended that was going on: a cursor, a transaction, or a commit whose end nobody knows.
 */
const NOT_ANSWERING = new Set([
  ...[6, 7, 24, 43, 63, 64, 89, 91, 100, 112, 133, 150, 189, 246, 251, 262, 290],
  ...[10_058, 10_107, 11_600, 11_602, 13_388, 13_435, 13_436],
]);
/** By which the store says of a transaction, and of its end, that it may be tried again. */
const AGAIN = ['TransientTransactionError', 'UnknownTransactionCommitResult'] as const;
/** The work's own limit of time (`maxTimeMS`) is over. */
const TIME_IS_OVER = 50;
/** Somebody has ended the command: `killOp`. */
const INTERRUPTED = 11_601;

/** Turns whatever was thrown into the failure it stands for; undefined: a fault of ours, to be logged. */
export function knownFailure(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  const error = withoutBulk(thrown);
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (code === DUPLICATE_KEY) return duplicateOf(error);
  if (NOT_CONNECTED.has(error.name) || (typeof code === 'number' && NOT_ANSWERING.has(code)))
    return errors.storeUnavailable.create({}, { cause: error });
  if (code === INTERRUPTED) return errors.workEnded.create({}, { cause: error });
  if (code === TIME_IS_OVER) return errors.storeTooSlow.create({}, { cause: error });
  // Whatever it is: it was tried again for as long as anybody waits.
  if (error instanceof mongo.MongoError && AGAIN.some((label) => error.hasErrorLabel(label)))
    return errors.storeUnavailable.create({}, { cause: error });
  return undefined;
}

function duplicateOf(error: Error): AppError {
  const pattern = 'keyPattern' in error ? (error.keyPattern as Record<string, unknown>) : {};
  const fields = typedFields(Object.keys(pattern));
  return errors.duplicate.create(
    { field: fields.join(', ') },
    { cause: error, errors: fields.map((path) => ({ path, message: 'error.issue.duplicate' })) },
  );
}

/** Of an index "one an owner" the field that somebody can change; nobody types whose a row is. */
function typedFields(fields: readonly string[]): readonly string[] {
  const typed = fields.filter((field) => field !== 'owner');
  return typed.length > 0 ? typed : fields;
}

/**
 * MongoDB's driver wraps whatever ends a bulk write, a lost connection as well, into an error of the server; of one over several
 * collections what the server says stands behind it.
 */
function withoutBulk(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'MongoClientBulkWriteError') return error.cause ?? error;
  const isWrapped = error.name === 'MongoBulkWriteError' && 'errorResponse' in error;
  return isWrapped && error.errorResponse instanceof Error ? error.errorResponse : error;
}
