import { describe, expect, test } from 'bun:test';
import type { StoreError } from '../value/errors.ts';
import {
  BSONRegExp,
  Decimal128,
  documentOf,
  fromPlain,
  int32,
  ObjectId,
  Timestamp,
  toPlain,
  type Value,
} from '../value/index.ts';
import { compileExpression } from './index.ts';

type Plain = Record<string, unknown>;

const evaluate = (expression: unknown, document: Plain = {}): Value | undefined =>
  compileExpression(fromPlain(expression), { now: new Date(0), variables: new Map([['user', int32(7)]]) })(
    documentOf(document),
  );

const plain = (expression: unknown, document?: Plain): unknown => toPlain(evaluate(expression, document));

const codeOf = (expression: unknown, document: Plain = {}): number => {
  try {
    evaluate(expression, document);
  } catch (error) {
    return (error as StoreError).code;
  }
  return 0;
};

/** A branch of `$switch`; built from entries since a literal with `then` looks like a promise to the linter. */
const branch = (test: unknown, result: unknown): Plain =>
  Object.fromEntries([
    ['case', test],
    ['then', result],
  ]);

/** Each row: expression, what MongoDB makes of it. */
const check = (rows: [unknown, unknown][], document?: Plain): void => {
  for (const [expression, expected] of rows) {
    const shown = Bun.inspect(expression);
    expect([shown, plain(expression, document)]).toEqual([shown, expected]);
  }
};

const decimal = (text: string): Decimal128 => new Decimal128(text);

describe('paths, variables and logic', () => {
  const document = { a: { b: [{ c: 1 }, { c: 2 }, 5] }, n: 3, z: null };

  test('paths walk through arrays, not by index', () => {
    check(
      [
        ['$a.b.c', [1, 2]],
        ['$a.b.0', []],
        ['$n.x', undefined],
        ['$$ROOT.n', 3],
        ['$$CURRENT.n', 3],
        ['$$user', 7],
        ['$$NOW', new Date(0)],
        ['$$REMOVE', undefined],
        ['plain', 'plain'],
        [{ x: '$n', y: '$nothing' }, { x: 3 }],
        [
          ['$n', '$nothing'],
          [3, null],
        ],
        [{ $literal: '$n' }, '$n'],
      ],
      document,
    );
    expect(codeOf('$$unknown')).toBe(17276);
    expect(codeOf({ $foo: 1 })).toBe(168);
    expect(codeOf({ $function: {} })).toBe(2);
    expect(codeOf({ $add: [1], $subtract: [1, 1] })).toBe(15983);
  });

  test('missing is less than null, which is less than numbers', () => {
    check(
      [
        [{ $lt: ['$nothing', '$z'] }, true],
        [{ $lt: ['$z', 0] }, true],
        [{ $eq: ['$nothing', null] }, false],
        [{ $gt: ['a', 5] }, true],
        [{ $cmp: [1, 2n] }, -1],
        [{ $eq: [9007199254740993n, 9007199254740992] }, false],
        [{ $and: [] }, true],
        [{ $and: [1, 'x', 0] }, false],
        [{ $or: [null, 0, 'x'] }, true],
        [{ $not: [false] }, true],
        [{ $cond: [{ $gte: ['$n', 3] }, 'yes', 'no'] }, 'yes'],
        [
          {
            $cond: Object.fromEntries([
              ['if', '$nothing'],
              ['then', 1],
              ['else', 2],
            ]),
          },
          2,
        ],
        [{ $ifNull: ['$nothing', '$z', 'default'] }, 'default'],
        [
          {
            $switch: {
              branches: [branch({ $eq: ['$n', 1] }, 'one'), branch(true, 'other')],
            },
          },
          'other',
        ],
        [{ $let: { vars: { x: 2, y: '$n' }, in: { $multiply: ['$$x', '$$y'] } } }, 6],
        [{ $let: { vars: { x: 1 }, in: { $let: { vars: { x: 2 }, in: '$$x' } } } }, 2],
      ],
      document,
    );
    expect(codeOf({ $switch: { branches: [branch(false, 1)] } })).toBe(40066);
  });
});

describe('arithmetic', () => {
  test('keeps and widens kinds as MongoDB does', () => {
    expect(evaluate({ $add: [2147483647, 1] })).toBe(2147483648n);
    expect(evaluate({ $add: [9223372036854775807n, 1] })).toBe(2 ** 63);
    expect(evaluate({ $add: [0.1, 0.2, 0.3] })).toBe(0.6000000000000001);
    expect(evaluate({ $sum: [0.1, 0.2, 0.3] })).toBe(0.6);
    expect(String(evaluate({ $add: [decimal('0.1'), decimal('0.2')] }))).toBe('0.3');
    expect(evaluate({ $divide: [6, 3] })).toBe(2);
    expect(evaluate({ $multiply: [3, 4] })).toEqual(int32(12));
    check([
      [{ $add: [new Date(1000), 500] }, new Date(1500)],
      [{ $subtract: [new Date(1500), new Date(1000)] }, 500n],
      [{ $subtract: [new Date(1500), 500] }, new Date(1000)],
      [{ $add: [1, null] }, null],
      [{ $mod: [-7, 3] }, -1],
      [{ $mod: [7.5, 2] }, 1.5],
      [{ $abs: -5 }, 5],
      [{ $pow: [2, 10] }, 1024],
      [{ $pow: [2, -1] }, 0.5],
      [{ $pow: [2, 62] }, 4611686018427387904n],
      [{ $sqrt: 25 }, 5],
      [{ $ln: 1 }, 0],
      [{ $log: [100, 10] }, 2],
      [{ $bitAnd: [12, 10] }, 8],
      [{ $bitNot: 5 }, -6],
    ]);
    expect(String(evaluate({ $sqrt: decimal('2') }))).toBe('1.414213562373095048801688724209698');
    expect(String(evaluate({ $pow: [decimal('1.1'), 2] }))).toBe('1.21');
  });

  test('rounds half to even, by place, exactly', () => {
    check([
      [{ $round: 2.5 }, 2],
      [{ $round: 3.5 }, 4],
      [{ $round: [2.675, 2] }, 2.67],
      [{ $round: [19.25, 1] }, 19.2],
      [{ $round: [28.73, -1] }, 30],
      [{ $round: [1235, -1] }, 1240],
      [{ $trunc: [-7.85, 1] }, -7.8],
      [{ $trunc: 7.85 }, 7],
      [{ $ceil: 2.1 }, 3],
      [{ $floor: -2.1 }, -3],
      [{ $floor: 5 }, 5],
    ]);
    expect(String(evaluate({ $round: [decimal('2.675'), 2] }))).toBe('2.68');
    expect(String(evaluate({ $ceil: decimal('2.1') }))).toBe('3');
  });

  test('refusals', () => {
    expect(codeOf({ $add: ['x', 1] })).toBe(14);
    expect(codeOf({ $divide: [1, 0] })).toBe(2);
    expect(codeOf({ $mod: [1, 0] })).toBe(16610);
    expect(codeOf({ $subtract: ['x', 1] })).toBe(14);
    expect(codeOf({ $divide: [1, 2, 3] })).toBe(16020);
    expect(codeOf({ $sqrt: -1 })).toBe(28714);
  });

  test('statistics over arguments and arrays', () => {
    check(
      [
        [{ $sum: '$v' }, 6],
        [{ $sum: ['$v', 4] }, 4],
        [{ $avg: '$v' }, 2],
        [{ $max: ['$v', 4] }, [1, 2, 3]],
        [{ $min: '$v' }, 1],
        [{ $sum: ['x', null] }, 0],
        [{ $avg: [] }, null],
        [{ $stdDevPop: '$v' }, Math.sqrt(2 / 3)],
      ],
      { v: [1, 2, 3] },
    );
  });
});

describe('arrays, sets and objects', () => {
  test('arrays', () => {
    check([
      [{ $arrayElemAt: [[1, 2, 3], -1] }, 3],
      [{ $arrayElemAt: [[1], 5] }, undefined],
      [{ $first: [[1, 2]] }, 1],
      [{ $concatArrays: [[1], [2, 3]] }, [1, 2, 3]],
      [{ $in: [2, [1, 2]] }, true],
      [{ $indexOfArray: [['a', 'b'], 'b'] }, 1],
      [{ $isArray: [[1]] }, true],
      [{ $range: [0, 10, 3] }, [0, 3, 6, 9]],
      [{ $reverseArray: [[1, 2]] }, [2, 1]],
      [{ $size: [[1, 2]] }, 2],
      [{ $slice: [[1, 2, 3], 1, 1] }, [2]],
      [{ $slice: [[1, 2, 3], -2] }, [2, 3]],
      [
        { $zip: { inputs: [['a', 'b'], [1]], useLongestLength: true, defaults: ['x', 0] } },
        [
          ['a', 1],
          ['b', 0],
        ],
      ],
      [{ $map: { input: [1, 2], as: 'n', in: { $add: ['$$n', 1] } } }, [2, 3]],
      [{ $filter: { input: [1, 2, 3], cond: { $gt: ['$$this', 1] }, limit: 1 } }, [2]],
      [{ $reduce: { input: ['a', 'b'], initialValue: '', in: { $concat: ['$$value', '$$this'] } } }, 'ab'],
      [{ $sortArray: { input: [3, 1, 2], sortBy: -1 } }, [3, 2, 1]],
      [{ $sortArray: { input: [{ a: 2 }, { a: 1 }], sortBy: { a: 1 } } }, [{ a: 1 }, { a: 2 }]],
      [{ $firstN: { n: 2, input: [1, 2, 3] } }, [1, 2]],
      [{ $maxN: { n: 2, input: [1, 3, 2] } }, [3, 2]],
    ]);
    expect(codeOf({ $size: '$nothing' })).toBe(17124);
    expect(codeOf({ $in: [1, 2] })).toBe(40081);
  });

  test('nested loops keep their variables apart', () => {
    const nested = {
      $map: {
        input: [[1, 2], [3]],
        as: 'row',
        in: { $map: { input: '$$row', as: 'n', in: { $multiply: ['$$n', { $size: '$$row' }] } } },
      },
    };
    expect(plain(nested)).toEqual([[2, 4], [3]]);
  });

  test('sets', () => {
    check([
      [
        {
          $setUnion: [
            [2, 1],
            [1, 3],
          ],
        },
        [1, 2, 3],
      ],
      [
        {
          $setIntersection: [
            [1, 2],
            [2, 3],
          ],
        },
        [2],
      ],
      [{ $setDifference: [[1, 2, 1], [2]] }, [1]],
      [
        {
          $setEquals: [
            [1, 2, 1],
            [2, 1],
          ],
        },
        true,
      ],
      [{ $setIsSubset: [[1], [1, 2]] }, true],
      [{ $anyElementTrue: [[0, 1]] }, true],
      [{ $allElementsTrue: [[0, 1]] }, false],
    ]);
  });

  test('objects', () => {
    check([
      [{ $mergeObjects: [{ a: 1 }, null, { a: 2, b: 3 }] }, { a: 2, b: 3 }],
      [{ $objectToArray: { a: 1 } }, [{ k: 'a', v: 1 }]],
      [
        {
          $arrayToObject: [
            [
              ['a', 1],
              ['b', 2],
            ],
          ],
        },
        { a: 1, b: 2 },
      ],
      [{ $arrayToObject: { $literal: [{ k: 'a', v: 1 }] } }, { a: 1 }],
      [{ $getField: { field: 'a.b', input: { $literal: { 'a.b': 1 } } } }, 1],
      [{ $setField: { field: 'x', input: { a: 1 }, value: 2 } }, { a: 1, x: 2 }],
      [{ $unsetField: { field: 'a', input: { a: 1, b: 2 } } }, { b: 2 }],
      [{ $tsSecond: new Timestamp({ t: 5, i: 6 }) }, 5n],
    ]);
  });
});

describe('strings', () => {
  test('operators', () => {
    check([
      [{ $concat: ['a', 'b'] }, 'ab'],
      [{ $concat: ['a', null] }, null],
      [{ $toLower: 'ÄBC' }, 'Äbc'],
      [{ $toUpper: null }, ''],
      [{ $trim: { input: '  a b\n' } }, 'a b'],
      [{ $ltrim: { input: 'xxa', chars: 'x' } }, 'a'],
      [{ $split: ['a-b-c', '-'] }, ['a', 'b', 'c']],
      [{ $substrCP: ['寿司x', 1, 1] }, '司'],
      [{ $substrBytes: ['cafétéria', 0, 5] }, 'café'],
      [{ $strLenCP: '😀é' }, 2],
      [{ $strLenBytes: 'é' }, 2],
      [{ $indexOfCP: ['😀ab', 'b'] }, 2],
      [{ $indexOfBytes: ['éb', 'b'] }, 2],
      [{ $strcasecmp: ['ABC', 'abd'] }, -1],
      [{ $replaceOne: { input: 'aa', find: 'a', replacement: { $literal: '$&' } } }, '$&a'],
      [{ $replaceAll: { input: 'a.a', find: 'a', replacement: 'b' } }, 'b.b'],
      [{ $regexMatch: { input: 'Abc', regex: '^ab', options: 'i' } }, true],
      [
        { $regexFind: { input: '😀x1', regex: '([a-z])([0-9])?' } },
        { match: 'x1', idx: 1, captures: ['x', '1'] },
      ],
      [
        { $regexFindAll: { input: 'a1b', regex: new BSONRegExp('[a-z]') } },
        [
          { match: 'a', idx: 0, captures: [] },
          { match: 'b', idx: 2, captures: [] },
        ],
      ],
    ]);
    expect(codeOf({ $concat: ['a', 1] })).toBe(16702);
    expect(codeOf({ $substrBytes: ['é', 1, 1] })).toBe(28656);
  });
});

describe('conversion', () => {
  test('between types', () => {
    const id = '5ab9cbfa31c2ab715d42129e';
    check([
      [{ $toString: 2.5 }, '2.5'],
      [{ $toString: 1e20 }, '1e+20'],
      [{ $toString: { $add: [0.1, 0.2] } }, '0.3'],
      [{ $toString: new Date(0) }, '1970-01-01T00:00:00.000Z'],
      [{ $toString: new ObjectId(id) }, id],
      [{ $toInt: '42' }, 42],
      [{ $toInt: 5.9 }, 5],
      [{ $toInt: decimal('-7.9') }, -7],
      [{ $toLong: '9007199254740993' }, 9007199254740993n],
      [{ $toLong: new Date(5) }, 5n],
      [{ $toDouble: '1.5e3' }, 1500],
      [{ $toBool: 'false' }, true],
      [{ $toBool: 0 }, false],
      [{ $toObjectId: id }, new ObjectId(id)],
      [{ $toDate: new ObjectId(id) }, new Date('2018-03-27T04:43:38Z')],
      [{ $toDate: 120000000000.5 }, new Date('1973-10-20T21:20:00Z')],
      [{ $toDate: '2018-03-20' }, new Date('2018-03-20T00:00:00Z')],
      [{ $toDate: '2018-03-20T11:00:06+0500' }, new Date('2018-03-20T06:00:06Z')],
      [{ $toInt: null }, null],
      [{ $convert: { input: 'x', to: 'int', onError: -1 } }, -1],
      [{ $convert: { input: null, to: 'int', onNull: 0 } }, 0],
      [{ $convert: { input: true, to: 1 } }, 1],
      [{ $type: '$nothing' }, 'missing'],
      [{ $type: 5n }, 'long'],
      [{ $isNumber: decimal('1') }, true],
    ]);
    expect(String(evaluate({ $toDecimal: 2.5 }))).toBe('2.50000000000000');
    expect(String(evaluate({ $toDecimal: '2.5' }))).toBe('2.5');
  });

  test('what cannot be converted is an error', () => {
    for (const expression of [
      { $toInt: 'x' },
      { $toInt: 2147483648 },
      { $toInt: new Date(0) },
      { $toObjectId: 'x' },
      { $toDate: 'yesterday' },
      { $toLong: Number.NaN },
      { $toDouble: '' },
    ]) {
      expect([expression, codeOf(expression)]).toEqual([expression, 241]);
    }
  });
});
