import { AppError, errors } from '@waypost/contract';

const NOT_CONNECTED = new Set([
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoTopologyClosedError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoPoolClearedError',
  'MongoClientClosedError',
  'MongoExpiredSessionError',
]);
/** Server codes by which MongoDB says that this member cannot answer now: shutting down, not primary. */
const NOT_ANSWERING = new Set([91, 189, 10_107, 11_600, 11_602, 13_435, 13_436]);
const DUPLICATE_KEY = 11_000;
/** The work's own limit of time (`maxTimeMS`) is over. */
const TIME_IS_OVER = 50;

/** Turns whatever was thrown into the failure it stands for; undefined: a fault of ours, to be logged. */
export function knownFailure(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  const error = withoutBulk(thrown);
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (NOT_CONNECTED.has(error.name) || (typeof code === 'number' && NOT_ANSWERING.has(code)))
    return errors.storeUnavailable.create({}, { cause: error });
  if (code === TIME_IS_OVER) return errors.timedOut.create({}, { cause: error });
  if (code === DUPLICATE_KEY) {
    const pattern = 'keyPattern' in error ? (error.keyPattern as Record<string, unknown>) : {};
    const fields = typedFields(Object.keys(pattern));
    return errors.duplicate.create(
      { field: fields.join(', ') },
      { cause: error, errors: fields.map((path) => ({ path, message: 'error.issue.duplicate' })) },
    );
  }
  return undefined;
}

/** Of an index "one an owner" the field that somebody can change; nobody types whose a row is. */
function typedFields(fields: readonly string[]): readonly string[] {
  const typed = fields.filter((field) => field !== 'owner');
  return typed.length > 0 ? typed : fields;
}

/** MongoDB's driver wraps whatever ends a bulk write, a lost connection as well, into an error of the server. */
function withoutBulk(error: unknown): unknown {
  const isWrapped =
    error instanceof Error && error.name === 'MongoBulkWriteError' && 'errorResponse' in error;
  return isWrapped && error.errorResponse instanceof Error ? error.errorResponse : error;
}
