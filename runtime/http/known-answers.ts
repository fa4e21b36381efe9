import { isIP } from 'node:net';
import {
  CERTIFICATE_PARAMETER,
  CERTIFICATE_PATH,
  INTERNAL_PREFIX,
  WELL_KNOWN_PREFIX,
} from '@waypost/contract';
import { hostKey } from '../plugin/answers/host-key.ts';
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
 * @param options.ownHosts names that lead to this installation itself: they need a certificate whichever plugins are on
 */
export function createKnownAnswerHandler(options: {
  book: Pick<AnswerBook, 'find'>;
  peerOf(request: Request): string;
  internalToken: string;
  ownHosts(): ReadonlySet<string>;
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
    const isOwn =
      path === CERTIFICATE_PATH && isOwnName(query.get(CERTIFICATE_PARAMETER) ?? '', options.ownHosts());
    const text = isOwn
      ? ''
      : options.book.find({ path, query, hostHeader: request.headers.get('host') ?? '' });
    if (text === undefined) return undefined;
    return new Response(request.method === 'HEAD' ? null : text, {
      headers: { ...DATA_HEADERS, 'content-type': 'text/plain; charset=utf-8' },
    });
  };
}

/** Whether it is a name of this installation's own that an authority may know: no address, and no name without a dot. */
function isOwnName(asked: string, ownHosts: ReadonlySet<string>): boolean {
  const name = hostKey(asked);
  if (name === undefined || !name.includes('.') || isIP(name) !== 0) return false;
  return ownHosts.has(name);
}
