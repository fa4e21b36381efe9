import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { type AggregatorState, createAggregatorState } from '../aggregator/aggregator-state.ts';
import { createDerivation } from '../aggregator/derivation.ts';
import { JournalAggregation } from '../aggregator/journal-aggregation.ts';
import { storeLedger } from '../aggregator/store-ledger.ts';
import { createDays } from '../derive/days.ts';
import type { Agent } from '../derive/device.ts';
import { systemFiles } from '../journal/journal-files.ts';

const oneDevice = (): Agent => ({
  kind: 'phone',
  device: 'd',
  isListed: true,
  system: 's',
  app: 'browser',
  browser: 'b',
});

const log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Takes a journal as a new aggregator would, over the real store and disk; every visit comes from one place, and from one device unless `agentOf` tells.
 * @param options.directory of all journals
 * @throws Error when another aggregator holds it
 */
export function takeJournal(options: {
  database: mongo.Db;
  directory: string;
  journalId: string;
  state?: AggregatorState;
  /** What a user agent says. */
  agentOf?: (userAgent: string) => Agent;
}): JournalAggregation {
  const { database, directory, journalId, state = createAggregatorState(), agentOf = oneDevice } = options;
  const aggregation = JournalAggregation.take({
    directory: join(directory, journalId),
    journalId,
    aside: join(`${directory}-unaccounted`, journalId),
    ledger: storeLedger({
      database,
      session: database.client.startSession(),
      state,
      derivation: createDerivation({
        agentOf,
        locationOf: () => ({ country: 'CN', location: 'l', isp: 'i' }),
      }),
      aggregatorId: 'f',
      clock: { now: Date.now, date: () => new Date() },
      dayHourOf: createDays('Asia/Shanghai'),
    }),
    files: systemFiles,
    collectGarbage: () => undefined,
    log,
  });
  if (aggregation === undefined) throw new Error(`journal ${journalId} is taken`);
  return aggregation;
}
