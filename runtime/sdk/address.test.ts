import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createRangeCheck, formatAddress, isInRanges, parseAddress, parseRange } from './address.ts';

describe('addresses', () => {
  test('every IPv4 and IPv6 text comes back as itself', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(formatAddress(parseAddress(text) as Uint8Array)).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = formatAddress(parseAddress(text) as Uint8Array);
        expect(parseAddress(canonical)).toEqual(parseAddress(text) as Uint8Array);
      }),
    );
    expect(formatAddress(parseAddress('2001:DB8:0:0:1:0:0:1') as Uint8Array)).toBe('2001:db8::1:0:0:1');
  });

  test('what is no address is refused, and nothing throws', () => {
    for (const text of [
      '',
      '1.2.3',
      '1.2.3.4.5',
      '256.1.1.1',
      '01.2.3.4',
      '1..2.3',
      ':',
      ':::',
      '1::2::3',
      'g::1',
      '12345::',
    ]) {
      expect(parseAddress(text)).toBeUndefined();
    }
    fc.assert(fc.property(fc.string(), (text) => void parseAddress(text)));
  });

  test('a range holds exactly the addresses that share its bits', () => {
    const range = [parseRange('192.168.128.0/17')].flatMap((found) => found ?? []);
    expect(isInRanges(range, parseAddress('192.168.255.1') as Uint8Array, 0)).toBe(true);
    expect(isInRanges(range, parseAddress('192.168.127.255') as Uint8Array, 0)).toBe(false);
    expect(isInRanges(range, parseAddress('::1') as Uint8Array, 0)).toBe(false);
  });

  test('what many addresses are held against says of each what the ranges say one by one', () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
    // Near each other, or no address would be in a range.
    const near = fc.tuple(fc.constantFrom(0, 127, 128, 255), fc.nat(15)).map(([value, at]) => {
      const address = new Uint8Array(16).fill(127);
      address[at] = value;
      return address;
    });
    const address = fc.oneof(bytes, near);
    const range = fc.record({ network: address, bits: fc.nat(128) });
    fc.assert(
      fc.property(
        fc.array(range, { maxLength: 5 }),
        fc.array(address, { maxLength: 20 }),
        (ranges, addresses) => {
          const isIn = createRangeCheck(ranges);
          for (const one of addresses) expect(isIn(one)).toBe(isInRanges(ranges, one, 0));
        },
      ),
      { numRuns: 500 },
    );
  });
});
