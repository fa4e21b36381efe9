import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUNS_OF_LEVEL } from '../marks/put-together.ts';
import { visitorsOfAddresses } from '../statistics/visitors-of-addresses.ts';
import { type VisitCollections, visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { ADDRESS_LINKS, CODE_SUMS, MARKS, type RunSeries } from '../store/marks.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore, type TestStore } from '../testing/test-store.ts';
import { createAggregatorState } from './aggregator-state.ts';
import { createTidying } from './tidy-runs.ts';

let store: TestStore;
let directory = '';
let collections: VisitCollections;
beforeAll(async () => {
  store = await startTestStore();
  await ensureVisitCollections(store.database);
  collections = visitCollections(store.database);
  directory = mkdtempSync(join(tmpdir(), 'wp-tidy-'));
});
afterAll(async () => {
  await store.stop();
  rmSync(directory, { recursive: true });
});

test('runs of all series are put together as they come, and no visitor is lost by it', async () => {
  const state = createAggregatorState();
  const tidying = createTidying({ collections, state, inTurn: (work) => work() });
  const count = (host: number) =>
    countVisits({ database: store.database, directory, state }, [{ ip: `1.1.1.${host}` }]);
  const runsOf = async (series: RunSeries) =>
    (await collections.markRuns.findOne({ _id: series }))?.runs ?? [];
  const batches = 2 * RUNS_OF_LEVEL + 1;
  for (let host = 1; host <= batches; host++) {
    expect(tidying.hasManyRuns()).toBe(host > RUNS_OF_LEVEL);
    await count(host);
  }
  while (await tidying.putRunsTogether());
  expect(tidying.hasManyRuns()).toBe(false);
  for (const series of [MARKS, ADDRESS_LINKS, CODE_SUMS] as const)
    expect((await runsOf(series)).map(({ level }) => level)).toEqual([1, 1, 0]);
  // Parts of runs that are no more are gone, too.
  expect(await collections.marks.countDocuments()).toBe(3 * 2 * 3 + 3);

  await count(batches + 1);
  expect(tidying.hasManyRuns()).toBe(false);
  await collections.markRuns.updateOne({ _id: ADDRESS_LINKS }, { $set: { isWhole: true } });
  const wanted = { start: '1.1.' };
  const found = await visitorsOfAddresses(collections, wanted, { link: undefined, most: 100 });
  expect(found).toHaveLength(batches + 1);
});

test('of runs that a release before has written the last day is noted, and then nothing more is looked for', async () => {
  const state = createAggregatorState();
  const tidying = createTidying({ collections, state, inTurn: (work) => work() });
  const count = (host: number) =>
    countVisits({ database: store.database, directory, state }, [{ ip: `1.1.2.${host}` }]);
  await count(1);
  const runs = async () => (await collections.markRuns.findOne({ _id: MARKS }))?.runs ?? [];
  const before = await runs();
  await collections.markRuns.updateOne(
    { _id: MARKS },
    { $unset: { 'runs.$[].last': '' }, $inc: { revision: 1 } },
  );
  await count(2);
  expect(tidying.hasManyRuns()).toBe(true);
  while (await tidying.putRunsTogether());
  expect((await runs()).slice(0, before.length)).toEqual(before);
  expect(tidying.hasManyRuns()).toBe(false);
});
