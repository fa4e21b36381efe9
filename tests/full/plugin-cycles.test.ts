import { expect, test } from 'bun:test';
import { faultsOf, runCycles } from '../platform/cycles.ts';

/** Of each of 64 connections between two requests, milliseconds: some are under way in each cycle, and hundreds begin in it. */
const REST_MS = 300;

test('110 cycles of switching cost nobody else an answer or a socket, and leave no memory behind', async () => {
  const result = await runCycles({ cycles: 110, settleAfter: 50, restMs: REST_MS });
  expect(result.cycles).toBe(110);
  expect(faultsOf(result)).toEqual([]);
}, 900_000);
