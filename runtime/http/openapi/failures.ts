import type { Route } from '../../plugin/activation/route.ts';

/** What each status says, whatever the call. */
const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The body is not JSON, or ended early',
  401: 'No valid token',
  403: 'The permission is missing, or a page of another origin calls',
  404: 'No such row, call or active plugin',
  405: 'Calls are made by POST, as Allow says',
  408: 'The body came too slowly',
  409: 'Stale version, duplicate, or a state in which this cannot be done',
  410: 'It was there and is gone',
  413: 'The body is too large',
  415: 'The body has a type that forms of foreign pages can send',
  422: 'The body breaks its schema; every fault has a path',
  429: 'Too many requests; Retry-After says when to come back',
  500: 'A fault of the server; request_id finds it in the log',
  503: 'The store cannot be reached, or too much waits already',
  504: 'The call took too long',
};
/** What the way of every call may answer before and around its handler: dispatcher, limits, body, schema, time. */
const OF_EVERY_CALL = [400, 403, 404, 405, 408, 413, 415, 422, 429, 500, 503, 504];
/** Nodes of these verbs only look, so that nothing can be in conflict. */
const READING = /:(?:read|read_all)$/;

/** Statuses with which a call may fail, as its declaration says, and what each means. */
export function failuresOf(
  route: Pick<Route, 'access' | 'bodyLimit' | 'failureStatuses'>,
): Record<number, string> {
  const { access, bodyLimit, failureStatuses = [] } = route;
  const isPublic = 'public' in access;
  const isReading = isPublic || ('permission' in access && READING.test(access.permission));
  const statuses = new Set([
    ...OF_EVERY_CALL,
    ...(isPublic ? [] : [401]),
    ...(isReading ? [] : [409]),
    ...failureStatuses,
  ]);
  return Object.fromEntries(
    [...statuses]
      .sort((a, b) => a - b)
      .map((status) => [
        status,
        status === 413 ? `The body is larger than ${bodyLimit} bytes` : (MEANINGS[status] ?? 'Refused'),
      ]),
  );
}
