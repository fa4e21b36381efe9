import { describe, expect, test } from 'bun:test';
import { reportOf, runSchedules } from './many-schedules.ts';
import { blindToLateWrites, deletesWhatIsMissing } from './mutants.ts';
import { simulate } from './simulate.ts';

/** The short form; tests/full holds 100,000. A seed that fails: `bun tests/crash/simulation/main.ts --seed N --schedules 1`. */
const SCHEDULES = 2000;

describe('writer, aggregator, store and disk, interleaved at each system call', () => {
  test('what is answered is counted once, or accounted for where its bytes were destroyed', async () => {
    const verdict = await runSchedules(1, SCHEDULES);
    expect(reportOf(verdict)).toBe('');
    expect(verdict.answered).toBeGreaterThan(50 * SCHEDULES);
  }, 120_000);

  test('the reader that never looks again at a segment without a head is found', async () => {
    const verdict = await runSchedules(1, SCHEDULES, blindToLateWrites);
    expect(verdict.failed?.faults[0]).toEndWith('was answered and is lost');
  }, 120_000);

  test('an aggregator that deletes what does not add up is found', async () => {
    const verdict = await runSchedules(1, SCHEDULES, deletesWhatIsMissing);
    expect(verdict.failed?.faults[0]).toEndWith('does not add up and was not kept');
  }, 120_000);

  test('a seed gives the same schedule each time', async () => {
    expect(await simulate(7, {}, true)).toEqual(await simulate(7, {}, true));
  });
});
