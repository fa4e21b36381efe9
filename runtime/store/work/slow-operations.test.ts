import { expect, test } from 'bun:test';
import type { Operation } from './operation.ts';
import { createSlowOperations, type SlowOperation } from './slow-operations.ts';

const operation = (command: string, startedAt: number): Operation => ({ command, startedAt }) as Operation;

test('an operator sees which commands took long, the newest last, and none that only waited', () => {
  const logged: SlowOperation[] = [];
  let clock = 1000;
  const slow = createSlowOperations({ monotonic: () => clock, now: () => 5, log: (one) => logged.push(one) });
  slow.ended(operation('find', 950), () => 'find a.b {quick}');
  slow.ended(operation('find', 900), () => 'find a.b {slow}');
  slow.ended(operation('update', 0), () => 'update a.b', 50);
  slow.ended(operation('getMore', 0), () => 'waits for changes');
  expect(slow.list()).toEqual([
    { at: 5, shape: 'find a.b {slow}', milliseconds: 100, code: undefined },
    { at: 5, shape: 'update a.b', milliseconds: 1000, code: 50 },
  ]);
  expect(logged).toEqual([...slow.list()]);
  clock = 100_000;
  for (let at = 0; at < 200; at += 1) slow.ended(operation('count', at), () => `count ${at}`);
  expect(slow.list()).toHaveLength(50);
  expect(slow.list().at(-1)?.shape).toBe('count 199');
});
