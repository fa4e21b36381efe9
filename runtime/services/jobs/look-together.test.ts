import { expect, test } from 'bun:test';
import { lookTogether } from './look-together.ts';

const NOW = new Date('2026-03-01T00:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** A look that notes what it was asked for, and finds a job of each name. */
function startLooking(due: readonly string[]) {
  const asked: unknown[] = [];
  const looked: string[] = [];
  const look = lookTogether(
    async (name) => {
      looked.push(name);
      return { name } as never;
    },
    async ({ names, until, lockedBefore }) => {
      asked.push({ names, until, lockedBefore });
      return due;
    },
  );
  return { look, asked, looked };
}

test('many names are asked for at once, and only those that are due are looked at', async () => {
  const { look, asked, looked } = startLooking(['b', 'd']);
  const found = await Promise.all(
    ['a', 'b', 'c', 'd'].map((name, at) => look(name, later(at), later(-at), undefined, {})),
  );
  expect(asked).toEqual([{ names: ['a', 'b', 'c', 'd'], until: later(3), lockedBefore: NOW }]);
  expect(looked).toEqual(['b', 'd']);
  expect(found.map((job) => job?.name)).toEqual([undefined, 'b', undefined, 'd'] as never);
  // The next moment asks anew.
  await Promise.all(['a', 'b'].map((name) => look(name, NOW, NOW, undefined, {})));
  expect(asked).toHaveLength(2);
});

test('one name alone is looked at without a question before it', async () => {
  const { look, asked, looked } = startLooking([]);
  expect(await look('a', NOW, NOW, undefined, {})).toEqual({ name: 'a' } as never);
  expect([asked, looked]).toEqual([[], ['a']]);
});

test('a store that does not answer fails everybody who asked, and the next moment tries again', async () => {
  let isUp = false;
  const look = lookTogether(
    async (name) => ({ name }) as never,
    async ({ names }) => {
      if (!isUp) throw new Error('away');
      return names;
    },
  );
  const failed = await Promise.allSettled(['a', 'b'].map((name) => look(name, NOW, NOW, undefined, {})));
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isUp = true;
  expect(await Promise.all(['a', 'b'].map((name) => look(name, NOW, NOW, undefined, {})))).toHaveLength(2);
});
