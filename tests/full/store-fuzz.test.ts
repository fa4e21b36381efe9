import { describe, expect, test } from 'bun:test';
import { runFuzz } from '../soak/fuzz-run.ts';

describe('random commands and broken messages', () => {
  for (const seed of [104, 105, 106])
    test(`neither end nor hang the embedded store, seed ${seed}`, async () => {
      const verdict = await runFuzz({ seed, rounds: 1500, say: () => undefined });
      expect(verdict.faults).toEqual([]);
      expect(verdict.commands).toBeGreaterThan(10_000);
    }, 600_000);
});
