import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';

const zRegions = z.array(z.object({ location: z.string(), visitors: z.int() }));

/** The visits of this moment, as the calls answer them and each event of `qr.live` tells them. */
export const zLiveVisits = z.object({
  /**
   * Visits of the last minute; `watched_ms`: how much of it has been watched. While that is less, those that the visitors tell
   * of, which is at least one of each.
   */
  rate: z.object({ visits: z.int(), watched_ms: z.number() }),
  /** Visits since midnight. */
  today: z.int(),
  /** Addresses that visited within the last minute. */
  visitors: z.int(),
  /** Whoever came last, newest first; one entry for an address and a code, `count` visits in all. */
  visits: z.array(
    z.object({
      id: z.string(),
      link: zId,
      name: z.string(),
      short_code: z.string(),
      ip: z.string(),
      location: z.string(),
      isp: z.string(),
      device: z.string(),
      system: z.string(),
      app: z.string(),
      browser: z.string(),
      count: z.int(),
      last_time: zTime,
    }),
  ),
  /** Where the visitors of the last minute were, most first. */
  regions: zRegions,
  /** The same of the last 30 minutes. */
  half_hour: z.object({ visits: z.int(), visitors: z.int(), regions: zRegions }),
});
export type LiveVisits = z.infer<typeof zLiveVisits>;

/** `owner`: visits to one account's codes, for callers who see everyone's. */
const body = z.strictObject({ owner: zId.optional() });

export const liveCall = defineCall({
  area: 'access_real_time_statistics',
  call: 'inquire',
  body,
  result: zLiveVisits,
  access: { permission: 'qr.visit:read' },
  summary: 'Visits of this moment to every code that the caller may see',
});

export const ownLiveCall = defineCall({
  area: 'access_real_time_statistics',
  call: 'user_inquire',
  body,
  result: zLiveVisits,
  access: { permission: 'qr.visit:read' },
  summary: "Visits of this moment to the caller's own codes",
});
