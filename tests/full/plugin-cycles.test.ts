import { expect, test } from 'bun:test';
import { faultsOf, runCycles } from '../platform/cycles.ts';

test('a hundred cycles of switching cost nobody else an answer or a socket, and leave no memory behind', async () => {
  const result = await runCycles({ cycles: 100, settleAfter: 40, restMs: 5 });
  expect(result.cycles).toBe(100);
  expect(faultsOf(result)).toEqual([]);
}, 900_000);
