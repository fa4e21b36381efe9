import { describe, expect, test } from 'bun:test';
import type { StoreError } from '../value/errors.ts';
import {
  cloneValue,
  Decimal128,
  documentOf,
  fromPlain,
  int32,
  isIdentical,
  Timestamp,
  toPlain,
} from '../value/index.ts';
import { type ApplyOptions, buildUpsertDocument, compileUpdate, type UpdateOptions } from './index.ts';

type Plain = Record<string, unknown>;

const now = new Date('2024-05-01T00:00:00Z');

interface Extra extends ApplyOptions {
  filters?: Plain[];
}

const run = (document: Plain, update: unknown, { filters, ...apply }: Extra = {}) => {
  const options: UpdateOptions = {
    now: () => now,
    arrayFilters: filters?.map((filter) => documentOf(filter)),
  };
  return compileUpdate(fromPlain(update), options).apply(documentOf(document), apply);
};

const updated = (document: Plain, update: unknown, extra?: Extra): unknown =>
  toPlain(run(document, update, extra).document);

const codeOf = (document: Plain, update: unknown, extra?: Extra): number => {
  try {
    run(document, update, extra);
  } catch (error) {
    return (error as StoreError).code;
  }
  return 0;
};

describe('field operators', () => {
  test('set, make and remove fields', () => {
    expect(updated({ a: 1 }, { $set: { b: 2, 'c.d': 3 } })).toEqual({ a: 1, b: 2, c: { d: 3 } });
    expect(updated({}, { $set: { 'a.0': 1 } })).toEqual({ a: { 0: 1 } });
    expect(updated({ a: [1] }, { $set: { 'a.3': 4 } })).toEqual({ a: [1, null, null, 4] });
    expect(updated({ a: { b: 1, c: 2 } }, { $unset: { 'a.b': '' } })).toEqual({ a: { c: 2 } });
    expect(updated({ a: [1, 2] }, { $unset: { 'a.0': '' } })).toEqual({ a: [null, 2] });
    expect(updated({ a: 5 }, { $unset: { 'a.b': '' } })).toEqual({ a: 5 });
    expect(updated({ a: 1 }, { $setOnInsert: { b: 1 } })).toEqual({ a: 1 });
    expect(updated({ a: 1 }, { $setOnInsert: { b: 1 } }, { isInsert: true })).toEqual({ a: 1, b: 1 });
    expect(updated({ a: 1, b: 2 }, { $rename: { a: 'c.d' } })).toEqual({ b: 2, c: { d: 1 } });
    expect(updated({ b: 2 }, { $rename: { a: 'b' } })).toEqual({ b: 2 });
  });

  test('new fields come in the order of their names, as MongoDB makes them', () => {
    expect([...run({}, { $set: { b: 1, a: 1, 'x.10': 1, 'x.9': 1 } }).document.keys()]).toEqual([
      'a',
      'b',
      'x',
    ]);
    expect(JSON.stringify(updated({ x: {} }, { $set: { 'x.10': 1, 'x.9': 1 } }))).toBe(
      '{"x":{"9":1,"10":1}}',
    );
  });

  test('numbers keep or widen their kind', () => {
    const value = (start: unknown, update: Plain) => run({ a: start }, update).document.get('a');
    expect(value(1, { $inc: { a: 2 } })).toEqual(int32(3));
    expect(value(2147483647, { $inc: { a: 1 } })).toBe(2147483648n);
    expect(value(9007199254740993n, { $inc: { a: 1 } })).toBe(9007199254740994n);
    expect(value(1, { $inc: { a: 0.5 } })).toBe(1.5);
    expect(String(value(new Decimal128('0.1'), { $inc: { a: new Decimal128('0.2') } }))).toBe('0.3');
    expect(value(undefined, { $inc: { a: 5n } })).toBe(5n);
    expect(value(undefined, { $mul: { a: 5n } })).toBe(0n);
    expect(value(3, { $mul: { a: 4 } })).toEqual(int32(12));
    expect(value(3, { $min: { a: 4 } })).toEqual(int32(3));
    expect(value(3, { $max: { a: 4 } })).toEqual(int32(4));
    expect(value('x', { $min: { a: 4 } })).toEqual(int32(4));
    expect(value(13, { $bit: { a: { and: 10 } } })).toEqual(int32(8));
    expect(value(5, { $bit: { a: { or: 2n } } })).toBe(7n);
    expect(value(0, { $currentDate: { a: true } })).toEqual(now);
    expect(value(0, { $currentDate: { a: { $type: 'timestamp' } } })).toEqual(
      new Timestamp({ t: 1714521600, i: 1 }),
    );
  });

  test('a double stays one when something else is set', () => {
    const document = new Map([['a', 5]]);
    expect(
      compileUpdate(fromPlain({ $set: { b: 1 } }))
        .apply(document)
        .document.get('a'),
    ).toBe(5);
  });

  test('the input is never changed', () => {
    const document = documentOf({ _id: 1, a: { b: [1, { c: 2 }] }, n: 1 });
    const before = cloneValue(document);
    compileUpdate(fromPlain({ $set: { 'a.b.1.c': 3 }, $inc: { n: 1 }, $push: { 'a.list': 1 } })).apply(
      document,
    );
    expect(isIdentical(document, before)).toBe(true);
  });

  test('what changes nothing says so', () => {
    expect(run({ a: 1 }, { $set: { a: 1 } }).isChanged).toBe(false);
    expect(run({ a: 1 }, { $set: { a: 1n } }).isChanged).toBe(true);
    expect(run({ a: 1 }, { $inc: { a: 0 } }).isChanged).toBe(false);
    expect(run({ a: [1] }, { $addToSet: { a: 1 } }).isChanged).toBe(false);
    expect(run({ a: { b: 1 } }, { $set: { 'a.b': 2 } }).touchedPaths).toEqual(['a.b']);
    expect(run({ a: [{ b: 1 }] }, { $set: { 'a.$[].b': 2 } }).touchedPaths).toEqual(['a.0.b']);
    expect(run({ _id: 1, a: 1 }, { a: 1 }).isChanged).toBe(false);
  });
});

describe('array operators', () => {
  test('$push with its modifiers', () => {
    expect(updated({}, { $push: { a: 1 } })).toEqual({ a: [1] });
    expect(updated({ a: [1] }, { $push: { a: [2, 3] } })).toEqual({ a: [1, [2, 3]] });
    expect(updated({ a: [1, 2] }, { $push: { a: { $each: [9], $position: 0 } } })).toEqual({ a: [9, 1, 2] });
    expect(updated({ a: [1, 2] }, { $push: { a: { $each: [9], $position: -1 } } })).toEqual({ a: [1, 9, 2] });
    expect(updated({ a: [3, 1] }, { $push: { a: { $each: [2], $sort: 1, $slice: -2 } } })).toEqual({
      a: [2, 3],
    });
    expect(
      updated(
        { a: [{ b: 2 }] },
        { $push: { a: { $each: [{ b: 3 }, { b: 1 }], $sort: { b: -1 }, $slice: 2 } } },
      ),
    ).toEqual({ a: [{ b: 3 }, { b: 2 }] });
    expect(updated({ a: [1] }, { $push: { a: { $each: [2], $slice: 0 } } })).toEqual({ a: [] });
  });

  test('$addToSet, $pull, $pullAll, $pop', () => {
    expect(updated({ a: [1] }, { $addToSet: { a: { $each: [1, 2, 2] } } })).toEqual({ a: [1, 2] });
    expect(updated({ a: [1, 1] }, { $addToSet: { a: 2 } })).toEqual({ a: [1, 1, 2] });
    expect(updated({}, { $addToSet: { a: { b: 1 } } })).toEqual({ a: [{ b: 1 }] });
    expect(updated({ a: [1, 5, 9] }, { $pull: { a: { $gte: 5 } } })).toEqual({ a: [1] });
    expect(updated({ a: [{ b: 1, c: 2 }, { b: 2 }] }, { $pull: { a: { b: 1 } } })).toEqual({ a: [{ b: 2 }] });
    expect(updated({ a: [1, 2, 1] }, { $pull: { a: 1 } })).toEqual({ a: [2] });
    expect(updated({ a: [{ b: [{ c: 1 }, { c: 2 }] }] }, { $pull: { 'a.$[].b': { c: 1 } } })).toEqual({
      a: [{ b: [{ c: 2 }] }],
    });
    expect(updated({ a: [1, 2, 3] }, { $pullAll: { a: [1, 3] } })).toEqual({ a: [2] });
    expect(updated({ a: [1, 2, 3] }, { $pop: { a: 1 } })).toEqual({ a: [1, 2] });
    expect(updated({ a: [1, 2, 3] }, { $pop: { a: -1 } })).toEqual({ a: [2, 3] });
    expect(updated({}, { $pull: { a: 1 } })).toEqual({});
  });
});

describe('positional operators', () => {
  test('$, $[] and $[identifier]', () => {
    expect(updated({ a: [1, 2, 3] }, { $set: { 'a.$': 9 } }, { arrayIndex: 1 })).toEqual({ a: [1, 9, 3] });
    expect(updated({ a: [{ b: 1 }, { b: 2 }] }, { $inc: { 'a.$.b': 5 } }, { arrayIndex: 1 })).toEqual({
      a: [{ b: 1 }, { b: 7 }],
    });
    expect(updated({ a: [1, 2] }, { $inc: { 'a.$[]': 1 } })).toEqual({ a: [2, 3] });
    expect(
      updated({ a: [1, 5, 9] }, { $set: { 'a.$[big]': 0 } }, { filters: [{ big: { $gte: 5 } }] }),
    ).toEqual({ a: [1, 0, 0] });
    expect(
      updated(
        {
          a: [
            { k: 1, l: [{ m: 1 }, { m: 2 }] },
            { k: 2, l: [{ m: 1 }] },
          ],
        },
        { $set: { 'a.$[x].l.$[y].n': true } },
        { filters: [{ 'x.k': 1 }, { 'y.m': { $gt: 1 } }] },
      ),
    ).toEqual({
      a: [
        { k: 1, l: [{ m: 1 }, { m: 2, n: true }] },
        { k: 2, l: [{ m: 1 }] },
      ],
    });
  });

  test('are refused where they cannot apply', () => {
    expect(codeOf({ a: [1] }, { $set: { 'a.$': 9 } })).toBe(2);
    expect(codeOf({ a: 5 }, { $set: { 'a.$[]': 9 } })).toBe(2);
    expect(codeOf({}, { $set: { 'a.$[]': 9 } })).toBe(2);
    expect(codeOf({ a: [] }, { $set: { 'a.$[x]': 9 } })).toBe(2);
    expect(codeOf({ a: [] }, { $set: { b: 1 } }, { filters: [{ x: 1 }] })).toBe(9);
    expect(codeOf({ a: [] }, { $set: { $: 1 } })).toBe(2);
    expect(codeOf({ a: [1, 2] }, { $set: { 'a.$': 5, 'a.0': 6 } }, { arrayIndex: 0 })).toBe(40);
    expect(updated({ a: [1, 2] }, { $set: { 'a.$': 5, 'a.0': 6 } }, { arrayIndex: 1 })).toEqual({
      a: [6, 5],
    });
  });
});

describe('refusals', () => {
  test('carry the codes of MongoDB', () => {
    const rows: [Plain, unknown, number][] = [
      [{ a: 'x' }, { $inc: { a: 1 } }, 14],
      [{ a: null }, { $inc: { a: 1 } }, 14],
      [{ a: 1 }, { $inc: { a: 'x' } }, 14],
      [{ a: 9223372036854775807n }, { $inc: { a: 1 } }, 2],
      [{ a: 5 }, { $push: { a: 1 } }, 2],
      [{ a: 5 }, { $addToSet: { a: 1 } }, 2],
      [{ a: 5 }, { $pull: { a: 1 } }, 2],
      [{ a: 5 }, { $pop: { a: 1 } }, 14],
      [{ a: 5 }, { $set: { 'a.b': 1 } }, 28],
      [{ a: null }, { $set: { 'a.b': 1 } }, 28],
      [{ a: [1] }, { $set: { 'a.b': 1 } }, 28],
      [{ a: 1 }, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
      [{ a: 1 }, { $set: { a: {}, 'a.b': 1 } }, 40],
      [{ a: 1 }, { $rename: { a: 'b' }, $set: { b: 1 } }, 40],
      [{ a: 1 }, { $rename: { a: 'a' } }, 2],
      [{ a: [{ b: 1 }] }, { $rename: { 'a.b': 'c' } }, 2],
      [{ _id: 1 }, { $set: { _id: 2 } }, 66],
      [{ _id: 1 }, { $unset: { _id: 1 } }, 66],
      [{ _id: 1 }, { _id: 2, a: 1 }, 66],
      [{ a: 1 }, { $foo: { a: 1 } }, 9],
      [{ a: 1 }, { $set: 5 }, 9],
      [{ a: 1 }, { $set: { '': 1 } }, 56],
      [{ a: 1 }, { $set: { 'a.': 1 } }, 56],
      [{ a: 1 }, { $set: { $b: 1 } }, 52],
      [{ a: 1 }, { a: 1, $b: 2 }, 52],
      [{ a: 1.5 }, { $bit: { a: { and: 1 } } }, 2],
      [{ a: 1 }, [{ $group: { _id: 1 } }], 72],
    ];
    for (const [document, update, code] of rows) {
      expect([update, codeOf(document, update)]).toEqual([update, code]);
    }
  });
});

describe('replacements and pipelines', () => {
  test('a replacement keeps _id in front', () => {
    expect(JSON.stringify(updated({ _id: 1, a: 1 }, { b: 2 }))).toBe('{"_id":1,"b":2}');
    expect(JSON.stringify(updated({ _id: 1, a: 1 }, { b: 2, _id: 1 }))).toBe('{"_id":1,"b":2}');
  });

  test('a pipeline sees the document as it was', () => {
    expect(updated({ _id: 1, a: 1, b: 2 }, [{ $set: { a: '$b', b: '$a' } }, { $unset: 'c' }])).toEqual({
      _id: 1,
      a: 2,
      b: 1,
    });
    expect(updated({ _id: 1, a: 1 }, [{ $replaceWith: { z: { $add: ['$a', 1] } } }])).toEqual({
      _id: 1,
      z: 2,
    });
  });
});

describe('buildUpsertDocument', () => {
  test('takes what the filter fixes', () => {
    const start = (filter: Plain) => toPlain(buildUpsertDocument(documentOf(filter)));
    expect(
      start({
        a: 1,
        'b.c': 2,
        d: { $gt: 1 },
        e: { $eq: 5 },
        $and: [{ f: 6 }],
        g: { $in: [7] },
        h: { $in: [1, 2] },
      }),
    ).toEqual({ a: 1, b: { c: 2 }, e: 5, f: 6, g: 7 });
    expect(start({ $or: [{ a: 1 }] })).toEqual({ a: 1 });
    expect(start({ $or: [{ a: 1 }, { b: 1 }] })).toEqual({});
    expect([...buildUpsertDocument(documentOf({ a: 1, _id: 2 })).keys()]).toEqual(['_id', 'a']);
    expect(() => start({ a: 1, $and: [{ a: 2 }] })).toThrow('matched twice');
  });
});
