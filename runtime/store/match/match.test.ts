import { describe, expect, test } from 'bun:test';
import type { StoreError } from '../value/errors.ts';
import {
  Binary,
  BSONRegExp,
  compileCollation,
  Decimal128,
  documentOf,
  MaxKey,
  MinKey,
} from '../value/index.ts';
import { compileMatch } from './index.ts';

type Plain = Record<string, unknown>;

const matches = (document: Plain, filter: Plain): boolean =>
  compileMatch(documentOf(filter)).test(documentOf(document));

const codeOf = (filter: Plain): number => {
  try {
    compileMatch(documentOf(filter));
  } catch (error) {
    return (error as StoreError).code;
  }
  return 0;
};

/** Each row: document, filter, whether MongoDB matches them. */
const check = (rows: [Plain, Plain, boolean][]): void => {
  for (const [document, filter, expected] of rows) {
    expect(`${Bun.inspect(filter)} ${matches(document, filter)}`).toBe(`${Bun.inspect(filter)} ${expected}`);
  }
};

describe('equality', () => {
  test('null stands for null and missing, also through arrays', () => {
    check([
      [{ a: null }, { a: null }, true],
      [{}, { a: null }, true],
      [{ a: 0 }, { a: null }, false],
      [{ a: [] }, { a: null }, false],
      [{ a: [null] }, { a: null }, true],
      [{ a: 5 }, { 'a.b': null }, true],
      [{ a: [{ b: 1 }, {}] }, { 'a.b': null }, true],
      [{ a: [{ b: 1 }] }, { 'a.b': null }, false],
      [{ a: [1, 2] }, { 'a.b': null }, false],
      [{ a: [] }, { 'a.b': null }, false],
      [{ a: [{ b: 1 }, {}] }, { 'a.b': { $ne: null } }, false],
      [{ a: null }, { a: { $gte: null } }, true],
      [{}, { a: { $lte: null } }, true],
      [{ a: null }, { a: { $gt: null } }, false],
      [{ a: 1 }, { a: { $gte: null } }, false],
      [{}, { a: { $in: [null, 1] } }, true],
      [{}, { a: { $nin: [null] } }, false],
    ]);
  });

  test('numbers of all kinds are one', () => {
    check([
      [{ a: 5n }, { a: 5 }, true],
      [{ a: new Decimal128('5.0') }, { a: 5 }, true],
      [{ a: 9007199254740993n }, { a: 9007199254740992 }, false],
      [{ a: 9007199254740993n }, { a: { $gt: 9007199254740992 } }, true],
      [{ a: Number.NaN }, { a: Number.NaN }, true],
      [{ a: Number.NaN }, { a: { $lt: 5 } }, false],
      [{ a: Number.NaN }, { a: { $lte: Number.NaN } }, true],
    ]);
  });

  test('arrays match by element and as a whole, documents by order of fields', () => {
    check([
      [{ a: [1, 2] }, { a: 2 }, true],
      [{ a: [1, 2] }, { a: [1, 2] }, true],
      [{ a: [1, 2] }, { a: [2, 1] }, false],
      [{ a: [[1, 2]] }, { a: [1, 2] }, true],
      [{ a: { b: 1, c: 2 } }, { a: { c: 2, b: 1 } }, false],
      [{ a: [{ b: 1 }] }, { 'a.0.b': 1 }, true],
      [{ a: [[{ b: 1 }]] }, { 'a.b': 1 }, false],
      [{ a: {} }, { a: {} }, true],
    ]);
  });
});

describe('ranges', () => {
  test('keep to the type of their operand', () => {
    check([
      [{ a: 'x' }, { a: { $gt: 1 } }, false],
      [{ a: new Date(5) }, { a: { $gt: 1 } }, false],
      [{ a: true }, { a: { $gte: false } }, true],
      [{ a: [1, 10] }, { a: { $gt: 5, $lt: 3 } }, true],
      [{ a: 'x' }, { a: { $gt: new MinKey() } }, true],
      [{}, { a: { $gte: new MinKey() } }, true],
      [{ a: 'x' }, { a: { $lt: new MaxKey() } }, true],
      [{ a: 'x' }, { a: { $gt: new MaxKey() } }, false],
      [{ a: { b: 2 } }, { a: { $gt: { b: 1 } } }, true],
    ]);
  });
});

describe('element and array operators', () => {
  test('$exists, $type, $size, $mod', () => {
    check([
      [{ a: [] }, { a: { $exists: true } }, true],
      [{ a: [] }, { 'a.b': { $exists: false } }, true],
      [{ a: null }, { a: { $exists: false } }, false],
      [{ a: 1 }, { a: { $type: 'int' } }, true],
      [{ a: 1.5 }, { a: { $type: 'number' } }, true],
      [{ a: [1] }, { a: { $type: 'array' } }, true],
      [{ a: [1] }, { a: { $type: 16 } }, true],
      [{ a: 5n }, { a: { $type: ['string', 'long'] } }, true],
      [{}, { a: { $type: 'null' } }, false],
      [{ a: [1, 2] }, { a: { $size: 2 } }, true],
      [{ a: [[1, 2]] }, { a: { $size: 2 } }, false],
      [{ a: 7 }, { a: { $mod: [4, 3] } }, true],
      [{ a: 7.9 }, { a: { $mod: [4, 3] } }, true],
      [{ a: '7' }, { a: { $mod: [4, 3] } }, false],
      [{ a: new Decimal128('7.5') }, { a: { $mod: [4, 3] } }, true],
    ]);
  });

  test('$all and $elemMatch', () => {
    check([
      [{ a: 5 }, { a: { $all: [5] } }, true],
      [{ a: [1, 2, 3] }, { a: { $all: [1, 3] } }, true],
      [{ a: [1] }, { a: { $all: [] } }, false],
      [{ a: [{ b: 1, c: 1 }, { b: 2 }] }, { a: { $elemMatch: { b: 2, c: 1 } } }, false],
      [{ a: [{ b: 1, c: 1 }] }, { a: { $elemMatch: { b: 1, c: 1 } } }, true],
      [{ a: [1, 10] }, { a: { $elemMatch: { $gt: 5, $lt: 9 } } }, false],
      [{ a: [7] }, { a: { $elemMatch: { $gt: 5, $lt: 9 } } }, true],
      [{ a: [[7]] }, { a: { $elemMatch: { $gt: 5 } } }, false],
      [{ a: [[7]] }, { a: { $elemMatch: { $elemMatch: { $gt: 5 } } } }, true],
      [{ a: { b: 1 } }, { a: { $elemMatch: { b: 1 } } }, false],
      [
        { a: [{ b: 1 }, { b: 2 }] },
        { a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { b: 2 } }] } },
        true,
      ],
      [{ a: [{ b: 3 }] }, { a: { $elemMatch: { $or: [{ b: 3 }, { b: 4 }] } } }, true],
      [{ a: [1, 2] }, { a: { $not: { $elemMatch: { $gt: 5 } } } }, true],
    ]);
  });

  test('$bits', () => {
    check([
      [{ a: 54 }, { a: { $bitsAllSet: 50 } }, true],
      [{ a: 54 }, { a: { $bitsAllSet: [1, 5] } }, true],
      [{ a: 54 }, { a: { $bitsAllClear: [0, 3] } }, true],
      [{ a: 54 }, { a: { $bitsAnySet: 9 } }, false],
      [{ a: -1 }, { a: { $bitsAllSet: [63, 200] } }, true],
      [{ a: 1.5 }, { a: { $bitsAnySet: [0] } }, false],
      [{ a: new Binary(new Uint8Array([4])) }, { a: { $bitsAllSet: [2] } }, true],
    ]);
  });
});

describe('regular expressions', () => {
  test('match strings with MongoDB options', () => {
    check([
      [{ a: 'Hello' }, { a: new BSONRegExp('^hel', 'i') }, true],
      [{ a: 'Hello' }, { a: { $regex: 'L+O$', $options: 'i' } }, true],
      [{ a: ['x', 'abc'] }, { a: { $in: [new BSONRegExp('^ab')] } }, true],
      [{ a: 5 }, { a: { $regex: '5' } }, false],
      [{ a: 'a\nb' }, { a: { $regex: 'a.b' } }, false],
      [{ a: 'a\nb' }, { a: { $regex: 'a.b', $options: 's' } }, true],
      [{ a: 'a\nb' }, { a: { $regex: '^b', $options: 'm' } }, true],
      [{ a: 'a\n' }, { a: { $regex: 'a$' } }, true],
      [{ a: 'abc' }, { a: { $regex: 'a b # letters\n c', $options: 'x' } }, true],
      [{ a: 'ABC' }, { a: { $regex: '(?i)abc' } }, true],
      [{ a: 'a-b' }, { a: { $regex: 'a\\-b' } }, true],
      [{ a: 'x1' }, { a: { $regex: '^[[:alpha:]][[:digit:]]$' } }, true],
      [{ a: 'a.b' }, { a: { $regex: '\\Qa.b\\E' } }, true],
      [{ a: '😀' }, { a: { $regex: '^.$' } }, true],
      [{ a: 'abc' }, { a: { $not: new BSONRegExp('b') } }, false],
      [{ a: new BSONRegExp('b') }, { a: { $eq: new BSONRegExp('b') } }, true],
      [{ a: 'b' }, { a: { $eq: new BSONRegExp('b') } }, false],
    ]);
  });

  test('those that cannot be carried out are refused', () => {
    expect(codeOf({ a: { $regex: 'a++' } })).toBe(51091);
    expect(codeOf({ a: { $regex: '(' } })).toBe(51091);
    expect(codeOf({ a: { $regex: 'a', $options: 'q' } })).toBe(51108);
  });
});

describe('logic', () => {
  test('$and, $or, $nor, $not, $expr', () => {
    check([
      [{ a: 1, b: 2 }, { $and: [{ a: 1 }, { b: 2 }] }, true],
      [{ a: 1 }, { $or: [{ a: 2 }, { b: null }] }, true],
      [{ a: 1 }, { $nor: [{ a: 1 }] }, false],
      [{ a: 1 }, { a: { $not: { $gt: 5 } } }, true],
      [{}, { a: { $not: { $gt: 5 } } }, true],
      [{ a: 5, b: 4 }, { $expr: { $gt: ['$a', '$b'] } }, true],
      [{ a: 5 }, { $expr: { $lt: ['$missing', null] } }, true],
      [{ a: 1 }, { $comment: 'why', a: { $eq: 1, $comment: 'too' } }, true],
    ]);
  });

  test('collation applies to strings inside values too', () => {
    const collation = compileCollation(documentOf({ locale: 'en', strength: 2 }));
    const matcher = compileMatch(documentOf({ a: { $in: ['ABC'] }, b: 'x' }), { collation });
    expect(matcher.test(documentOf({ a: ['abc'], b: 'X' }))).toBe(true);
  });

  test('refusals carry the codes of MongoDB', () => {
    const rows: [Plain, number][] = [
      [{ $where: '1' }, 13],
      [{ $text: { $search: 'a' } }, 27],
      [{ $jsonSchema: {} }, 115],
      [{ a: { $near: [1, 2] } }, 2],
      [{ a: { $foo: 1 } }, 2],
      [{ $foo: 1 }, 2],
      [{ $or: [] }, 2],
      [{ $and: 1 }, 2],
      [{ a: { $in: 1 } }, 2],
      [{ a: { $in: [{ $gt: 1 }] } }, 2],
      [{ a: { $mod: [0, 1] } }, 2],
      [{ a: { $type: 'nothing' } }, 2],
      [{ a: { $size: -1 } }, 2],
      [{ a: { $elemMatch: 1 } }, 2],
      [{ $expr: { $foo: 1 } }, 168],
    ];
    for (const [filter, code] of rows) expect([filter, codeOf(filter)]).toEqual([filter, code]);
  });
});

describe('the positional index', () => {
  const indexOf = (document: Plain, filter: Plain): number | undefined =>
    compileMatch(documentOf(filter)).match(documentOf(document)).arrayIndex;

  test('is that of the element which met the condition on the array', () => {
    expect(indexOf({ a: [1, 5, 9] }, { a: { $gt: 4 } })).toBe(1);
    expect(indexOf({ a: [{ b: 1 }, { b: 2 }] }, { 'a.b': 2 })).toBe(1);
    expect(indexOf({ a: [{ b: 1 }, { b: 2, c: 3 }] }, { a: { $elemMatch: { b: 2, c: 3 } } })).toBe(1);
    expect(indexOf({ x: 1, a: [7, 8] }, { x: 1, a: 8 })).toBe(1);
    expect(indexOf({ a: 1 }, { a: 1 })).toBeUndefined();
    expect(indexOf({ a: [1, 2], b: [0, 0, 9] }, { a: 2, b: { $ne: 4 } })).toBe(1);
  });
});
