import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { FACETS, FINDINGS, WATCH_FAULTS, WATCH_STATES } from '../../watching/values.ts';

const area = 'domain_monitor';

export const checkWatchCall = defineCall({
  area,
  call: 'check',
  body: z.strictObject({ id: zId }),
  result: z.object({
    /** What is believed now, which one look alone does not change. */
    state: z.enum(WATCH_STATES),
    found: z.array(
      z.object({
        facet: z.enum(FACETS),
        finding: z.enum(FINDINGS),
        fault: z.enum(WATCH_FAULTS),
        ms: z.int().nullable(),
      }),
    ),
    next_check_time: zTime,
  }),
  access: { permission: 'domain.watch:check' },
  ratePerMinute: 10,
  summary:
    'Looks at a domain now: the DNS, http and https, its certificate and registration; answers what was found',
});

export const HISTORY_DAYS = [7, 30, 90] as const;

export const watchHistoryCall = defineCall({
  area,
  call: 'history',
  body: z.strictObject({ id: zId, days: z.literal(HISTORY_DAYS).optional() }),
  result: z.object({
    days: z.array(
      z.object({
        /** Of TIME_ZONE, yyyy-mm-dd. */
        day: z.string(),
        down_minutes: z.int(),
        slowest_ms: z.int(),
        looks: z.int(),
        bad: z.int(),
        unknown: z.int(),
      }),
    ),
    /** For how many days it is kept. */
    kept_days: z.int(),
    time_zone: z.string(),
  }),
  access: { permission: 'domain.watch:read' },
  summary: 'How a domain was on each of the last days',
});
