import { join } from 'node:path';
import type { mongo } from 'mongoose';
import { createDays } from '../derive/days.ts';
import { createDerivation } from '../folder/derivation.ts';
import { createFoldState, type FoldState } from '../folder/fold-state.ts';
import { JournalFold } from '../folder/journal-fold.ts';
import { storeLedger } from '../folder/store-ledger.ts';
import { systemFiles } from '../journal/journal-files.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * Takes a journal as a new folder would, over the real store and disk; every visit comes from one device and place.
 * @param options.directory of all journals
 * @throws Error when another folder holds it
 */
export function takeJournal(options: {
  database: mongo.Db;
  directory: string;
  journalId: string;
  state?: FoldState;
}): JournalFold {
  const { database, directory, journalId, state = createFoldState() } = options;
  const fold = JournalFold.take({
    directory: join(directory, journalId),
    journalId,
    aside: join(`${directory}-unaccounted`, journalId),
    ledger: storeLedger({
      database,
      session: database.client.startSession(),
      state,
      derivation: createDerivation({
        agentOf: () => ({ kind: 'phone', device: 'd', system: 's', app: 'browser', browser: 'b' }),
        locationOf: () => ({ country: 'CN', location: 'l', isp: 'i' }),
      }),
      folderId: 'f',
      clock: { now: Date.now, date: () => new Date() },
      dayHourOf: createDays('Asia/Shanghai'),
    }),
    files: systemFiles,
    collectGarbage: () => undefined,
    log,
  });
  if (fold === undefined) throw new Error(`journal ${journalId} is taken`);
  return fold;
}
