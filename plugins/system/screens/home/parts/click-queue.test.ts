import { expect, test } from 'bun:test';
import { type Click, createClickQueue } from './click-queue.ts';

function place(isTaken: (click: Click) => boolean) {
  const kept = new Map<string, string>();
  const told: string[] = [];
  let drawn = 0;
  const queue = createClickQueue({
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    draw: () => {
      drawn += 1;
      return String(drawn);
    },
    send: async (click) => {
      told.push(click.click);
      return isTaken(click);
    },
  });
  return { queue, told, kept };
}

test('a click that the server did not take is told again with the same number', async () => {
  let isAway = true;
  const { queue, told, kept } = place(() => !isAway);
  expect(await queue.add('a')).toBe(true);
  expect(await queue.add('b')).toBe(true);
  expect(await queue.flush()).toBe(true);
  isAway = false;
  expect(await queue.flush()).toBe(false);
  expect(await queue.flush()).toBe(false);
  expect(told).toEqual(['1', '2', '1', '1', '2']);
  expect(kept.size).toBe(0);
});

test('what waits is bounded, and what is damaged is nothing', async () => {
  const { queue, kept } = place(() => false);
  for (let at = 0; at < 70; at++) await queue.add('a');
  expect(JSON.parse(kept.get('waypost.clicks') ?? '')).toHaveLength(50);
  kept.set('waypost.clicks', '{"id":');
  await queue.flush();
  kept.set('waypost.clicks', '[{"id":1},null,"x"]');
  await queue.flush();
});
