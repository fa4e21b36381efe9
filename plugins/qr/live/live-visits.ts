import { zId, zTime } from '@waypost/contract';
import { z } from 'zod';

/** What an event of `qr.live` says. */
export const zLiveVisits = z.object({
  /** Visits counted within the last minute; `watched_ms`: how much of that minute has been watched. */
  rate: z.object({ visits: z.int(), watched_ms: z.number() }),
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
  regions: z.array(z.object({ location: z.string(), visitors: z.int() })),
});
export type LiveVisits = z.infer<typeof zLiveVisits>;
