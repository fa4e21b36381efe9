import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readEnteredUrl } from './entered-address.ts';
import { isPublicAddress } from './public-address.ts';

/** First address and length of each range that is not the public internet's, as numbers: another reading of the same facts. */
const INSIDE_4: readonly [number, number, number, number, number][] = [
  [0, 0, 0, 0, 8],
  [10, 0, 0, 0, 8],
  [100, 64, 0, 0, 10],
  [127, 0, 0, 0, 8],
  [168, 63, 129, 16, 32],
  [169, 254, 0, 0, 16],
  [172, 16, 0, 0, 12],
  [192, 0, 0, 0, 24],
  [192, 0, 2, 0, 24],
  [192, 88, 99, 0, 24],
  [192, 168, 0, 0, 16],
  [198, 18, 0, 0, 15],
  [198, 51, 100, 0, 24],
  [203, 0, 113, 0, 24],
  [224, 0, 0, 0, 3],
];
const numberOf = ([a, b, c, d]: readonly number[]) =>
  (a ?? 0) * 2 ** 24 + (b ?? 0) * 2 ** 16 + (c ?? 0) * 2 ** 8 + (d ?? 0);
const sizeOf = (bits: number) => 2 ** (32 - bits);
const isInside = (value: number) =>
  INSIDE_4.some((range) => value >= numberOf(range) && value < numberOf(range) + sizeOf(range[4]));
const textOf = (value: number) =>
  [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');

const anyFour = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const insideFour = fc
  .constantFrom(...INSIDE_4)
  .chain((range) =>
    fc.integer({ min: 0, max: sizeOf(range[4]) - 1 }).map((offset) => numberOf(range) + offset),
  );
/** Just before, at and after the ends of the ranges. */
const edgeFour = fc
  .tuple(fc.constantFrom(...INSIDE_4), fc.integer({ min: -1, max: 1 }), fc.boolean())
  .map(([range, step, isEnd]) => numberOf(range) + (isEnd ? sizeOf(range[4]) - 1 : 0) + step)
  .filter((value) => value >= 0 && value < 2 ** 32);

/** Ways to write one number of an address in a URL (WHATWG URL, "IPv4 number parser"). */
const RADIX: readonly ((value: number) => string)[] = [
  (value) => String(value),
  (value) => `0x${value.toString(16)}`,
  (value) => `0X${value.toString(16).toUpperCase()}`,
  (value) => `0${value.toString(8)}`,
];
const FULL_WIDTH_SHIFT = 0xfee0;
const widened = (text: string) =>
  [...text].map((sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + FULL_WIDTH_SHIFT)).join('');

/** A URL's host that leads to an address: one to four parts, of which the last takes what is left, each in its own radix. */
const spelled = (value: number) =>
  fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.constantFrom(...RADIX), { minLength: 4, maxLength: 4 }),
      fc.boolean(),
      fc.boolean(),
    )
    .map(([parts, radix, isWide, hasDot]) => {
      const bytes = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
      const last = bytes.slice(parts - 1).reduce((sum, byte) => sum * 256 + byte, 0);
      const written = [...bytes.slice(0, parts - 1), last].map((part, at) => (radix[at] ?? String)(part));
      const text = written.join('.') + (hasDot ? '.' : '');
      return isWide ? widened(text) : text;
    });

const groups = (value: number) =>
  `${Math.floor(value / 65_536).toString(16)}:${(value % 65_536).toString(16)}`;
/** IPv6 addresses that are there to carry an IPv4 one. */
const CARRIERS: readonly ((value: number) => string)[] = [
  (value) => `::ffff:${textOf(value)}`,
  (value) => `::ffff:${groups(value)}`,
  (value) => `::${groups(value)}`,
  (value) => `64:ff9b::${groups(value)}`,
  (value) => `64:ff9b:1::${groups(value)}`,
  (value) => `2002:${groups(value)}::1`,
  (value) => `2001:0:${groups(value)}::1`,
];

describe('an address is public where the registries say so', () => {
  test('of IPv4, in the middle of each range and at its ends', () => {
    fc.assert(
      fc.property(fc.oneof(anyFour, insideFour, edgeFour), (value) => {
        expect(isPublicAddress(textOf(value))).toBe(!isInside(value));
      }),
      { numRuns: 2_000 },
    );
  });

  test('and however it is spelled in a URL, it is the same address', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyFour, insideFour).chain((value) => fc.tuple(fc.constant(value), spelled(value))),
        ([value, host]) => {
          const { hostname } = readEnteredUrl(`http://${host}/`);
          expect(hostname).toBe(textOf(value));
          expect(isPublicAddress(hostname)).toBe(!isInside(value));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('no IPv6 address that carries an IPv4 one is', () => {
    fc.assert(
      fc.property(fc.oneof(anyFour, insideFour), fc.constantFrom(...CARRIERS), (value, carry) => {
        expect(isPublicAddress(carry(value))).toBe(false);
        const { hostname } = readEnteredUrl(`http://[${carry(value)}]/`);
        expect(isPublicAddress(hostname.slice(1, -1))).toBe(false);
      }),
    );
  });

  test('of IPv6 only what is handed out, without what is for examples and tunnels', () => {
    const anySix = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(anySix, fc.boolean(), (parts, isUpper) => {
        const [first = 0, second = 0] = parts;
        const isHandedOut = first >= 0x2000 && first < 0x4000;
        const isSpecial =
          (first === 0x2001 && (second < 0x200 || second === 0xdb8)) ||
          first === 0x2002 ||
          (first === 0x3fff && second < 0x1000);
        const text = parts.map((part) => part.toString(16)).join(':');
        expect(isPublicAddress(isUpper ? text.toUpperCase() : text)).toBe(isHandedOut && !isSpecial);
      }),
    );
  });

  test('what is no address is not', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!/^[\d.]+$|:/.test(text));
        expect(isPublicAddress(text)).toBe(false);
      }),
    );
  });
});
