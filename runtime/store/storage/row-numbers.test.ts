import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { RowNumbers } from './row-numbers.ts';

test('row numbers are kept as a set keeps them, those beyond 32 bits, too', () => {
  const rid = fc.oneof(
    fc.nat(200),
    fc.nat(2 ** 20),
    fc.integer({ min: 2 ** 31 - 70, max: 2 ** 31 + 70 }),
    fc.integer({ min: 2 ** 32 - 70, max: 2 ** 32 + 70 }),
    fc.maxSafeNat(),
  );
  fc.assert(
    fc.property(fc.array(rid), fc.array(rid), (added, others) => {
      const numbers = new RowNumbers();
      const wanted = new Set<number>();
      for (const one of added) {
        expect(numbers.add(one)).toBe(!wanted.has(one));
        wanted.add(one);
      }
      for (const one of [...added, ...others]) expect(numbers.has(one)).toBe(wanted.has(one));
    }),
  );
});
