import { expect, test } from 'bun:test';
import { reportOf, runSchedules } from '../crash/simulation/many-schedules.ts';

/** Other seeds than those of the short form. */
const FIRST = 1_000_000;
const SCHEDULES = 60_000;

test('60,000 interleavings of writer, aggregator, store and disk: what is answered is counted', async () => {
  const verdict = await runSchedules(FIRST, SCHEDULES);
  expect(reportOf(verdict)).toBe('');
  expect(verdict.schedules).toBe(SCHEDULES);
}, 1_200_000);
