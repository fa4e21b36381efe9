import { expect, test } from 'bun:test';
import { createFeedWatch } from './feed-watch.ts';

function watched() {
  let now = 1_000;
  const watch = createFeedWatch(() => now);
  return { watch, pass: (milliseconds: number) => (now += milliseconds) };
}

test('the feed that has been away for the longest time is told, and one that follows is not', () => {
  const { watch, pass } = watched();
  watch.storeIs(true);
  const [one, other] = [watch.begin(), watch.begin()];
  one.follows();
  pass(5_000);
  expect(watch.away()).toBe(5_000);
  other.follows();
  expect(watch.away()).toBe(0);
  one.lost();
  pass(2_000);
  other.lost();
  one.lost();
  pass(3_000);
  expect(watch.away()).toBe(5_000);
  one.end();
  expect(watch.away()).toBe(3_000);
  one.lost();
  other.follows();
  expect(watch.away()).toBe(0);
});

test('while the store is away nothing is told of feeds, and they have their time after it', () => {
  const { watch, pass } = watched();
  const feed = watch.begin();
  pass(90_000);
  expect(watch.away()).toBe(0);
  watch.storeIs(true);
  pass(4_000);
  expect(watch.away()).toBe(4_000);
  feed.follows();
  feed.lost();
  watch.storeIs(false);
  pass(60_000);
  expect(watch.away()).toBe(0);
});
