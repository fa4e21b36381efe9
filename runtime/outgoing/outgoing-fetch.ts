import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { z } from 'zod';
import { isGrantedHost } from './granted-host.ts';
import { isPublicAddress } from './public-address.ts';
import { type OutgoingAnswer, type OutgoingRequest, requestOnce } from './request-once.ts';

const zRequest = z.object({
  url: z.string().max(8_192),
  method: z.string().regex(/^[A-Z]{1,20}$/),
  headers: z.array(z.tuple([z.string().max(200), z.string().max(8_192)])).max(100),
  /** Base64. */
  body: z.string().max(5_600_000),
  redirect: z.enum(['follow', 'error', 'manual']),
});

/** What goes over the channel for `context.fetch`; throws TypeError as `fetch` does. */
export type OutgoingFetch = (params: unknown, signal: AbortSignal) => Promise<unknown>;

export interface OutgoingOptions {
  plugin: string;
  granted: ReadonlySet<string>;
  /** How names become addresses; the system's resolver when left out. */
  resolve?: (host: string) => Promise<LookupAddress[]>;
  /** Which addresses may be reached; those of the public internet when left out. */
  isAllowed?: (address: string) => boolean;
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 30_000;
/** Largest answer, bytes: it is sent to the plugin in one message. */
const ANSWER_LIMIT_BYTES = 4 * 1024 * 1024;
const MOST_REDIRECTS = 5;
const MOST_AT_ONCE = 20;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** Of the connection, not of the request; `cookie` and the like are the plugin's own matter. */
const OWN_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'proxy-authorization',
  'proxy-connection',
  'keep-alive',
  'te',
  'trailer',
  'expect',
  'accept-encoding',
]);
/** Not sent on to another origin. */
const CREDENTIALS = new Set(['authorization', 'cookie']);

/** Requests of one plugin to hosts that were granted to it, and to nothing inside our own network. */
export function createOutgoingFetch(options: OutgoingOptions): OutgoingFetch {
  const resolve = options.resolve ?? ((host) => lookup(host, { all: true, verbatim: true }));
  const isAllowed = options.isAllowed ?? isPublicAddress;
  let running = 0;

  /** @throws TypeError when the host was not granted, or one of its addresses is not to be reached */
  async function addressOf(url: URL): Promise<LookupAddress> {
    if (!isGrantedHost(url, options.granted))
      throw new TypeError(
        `plugin ${options.plugin} may not send requests to ${url.host}: its plugin.json asks for the host and an administrator grants it`,
      );
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    const addresses =
      isIP(literal) === 0 ? await resolve(url.hostname) : [{ address: literal, family: isIP(literal) }];
    // One address inside is enough to refuse: the next connection could be the one that goes there.
    const [first] = addresses;
    if (first === undefined) throw new TypeError(`${url.hostname} has no address`);
    if (addresses.some(({ address }) => !isAllowed(address)))
      throw new TypeError(`${url.hostname} is an address that plugins may not reach`);
    return first;
  }

  async function follow(
    first: OutgoingRequest,
    redirect: 'follow' | 'error' | 'manual',
    signal: AbortSignal,
  ): Promise<{ answer: OutgoingAnswer; url: URL; isRedirected: boolean }> {
    let request = first;
    for (let hop = 0; ; hop += 1) {
      const address = await addressOf(request.url);
      const answer = await requestOnce(request, address, { limitBytes: ANSWER_LIMIT_BYTES, signal });
      const location = answer.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
      const isRedirect = REDIRECTS.has(answer.status) && location !== undefined;
      if (!isRedirect || redirect === 'manual') return { answer, url: request.url, isRedirected: hop > 0 };
      if (redirect === 'error') throw new TypeError(`${request.url.host} answered with a redirect`);
      if (hop >= MOST_REDIRECTS) throw new TypeError('too many redirects');
      request = redirected(request, answer.status, new URL(location, request.url));
    }
  }

  return async (params, signal) => {
    const { url, method, headers, body, redirect } = zRequest.parse(params);
    if (running >= MOST_AT_ONCE) throw new TypeError(`more than ${MOST_AT_ONCE} requests at once`);
    const limit = AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS);
    running += 1;
    try {
      const request: OutgoingRequest = {
        url: new URL(url),
        method,
        headers: [
          ...headers.filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
          ['accept-encoding', 'identity'],
        ],
        body: Buffer.from(body, 'base64'),
      };
      const done = await follow(request, redirect, AbortSignal.any([signal, limit]));
      return {
        url: done.url.href,
        status: done.answer.status,
        statusText: done.answer.statusText,
        headers: done.answer.headers,
        body: done.answer.body.toString('base64'),
        isRedirected: done.isRedirected,
      };
    } finally {
      running -= 1;
    }
  };
}

/** The request after a redirect (Fetch, "HTTP-redirect fetch"). */
function redirected(request: OutgoingRequest, status: number, url: URL): OutgoingRequest {
  const becomesGet =
    (status === 303 && request.method !== 'HEAD') || (status <= 302 && request.method === 'POST');
  const isElsewhere = url.origin !== request.url.origin;
  return {
    url,
    method: becomesGet ? 'GET' : request.method,
    headers: isElsewhere
      ? request.headers.filter(([name]) => !CREDENTIALS.has(name.toLowerCase()))
      : request.headers,
    body: becomesGet ? Buffer.alloc(0) : request.body,
  };
}
