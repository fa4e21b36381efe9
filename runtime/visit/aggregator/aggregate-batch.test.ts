import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mongo } from 'mongoose';
import { createDays } from '../derive/days.ts';
import { JOURNAL_START } from '../journal/journal-reader.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createAggregatorState } from './aggregator-state.ts';
import { createDerivation } from './derivation.ts';
import { storeLedger } from './store-ledger.ts';

let store: TestStore;
let client: mongo.MongoClient;
beforeAll(async () => {
  store = await startTestStore();
  client = new mongo.MongoClient(store.uri, { monitorCommands: true });
});
afterAll(async () => {
  await client?.close();
  await store?.stop();
});

test('what is done while a batch is being stored begins when the store has been asked to store it', async () => {
  const database = client.db(store.database.databaseName);
  await ensureVisitCollections(database);
  const sent: string[] = [];
  client.on('commandStarted', ({ commandName }) => sent.push(commandName));
  const ledger = storeLedger({
    database,
    session: client.startSession(),
    state: createAggregatorState(),
    aggregatorId: 'a',
    derivation: createDerivation({
      agentOf: () => ({ kind: 'phone', device: '', isListed: true, system: '', app: 'browser', browser: '' }),
      locationOf: () => ({ country: '', location: '', isp: '' }),
    }),
    clock: { now: Date.now, date: () => new Date() },
    dayHourOf: createDays('Asia/Shanghai'),
  });
  const to = { ...JOURNAL_START, offset: 64 };
  let last: string | undefined;
  await ledger.store({ journalId: 'j', from: JOURNAL_START, to, tally: ledger.tally([]), gaps: [] }, () => {
    last = sent.at(-1);
  });
  expect(last).toBe('commitTransaction');
});
