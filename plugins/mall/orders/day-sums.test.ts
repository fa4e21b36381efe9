import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shareAmount } from './day-sums.ts';

test('parts of an amount are all of it, and none is less than nothing: a report adds up to what was paid', () => {
  const parts = fc.array(
    fc.record({ worth: fc.bigInt({ min: 0n, max: 10n ** 15n }), quantity: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 1, maxLength: 50 },
  );
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), parts, (amount, weights) => {
      const shares = shareAmount(String(amount), weights).map(BigInt);
      expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(amount);
      expect(shares.every((share) => share >= 0n)).toBe(true);
    }),
  );
  expect(
    shareAmount(
      '10',
      [1n, 3n].map((worth) => ({ worth, quantity: 1 })),
    ),
  ).toEqual(['2', '8']);
  expect(
    shareAmount(
      '10',
      [1, 4].map((quantity) => ({ worth: 0n, quantity })),
    ),
  ).toEqual(['2', '8']);
});
