import { isTransactionConflict } from '../../storage/index.ts';
import { createDayCloser } from '../closed/close-days.ts';
import { createDayPacker } from '../columns/pack-days.ts';
import { MarksMoved } from '../marks/merged-rows.ts';
import type { InTurn } from '../marks/put-together.ts';
import { visitCollections } from '../store/collections.ts';
import { CODE_SUMS } from '../store/marks.ts';
import { createFolding, daysToFold } from '../sums/fold-days.ts';
import { sumRunsOf } from '../sums/sum-runs.ts';
import { AggregationConflict } from './store-commands.ts';
import type { StoreLedgerOptions } from './store-ledger.ts';
import type { AggregatorTurns } from './take-turns.ts';

/** How long sums of days that are over go into documents before something else gets its turn. */
const FOLD_MS = 2_000;
/** As many days are over and not in documents yet only where visits of long ago are counted. */
const DAYS_BEHIND = 3;

/** Conflicts in a row from which they are told as a failure. */
const MOST_CONFLICTS = 5;

/** Days that are over: what links came to goes into their documents, then sums and rows are packed. */
export interface DayFinishing {
  /** Does some of it. Answers whether there was something to be done: there may be more. */
  closeOneDay(): Promise<boolean>;
  /** Whether so many days wait that it is gone on with whatever else there is to do. */
  isBehindDays(): boolean;
}

/** Whether another has folded, or put together, what was being read or written. */
const isOvertaken = (error: unknown): boolean =>
  error instanceof AggregationConflict || error instanceof MarksMoved || isTransactionConflict(error);

/** @param session of its own: a batch may be under way in another */
export function createDayFinishing(
  { clock, database, dayHourOf, session, state }: StoreLedgerOptions,
  { inTurn, isStopped, turns }: { inTurn: InTurn; isStopped(): boolean; turns: AggregatorTurns },
): DayFinishing {
  const collections = visitCollections(database);
  const foldSome = createFolding({ database, session, inTurn: (work) => turns.run(() => inTurn(work)) });
  const closeOneDay = createDayCloser(collections);
  const packRows = createDayPacker({ collections, clock, dayHourOf });

  const isBehindDays = (): boolean => daysToFold(state.sums.runs, state.today.day).length >= DAYS_BEHIND;

  let conflicts = 0;
  const fold = async (today: number): Promise<boolean> => {
    const until = performance.now() + FOLD_MS;
    try {
      while (await foldSome(today)) {
        conflicts = 0;
        if (isStopped() || performance.now() > until) return true;
      }
      return false;
    } catch (error) {
      if (!isOvertaken(error)) throw error;
      conflicts += 1;
      if (conflicts > MOST_CONFLICTS) throw error;
      // Another was there first: what it has left is looked at anew.
      await turns.met();
      return true;
    }
  };

  return {
    isBehindDays,
    async closeOneDay() {
      // Whoever asks for the day fixes the zone: not before a visit was counted.
      const counted = await collections.scopeDays.findOne({}, { projection: { _id: 1 } });
      if (counted === null) return false;
      const today = dayHourOf(clock.now()).day;
      let failure: { error: unknown } | undefined;
      try {
        if (await fold(today)) return true;
      } catch (error) {
        failure = { error };
      }
      if (isBehindDays()) {
        // What the last batch knew is no longer so.
        const now = sumRunsOf(await collections.markRuns.findOne({ _id: CODE_SUMS }));
        if (now.revision > state.sums.revision) state.sums = now;
      }
      const hasMore = (await closeOneDay(today)) || (await packRows());
      // A day that cannot be folded keeps no other work from being done.
      if (failure !== undefined && !hasMore) throw failure.error;
      return hasMore;
    },
  };
}
