import type { Document } from '../value/index.ts';
import type { Operation } from './operation.ts';

/** Whether the commands of a database are noted, as MongoDB's `profile` says it. */
export interface Profiling {
  /** 0: none, 1: those that take long, 2: all. */
  level: 0 | 1 | 2;
  /** Milliseconds from which a command counts as long in this database, instead of `slowms`. */
  filterMilliseconds: number | undefined;
}

/** Notes commands that took long for `system.profile`, while it is asked to. */
export interface Profiler {
  /** Milliseconds from which a command counts as long where nothing else is said; MongoDB has one for all databases, too. */
  slowms: number;
  of(database: string): Profiling;
  set(database: string, profiling: Profiling): void;
  /** A command of a database has ended; `describe` is asked when that is to be noted. */
  ended(operation: Operation, database: string, describe: (milliseconds: number) => Document): void;
  /** What `system.profile` of a database holds, oldest first. */
  entries(database: string): Document[];
}

/** MongoDB's slowOpThresholdMs. */
const SLOW_MILLISECONDS = 100;
/** Notes that are kept, of all databases; MongoDB keeps 1 MB. */
const KEPT = 1000;
const OFF: Profiling = { level: 0, filterMilliseconds: undefined };

/** Makes the profiler. It is off until it is asked for, and forgets when the store ends. `monotonic`: milliseconds. */
export const createProfiler = ({ monotonic }: { monotonic: () => number }): Profiler => {
  const levels = new Map<string, Profiling>();
  const kept: { database: string; entry: Document }[] = [];
  const profiler: Profiler = {
    slowms: SLOW_MILLISECONDS,
    of: (database) => levels.get(database) ?? OFF,
    set: (database, profiling) => void levels.set(database, profiling),
    ended: (operation, database, describe) => {
      const { level, filterMilliseconds } = levels.get(database) ?? OFF;
      if (level === 0 || operation.awaits) return;
      const milliseconds = Math.floor(monotonic() - operation.startedAt);
      const least = filterMilliseconds ?? (level === 2 ? 0 : profiler.slowms);
      if (milliseconds < least) return;
      kept.push({ database, entry: describe(milliseconds) });
      if (kept.length > KEPT) kept.shift();
    },
    entries: (database) => kept.filter((one) => one.database === database).map(({ entry }) => entry),
  };
  return profiler;
};
