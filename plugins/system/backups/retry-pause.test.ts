import { expect, test } from 'bun:test';
import { retryPause } from './retry-pause.ts';

test('a backup that fails again and again is tried after growing pauses, and never given up for the day', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 400].map((attempts) => retryPause(attempts) / 60_000)).toEqual([
    5, 10, 20, 40, 80, 120, 120, 120,
  ]);
});
