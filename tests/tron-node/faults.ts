import { z } from 'zod';

/** What a provider does wrong, each until it is told otherwise. */
export const zFaults = z.strictObject({
  /** 429 for so many requests to come. */
  limited: z.int().optional(),
  /** Requests in a second beyond which it suspends the key for `suspended_ms`. */
  per_second: z.int().optional(),
  suspended_ms: z.int().optional(),
  /** The key that `TRON-PRO-API-KEY` has to have, else 401. */
  key: z.string().optional(),
  /** Every page is the first one, and there is always another. */
  repeats_pages: z.boolean().optional(),
  /** So many answers to come end in their middle. */
  breaks_off: z.int().optional(),
  /** Where links to the next page lead. */
  next_origin: z.string().optional(),
  /** Takes every block for solid. */
  lies_solid: z.boolean().optional(),
  lists_failed: z.boolean().optional(),
  /** Milliseconds by which its lists date transfers too late. */
  dates_late: z.int().optional(),
  /** 500 to everything. */
  is_down: z.boolean().optional(),
  /** Never answers. */
  hangs: z.boolean().optional(),
  /** Answers pages of HTML. */
  is_nonsense: z.boolean().optional(),
  /** Blocks that it is behind the chain. */
  behind: z.int().optional(),
});
export type Faults = z.infer<typeof zFaults>;

const json = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } });

/** What stands between a request and its answer; undefined: nothing. */
export function createGate(now: () => number = Date.now) {
  let second = 0;
  let asked = 0;
  let suspendedUntil = 0;
  return (faults: Faults, request: Request): Response | Promise<Response> | undefined => {
    if (faults.hangs) return new Promise<Response>(() => undefined);
    if (faults.is_down) return json({ Error: 'upstream' }, 500);
    if (faults.is_nonsense)
      return new Response('<html>busy</html>', { headers: { 'content-type': 'text/html' } });
    if (faults.key !== undefined && request.headers.get('tron-pro-api-key') !== faults.key)
      return json({ Error: 'ApiKey not exists' }, 401);
    const limit = faults.per_second ?? 15;
    const seconds = Math.ceil((faults.suspended_ms ?? 30_000) / 1_000);
    // As TronGrid has it: without Retry-After.
    const full = () =>
      json(
        {
          Error: `The key exceeds the frequency limit(${limit}), and the query server is suspended for ${seconds} s`,
        },
        429,
      );
    if (faults.limited !== undefined && faults.limited > 0) {
      faults.limited -= 1;
      return full();
    }
    if (faults.per_second === undefined) return undefined;
    if (now() < suspendedUntil) return full();
    const current = Math.floor(now() / 1_000);
    asked = current === second ? asked + 1 : 1;
    second = current;
    if (asked <= faults.per_second) return undefined;
    suspendedUntil = now() + (faults.suspended_ms ?? 30_000);
    return full();
  };
}

/** An answer whose body ends in its middle. */
export function brokenOff(text: string): Response {
  const half = text.slice(0, Math.max(1, Math.floor(text.length / 2)));
  return new Response(half, { headers: { 'content-type': 'application/json' } });
}
