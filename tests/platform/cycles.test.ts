import { expect, setDefaultTimeout, test } from 'bun:test';
import { runCycles } from './cycles.ts';

// Processes under load on a busy machine.
setDefaultTimeout(240_000);

test('switching a plugin again and again costs nobody else an answer or a socket', async () => {
  const { answers, closed, cycles } = await runCycles({ cycles: 12, settleAfter: 6, restMs: 100 });
  expect(cycles).toBe(12);
  expect(closed).toBe(0);
  expect(Object.keys(answers).sort()).toEqual(['call 200', 'visit 200']);
});
