import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createVariety } from './variety.ts';

const DAY_MS = 86_400_000;

test('the first values of a visitor and a day are told apart, and each of them again', () => {
  const visit = fc.record({
    visitor: fc.constantFrom('one', 'other'),
    day: fc.nat(2),
    value: fc.constantFrom('a', 'b', 'c', 'd', ''),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(visit, { maxLength: 60 }), (most, visits) => {
      const isFew = createVariety(most);
      const known = new Map<string, { day: number; values: string[] }>();
      for (const { visitor, day, value } of visits) {
        let own = known.get(visitor);
        if (own?.day !== day) own = { day, values: [] };
        known.set(visitor, own);
        const isTold = own.values.includes(value) || own.values.length < most;
        if (isTold && !own.values.includes(value)) own.values.push(value);
        expect(isFew(visitor, day * DAY_MS, value)).toBe(isTold);
      }
    }),
    { seed: 5 },
  );
});
