import type { JournalVisit } from '../journal/batch.ts';
import { JOURNAL_START } from '../journal/journal-reader.ts';
import { visitCollections } from '../store/collections.ts';
import { sharedLimitCollections } from '../store/shared-limits.ts';
import { type AggregateOptions, aggregateBatch } from './aggregate-batch.ts';
import type { Ledger } from './ledger.ts';
import { tallyBatch } from './tally.ts';

export interface StoreLedgerOptions extends AggregateOptions {
  /** Journals are copies of those of a machine that may come back: their checkpoints stay, so that it goes on from there. */
  isAdopting?: boolean;
}

/**
 * One moment, and one that no election takes back, as the commit says that ends the reads: segments are deleted on its word. Reads of
 * two moments would have between them the commit whose checkpoint the first did not see, and whose visits the second does.
 */
const COMMITTED = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;

/** The store as the place where visits are counted. Throws the store's errors. */
export function storeLedger(options: StoreLedgerOptions): Ledger<JournalVisit> {
  const { database, dayHourOf, derivation } = options;
  const { checkpoints, hours, journalSums, unaccounted } = visitCollections(database);
  const { runs } = sharedLimitCollections(database);
  return {
    standing: (journalId) =>
      options.session.withTransaction(async (session) => {
        const found = await checkpoints.findOne({ _id: journalId }, { session });
        const { segment, offset, visits } = found ?? JOURNAL_START;
        const gaps = await unaccounted
          .find({ journal: journalId }, { projection: { segment: 1 }, session })
          .toArray();
        const counted =
          found === null
            ? await hours.findOne(
                { _id: { $gt: `${journalId}:`, $lt: `${journalId};` }, counted: { $gt: 0 } },
                { projection: { _id: 1 }, session },
              )
            : null;
        return {
          position: { segment, offset, visits },
          kept: gaps.map((gap) => gap.segment),
          isCounted: counted !== null,
        };
      }, COMMITTED),
    tally: (visits) => tallyBatch(visits, dayHourOf, derivation),
    store: (batch, whileCommitting) => aggregateBatch(options, batch, whileCommitting),
    async forget(journalId) {
      // Before the checkpoint goes: without one nobody could tell that all of it is counted.
      await runs.updateOne({ _id: journalId }, { $set: { isCounted: true } });
      if (options.isAdopting === true) return;
      await checkpoints.deleteOne({ _id: journalId });
      await journalSums.deleteOne({ _id: journalId });
    },
  };
}
