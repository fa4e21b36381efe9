import { z } from 'zod';
import { readEnteredUrl } from './entered-address.ts';
import { followRedirects } from './follow-redirects.ts';
import { internetErrors } from './internet-errors.ts';
import { type PinnedSources, pinnedRequest } from './pinned-request.ts';
import type { OutgoingAnswer, OutgoingRequest } from './request-once.ts';
import { requestOf, wireAnswer, zOutgoingRequest } from './wire.ts';

/** Largest answer, bytes: it is sent to the plugin in one message. */
const LIMIT_BYTES = 4 * 1024 * 1024;
const LIMIT_MS = 30_000;

const zRequest = zOutgoingRequest.extend({
  limitBytes: z.int().min(0).max(LIMIT_BYTES).default(LIMIT_BYTES),
  limitMs: z.int().min(1).max(LIMIT_MS).default(LIMIT_MS),
});

/**
 * One request to an address that somebody entered, and those of its redirects. Each hop is read, looked up and checked, and
 * the connection goes to an address that was checked.
 * @throws AppError as `Internet.fetch` of the SDK says
 */
export async function internetFetch(
  params: unknown,
  sources: PinnedSources,
  signal: AbortSignal,
): Promise<ReturnType<typeof wireAnswer>> {
  const { limitBytes, limitMs, ...wire } = zRequest.parse(params);
  const end = performance.now() + limitMs;
  // All hops share one limit.
  const send = (asked: OutgoingRequest): Promise<OutgoingAnswer> =>
    pinnedRequest(asked, sources, {
      limitBytes,
      limitMs: Math.max(0, end - performance.now()),
      signal,
    });

  return wireAnswer(
    await followRedirects(requestOf(wire, readEnteredUrl(wire.url)), {
      redirect: wire.redirect,
      send,
      refuse: (_what, url) => internetErrors.redirected.create({ host: url.host }),
    }),
  );
}
