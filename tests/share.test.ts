import { expect, test } from 'bun:test';
import { closeShared, share } from './share.ts';

/** Opens numbered things and notes which were closed. */
function counted() {
  const closed: number[] = [];
  let count = 0;
  const broken = new Set<number>();
  const next = share(async () => ++count, {
    close: async (opened) => closed.push(opened),
    isUsable: (opened) => !broken.has(opened),
  });
  return { next, closed, broken };
}

test('files that ask one after the other get the same, and it is closed once, behind the last', async () => {
  const { next, closed } = counted();
  expect([await next(), await next()]).toEqual([1, 1]);
  expect(closed).toEqual([]);
  await closeShared();
  await closeShared();
  expect(closed).toEqual([1]);
});

test('what fell over under one file is not handed to the next', async () => {
  const { next, closed, broken } = counted();
  await next();
  broken.add(1);
  expect(await next()).toBe(2);
  await closeShared();
  expect(closed).toEqual([2, 1]);
});

test('a start that failed fails the file that asked, and the next one tries again', async () => {
  let isAway = true;
  const next = share(
    async () => {
      if (isAway) throw new Error('no port');
      return 'there';
    },
    { close: async () => undefined },
  );
  await expect(next()).rejects.toThrow('no port');
  isAway = false;
  expect(await next()).toBe('there');
});
