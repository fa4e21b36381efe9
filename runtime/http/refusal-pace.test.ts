import { expect, test } from 'bun:test';
import { createRefusalPace, waitFor } from './refusal-pace.ts';

const alive = new AbortController().signal;

/** A pace in time that the test moves; waits are written down and end at once, or never. */
function setUp(isHeldForGood = false) {
  let now = 1_000_000;
  const waits: number[] = [];
  const pace = createRefusalPace({
    now: () => now,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      return isHeldForGood ? new Promise(() => {}) : Promise.resolve();
    },
  });
  return {
    pace,
    waits,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}

test('people who mistype are answered at once; a network that is refused on and on waits for each answer', async () => {
  const { pace, waits, pass } = setUp();
  for (let index = 0; index < 120; index += 1) expect(await pace.hold('203.0.113.1', alive)).toBe('free');
  expect(await pace.hold('203.0.113.1', alive)).toBe('paced');
  expect(await pace.hold('203.0.113.1', alive)).toBe('paced');
  expect(waits).toEqual([50, 100]);
  expect(await pace.hold('203.0.113.2', alive)).toBe('free');
  pass(7_000);
  expect(await pace.hold('203.0.113.1', alive)).toBe('free');
});

test('many networks together are slowed down like one, so that a botnet gains nothing', async () => {
  const { pace, waits } = setUp();
  const outcomes = new Set<string>();
  for (let index = 0; index < 500; index += 1)
    outcomes.add(await pace.hold(`10.${index >> 8}.${index & 255}.1`, alive));
  expect([...outcomes]).toEqual(['free', 'paced']);
  expect(waits).toHaveLength(200);
  expect(waits.at(-1)).toBeCloseTo(2_000, 3);
});

test('no answer is held long, and not more of them than memory is worth', async () => {
  const { pace, waits } = setUp(true);
  for (let index = 0; index < 200; index += 1) void pace.hold('203.0.113.1', alive);
  expect(waits.at(-1)).toBe(3_000);
  const outcomes: string[] = [];
  for (let index = 0; index < 5_000; index += 1)
    void pace.hold(`10.${index >> 8}.${index & 255}.1`, alive).then((outcome) => outcomes.push(outcome));
  await waitFor(0, alive);
  expect(Math.max(...waits)).toBeLessThanOrEqual(3_000);
  expect(waits.length).toBe(2_000);
  expect(outcomes.filter((outcome) => outcome === 'crowded').length).toBeGreaterThan(2_000);
});

test('who has gone is waited for no more', async () => {
  const leaving = new AbortController();
  const waiting = waitFor(60_000, leaving.signal);
  leaving.abort();
  await waiting;
  await waitFor(60_000, leaving.signal);
});
