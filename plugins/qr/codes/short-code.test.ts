import { describe, expect, test } from 'bun:test';
import { RESERVED_CODES, SHORT_CODE_PATTERN } from '@waypost/contract';
import fc from 'fast-check';
import { generateShortCode } from './short-code.ts';

/** Randomness that hands out the given bytes, then a counter. */
function randomOf(given: readonly number[]) {
  let at = 0;
  return {
    bytes: (length: number) => Uint8Array.from({ length }, () => given[at++] ?? at % 256),
    number: () => 0,
  };
}

describe('generated short codes', () => {
  test('whatever the bytes, a code is 7 letters and digits that the product does not answer itself', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 60 }), (bytes) => {
        const code = generateShortCode(randomOf(bytes));
        expect(code).toMatch(/^[0-9A-Za-z]{7}$/);
        expect(code).toMatch(SHORT_CODE_PATTERN);
        expect(RESERVED_CODES.has(code)).toBe(false);
      }),
    );
  });

  test('a code that spells a segment of the product is drawn again, or its visitors would get the metrics page', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const spell = (text: string) => [...text].map((letter) => alphabet.indexOf(letter));
    // A call takes 14 bytes and uses the first 7 of them.
    const bytes = [...spell('metrics'), ...spell('0000000'), ...spell('aB3aB3a'), ...spell('0000000')];
    expect(generateShortCode(randomOf(bytes))).toBe('aB3aB3a');
  });

  test('every letter comes up equally often, so codes cannot be guessed from a bias', () => {
    const seen = new Map<string, number>();
    const random = {
      bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
      number: () => 0,
    };
    for (let round = 0; round < 8_000; round += 1) {
      for (const letter of generateShortCode(random)) seen.set(letter, (seen.get(letter) ?? 0) + 1);
    }
    const expected = (8_000 * 7) / 62;
    expect(seen.size).toBe(62);
    // Eight standard deviations: a modulo bias would be at +25 %.
    for (const times of seen.values())
      expect(Math.abs(times - expected)).toBeLessThan(8 * Math.sqrt(expected));
  });
});
