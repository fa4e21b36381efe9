import { z } from 'zod';
import { zTime } from '../answer.ts';
import { type Field, field } from '../field.ts';

/** What operators have to see to, the same words on the screen, in `/readyz`, `/metrics` and `doctor`. */
export const PROBLEM_CODES = [
  'store_unavailable',
  'journal_failing',
  'journal_foreign',
  'feed_lost',
  'process_silent',
  'visits_unaccounted',
  'visits_differ',
  'journal_lag',
  'disk_space',
  'plugins_failed',
  'store_near_limit',
  'store_latency',
  'event_loop',
  'processor',
  'memory',
  'backup_none',
  'backup_old',
  'backup_failed',
  'drill_failed',
  'jobs_late',
  'jobs_failed',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** `alarm`: people lose something now, or soon. */
export const PROBLEM_LEVELS = ['warning', 'alarm'] as const;
export type ProblemLevel = (typeof PROBLEM_LEVELS)[number];

/** In what a figure is told. */
export const MEASURE_UNITS = [
  'percent',
  'bytes',
  'milliseconds',
  'seconds',
  'hours',
  'count',
  'per_second',
] as const;
export type MeasureUnit = (typeof MEASURE_UNITS)[number];

const SIGNS: Readonly<Record<Exclude<MeasureUnit, 'bytes'>, string>> = {
  percent: '%',
  milliseconds: ' ms',
  seconds: ' s',
  hours: ' h',
  count: '',
  per_second: '/s',
};

/** A figure with a sign for its unit that every language has: logs and messages have one text of it for all their readers. */
export function neutralFigure(value: number, unit: MeasureUnit): string {
  if (unit === 'bytes') return `${Math.round(value / 1_000_000)} MB`;
  return `${Math.round(value)}${SIGNS[unit]}`;
}

/** What is measured of processes, of the store and of the installation, with its unit. */
export const MEASURES = {
  /** Of one core. */
  processor: 'percent',
  memory: 'bytes',
  /** How late the event loop was: one look in a hundred was later. */
  event_loop: 'milliseconds',
  /** Answered a second. */
  visits: 'per_second',
  /** Answered and not yet in the statistics. */
  lag_visits: 'count',
  /** Age of the oldest of them. */
  lag_age: 'seconds',
  channels: 'count',
  /** For how long changes that others make have not been followed. */
  feed_away: 'seconds',
  /** From question to answer of a `ping`. */
  store_latency: 'milliseconds',
  disk_free: 'bytes',
  store_size: 'bytes',
  store_cache: 'bytes',
  store_commands: 'per_second',
  /** Mean of the commands since the last look. */
  store_command_time: 'milliseconds',
  store_writes: 'per_second',
  jobs_waiting: 'count',
  jobs_running: 'count',
  jobs_late: 'count',
  jobs_failed: 'count',
  operations_waiting: 'count',
  operations_running: 'count',
} as const satisfies Record<string, MeasureUnit>;
export type Measure = keyof typeof MEASURES;

/** What can be watched, and in which unit its limits are set. */
export const WATCHED = {
  lag: { measure: 'lag_age', factor: 1 },
  disk: { measure: 'disk_free', factor: 1_000_000 },
  memory: { measure: 'memory', factor: 1_000_000 },
  processor: { measure: 'processor', factor: 1 },
  loop: { measure: 'event_loop', factor: 1 },
  latency: { measure: 'store_latency', factor: 1 },
  jobs: { measure: undefined, factor: 1 },
  backup: { measure: undefined, factor: 1 },
} as const satisfies Record<string, { measure: Measure | undefined; factor: number }>;
export type Watched = keyof typeof WATCHED;

const limit = (most: number, preset: number, unit: string): Field<z.ZodInt> =>
  field(z.int().min(0).max(most), {
    default: preset,
    unit: `system.monitor.unit.${unit}`,
    right: 'system.monitor:update',
  });

/** From where on something is told; 0: it is not. */
export const monitorSettings = {
  monitor_lag_warning: limit(86_400, 10, 'seconds'),
  monitor_lag_alarm: limit(86_400, 60, 'seconds'),
  monitor_disk_warning: limit(100_000_000, 2_000, 'megabytes'),
  monitor_disk_alarm: limit(100_000_000, 500, 'megabytes'),
  monitor_memory_warning: limit(10_000_000, 1_500, 'megabytes'),
  monitor_memory_alarm: limit(10_000_000, 3_000, 'megabytes'),
  monitor_processor_warning: limit(10_000, 90, 'percent'),
  monitor_processor_alarm: limit(10_000, 0, 'percent'),
  monitor_loop_warning: limit(600_000, 500, 'milliseconds'),
  monitor_loop_alarm: limit(600_000, 2_000, 'milliseconds'),
  monitor_latency_warning: limit(600_000, 250, 'milliseconds'),
  monitor_latency_alarm: limit(600_000, 2_000, 'milliseconds'),
  monitor_jobs_warning: limit(86_400, 120, 'seconds'),
  monitor_jobs_alarm: limit(86_400, 1_800, 'seconds'),
  monitor_backup_warning: limit(10_000, 168, 'hours'),
  monitor_backup_alarm: limit(10_000, 336, 'hours'),
} as const;
export type MonitorSettings = { [K in keyof typeof monitorSettings]: number };

export const MONITOR_SETTINGS_DEFAULT = Object.fromEntries(
  Object.entries(monitorSettings).map(([name, { hints }]) => [name, hints.default]),
) as MonitorSettings;

export const MONITOR_RANGES = ['1h', '6h', '24h'] as const;
export type MonitorRange = (typeof MONITOR_RANGES)[number];

export const PROCESS_KINDS = ['runtime', 'aggregator', 'store'] as const;
export type ProcessKind = (typeof PROCESS_KINDS)[number];

/** Something that is wrong now. */
export const zProblem = z.object({
  code: z.enum(PROBLEM_CODES),
  level: z.enum(PROBLEM_LEVELS),
  /** Process and host that it is about, such as `aggregator · web-1`; empty: the installation. */
  subject: z.string(),
  /** How much it is, in `unit`; null: it is so or not. */
  value: z.number().nullable(),
  /** Limit that is crossed. */
  limit: z.number().nullable(),
  unit: z.enum(MEASURE_UNITS).nullable(),
  /** How many things it is about: visits, jobs; null: one. */
  count: z.int().nullable(),
});
export type Problem = z.infer<typeof zProblem>;

const zProcessState = z.object({
  id: z.string(),
  kind: z.enum(PROCESS_KINDS),
  host: z.string(),
  version: z.string(),
  pid: z.int(),
  state: z.enum(['running', 'silent', 'ended']),
  started_time: zTime,
  /** When it has said something last. */
  seen_time: zTime,
  /** Within the last 24 hours. */
  restarts: z.int(),
  /** What it said last; null: it does not tell. */
  processor: z.number().nullable(),
  memory: z.number().nullable(),
  event_loop: z.number().nullable(),
});
export type ProcessState = z.infer<typeof zProcessState>;

const zJobState = z.object({
  name: z.string(),
  next_time: zTime.nullable(),
  last_time: zTime.nullable(),
  state: z.enum(['waiting', 'running', 'late', 'failed', 'off']),
  /** Why it failed the last time; empty: it did not. */
  fault: z.string(),
});

/** How the installation is at this moment. */
export const zMonitorState = z.object({
  time: zTime,
  /** The worst first. */
  problems: z.array(zProblem.extend({ since: zTime.nullable() })),
  processes: z.array(zProcessState),
  lag: z.object({ visits: z.int(), seconds: z.number() }),
  /** Bytes on the disk of DATA_DIR of the server that answers. */
  disk: z.object({ free: z.number(), total: z.number() }),
  store: z.object({
    kind: z.enum(['embedded', 'mongodb']),
    /** Milliseconds. */
    latency: z.number(),
    size: z.number().nullable(),
    /** Bytes that the cache holds, or may hold at most. */
    cache: z.number().nullable(),
    documents: z.number().nullable(),
    commands: z.number().nullable(),
    command_time: z.number().nullable(),
    /** A MongoDB that tells its state only to accounts with more rights than ours. */
    is_hidden: z.boolean(),
  }),
  channels: z.int(),
  jobs: z.object({
    waiting: z.int(),
    running: z.int(),
    late: z.int(),
    failed: z.int(),
    /** Those that repeat, by their next run. */
    schedules: z.array(zJobState),
  }),
  operations: z.object({
    waiting: z.int(),
    running: z.int(),
    /** Within the last 24 hours. */
    failed: z.int(),
  }),
  backup: z.object({
    has_own_database: z.boolean(),
    last_time: zTime.nullable(),
    bytes: z.number().nullable(),
    drill_time: zTime.nullable(),
    is_drill_fine: z.boolean().nullable(),
    /** Why the one that is due has failed; empty: it has not. */
    fault: z.string(),
  }),
});
export type MonitorState = z.infer<typeof zMonitorState>;

/** A course of figures: one value for each step, null where nothing was said. */
export const zMonitorHistory = z.object({
  /** Beginning of the first step. */
  from_time: zTime,
  /** Seconds of a step: each value is the worst within it. */
  step: z.int(),
  steps: z.int(),
  series: z.array(
    z.object({
      /** Of the process or of the installation that it is of. */
      id: z.string(),
      kind: z.enum([...PROCESS_KINDS, 'installation']),
      host: z.string(),
      values: z.partialRecord(
        z.enum(Object.keys(MEASURES) as [Measure, ...Measure[]]),
        z.array(z.number().nullable()),
      ),
    }),
  ),
});
export type MonitorHistory = z.infer<typeof zMonitorHistory>;
