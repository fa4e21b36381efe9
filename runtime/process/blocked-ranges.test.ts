import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { ADDRESS_BYTES, isInRanges, parseAddress, parseRange } from '../sdk/address.ts';
import { type BlockedRange, layBlockedRanges } from './blocked-ranges.ts';

const NOW = 1000;
const now = () => NOW;
const range = (text: string, until = Number.POSITIVE_INFINITY): BlockedRange => {
  const parsed = parseRange(text);
  if (parsed === undefined) throw new Error(`${text} is no range`);
  return { ...parsed, until };
};
const has = (ranges: BlockedRange[], address: string) =>
  layBlockedRanges(ranges).has(parseAddress(address) as Uint8Array, 0, now);

test.each([
  ['192.0.2.7', '192.0.2.7', true],
  ['192.0.2.7', '192.0.2.8', false],
  ['192.0.2.99/24', '192.0.2.1', true],
  ['192.0.2.0/24', '192.0.3.0', false],
  ['0.0.0.0/0', '255.255.255.255', true],
  ['0.0.0.0/0', '2001:db8::1', false],
  ['::ffff:192.0.2.0/120', '192.0.2.9', true],
  ['192.0.2.0/24', '::ffff:192.0.2.9', true],
  ['2001:db8::/32', '2001:db8:ffff::1', true],
  ['2001:db8::/32', '2001:db9::', false],
  ['2001:db8::1', '2001:db8::1', true],
  ['::/0', '198.51.100.1', true],
  ['::/0', 'fe80::1', true],
  ['::ffff:0:0/96', '198.51.100.1', true],
])('%s has %s: %p', (text, address, expected) => {
  expect(has([range(text)], address)).toBe(expected);
});

test('no range has nothing', () => {
  expect(layBlockedRanges([]).isEmpty).toBe(true);
  expect(has([], '192.0.2.1')).toBe(false);
});

test('what has ended counts no more, and does not end what lasts longer', () => {
  expect(has([range('192.0.2.0/24', NOW)], '192.0.2.1')).toBe(false);
  expect(has([range('192.0.2.0/24', NOW + 1)], '192.0.2.1')).toBe(true);
  const nested = [range('192.0.2.0/24', NOW - 1), range('192.0.2.128/25', NOW + 1)];
  expect([has(nested, '192.0.2.1'), has(nested, '192.0.2.129')]).toEqual([false, true]);
});

test('whatever the ranges, an address is in them exactly when it is in one that counts', () => {
  // Few different bits, so that ranges lie within each other and addresses at their edges.
  const byte = fc.constantFrom(0, 1, 127, 128, 254, 255);
  const tail = fc.array(byte, { minLength: 4, maxLength: 4 });
  const address = fc
    .tuple(fc.constantFrom('mapped', 'zero', 'far'), tail, fc.array(byte, { minLength: 12, maxLength: 12 }))
    .map(([kind, last, head]) => {
      const bytes = new Uint8Array(ADDRESS_BYTES);
      if (kind === 'mapped') bytes.set([255, 255], 10);
      if (kind === 'far') bytes.set(head, 0);
      bytes.set(last, 12);
      return bytes;
    });
  const ranges = fc.array(
    fc.record({
      network: address,
      bits: fc.oneof(fc.integer({ min: 90, max: 128 }), fc.integer({ min: 0, max: 128 })),
      until: fc.constantFrom(NOW - 1, NOW, NOW + 1, Number.POSITIVE_INFINITY),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(ranges, fc.array(address, { minLength: 1, maxLength: 8 }), (blocked, addresses) => {
      const laid = layBlockedRanges(blocked);
      const living = blocked.filter(({ until }) => until > NOW);
      for (const bytes of addresses) expect(laid.has(bytes, 0, now)).toBe(isInRanges(living, bytes, 0));
    }),
    { numRuns: 500 },
  );
});
