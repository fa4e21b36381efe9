import { AppError, errors, type Failure } from '@waypost/contract';

import { pluginFailed } from '../plugin/outside-errors.ts';
import { DATA_HEADERS } from './security-headers.ts';

type Translate = (key: string, params?: Record<string, string | number>) => string;

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
const ENDS_CONNECTION: ReadonlySet<string> = new Set([errors.tooLarge.code, 'body_too_slow']);

/** Turns whatever was thrown into the failure it stands for; undefined: a fault of ours, to be logged. */
export function knownFailure(thrown: unknown): AppError | undefined {
  if (thrown instanceof AppError) return thrown;
  const error = withoutBulk(thrown);
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? error.code : undefined;
  if (NOT_CONNECTED.has(error.name) || (typeof code === 'number' && NOT_ANSWERING.has(code)))
    return errors.storeUnavailable.create({}, { cause: error });
  if (code === DUPLICATE_KEY) {
    const pattern = 'keyPattern' in error ? (error.keyPattern as Record<string, unknown>) : {};
    const fields = Object.keys(pattern);
    return errors.duplicate.create(
      { field: fields.join(', ') },
      { cause: error, errors: fields.map((path) => ({ path, message: 'error.issue.duplicate' })) },
    );
  }
  return undefined;
}

/** MongoDB's driver wraps whatever ends a bulk write, a lost connection as well, into an error of the server. */
function withoutBulk(error: unknown): unknown {
  const isWrapped =
    error instanceof Error && error.name === 'MongoBulkWriteError' && 'errorResponse' in error;
  return isWrapped && error.errorResponse instanceof Error ? error.errorResponse : error;
}

/** The answer to a call that failed: contract.md, "Failure". */
export function failureResponse(error: AppError, requestId: string, translate: Translate): Response {
  const content: Failure = {
    status: false,
    code: error.code,
    message: translate(error.messageKey, { ...error.params, request_id: requestId }),
    errors: error.errors.map((issue) => ({ path: issue.path, message: translate(issue.message) })),
  };
  if (error.content !== undefined) content.content = error.content;
  const headers: Record<string, string> = { ...DATA_HEADERS, 'x-request-id': requestId };
  if (error.status === 429) headers['retry-after'] = String(secondsToWait(error));
  if (error.status === 503 && error.code !== pluginFailed.code)
    headers['retry-after'] = String('seconds' in error.params ? secondsToWait(error) : 2);
  // What is left of such a body is not read, and nothing after it could be told from it.
  if (ENDS_CONNECTION.has(error.code)) headers.connection = 'close';
  // RFC 9110, 15.5.6. Whatever is a call at all is made by POST.
  if (error.status === 405) headers.allow = 'POST';
  if (error.status === 401) headers['www-authenticate'] = 'Bearer';
  return Response.json(content, { status: error.status, headers });
}

/** Failures of the rate limits carry the seconds as a parameter, lock-outs as content. */
function secondsToWait(error: AppError): number {
  const { content } = error;
  const kept =
    typeof content === 'object' && content !== null && 'seconds' in content ? content.seconds : undefined;
  const seconds = Number(error.params.seconds ?? kept);
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 1;
}
