import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createTurns } from './turns.ts';

test('work on the same balance runs one after the other, in the order of asking, whatever else each is on', async () => {
  const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 });
  const asked = fc.array(fc.record({ accounts: names, pauses: fc.nat(3), fails: fc.boolean() }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(asked, async (pieces) => {
      const inTurn = createTurns();
      const busy = new Set<string>();
      const begun: number[] = [];
      const ends = await Promise.allSettled(
        pieces.map(({ accounts, pauses, fails }, at) =>
          inTurn(accounts, async () => {
            begun.push(at);
            for (const account of accounts) {
              expect(busy.has(account)).toBe(false);
              busy.add(account);
            }
            for (let pause = 0; pause < pauses; pause += 1) await Promise.resolve();
            for (const account of accounts) busy.delete(account);
            if (fails) throw new Error('refused');
          }),
        ),
      );
      expect(ends.map(({ status }) => status)).toEqual(
        pieces.map(({ fails }) => (fails ? 'rejected' : 'fulfilled')),
      );
      for (const account of ['a', 'b', 'c', 'd']) {
        const own = begun.filter((at) => pieces[at]?.accounts.some((one) => one === account));
        expect(own).toEqual(own.toSorted((one, other) => one - other));
      }
    }),
    { numRuns: 200 },
  );
});

test('whoever is done with the balances lets the next begin, and is answered in its own time', async () => {
  const inTurn = createTurns();
  const answered = Promise.withResolvers<string>();
  const begun: string[] = [];
  const first = inTurn(['agent'], async (done) => {
    begun.push('first');
    done();
    return answered.promise;
  });
  const second = inTurn(['agent'], async () => {
    begun.push('second');
    return 'second';
  });
  expect(await second).toBe('second');
  answered.resolve('first');
  expect(await first).toBe('first');
  expect(begun).toEqual(['first', 'second']);
});
