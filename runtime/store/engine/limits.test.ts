import { expect, test } from 'bun:test';
import { createWriteRate, LIMITS, nearLimits } from './limits.ts';

test('an operator is warned before a limit is reached, and of the right one', () => {
  const usage = { documents: 10, fileBytes: LIMITS.fileBytes * 0.79, writesPerSecond: 5 };
  expect(nearLimits(usage)).toEqual([]);
  expect(nearLimits({ ...usage, fileBytes: LIMITS.fileBytes * 0.8 })).toEqual(['fileBytes']);
  expect(nearLimits({ ...usage, documents: LIMITS.documents * 2 })).toEqual(['documents']);
});

test('a burst is no steady load: writes are averaged over a minute', () => {
  let written = 0;
  const rate = createWriteRate({ appended: () => written });
  written = 6000;
  rate.tick();
  expect(rate.perSecond()).toBe(100);
  for (let second = 0; second < 60; second += 1) rate.tick();
  expect(rate.perSecond()).toBe(0);
});
