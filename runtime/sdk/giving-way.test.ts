import { expect, test } from 'bun:test';
import { givingWay } from './giving-way.ts';

/** Work that waits for nothing, so many milliseconds. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

test('all things come in their order, and others have their turn in between', async () => {
  const things = Array.from({ length: 60 }, (_, at) => at);
  const seen: number[] = [];
  let turns = 0;
  const other = setInterval(() => {
    turns += 1;
  }, 1);
  for await (const thing of givingWay(things)) {
    seen.push(thing);
    work(3);
  }
  clearInterval(other);
  expect(seen).toEqual(things);
  expect(turns).toBeGreaterThan(3);
});

test('what comes from a source that is asked for each thing comes in its order, too', async () => {
  async function* source() {
    yield 1;
    yield 2;
  }
  expect(await Array.fromAsync(givingWay(source()))).toEqual([1, 2]);
});
