import type { Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { aggregatorName } from '../aggregator/aggregator-name.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { createLeaseRows } from '../shares/lease-rows.ts';
import { Leases } from '../shares/leases.ts';
import { createRuns } from '../shares/runs.ts';
import { Sharing } from '../shares/sharing.ts';
import { restoreCounts as restoreOf } from '../store/restore-counts.ts';
import { learnCount } from './limited-counts.ts';
import type { Recorder } from './recorder.ts';

/** What this process shares of limits with others that answer visits, and the counts that it goes by where it is alone. */
export interface SharedLimits {
  shares: Leases;
  sharing: Sharing;
  /** Reads how often targets and links were visited: before it answers anybody. */
  restoreCounts(): Promise<void>;
}

export function shareLimits(options: {
  database: mongo.Db;
  isStoreUp(): boolean;
  index: LinkIndex;
  /** DATA_DIR */
  directory: string;
  /** DATA_DIR/journal */
  journals: string;
  journalId: string;
  recorder(): Pick<Recorder, 'flush' | 'journal'>;
  log: Logger;
}): SharedLimits {
  const { database, index, journalId, journals, recorder } = options;
  const count = { now: 1 };
  const flush = () => recorder().flush();
  const restoreCounts = () => restoreOf({ database, index, directory: journals, flush });
  const shares = new Leases({
    ...options,
    rows: createLeaseRows(database, journalId),
    processes: () => count.now,
    learn: (counter, counted) => learnCount(index, counter, counted),
  });
  const folder = aggregatorName(journals);
  const runs = createRuns({ ...options, run: journalId, folder, directory: journals });
  const journalled = () => {
    flush();
    return recorder().journal.visits;
  };
  const sharing = new Sharing({ ...options, runs, leases: shares, count, journalled, restoreCounts });
  return { shares, sharing, restoreCounts };
}
