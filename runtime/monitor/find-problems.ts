import type {
  Measure,
  MonitorSettings,
  Problem,
  ProblemCode,
  ProblemLevel,
  ProcessKind,
  Watched,
} from '@waypost/contract/platform';
import { MEASURES, PROBLEM_CODES, WATCHED } from '@waypost/contract/platform';

/** A process, or the installation itself, as it has told of itself last. */
export interface Spoken {
  kind: ProcessKind | 'installation';
  host: string;
  /** Milliseconds since it spoke, while it should speak; undefined: it has ended, or need not. */
  silentFor: number | undefined;
  figures: Partial<Record<Measure, number | null>>;
}

/** What problems are looked for in. */
export interface Facts {
  limits: MonitorSettings;
  spoken: readonly Spoken[];
  /** Milliseconds after which silence is told. */
  silentAfter: number;
  /** Who looks has begun within the last minute: figures are those of the start, or of before it. */
  isStarting: boolean;
  isStoreUp: boolean;
  isJournalFailing: boolean;
  /** Visits wait that belong to another database than the one that is reached. */
  isJournalForeign: boolean;
  unaccounted: number;
  /** Counters of visits that differ and stay so. */
  differences: number;
  failedPlugins: number;
  /** Limits of the store that are near. */
  nearLimits: number;
  jobs: {
    late: number;
    /** Seconds since the one that waits for the longest time should have run. */
    latest: number;
    failed: number;
  };
  /** Undefined: backed up elsewhere. */
  backup:
    | {
        /** Hours; undefined: there is none. */
        age: number | undefined;
        hasFailed: boolean;
        isDrillFine: boolean;
      }
    | undefined;
}

/** Figures that are told of whoever has them, and the code of what is wrong with them. */
const FIGURES: readonly (readonly [
  Watched & ('lag' | 'disk' | 'memory' | 'processor' | 'loop' | 'latency'),
  ProblemCode,
])[] = [
  ['lag', 'journal_lag'],
  ['disk', 'disk_space'],
  ['latency', 'store_latency'],
  ['loop', 'event_loop'],
  ['processor', 'processor'],
  ['memory', 'memory'],
];
/** How long a feed of changes may be away, seconds: an election and what is read anew after it are shorter. */
const FEED_LIMIT = 60;
/** What is so from the first moment on; everything else takes a sample that a start has not yet. */
const AT_START: ReadonlySet<ProblemCode> = new Set([
  ...(['store_unavailable', 'journal_failing', 'journal_foreign', 'visits_unaccounted'] as const),
  ...(['visits_differ', 'plugins_failed', 'disk_space', 'store_near_limit'] as const),
  ...(['backup_old', 'backup_failed', 'drill_failed'] as const),
]);
const LOW_IS_BAD: ReadonlySet<Watched> = new Set(['disk']);

/** What is wrong, alarms first, then in the order of `PROBLEM_CODES`. */
export function findProblems(facts: Facts): Problem[] {
  const { limits, spoken } = facts;
  const found: Problem[] = [];
  const tell = (code: ProblemCode, level: ProblemLevel, more: Partial<Problem> = {}) =>
    found.push({ code, level, subject: '', value: null, limit: null, unit: null, count: null, ...more });
  if (!facts.isStoreUp) tell('store_unavailable', 'alarm');
  if (facts.isJournalFailing) tell('journal_failing', 'alarm');
  if (facts.isJournalForeign) tell('journal_foreign', 'alarm');
  if (facts.unaccounted > 0) tell('visits_unaccounted', 'alarm', { count: facts.unaccounted });
  if (facts.differences > 0) tell('visits_differ', 'alarm', { count: facts.differences });
  if (facts.failedPlugins > 0) tell('plugins_failed', 'alarm', { count: facts.failedPlugins });
  if (facts.nearLimits > 0) tell('store_near_limit', 'warning', { count: facts.nearLimits });
  for (const one of spoken) {
    const subject = subjectOf(one);
    if (one.silentFor !== undefined && one.silentFor > facts.silentAfter)
      tell('process_silent', 'alarm', {
        subject,
        value: Math.round(one.silentFor / 1000),
        limit: facts.silentAfter / 1000,
        unit: 'seconds',
      });
    // What one said before it fell silent is not so now.
    else if (one.silentFor !== undefined) {
      const away = one.figures.feed_away ?? 0;
      if (away >= FEED_LIMIT)
        tell('feed_lost', 'alarm', { subject, value: away, limit: FEED_LIMIT, unit: 'seconds' });
      for (const [watched, code] of FIGURES) {
        const { measure } = WATCHED[watched];
        const value = one.figures[measure];
        if (value === undefined || value === null) continue;
        const crossed = crossedLimit(limits, watched, value);
        if (crossed === undefined) continue;
        const count = watched === 'lag' ? (one.figures.lag_visits ?? null) : null;
        tell(code, crossed.level, { subject, value, limit: crossed.limit, unit: MEASURES[measure], count });
      }
    }
  }
  findBackup(facts, tell);
  const late = facts.jobs.late > 0 ? crossedLimit(limits, 'jobs', facts.jobs.latest) : undefined;
  if (late)
    tell('jobs_late', late.level, {
      value: facts.jobs.latest,
      limit: late.limit,
      unit: 'seconds',
      count: facts.jobs.late,
    });
  if (facts.jobs.failed > 0) tell('jobs_failed', 'warning', { count: facts.jobs.failed });
  const shown = facts.isStarting ? found.filter(({ code }) => AT_START.has(code)) : found;
  return shown.toSorted(
    (one, other) =>
      Number(other.level === 'alarm') - Number(one.level === 'alarm') ||
      PROBLEM_CODES.indexOf(one.code) - PROBLEM_CODES.indexOf(other.code),
  );
}

function findBackup(
  { backup, limits }: Facts,
  tell: (code: ProblemCode, level: ProblemLevel, more?: Partial<Problem>) => void,
): void {
  if (backup === undefined) return;
  if (backup.hasFailed) tell('backup_failed', 'alarm');
  else if (backup.age === undefined) {
    if (limits.monitor_backup_warning > 0) tell('backup_none', 'warning');
  } else {
    const old = crossedLimit(limits, 'backup', backup.age);
    if (old)
      tell('backup_old', old.level, { value: Math.floor(backup.age), limit: old.limit, unit: 'hours' });
  }
  if (backup.age !== undefined && !backup.isDrillFine) tell('drill_failed', 'alarm');
}

/** Which limit a figure has crossed, in the figure's own unit; undefined: none that is set. */
export function crossedLimit(
  limits: MonitorSettings,
  watched: Watched,
  value: number,
): { level: ProblemLevel; limit: number } | undefined {
  for (const level of ['alarm', 'warning'] as const) {
    const limit = limits[`monitor_${watched}_${level}`] * WATCHED[watched].factor;
    if (limit === 0) continue;
    if (LOW_IS_BAD.has(watched) ? value < limit : value >= limit) return { level, limit };
  }
  return undefined;
}

/** Process and host; the installation has no name. */
export function subjectOf({ kind, host }: Pick<Spoken, 'kind' | 'host'>): string {
  return kind === 'installation' ? '' : `${kind} · ${host}`;
}
