import type { LiveVisits } from '../calls.ts';

/** What the figures of the page look back on; the first is the one that a small shop sees something in. */
export const LIVE_WINDOWS = ['half_hour', 'minute'] as const;
export type LiveWindow = (typeof LIVE_WINDOWS)[number];

/** The figures of one of them. */
export function figuresOf(live: LiveVisits, window: LiveWindow): LiveVisits['half_hour'] {
  return window === 'half_hour'
    ? live.half_hour
    : { visits: live.rate.visits, visitors: live.visitors, regions: live.regions };
}
