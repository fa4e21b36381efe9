import { expect, test } from 'bun:test';
import { secondsLeft } from './time-left.ts';

const at = Date.UTC(2026, 0, 1);
const start_time = new Date(at).toISOString();

test('who waits learns how long, and nothing that cannot be known', () => {
  expect(secondsLeft({ done: 250, total: 1000, start_time }, at + 10_000)).toBe(30);
  expect(secondsLeft({ done: 0, total: 1000, start_time }, at + 10_000)).toBeUndefined();
  expect(secondsLeft({ done: 10, total: null, start_time }, at + 10_000)).toBeUndefined();
  expect(secondsLeft({ done: 10, total: 1000, start_time }, at + 500)).toBeUndefined();
  expect(secondsLeft({ done: 1000, total: 1000, start_time }, at + 10_000)).toBeUndefined();
  expect(secondsLeft({ done: 10, total: 1000, start_time: null }, at)).toBeUndefined();
});
