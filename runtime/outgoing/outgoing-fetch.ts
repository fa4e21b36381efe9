import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { HostReplacements } from '../process/host-replacements.ts';
import { followRedirects, REFUSALS } from './follow-redirects.ts';
import { isGrantedHost } from './granted-host.ts';
import { isPublicAddress } from './public-address.ts';
import { type OutgoingRequest, requestOnce } from './request-once.ts';
import { requestOf, wireAnswer, zOutgoingRequest } from './wire.ts';

/** What goes over the channel for `context.fetch`; throws TypeError as `fetch` does. */
export type OutgoingFetch = (params: unknown, signal: AbortSignal) => Promise<unknown>;

export interface OutgoingOptions {
  plugin: string;
  granted: ReadonlySet<string>;
  /** How names become addresses; the system's resolver when left out. */
  resolve?: (host: string) => Promise<LookupAddress[]>;
  /** Which addresses may be reached; those of the public internet when left out. */
  isAllowed?: (address: string) => boolean;
  /** Where granted hosts are reached instead; whatever the operator names may be reached. */
  replacements?: HostReplacements;
  timeLimitMs?: number;
}

const TIME_LIMIT_MS = 30_000;
/** Largest answer, bytes: it is sent to the plugin in one message. */
const ANSWER_LIMIT_BYTES = 4 * 1024 * 1024;
const MOST_AT_ONCE = 20;

/** Requests of one plugin to hosts that were granted to it, and to nothing inside our own network. */
export function createOutgoingFetch(options: OutgoingOptions): OutgoingFetch {
  const resolve = options.resolve ?? ((host) => lookup(host, { all: true, verbatim: true }));
  const isAllowed = options.isAllowed ?? isPublicAddress;
  let running = 0;

  /** @throws TypeError when the host was not granted */
  function requireGranted(url: URL): void {
    if (isGrantedHost(url, options.granted)) return;
    throw new TypeError(
      `plugin ${options.plugin} may not send requests to ${url.host}: its plugin.json asks for the host and an administrator grants it`,
    );
  }

  /** @throws TypeError when one of its addresses is not to be reached */
  async function addressOf(url: URL): Promise<LookupAddress> {
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

  return async (params, signal) => {
    const wire = zOutgoingRequest.parse(params);
    if (running >= MOST_AT_ONCE) throw new TypeError(`more than ${MOST_AT_ONCE} requests at once`);
    const limit = AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS);
    const either = AbortSignal.any([signal, limit]);
    running += 1;
    try {
      return wireAnswer(
        await followRedirects(requestOf(wire, new URL(wire.url)), {
          redirect: wire.redirect,
          send: async (request) => {
            requireGranted(request.url);
            const instead = options.replacements?.get(request.url.hostname);
            const limits = { limitBytes: ANSWER_LIMIT_BYTES, signal: either };
            if (instead !== undefined)
              return requestOnce(...(await ledTo(instead, request, resolve)), limits);
            return requestOnce(request, await addressOf(request.url), limits);
          },
          refuse: (what, url) => new TypeError(`${url.host} ${REFUSALS[what]}`),
        }),
      );
    } finally {
      running -= 1;
    }
  };
}

/** The same request to another origin, and the address of that one. */
async function ledTo(
  origin: URL,
  request: OutgoingRequest,
  resolve: NonNullable<OutgoingOptions['resolve']>,
): Promise<[OutgoingRequest, LookupAddress]> {
  const url = new URL(`${request.url.pathname}${request.url.search}`, origin);
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  const [first] =
    isIP(literal) === 0 ? await resolve(url.hostname) : [{ address: literal, family: isIP(literal) }];
  if (first === undefined) throw new TypeError(`${url.hostname} has no address`);
  return [{ ...request, url }, first];
}
