import { expect, test } from 'bun:test';
import { createScheduler } from './scheduler.ts';

test('long tasks take turns, one slice a turn of the event loop', async () => {
  let now = 0;
  const turns: (() => void)[] = [];
  const scheduler = createScheduler({
    now: () => now,
    schedule: (turn) => void turns.push(turn),
    sliceMilliseconds: 8,
  });
  const trace: string[] = [];
  const task = async (name: string): Promise<void> => {
    const slice = scheduler.slice();
    for (let step = 0; step < 3; step += 1) {
      now += 8;
      trace.push(`${name}${step}`);
      if (slice.isSpent()) await slice.pause();
    }
  };
  const both = Promise.all([task('a'), task('b')]);
  while (turns.length > 0) {
    trace.push('|');
    turns.shift()?.();
    for (let n = 0; n < 5; n += 1) await Promise.resolve();
  }
  await both;
  expect(trace.join(' ')).toBe('a0 b0 | a1 | b1 | a2 | b2 | |');
});
