import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { numbers, values } from './arbitrary-values.ts';
import {
  compareValues,
  compileCollation,
  Decimal128,
  documentOf,
  encodeKey,
  equalValues,
  hashKey,
  int32,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  type Value,
} from './index.ts';

/** -1, 0 or 1, and never -0, which toBe tells from 0. */
const sign = (order: number): number => Math.sign(order) + 0;
const pairs = fc.oneof(fc.tuple(values, values), fc.tuple(numbers, numbers));

describe('the order of values', () => {
  test('index keys compare byte by byte as their values do, also descending', () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        const order = sign(compareValues(left, right));
        expect(sign(Buffer.compare(encodeKey(left), encodeKey(right)))).toBe(order);
        expect(sign(Buffer.compare(encodeKey(left, true), encodeKey(right, true)))).toBe(sign(-order));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test('joined keys compare as their values do one after the other', () => {
    const compound = (parts: Value[]): Buffer =>
      Buffer.concat(parts.map((part, index) => encodeKey(part, index % 2 === 1)));
    const parts = fc.tuple(values, values);
    fc.assert(
      fc.property(parts, parts, (left, right) => {
        const order = compareValues(left[0], right[0]) || -compareValues(left[1], right[1]);
        expect(sign(Buffer.compare(compound(left), compound(right)))).toBe(sign(order));
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('the hash is the same for equal values and only for them', () => {
    fc.assert(
      fc.property(pairs, ([left, right]) => {
        expect(hashKey(left) === hashKey(right)).toBe(equalValues(left, right));
      }),
      { numRuns: 2000, seed: 1 },
    );
  });

  test('is antisymmetric and transitive', () => {
    fc.assert(
      fc.property(values, values, values, (a, b, c) => {
        expect(sign(compareValues(a, b))).toBe(sign(-compareValues(b, a)));
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0)
          expect(compareValues(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('types stand in MongoDB order', () => {
    const ordered: (Value | undefined)[] = [
      new MinKey(),
      undefined,
      null,
      Number.NaN,
      -Infinity,
      new Decimal128('-1E400'),
      -1,
      int32(0),
      5n,
      new Decimal128('1E400'),
      Infinity,
      '',
      'a',
      '\uffff',
      '\u{10000}',
      new Map(),
      documentOf({ a: 1 }),
      [],
      [1],
      new ObjectId('000000000000000000000001'),
      false,
      true,
      new Date(-1),
      new Date(0),
      new Timestamp({ t: 1, i: 1 }),
      new MaxKey(),
    ];
    for (let index = 1; index < ordered.length; index++) {
      expect(compareValues(ordered[index - 1], ordered[index])).toBeLessThan(0);
    }
  });

  test('numbers compare exactly where a double would not', () => {
    expect(compareValues(2n ** 53n + 1n, 2 ** 53)).toBeGreaterThan(0);
    expect(compareValues(new Decimal128('9007199254740993'), 2n ** 53n + 1n)).toBe(0);
    expect(compareValues(new Decimal128('0.1'), 0.1)).toBeLessThan(0);
    expect(compareValues(new Decimal128('1.50'), 1.5)).toBe(0);
    expect(equalValues(int32(1), new Decimal128('1.0'))).toBe(true);
  });
});

describe('collation', () => {
  const of = (plain: Record<string, unknown>) => compileCollation(documentOf(plain));

  test('strength 1 ignores case and accents, 2 only case, 3 neither', () => {
    expect(equalValues('Éa', 'ea', of({ locale: 'en', strength: 1 }))).toBe(true);
    expect(equalValues('Éa', 'éa', of({ locale: 'en', strength: 2 }))).toBe(true);
    expect(equalValues('éa', 'ea', of({ locale: 'en', strength: 2 }))).toBe(false);
    expect(equalValues('A', 'a', of({ locale: 'en' }))).toBe(false);
    expect(compareValues('a', 'B', of({ locale: 'en' }))).toBeLessThan(0);
    expect(compareValues('a10', 'a9', of({ locale: 'en', numericOrdering: true }))).toBeGreaterThan(0);
  });

  test('equality of index keys and hashes is that of comparison', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', 'A', 'é', 'e', 'ß', 's', 'S', 'ü', '1', '0', ' ', '中'),
    });
    for (const strength of [1, 2, 3]) {
      const collation = of({ locale: 'en', strength });
      const reference = new Intl.Collator('en', {
        sensitivity: ['base', 'accent', 'variant'][strength - 1] as 'base',
      });
      fc.assert(
        fc.property(texts, texts, (left, right) => {
          const isEqual = equalValues(left, right, collation);
          expect(isEqual).toBe(reference.compare(left, right) === 0);
          expect(
            Buffer.compare(encodeKey(left, false, collation), encodeKey(right, false, collation)) === 0,
          ).toBe(isEqual);
          expect(hashKey(left, collation) === hashKey(right, collation)).toBe(isEqual);
        }),
        { seed: 1 },
      );
    }
  });

  test('what cannot be carried out is refused', () => {
    expect(() => of({ locale: 'en', strength: 4 })).toThrow('strength 4');
    expect(() => of({ locale: 'en', caseLevel: true })).toThrow('caseLevel');
    expect(of({ locale: 'simple' })).toBeUndefined();
  });
});
