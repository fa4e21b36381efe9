import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { CallRefused, type Person, type TestPlugin } from '@waypost/sdk/testing';
import { startCodes } from '../testing/start-codes.ts';

const targets = [{ url: 'https://example.com/' }];
const ROUNDS = 12;
// A machine that is busy with other things takes its time.
setDefaultTimeout(120_000);
let t: TestPlugin;
let anna: Person;
let ben: Person;

beforeAll(async () => {
  t = await startCodes();
  anna = await t.person('anna');
  ben = await t.person('ben');
});
afterAll(() => t?.dispose());

const add = (as: Person, body: object) =>
  t.call<{ id: string }>('qr_code_list/add', { name: 'Sign', targets, ...body }, { as }).then(
    () => 'made',
    (error: unknown) => (error instanceof CallRefused ? error.code : Promise.reject(error)),
  );

test('of two codes that differ by capitals alone, one of which ignores them, one is made when both come at once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcomes = await Promise.all([
      add(anna, { short_code: `door-${round}`, ignore_case: true }),
      add(ben, { short_code: `DOOR-${round}` }),
    ]);
    expect(outcomes.toSorted()).toEqual(['made', 'qr.code_taken']);
  }
});

test('codes that ignore nothing may differ by capitals, when they come at once too', async () => {
  const outcomes = await Promise.all(['Gate', 'GATE', 'gate'].map((short_code) => add(anna, { short_code })));
  expect(outcomes).toEqual(['made', 'made', 'made']);
});
