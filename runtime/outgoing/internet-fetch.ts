import { z } from 'zod';
import { readEnteredUrl } from './entered-address.ts';
import type { AddressSources } from './find-addresses.ts';
import { followRedirects } from './follow-redirects.ts';
import { internetErrors } from './internet-errors.ts';
import { reachHost } from './reach-host.ts';
import { type OutgoingAnswer, type OutgoingRequest, requestOnce } from './request-once.ts';
import { requestOf, wireAnswer, zOutgoingRequest } from './wire.ts';

/** Largest answer, bytes: it is sent to the plugin in one message. */
const LIMIT_BYTES = 4 * 1024 * 1024;
const LIMIT_MS = 30_000;

const zRequest = zOutgoingRequest.extend({
  limitBytes: z.int().min(0).max(LIMIT_BYTES).default(LIMIT_BYTES),
  limitMs: z.int().min(1).max(LIMIT_MS).default(LIMIT_MS),
});

export interface InternetFetchSources extends AddressSources {
  /** Certificates of authorities in PEM, beside which no other counts; the usual ones when left out. */
  authorities?: readonly string[];
  /** Where what goes to the ports of the web is sent, in tests. */
  webPorts?: WebPorts;
}

/** In the place of 80 and 443. */
export type WebPorts = readonly [http: number, https: number];

/**
 * One request to an address that somebody entered, and those of its redirects. Each hop is read, looked up and checked, and
 * the connection goes to an address that was checked.
 * @throws AppError as `Internet.fetch` of the SDK says
 */
export async function internetFetch(
  params: unknown,
  sources: InternetFetchSources,
  signal: AbortSignal,
): Promise<ReturnType<typeof wireAnswer>> {
  const { limitBytes, limitMs, ...wire } = zRequest.parse(params);
  const end = performance.now() + limitMs;
  const { authorities, webPorts } = sources;

  async function send(asked: OutgoingRequest): Promise<OutgoingAnswer> {
    const url = readEnteredUrl(asked.url.href);
    const { host, hostname } = url;
    const answer = await reachHost({
      hostname,
      host,
      sources,
      signal,
      // All hops share one limit.
      limitMs: Math.max(0, end - performance.now()),
      connect: (address, either) =>
        requestOnce({ ...asked, url }, address, {
          limitBytes,
          signal: either,
          ...(authorities === undefined ? {} : { authorities }),
          // A port that is not written is that of the scheme.
          ...(webPorts === undefined || url.port !== ''
            ? {}
            : { port: webPorts[url.protocol === 'https:' ? 1 : 0] }),
        }),
    });
    // Nothing else is an answer that a `Response` can hold.
    if (answer.status < 200 || answer.status > 599) throw internetErrors.connectionBroken.create({ host });
    return answer;
  }

  return wireAnswer(
    await followRedirects(requestOf(wire, readEnteredUrl(wire.url)), {
      redirect: wire.redirect,
      send,
      refuse: (_what, url) => internetErrors.redirected.create({ host: url.host }),
    }),
  );
}
