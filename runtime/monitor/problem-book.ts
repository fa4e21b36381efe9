import type { Problem, ProblemCode } from '@waypost/contract/platform';
import type { mongo } from 'mongoose';
import { isDuplicateKey } from '../storage/index.ts';

/** One document for each problem that is there now: whichever process writes or deletes it has told of it. */
export const MONITOR_PROBLEMS = 'monitor_problems';
/** Looks that must agree before something is told: what comes and goes is no news. */
const AGREEING_LOOKS = 2;
/** What a start, a report or a backup may do for a while as well: a warning is told where it lasts for a minute of looks. */
const LASTING: ReadonlySet<ProblemCode> = new Set(['processor', 'event_loop']);
const LASTING_LOOKS = 6;
/** Told by whoever notices them, with what went wrong: not once more. */
export const TOLD_ELSEWHERE: ReadonlySet<ProblemCode> = new Set([
  ...(['visits_unaccounted', 'visits_differ', 'plugins_failed'] as const),
  ...(['backup_none', 'backup_failed', 'drill_failed'] as const),
]);

interface ProblemDocument {
  _id: string;
  problem: Problem;
  since: Date;
}

/** Something began, got worse or is over. */
export interface ProblemChange {
  problem: Problem;
  kind: 'began' | 'over';
  /** When it began. */
  since: Date;
}

export type ProblemBook = ReturnType<typeof createProblemBook>;

/** Follows problems over the looks of all processes. */
export function createProblemBook(database: mongo.Db) {
  const collection = database.collection<ProblemDocument>(MONITOR_PROBLEMS);
  /** Looks in a row in which something was there, or was gone. */
  let seen = new Map<string, number>();
  let missed = new Map<string, number>();

  return {
    /** Since when each is there, by `keyOf`. */
    async since(): Promise<Map<string, Date>> {
      const known = await collection.find({}).toArray();
      return new Map(known.map(({ _id, since }) => [_id, since]));
    },
    /** @returns what has changed and nobody else has told; what began before and got worse begins again */
    async follow(problems: readonly Problem[], now: Date): Promise<ProblemChange[]> {
      const known = new Map((await collection.find({}).toArray()).map((one) => [one._id, one]));
      const present = new Map(problems.map((problem) => [keyOf(problem), problem]));
      const changes: ProblemChange[] = [];
      seen = counted(seen, present.keys());
      missed = counted(
        missed,
        [...known.keys()].filter((key) => !present.has(key)),
      );
      for (const [key, problem] of present) {
        const before = known.get(key);
        const isWorse = before?.problem.level === 'warning' && problem.level === 'alarm';
        if ((before !== undefined && !isWorse) || (seen.get(key) ?? 0) < looksOf(problem)) continue;
        const filter = { _id: key, ...(before === undefined ? {} : { 'problem.level': 'warning' as const }) };
        if (await isFirst(() => put(filter, problem, before?.since ?? now)))
          changes.push({ problem, kind: 'began', since: before?.since ?? now });
      }
      for (const [key, { problem, since }] of known) {
        if (present.has(key) || (missed.get(key) ?? 0) < AGREEING_LOOKS) continue;
        const { deletedCount } = await collection.deleteOne({ _id: key, since });
        if (deletedCount > 0) changes.push({ problem, kind: 'over', since });
      }
      return changes.filter(({ problem }) => !TOLD_ELSEWHERE.has(problem.code));
    },
  };

  async function put(filter: mongo.Filter<ProblemDocument>, problem: Problem, since: Date): Promise<boolean> {
    const { upsertedCount, modifiedCount } =
      'problem.level' in filter
        ? await collection.updateOne(filter, { $set: { problem } })
        : await collection.updateOne(filter, { $setOnInsert: { problem, since } }, { upsert: true });
    return upsertedCount + modifiedCount > 0;
  }
}

const looksOf = ({ code, level }: Problem): number =>
  level === 'warning' && LASTING.has(code) ? LASTING_LOOKS : AGREEING_LOOKS;

/** Two processes at once: the store lets one of them. */
async function isFirst(write: () => Promise<boolean>): Promise<boolean> {
  try {
    return await write();
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

const counted = (before: ReadonlyMap<string, number>, keys: Iterable<string>): Map<string, number> =>
  new Map([...keys].map((key) => [key, (before.get(key) ?? 0) + 1]));

/** The same problem of the same process has the same key, however bad it is. */
export const keyOf = ({ code, subject }: Pick<Problem, 'code' | 'subject'>): string =>
  subject === '' ? code : `${code} ${subject}`;
