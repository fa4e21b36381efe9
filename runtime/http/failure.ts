import { type AppError, errors, type Failure } from '@waypost/contract';
import { pluginFailed } from '../plugin/activation/outside-errors.ts';
import { DATA_HEADERS } from './security-headers.ts';

type Translate = (key: string, params?: Record<string, string | number>) => string;

const ENDS_CONNECTION: ReadonlySet<string> = new Set([errors.tooLarge.code, 'body_too_slow']);

/** The answer to a call that failed: docs/http.md, "Failures". */
export function failureResponse(error: AppError, requestId: string, translate: Translate): Response {
  const content: Failure = {
    status: false,
    code: error.code,
    message: translate(error.messageKey, { ...error.params, request_id: requestId }),
    errors: error.errors.map(({ path, message, params }) => ({ path, message: translate(message, params) })),
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
