import { INTERNAL_PREFIX, WELL_KNOWN_PREFIX } from '@waypost/contract';
import type { AnswerBook } from '../plugin/answers/known-answers.ts';
import { isLoopback } from '../process/client-address.ts';
import { sameText } from './same-text.ts';
import { DATA_HEADERS } from './security-headers.ts';

/** Names by which only this machine is reached: a page whose own name leads here does not bear one. */
const LOCAL_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i;

/**
 * What proxies add: whose request bears one was passed on for somebody, who may have asked the proxy for any name, `localhost`
 * too. Such a header only takes away; none of them lets anybody in.
 */
const FORWARDING = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
] as const;

/** Answers `GET` under `/.well-known/waypost/` and `/internal/`; undefined: 404. */
export type KnownAnswerHandler = (request: Request, path: string) => Response | undefined;

export const isKnownAnswerPath = (path: string): boolean =>
  path.startsWith(WELL_KNOWN_PREFIX) || path.startsWith(INTERNAL_PREFIX);

/**
 * @param options.peerOf address of whoever holds the connection, whatever a header says of it
 */
export function createKnownAnswerHandler(options: {
  book: Pick<AnswerBook, 'find'>;
  peerOf(request: Request): string;
  internalToken: string;
}): KnownAnswerHandler {
  const mayAsk = (request: Request, query: URLSearchParams): boolean => {
    // A proxy's configuration may hold an address and no header.
    const token = request.headers.get('authorization') ?? `Bearer ${query.get('token') ?? ''}`;
    if (sameText(token, `Bearer ${options.internalToken}`)) return true;
    if (FORWARDING.some((name) => request.headers.has(name))) return false;
    return LOCAL_HOST.test(request.headers.get('host') ?? '') && isLoopback(options.peerOf(request));
  };
  return (request, path) => {
    const start = request.url.indexOf('?');
    const query = new URLSearchParams(start < 0 ? '' : request.url.slice(start + 1));
    if (path.startsWith(INTERNAL_PREFIX) && !mayAsk(request, query)) return undefined;
    const text = options.book.find({ path, query, hostHeader: request.headers.get('host') ?? '' });
    if (text === undefined) return undefined;
    return new Response(request.method === 'HEAD' ? null : text, {
      headers: { ...DATA_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
    });
  };
}
