import { expect, test } from 'bun:test';
import { watchPointer } from './after-pointer.ts';

test('a fault that shows on blur waits until the click it would have moved has arrived', async () => {
  const page = new EventTarget();
  const { afterRelease } = watchPointer(page);
  const seen: string[] = [];
  page.addEventListener('click', () => seen.push('click'));
  page.dispatchEvent(new Event('pointerdown'));
  afterRelease(() => seen.push('fault'));
  expect(seen).toEqual([]);
  page.dispatchEvent(new Event('pointerup'));
  page.dispatchEvent(new Event('click'));
  await Bun.sleep(1);
  expect(seen).toEqual(['click', 'fault']);
});

test('leaving a field by the keyboard shows its fault at once', () => {
  const { afterRelease } = watchPointer(new EventTarget());
  let isShown = false;
  afterRelease(() => {
    isShown = true;
  });
  expect(isShown).toBe(true);
});
