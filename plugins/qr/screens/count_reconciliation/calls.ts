import { defineCall, zExportFormat, zStarted } from '@waypost/contract';
import { z } from 'zod';

const area = 'count_reconciliation';
export const READ = 'qr.count_reconciliation:read';
export const EXPORT = 'qr.count_reconciliation:export';
/** Days that one export writes. */
export const EXPORTED_DAYS = { longest: 366, tooLong: 'qr.fault.range_long_366' } as const;

/** What happens to a visit, in this order. */
export const STEPS = ['answered', 'journalled', 'counted', 'rolled_up'] as const;
export const HOUR_STATES = ['agrees', 'moving', 'differs', 'unknown'] as const;

/** What is counted of an hour, in the order of tables. */
export const COUNTERS = [...STEPS, 'erased', 'untold'] as const;
const zCounters = Object.fromEntries(COUNTERS.map((name) => [name, z.int()])) as Record<
  (typeof COUNTERS)[number],
  z.ZodInt
>;

/** The counters of the visits of one hour of TIME_ZONE; `HourAccount` of the SDK says what each is. */
export const zHourCounts = z.object({
  /** hh */
  hour: z.string(),
  ...zCounters,
  state: z.enum(HOUR_STATES),
  differences: z.array(z.object({ more: z.enum(STEPS), less: z.enum(STEPS), visits: z.int() })),
});
export type HourCounts = z.infer<typeof zHourCounts>;

/** yyyy-mm-dd, a day of TIME_ZONE. */
const zDay = z.string().max(20);

export const countsCall = defineCall({
  area,
  call: 'inquire',
  /** `day` left out: today. */
  body: z.strictObject({ day: zDay.optional() }),
  result: z.object({
    day: z.string(),
    today: z.string(),
    time_zone: z.string(),
    /** Hours of the day that had visits, oldest first. */
    hours: z.array(zHourCounts),
    totals: z.object(zCounters),
    /** Days of the last month that have an hour whose counters differ, newest first. */
    differing_days: z.array(z.string()),
  }),
  access: { permission: READ },
  summary: 'How many visits of each hour of a day were answered, journalled, counted, rolled up and erased',
});
export type DayCounts = z.infer<typeof countsCall.result>;

export const countsExportCall = defineCall({
  area,
  call: 'export',
  body: z.strictObject({ first_day: zDay, last_day: zDay, format: zExportFormat }),
  result: zStarted,
  access: { permission: EXPORT },
  answers: 202,
  summary: 'Writes the counters of up to 366 days by hour, as an asynchronous operation',
});
