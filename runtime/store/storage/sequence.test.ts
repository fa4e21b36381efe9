import { expect, test } from 'bun:test';
import { createSequence, millisecondsOf, sequenceOf, timestampOf } from './sequence.ts';

test('numbers rise for ever: over restarts, a clock that goes back, and more writes than fit a second', () => {
  let now = 1_800_000_000_000;
  let sequence = createSequence(0, () => now);
  let last = 0;
  const advance = (count: number): void => {
    for (let n = 0; n < count; n += 1) {
      const next = sequence.next();
      expect(next > last).toBe(true);
      last = next;
    }
  };
  advance(1000);
  now -= 3_600_000;
  sequence = createSequence(last, () => now);
  advance(1000);
  now += 7_200_000;
  advance(1000);
  expect(millisecondsOf(last)).toBe(1_800_003_600_000);
  expect(Number.isSafeInteger(last)).toBe(true);
});

test('maps onto BSON timestamps and back', () => {
  const sequence = createSequence(0, () => 1_800_000_000_000);
  const number = sequence.next();
  expect(timestampOf(number).t).toBe(1_800_000_000);
  expect(sequenceOf(timestampOf(number))).toBe(number);
});
