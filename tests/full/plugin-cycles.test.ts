import { expect, test } from 'bun:test';
import { faultsOf, runCycles } from '../platform/cycles.ts';

test('110 cycles of switching cost nobody else an answer or a socket, and leave no memory behind', async () => {
  const result = await runCycles({ cycles: 110, settleAfter: 50, restMs: 100 });
  expect(result.cycles).toBe(110);
  expect(faultsOf(result)).toEqual([]);
}, 900_000);
