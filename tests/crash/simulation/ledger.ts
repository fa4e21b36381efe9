import type { AggregatedBatch, Ledger } from '../../../runtime/visit/aggregator/ledger.ts';
import { AggregationConflict } from '../../../runtime/visit/aggregator/store-commands.ts';
import type { BatchTally } from '../../../runtime/visit/aggregator/tally.ts';
import type { JournalVisit } from '../../../runtime/visit/journal/batch.ts';
import { JOURNAL_START, type JournalPosition } from '../../../runtime/visit/journal/journal-reader.ts';
import type { Schedule } from './schedule.ts';

/** Visits that are noted as not counted. */
export interface NotedGap {
  journal: string;
  segment: number;
  from: number;
  to: number;
  isOpen: boolean;
  reason: string;
}

class Away extends Error {
  override readonly name = 'MongoNetworkError';
}

/** A store that does what transactions promise, and is away before or after them as the schedule says. */
export class SimulatedStore {
  /** How often each visit is counted. */
  readonly counted = new Map<number, number>();
  readonly gaps: NotedGap[] = [];
  readonly #checkpoints = new Map<string, JournalPosition>();

  /** The store as one aggregator process sees it; `step` comes before each command and may end the process. */
  ledger(options: {
    schedule: Schedule;
    step: (call: string) => void;
    poisoned: ReadonlySet<number>;
  }): Ledger<JournalVisit> {
    const { schedule, step, poisoned } = options;
    const mayFail = (): void => {
      if (schedule.chance(schedule.weather.storeFaults)) throw new Away('the store is away');
    };
    return {
      standing: async (journalId) => {
        step('store: standing');
        mayFail();
        const position = this.#checkpoints.get(journalId) ?? JOURNAL_START;
        const kept = this.gaps.filter(({ journal }) => journal === journalId);
        return { position, kept: kept.map(({ segment }) => segment), isCounted: false };
      },
      tally: (visits): BatchTally => ({
        codes: new Map(),
        visitors: new Map(),
        raw: [...visits],
        refused: [],
        visits: visits.length,
        hops: 0,
        hours: new Map(),
        shared: new Map(),
        refusals: new Map(),
      }),
      store: async (batch, whileCommitting) => {
        step('store: begin');
        mayFail();
        if (batch.tally.raw.some(({ targetKey }) => poisoned.has(targetKey)))
          throw new RangeError('too large, by the simulation');
        const { segment, offset, visits } = this.#checkpoints.get(batch.journalId) ?? JOURNAL_START;
        const { from } = batch;
        if (from.segment !== segment || from.offset !== offset || from.visits !== visits)
          throw new AggregationConflict('the checkpoint is elsewhere');
        const isEarly = schedule.random() < 0.5;
        if (isEarly) this.#commit(batch, schedule);
        whileCommitting();
        step('store: commit');
        if (!isEarly) this.#commit(batch, schedule);
        step('store: committed');
        mayFail();
      },
      forget: async (journalId) => {
        step('store: forget');
        mayFail();
        this.#checkpoints.delete(journalId);
        step('store: forgotten');
        mayFail();
      },
    };
  }

  #commit({ journalId, tally, gaps, to }: AggregatedBatch, schedule: Schedule): void {
    schedule.note(() => `  counted: ${tally.raw.map(({ targetKey }) => targetKey)} ${JSON.stringify(gaps)}`);
    this.#checkpoints.set(journalId, to);
    for (const { targetKey } of tally.raw)
      this.counted.set(targetKey, (this.counted.get(targetKey) ?? 0) + 1);
    for (const { segment, from, to: end, isOpen, reason } of gaps)
      this.gaps.push({ journal: journalId, segment, from, to: end, isOpen: isOpen === true, reason });
  }
}
