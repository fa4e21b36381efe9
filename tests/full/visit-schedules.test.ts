import { expect, test } from 'bun:test';
import { reportOf, runSchedules } from '../crash/simulation/many-schedules.ts';

/** Other seeds than those of `npm test`. */
const FIRST = 1_000_000;
/** `WAYPOST_SCHEDULES=60000` is the long form. */
const SCHEDULES = Number(process.env.WAYPOST_SCHEDULES ?? 20_000);

test('interleavings of writer, aggregator, store and disk: what is answered is counted', async () => {
  const verdict = await runSchedules(FIRST, SCHEDULES);
  expect(reportOf(verdict)).toBe('');
  expect(verdict.schedules).toBe(SCHEDULES);
}, 1_200_000);
