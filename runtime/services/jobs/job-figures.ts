import type { Connection } from 'mongoose';
import { JOB_LIMIT_MS, JOBS } from './job-queue.ts';

/** A job whose time has come is taken within seconds: one that waits for so long waits for somebody, milliseconds. */
const LATE_MS = 60_000;
/** Most jobs that are looked at. */
const MOST_JOBS = 5_000;

/** A job that repeats, as it stands in the queue. */
export interface ScheduleFigures {
  name: string;
  next: Date | null;
  last: Date | null;
  state: 'waiting' | 'running' | 'late' | 'failed' | 'off';
  /** Why it failed the last time; empty: it did not. */
  fault: string;
}

/** How the queue does. */
export interface JobFigures {
  waiting: number;
  running: number;
  late: number;
  /** Repeating ones that failed the last time. */
  failed: number;
  /** Seconds since the one that waits for the longest time should have run. */
  latest: number;
  schedules: ScheduleFigures[];
}

interface JobDocument {
  name: string;
  type: string;
  nextRunAt?: Date | null;
  lockedAt?: Date | null;
  lastRunAt?: Date | null;
  lastFinishedAt?: Date | null;
  failedAt?: Date | null;
  failReason?: string | null;
  disabled?: boolean;
}

/** Reads the queue. Throws the store's error. */
export async function readJobFigures(connection: Connection, now: number): Promise<JobFigures> {
  const rows = await connection
    .collection<JobDocument>(JOBS)
    .find({}, { projection: { data: 0 }, limit: MOST_JOBS })
    .toArray();
  return jobFigures(rows, now);
}

/** @param now milliseconds */
export function jobFigures(rows: readonly JobDocument[], now: number): JobFigures {
  const figures: JobFigures = { waiting: 0, running: 0, late: 0, failed: 0, latest: 0, schedules: [] };
  for (const row of rows) {
    const state = stateOf(row, now);
    const isLate = state === 'late' || (state === 'failed' && isDue(row, now));
    if (state === 'running') figures.running += 1;
    else if (state !== 'off' && row.nextRunAt) figures.waiting += 1;
    if (isLate && row.nextRunAt) {
      figures.late += 1;
      figures.latest = Math.max(figures.latest, Math.floor((now - row.nextRunAt.getTime()) / 1000));
    }
    if (row.type !== 'single') continue;
    if (state === 'failed') figures.failed += 1;
    figures.schedules.push({
      name: row.name,
      next: row.nextRunAt ?? null,
      last: row.lastRunAt ?? null,
      state,
      fault: hasFailed(row) ? (row.failReason ?? '') : '',
    });
  }
  figures.schedules.sort(
    (one, other) =>
      (one.next?.getTime() ?? Number.POSITIVE_INFINITY) -
        (other.next?.getTime() ?? Number.POSITIVE_INFINITY) || one.name.localeCompare(other.name),
  );
  return figures;
}

function stateOf(row: JobDocument, now: number): ScheduleFigures['state'] {
  if (row.disabled === true) return 'off';
  const lockedAt = row.lockedAt?.getTime() ?? 0;
  if (lockedAt > now - JOB_LIMIT_MS) return 'running';
  if (hasFailed(row)) return 'failed';
  return isDue(row, now) ? 'late' : 'waiting';
}

const isDue = ({ nextRunAt }: JobDocument, now: number): boolean =>
  nextRunAt instanceof Date && now - nextRunAt.getTime() > LATE_MS;

/** The queue writes both at a failure, and only the second at the next success. */
const hasFailed = ({ failedAt, lastFinishedAt }: JobDocument): boolean =>
  failedAt instanceof Date && failedAt.getTime() >= (lastFinishedAt?.getTime() ?? 0);
