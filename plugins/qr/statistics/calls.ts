import {
  type CallDefinition,
  DAY_PRESETS,
  dayRangeShape,
  defineCall,
  pageOf,
  pagingShape,
  zExportFormat,
  zId,
  zStarted,
} from '@waypost/contract';
import { z } from 'zod';
import { DIMENSIONS, FILTERS } from './dimensions/values.ts';
import type { StatisticsArea } from './values.ts';

export const READ = 'qr.visit:read';
export const EXPORT = 'qr.visit:export';

export const DEVICE_KINDS = ['desktop', 'phone', 'tablet', 'other'] as const;

const queryShape = {
  ...dayRangeShape,
  /** Beside the period before; default yes. */
  compare: z.boolean().optional(),
  /** Beside these days of TIME_ZONE instead, yyyy-mm-dd, both included. */
  compare_first_day: z.string().max(20).optional(),
  compare_last_day: z.string().max(20).optional(),
  /** Only one code. */
  link: zId.optional(),
  /** Only the codes of this person; for callers who see everybody's. */
  owner: zId.optional(),
  /** Only visits by one kind of device, where the screen has it. */
  kind: z.enum(DEVICE_KINDS).optional(),
  /** Only visits with this value, where the screen has it; not beside `kind`: figures are not kept by two things at once. */
  only: z.strictObject({ by: z.enum(FILTERS), value: z.string().max(100) }).optional(),
};
export const zStatisticsQuery = z.strictObject(queryShape);
export type StatisticsQuery = z.infer<typeof zStatisticsQuery>;

const zSpan = z.object({ first_day: z.string(), last_day: z.string() });
/** Null: not kept for what the screen is narrowed to. */
const zTotals = z.object({
  view_number: z.int(),
  ip_view_number: z.int().nullable(),
  new_visitor_number: z.int().nullable(),
  bot_view_number: z.int().nullable(),
});
export type Totals = z.infer<typeof zTotals>;

/** One place on the axis. Figures that are not known at this grain are null: nothing is added up that cannot be. */
const zPoint = z.object({
  /** `yyyy-mm-dd`, `yyyy-mm-ddThh`, `hh` or `yyyy-mm`. */
  key: z.string(),
  view_number: z.int(),
  ip_view_number: z.int().nullable(),
  new_visitor_number: z.int().nullable(),
});
export type Point = z.infer<typeof zPoint>;

export const zStatistics = zSpan.extend({
  range: z.enum(DAY_PRESETS),
  time_zone: z.string(),
  today: z.string(),
  previous: zSpan.nullable(),
  totals: zTotals,
  /** Beside a range that goes on, those of `previous_cut` are until `previous_until`; the others are not kept by hour. */
  previous_totals: zTotals.nullable(),
  /** hh:mm of the last day of the period before; null: all of it. */
  previous_until: z.string().nullable(),
  /** Which figures of `previous_totals` are until then. */
  previous_cut: z.array(z.enum(['view_number', 'ip_view_number', 'new_visitor_number'])),
  /** Key of the point that goes on: it and what comes after are not held against points before. Null: all are over. */
  running: z.string().nullable(),
  points: z.array(zPoint),
  previous_points: z.array(zPoint).nullable(),
  /** The last of `previous_points`, a day, until `previous_until`: what stands beside a running day. Null where there is none. */
  previous_running: zPoint.nullable(),
  /** Visits by weekday (Monday first) and hour, on the screen of hours of the day. */
  week: z.array(z.array(z.int()).length(24)).length(7).nullable(),
});
export type Statistics = z.infer<typeof zStatistics>;

/** Whose codes: `own` only the caller's, else all that the caller may see. */
const scopeShape = { own: z.boolean().optional() };

/** Only regions or cities of this country, ISO 3166. */
const placesShape = {
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
};

export const zBreakdownQuery = z.strictObject({
  ...queryShape,
  ...scopeShape,
  ...pagingShape,
  dimension: z.enum(DIMENSIONS),
  search: z.string().max(100).optional(),
  sort_field: z.enum(['view_number', 'new_visitor_number', 'label']).optional(),
  sort_order: z.enum(['asc', 'desc']).optional(),
  ...placesShape,
});
export type BreakdownQuery = z.infer<typeof zBreakdownQuery>;

const zSlice = z.object({
  /** A code's id, else the value itself; empty where nothing is known. */
  value: z.string(),
  label: z.string(),
  /** Of a code. */
  short_code: z.string(),
  view_number: z.int(),
  previous_view_number: z.int().nullable(),
  /** Of all visits that are divided, 0 to 1: those of the range, or of a country in it. */
  share: z.number(),
  new_visitor_number: z.int().nullable(),
});
export type Slice = z.infer<typeof zSlice>;
/** `kept_since`: counted from kept visits, the first of which came then; null where there are none. */
export const zSlices = pageOf(zSlice).extend({ kept_since: z.iso.datetime().nullable().optional() });
export type Slices = z.infer<typeof zSlices>;

export const TABLES = ['time', ...DIMENSIONS] as const;
export const zExportQuery = z.strictObject({
  ...queryShape,
  ...scopeShape,
  /** The course over time, or one of the divisions. */
  table: z.enum(TABLES).optional(),
  ...placesShape,
  format: zExportFormat,
});
export type ExportQuery = z.infer<typeof zExportQuery>;

/** The calls of a statistics screen. */
export function statisticsCalls(area: StatisticsArea) {
  const read = { permission: READ };
  return {
    inquire: defineCall({
      area,
      call: 'inquire',
      body: zStatisticsQuery,
      result: zStatistics,
      access: read,
      summary: 'Visits over time of every code that the caller may see',
    }),
    userInquire: defineCall({
      area,
      call: 'user_inquire',
      body: zStatisticsQuery,
      result: zStatistics,
      access: read,
      summary: "Visits over time of the caller's own codes",
    }),
    breakdown: defineCall({
      area,
      call: 'breakdown',
      body: zBreakdownQuery,
      result: zSlices,
      access: read,
      summary:
        'The same visits divided by code, group, domain, target, country, region, city, network, language, device, system, app, referrer, scan or click, or campaign',
    }),
    export: defineCall({
      area,
      call: 'export',
      body: zExportQuery,
      result: zStarted,
      access: { permission: EXPORT },
      answers: 202,
      summary: 'Writes one of the tables as CSV, as an asynchronous operation',
    }),
  } satisfies Record<string, CallDefinition>;
}
export type StatisticsCalls = ReturnType<typeof statisticsCalls>;
