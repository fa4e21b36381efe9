import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { documentOf, encodeKey, fromPlain, getPath, toPlain, type Value } from '../value/index.ts';
import { analyzeFilter, compileMatch, encodeRange, everythingAsked } from './index.ts';

const boundsOf = (filter: Record<string, unknown>) =>
  Object.fromEntries(
    [...analyzeFilter(documentOf(filter)).paths].map(([path, { equals, lower, upper }]) => [
      path,
      {
        ...(equals && { equals: toPlain(equals) }),
        ...(lower && { lower: [toPlain(lower.value), lower.isIncluded] }),
        ...(upper && { upper: [toPlain(upper.value), upper.isIncluded] }),
      },
    ]),
  );

describe('analyzeFilter', () => {
  test('finds equalities, lists and ranges', () => {
    expect(
      boundsOf({ a: 1, b: { $in: [1, 2] }, c: { $gt: 1, $lte: 5 }, $and: [{ d: { $eq: null } }] }),
    ).toEqual({
      a: { equals: [1] },
      b: { equals: [1, 2] },
      c: { lower: [1, false], upper: [5, true] },
      d: { equals: [null] },
    });
  });

  test('of two equalities keeps the one with fewer values', () => {
    expect(
      boundsOf({ $and: [{ a: { $in: [1, 2, 3] } }, { a: { $in: [2] } }, { a: { $in: [1, 2] } }] }),
    ).toEqual({
      a: { equals: [2] },
    });
  });

  test.each([
    [true, { a: 1, b: { $in: [1, null] }, c: { $gte: 'a', $lt: 'b' }, $comment: 'x' }],
    [
      true,
      { $and: [{ a: { $in: [1, 2] } }, { a: 2 }, { c: { $gt: new Date(1) } }, { c: { $lt: new Date(9) } }] },
    ],
    // Two different things asked of one path, numbers (NaN is one), ends of two types.
    [false, { $and: [{ a: { $in: [1, 2] } }, { a: 3 }] }],
    [false, { a: { $gt: 1 } }],
    [false, { a: { $gt: 'a', $lt: new Date(1) } }],
    [false, { a: { $gt: 'a', $gte: 'b' } }],
    [false, { a: { $eq: 'a', $gt: 'b' } }],
    // Bounds that let more through than the filter.
    [false, { a: { $regex: '^ab' } }],
    [false, { a: { $all: [1, 2] } }],
    [false, { a: { $elemMatch: { b: 1 } } }],
    [false, { a: { $ne: 1 } }],
    [true, { $or: [{ a: 1 }] }],
    [false, { $and: [{ $or: [{ a: 1 }] }, { $or: [{ b: 1 }] }] }],
    [false, { $nor: [{ a: 1 }] }],
    [false, { $expr: { $eq: ['$a', 1] } }],
  ])('says %p whether the bounds are the whole filter %p', (isWhole, filter) => {
    expect(everythingAsked(analyzeFilter(documentOf(filter))) !== undefined).toBe(isWhole);
  });

  test('looks into $elemMatch, $all and anchored expressions', () => {
    expect(boundsOf({ a: { $elemMatch: { b: 1 } }, c: { $all: [3, 4] }, d: { $regex: '^ab' } })).toEqual({
      'a.b': { equals: [1] },
      c: { equals: [3] },
      d: { lower: ['ab', true], upper: ['ac', false] },
    });
    expect(boundsOf({ d: { $regex: '^ab*' }, e: { $regex: '^ab|c' } })).toEqual({
      d: { lower: ['a', true], upper: ['b', false] },
    });
  });

  test('gives the clauses of one $or', () => {
    const { branches } = analyzeFilter(documentOf({ $or: [{ a: 1 }, { b: 2 }] }));
    expect(branches.map(({ paths }) => [...paths.keys()])).toEqual([['a'], ['b']]);
  });
});

describe('encodeRange', () => {
  const values = fc
    .oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom('', 'a', 'ab', 'b'),
      fc.constantFrom(null, true, 1.5, [1], ['a']),
    )
    .map((value) => fromPlain(value));
  const operators = fc.constantFrom('$gt', '$gte', '$lt', '$lte');

  test('an index search never misses a document that the filter matches', () => {
    fc.assert(
      fc.property(values, operators, values, fc.boolean(), (value, operator, operand, isDescending) => {
        const filter = new Map([['a', new Map<string, Value>([[operator, operand]])]]);
        const bounds = analyzeFilter(filter).paths.get('a');
        const document = new Map([['a', value]]);
        if (!compileMatch(filter).test(document) || bounds === undefined || bounds.equals !== undefined)
          return;
        const { from, to } = encodeRange(bounds, isDescending);
        const isFound = getPath(document, 'a').values.some((found) => {
          // A compound key: more bytes follow this component.
          const key = Buffer.concat([encodeKey(found, isDescending), Buffer.from([0xff])]);
          return Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0;
        });
        expect(isFound).toBe(true);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test('a range stays within its type', () => {
    const { from, to } = encodeRange({ lower: { value: 5, isIncluded: false } });
    const holds = (value: Value): boolean => {
      const key = encodeKey(value);
      return Buffer.compare(key, from) >= 0 && Buffer.compare(key, to) < 0;
    };
    expect([holds(5), holds(5n), holds(5.1), holds(Infinity), holds('a'), holds(null)]).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
  });
});
