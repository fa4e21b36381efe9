import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { compileCollation } from './collation.ts';
import { int32, type Value } from './types.ts';

// What somebody would lose if one of these failed: texts that a unique index, a group or a join takes as equal although
// the collation tells them apart, or the other way round.

const SENSITIVITY = ['base', 'accent', 'variant'] as const;
/** Latin with its marks, Greek, Cyrillic, kana, a few digits and signs. */
const character = fc.oneof(
  ...(
    [
      [0x30, 0x39],
      [0x41, 0x5a],
      [0x61, 0x7a],
      [0xc0, 0x24f],
      [0x391, 0x3c9],
      [0x400, 0x45f],
      [0x3041, 0x3096],
      [0x30a1, 0x30f6],
      [0xff21, 0xff3a],
    ] as const
  ).map(([min, max]) => fc.integer({ min, max }).map((code) => String.fromCodePoint(code))),
);
/** Two characters that are often but not always equal. */
const pair = character.chain((one) =>
  fc.tuple(
    fc.constant(one),
    fc.oneof(
      character,
      fc.constant(one.toUpperCase()),
      fc.constant(one.toLowerCase()),
      fc.constant(one.normalize('NFKD')),
      fc.constant(one.normalize('NFKD').slice(0, 1)),
    ),
  ),
);

describe.each(['en', 'zh', 'sw', 'sv', 'de', 'es', 'tr', 'ja'])('%s', (locale) => {
  test.each([1, 2, 3])('strength %i: equal are the texts that the locale takes as equal', (strength) => {
    const collation = compileCollation(
      new Map<string, Value>([
        ['locale', locale],
        ['strength', int32(strength)],
      ]),
    );
    const { compare } = new Intl.Collator(locale, { sensitivity: SENSITIVITY[strength - 1] as 'base' });
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const isEqual = compare(one, other) === 0;
        expect([one, other, collation?.compare(one, other) === 0]).toEqual([one, other, isEqual]);
        expect([one, other, collation?.fold(one) === collation?.fold(other)]).toEqual([one, other, isEqual]);
      }),
      { numRuns: 1000 },
    );
  });
});
