import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { formatRange, isInRanges, parseAddress, parseRange } from '../address.ts';
import { rangesAround } from './ranges-around.ts';

// A range that is missing here is a list that a look-up of the address does not name.
test('an address is in each of its ranges, and every range that it is in is among them', () => {
  const byte = fc.integer({ min: 0, max: 255 });
  const address = fc.oneof(
    fc.tuple(byte, byte, byte, byte).map((parts) => parts.join('.')),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
      .map((parts) => parts.map((part) => part.toString(16)).join(':')),
  );
  fc.assert(
    fc.property(address, fc.integer({ min: 0, max: 128 }), (text, bits) => {
      const around = rangesAround(text);
      const bytes = parseAddress(text) as Uint8Array;
      for (const one of around)
        expect(isInRanges([parseRange(one) as NonNullable<ReturnType<typeof parseRange>>], bytes, 0)).toBe(
          true,
        );
      expect(around).toContain(formatRange({ network: bytes, bits }));
    }),
    { numRuns: 60 },
  );
});

test('a range and what is no address have none', () => {
  expect(['10.0.0.0/8', 'nobody', ''].map(rangesAround)).toEqual([[], [], []]);
});
