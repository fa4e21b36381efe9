import { beforeEach, expect, test } from 'bun:test';
import { errors } from '@waypost/contract';
import { type Breakers, COOL_DOWN_MS, createBreakers, FAULT_LIMIT } from './breakers.ts';

let now = 0;
let told: string[];
let breakers: Breakers;
const make = (canQuarantine = true) =>
  createBreakers({
    plugin: 'p',
    clock: { now: () => now, date: () => new Date(now) },
    canQuarantine,
    onChange: (part, reason) => void told.push(`${part} ${reason ?? 'works'}`),
  });
const works = async () => 'fine';
const fails = async () => {
  throw new Error('broken');
};
const outcome = (part: string, work: () => Promise<unknown>) =>
  breakers.run(part, work).then(String, (error: Error) => error.message);

beforeEach(() => {
  now = Date.parse('2026-03-04T05:06:07Z');
  told = [];
  breakers = make();
});

test('a part that fails rests, tries once, and rests twice as long when it fails again', async () => {
  for (let round = 0; round < FAULT_LIMIT; round += 1) expect(await outcome('a', fails)).toBe('broken');
  expect(await outcome('a', works)).toBe('plugin_part_quarantined');
  expect(await outcome('b', works)).toBe('fine');
  now += COOL_DOWN_MS;
  expect(await outcome('a', fails)).toBe('broken');
  now += COOL_DOWN_MS;
  expect(await outcome('a', works)).toBe('plugin_part_quarantined');
  expect(breakers.list()[0]).toMatchObject({
    part: 'a',
    state: 'quarantined',
    quarantines: 2,
    faults: FAULT_LIMIT + 1,
  });
  now += COOL_DOWN_MS;
  expect(await outcome('a', works)).toBe('fine');
  expect(breakers.list()[0]).toMatchObject({
    state: 'working',
    quarantines: 0,
    reason: null,
    retry_time: null,
  });
  expect(told).toEqual(['a broken', 'a broken', 'a works']);
});

test('only one call tries; the others wait for what comes of it', async () => {
  for (let round = 0; round < FAULT_LIMIT; round += 1) await outcome('a', fails);
  now += COOL_DOWN_MS;
  const gate = Promise.withResolvers<string>();
  const trying = outcome('a', () => gate.promise);
  expect(await outcome('a', works)).toBe('plugin_part_quarantined');
  gate.resolve('done');
  expect(await trying).toBe('done');
  expect(await outcome('a', works)).toBe('fine');
});

test('a few faults among many calls, refusals on purpose and an absent store are no reason', async () => {
  for (let round = 0; round < FAULT_LIMIT + 2; round += 1) {
    await outcome('a', fails);
    for (let call = 0; call < 3; call += 1) await outcome('a', works);
    await outcome('b', async () => {
      throw errors.invalidInput.create();
    });
    await outcome('c', async () => {
      throw errors.storeUnavailable.create();
    });
    await outcome('d', async () => {
      // The store's own answer where `maxTimeMS` is over: a question that was too large.
      throw Object.assign(new Error('operation exceeded time limit'), { code: 50 });
    });
  }
  expect(breakers.list().map(({ state }) => state)).toEqual(['working', 'working', 'working', 'working']);
});

test('faults that are further apart than a minute do not add up, and a required plugin is never shut out', async () => {
  for (let round = 0; round < FAULT_LIMIT * 2; round += 1) {
    await outcome('a', fails);
    now += 20_000;
  }
  expect(await outcome('a', works)).toBe('fine');
  breakers = make(false);
  for (let round = 0; round < FAULT_LIMIT * 2; round += 1) await outcome('a', fails);
  expect(await outcome('a', works)).toBe('fine');
});

test('an administrator ends a quarantine, of one part or of all', async () => {
  for (const part of ['a', 'b'])
    for (let round = 0; round < FAULT_LIMIT; round += 1) await outcome(part, fails);
  breakers.retry('a');
  expect([await outcome('a', works), await outcome('b', works)]).toEqual(['fine', 'plugin_part_quarantined']);
  breakers.retry();
  expect(await outcome('b', works)).toBe('fine');
});
