import { readEnteredUrl } from './entered-address.ts';
import type { AddressSources } from './find-addresses.ts';
import { internetErrors } from './internet-errors.ts';
import { reachHost } from './reach-host.ts';
import { type OutgoingAnswer, type OutgoingRequest, requestOnce } from './request-once.ts';

/** In the place of 80 and 443. */
export type WebPorts = readonly [http: number, https: number];

export interface PinnedSources extends AddressSources {
  /** Certificates of authorities in PEM, beside which no other counts; the usual ones when left out. */
  authorities?: readonly string[];
  /** Where what goes to the ports of the web is sent, in tests. */
  webPorts?: WebPorts;
}

export interface RequestLimits {
  /** Largest answer, bytes. */
  limitBytes: number;
  limitMs: number;
  signal: AbortSignal;
}

/**
 * One request, without redirects: the address is read, looked up and checked, and the connection goes to what was checked.
 * @throws AppError that says what stood between, as `Internet.fetch` of the SDK does; the signal's reason
 */
export async function pinnedRequest(
  asked: OutgoingRequest,
  sources: PinnedSources,
  { limitBytes, limitMs, signal }: RequestLimits,
): Promise<OutgoingAnswer> {
  const { authorities, webPorts } = sources;
  const url = readEnteredUrl(asked.url.href);
  const { host, hostname } = url;
  const answer = await reachHost({
    hostname,
    host,
    sources,
    signal,
    limitMs,
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
