import type { DayHour } from '../derive/days.ts';
import type { JournalVisit } from '../journal/batch.ts';
import { JOURNAL_START } from '../journal/journal-reader.ts';
import { visitCollections } from '../store/collections.ts';
import { sharedLimitCollections } from '../store/shared-limits.ts';
import { type AggregateOptions, aggregateBatch } from './aggregate-batch.ts';
import type { Ledger } from './ledger.ts';
import { tallyBatch } from './tally.ts';

export interface StoreLedgerOptions extends AggregateOptions {
  dayHourOf(time: number): DayHour;
}

/** The store as the place where visits are counted. Throws the store's errors. */
export function storeLedger(options: StoreLedgerOptions): Ledger<JournalVisit> {
  const { database, dayHourOf, derivation } = options;
  const { checkpoints, journalSums, unaccounted } = visitCollections(database);
  const { runs } = sharedLimitCollections(database);
  return {
    async standing(journalId) {
      const found = await checkpoints.findOne({ _id: journalId });
      const { segment, offset, visits } = found ?? JOURNAL_START;
      const gaps = await unaccounted.find({ journal: journalId }, { projection: { segment: 1 } }).toArray();
      return { position: { segment, offset, visits }, kept: gaps.map((gap) => gap.segment) };
    },
    tally: (visits) => tallyBatch(visits, dayHourOf, derivation),
    store: (batch, whileCommitting) => aggregateBatch(options, batch, whileCommitting),
    async forget(journalId) {
      // Before the checkpoint goes: without one nobody could tell that all of it is counted.
      await runs.updateOne({ _id: journalId }, { $set: { isCounted: true } });
      await checkpoints.deleteOne({ _id: journalId });
      await journalSums.deleteOne({ _id: journalId });
    },
  };
}
