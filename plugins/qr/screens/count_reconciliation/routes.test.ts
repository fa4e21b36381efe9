import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../../testing/start-codes.ts';

setDefaultTimeout(60_000);
let t: TestPlugin;
let operator: Person;
beforeAll(async () => {
  t = await startCodes();
  operator = await t.person('operator', { role: 'administrator' });
});
afterAll(() => t?.dispose());

const ask = (name: string, body: object, as = operator) =>
  t.call<object>(`count_reconciliation/${name}`, body, { as }).catch((error: unknown) => {
    if (error instanceof CallRefused) return { status: error.status, path: error.errors[0]?.path };
    throw error;
  });

test('a day without visits has no hours and nothing that differs', async () => {
  const counts = { answered: 0, journalled: 0, counted: 0, rolled_up: 0, erased: 0, untold: 0 };
  expect(await ask('inquire', {})).toMatchObject({ hours: [], totals: counts, differing_days: [] });
});

test('days that are none, that are yet to come, and spans that are turned around or too long are refused', async () => {
  for (const day of ['2026-02-30', 'yesterday', '2019-12-31', '2999-01-01'])
    expect(await ask('inquire', { day })).toEqual({ status: 422, path: 'day' });
  const spans = [
    [{ first_day: '2026-01-02', last_day: '2026-01-01' }, 'first_day'],
    [{ first_day: '2020-01-01', last_day: '2021-06-01' }, 'first_day'],
    [{ first_day: '2020-01-01', last_day: '2999-01-01' }, 'last_day'],
  ] as const;
  for (const [span, path] of spans) expect(await ask('export', span)).toEqual({ status: 422, path });
});

test('is for those who run the platform', async () => {
  const customer = await t.person('customer');
  for (const [name, body] of [
    ['inquire', {}],
    ['export', { first_day: '2026-01-01', last_day: '2026-01-01' }],
  ] as const)
    expect(await ask(name, body, customer)).toMatchObject({ status: 403 });
});
