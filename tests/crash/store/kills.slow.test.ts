import { describe, expect, test } from 'bun:test';
import { runKills } from './kill-run.ts';

/** The short form; `npm run test:soak -- store-crash` is the long one. */
describe('the embedded store, killed at random points', () => {
  test('holds everything it acknowledged, nothing by halves, and indexes that agree with the documents', async () => {
    const verdict = await runKills({ seed: 20_261_121, rounds: 8, say: () => undefined });
    expect(verdict.faults.slice(0, 20)).toEqual([]);
    expect(verdict.kills).toBe(8);
    expect(verdict.acknowledged).toBeGreaterThan(20);
    expect(verdict.transactions).toBeGreaterThan(0);
    expect(verdict.indexBuilds).toBeGreaterThan(0);
  }, 300_000);
});
