import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { TestPlugin } from '@waypost/sdk/testing';
import { scriptRun } from '../screens/script/resource.ts';
import { MOST_REMOVED, removeOldRuns } from './remove-old-runs.ts';
import { runRow, startRuns } from './testing/run-place.ts';
import { RUN_KEPT_DAYS } from './values.ts';

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;
let t: TestPlugin;

beforeAll(async () => {
  ({ t } = await startRuns());
});
afterAll(() => t?.dispose());
beforeEach(async () => {
  await t.context.model(scriptRun).deleteMany({});
});

async function begun(count: number): Promise<void> {
  await t.context
    .model(scriptRun)
    .insertMany(Array.from({ length: count }, () => runRow(t, { state: 'done' })) as never);
}
const count = () => t.rows(scriptRun).count();

test('a run is there for as many days as the screen says, and gone afterwards; younger ones stay', async () => {
  await begun(1);
  await t.clock.advance(DAY_MS);
  await begun(2);
  await t.clock.advance((RUN_KEPT_DAYS - 1) * DAY_MS);
  expect([await removeOldRuns(t.context), await count()]).toEqual([0, 3]);
  await t.clock.advance(1_000);
  expect([await removeOldRuns(t.context), await count()]).toEqual([1, 2]);
});

test('a history of years does not go in one stroke: each round takes so many', async () => {
  await begun(MOST_REMOVED + 3);
  await t.clock.advance((RUN_KEPT_DAYS + 1) * DAY_MS);
  expect([await removeOldRuns(t.context), await count()]).toEqual([MOST_REMOVED, 3]);
  expect([await removeOldRuns(t.context), await count()]).toEqual([3, 0]);
});
