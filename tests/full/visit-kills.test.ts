import { expect, test } from 'bun:test';
import { runCrashTest } from '../crash/crash-run.ts';

/**
 * One round is a trouble, a kill of one to three processes, often a second kill, and the starts after them. `WAYPOST_KILL_ROUNDS=20` is
 * the long form.
 */
const ROUNDS = Number(process.env.WAYPOST_KILL_ROUNDS ?? 12);
/** So that an aggregator that is killed every few seconds keeps up on a busy machine. */
const PAUSE_MS = 50;

test(`rounds of kill -9 under load, with delayed and failing writes: no visit is lost, none is doubled`, async () => {
  const verdict = await runCrashTest({
    seed: 20_261_122,
    rounds: ROUNDS,
    pauseMs: PAUSE_MS,
    say: () => undefined,
  });
  expect(verdict.faults.slice(0, 20)).toEqual([]);
  expect(verdict.answered).toBeGreaterThan(10 * ROUNDS);
}, 2_400_000);
