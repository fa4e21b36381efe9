import { expect, test } from 'bun:test';
import { createGate } from './gate.ts';

test('a burst of logins neither takes every thread nor waits without end', async () => {
  const gate = createGate({ running: 2, waiting: 3 });
  let [running, peak] = [0, 0];
  const work = () =>
    gate(async () => {
      peak = Math.max(peak, ++running);
      await Bun.sleep(1);
      running -= 1;
      return 'done';
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, work));
  expect(peak).toBe(2);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refused = outcomes.find((outcome) => outcome.status === 'rejected');
  expect(refused?.reason).toMatchObject({ code: 'too_many_requests' });
  expect(await work()).toBe('done');
});

test('work that fails gives its place back', async () => {
  const gate = createGate({ running: 1, waiting: 0 });
  await expect(gate(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate(async () => 'next')).toBe('next');
});
