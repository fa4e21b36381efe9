import { expect, test } from 'bun:test';
import { runCrashTest } from './crash-run.ts';

/** The short form; tests/full/visit-kills.test.ts has the many rounds, `bun tests/crash/main.ts --seed N --minutes M` any number. */
test(
  'every answered visit is counted once, whatever process is killed, also while it aggregates and replays',
  async () => {
    const verdict = await runCrashTest({ seed: 20_251_121, rounds: 3, say: () => undefined });
    expect(verdict.faults.slice(0, 20)).toEqual([]);
    expect(verdict.answered).toBeGreaterThan(50);
    expect(verdict.counted).toBeGreaterThanOrEqual(verdict.answered);
  },
  { timeout: 400_000 },
);
