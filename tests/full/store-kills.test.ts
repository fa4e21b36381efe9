import { describe, expect, test } from 'bun:test';
import { runKills } from '../crash/store/kill-run.ts';

describe('the embedded store, killed again and again', () => {
  for (const seed of [47, 1_009, 20_260_317])
    test(`holds what it acknowledged, nothing by halves, seed ${seed}`, async () => {
      const verdict = await runKills({ seed, rounds: 30, say: () => undefined });
      expect(verdict.faults.slice(0, 20)).toEqual([]);
      expect(verdict.kills).toBe(30);
      expect(verdict.acknowledged).toBeGreaterThan(100);
    }, 600_000);
});
