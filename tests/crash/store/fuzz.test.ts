import { expect, test } from 'bun:test';
import { runFuzz } from '../../soak/fuzz-run.ts';

/** The short form; `npm run test:soak -- store-fuzz --minutes 5` is the long one. */
test('random commands and broken messages neither end nor hang the embedded store, and every answer is well-formed', async () => {
  const verdict = await runFuzz({ seed: 20_261_121, rounds: 150, say: () => undefined });
  expect(verdict.faults).toEqual([]);
  expect(verdict.commands).toBeGreaterThan(1000);
  expect(verdict.refused).toBeGreaterThan(300);
  expect(verdict.broken).toBeGreaterThan(40);
}, 120_000);
