import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { OperationStatus } from '@waypost/contract';
import { newId } from '@waypost/sdk';
import type { TestPlugin } from '@waypost/sdk/testing';
import { operation } from '../screens/async_operations/resource.ts';
import { scriptRun } from '../screens/script/resource.ts';
import { NOTHING_YET, type Results } from './results.ts';
import { settleLostRuns } from './settle-lost-runs.ts';
import { runRow, startRuns } from './testing/run-place.ts';
import { OPEN_RUN, type ResultState } from './values.ts';

setDefaultTimeout(60_000);
const MINUTE_MS = 60_000;
let t: TestPlugin;
let results: Results;

beforeAll(async () => {
  ({ t, results } = await startRuns());
});
afterAll(() => t?.dispose());
beforeEach(async () => {
  await t.context.model(scriptRun).deleteMany({});
  await t.context.model(operation).deleteMany({});
  await results.deleteMany({});
});

/** A run on as many servers as there are states. */
async function begun(states: readonly ResultState[], name: string): Promise<string> {
  const time = t.clock.date();
  const row = runRow(t, { operation: name, state: 'running', total: states.length });
  await t.context.model(scriptRun).insertMany([row] as never);
  await results.insertMany(
    states.map((state, at) => ({
      ...NOTHING_YET,
      _id: newId(t.context),
      run: row._id,
      at,
      server: String(at),
      server_name: String(at),
      time,
      state,
    })),
  );
  return row._id;
}
const operationOf = async (_id: string, run: string, status: number) =>
  t.context
    .model(operation)
    .insertMany([{ _id, kind: 'system.script_run', status, input: { run } }] as never);
async function stateOf(run: string): Promise<unknown[]> {
  const row = await t.context.model(scriptRun).findById(run).lean();
  const rows = await results.find({ run }).sort({ at: 1 }).lean();
  return [row?.state, row?.operation, rows.map(({ state, may_go_on }) => [state, may_go_on])];
}

test('a run that nobody does any more is over, and says of each server what is known; one that is done goes on', async () => {
  const removed = await begun(['done', 'running', 'waiting'], 'gone');
  const untold = await begun(['running'], 'ended');
  await operationOf('ended', untold, OperationStatus.abnormal);
  const going = await begun(['running', 'waiting'], 'going');
  await operationOf('going', going, OperationStatus.inProgress);
  // Its process ended before it could write down which operation does it: else it could not be cancelled.
  const unnamed = await begun(['running'], '');
  await operationOf('late', unnamed, OperationStatus.inProgress);
  await t.clock.advance(MINUTE_MS - 1);
  await settleLostRuns(t.context, results);
  expect((await stateOf(removed))[0]).toBe('running');
  await t.clock.advance(2);
  await settleLostRuns(t.context, results);
  const known = [
    ['done', false],
    ['unknown', true],
    ['cancelled', false],
  ];
  expect(await stateOf(removed)).toEqual(['cancelled', 'gone', known]);
  expect(await stateOf(untold)).toEqual(['cancelled', 'ended', [['unknown', true]]]);
  const open = [
    ['running', false],
    ['waiting', false],
  ];
  expect(await stateOf(going)).toEqual(['running', 'going', open]);
  expect(await stateOf(unnamed)).toEqual(['running', 'late', [['running', false]]]);
});

test('a run that nobody does is found behind hundreds that are being done', async () => {
  const [first = '', ...others] = await Promise.all(
    Array.from({ length: 201 }, (_, at) => begun([], `going${at}`)),
  );
  for (const [at, run] of [first, ...others].entries())
    await operationOf(`going${at}`, run, OperationStatus.inProgress);
  // Its id comes behind theirs.
  await t.clock.advance(1_000);
  const lost = await begun(['running'], 'gone');
  await t.clock.advance(MINUTE_MS + 1);
  await settleLostRuns(t.context, results);
  expect(await stateOf(lost)).toEqual(['cancelled', 'gone', [['unknown', true]]]);
  expect((await stateOf(first))[0]).toBe('running');
  expect(scriptRun.indexes).toContainEqual({ keys: { state: 1, _id: 1 }, partial: OPEN_RUN });
});
