import { mongo } from 'mongoose';

export type Random = () => number;

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T;

const FIELDS = [
  'a',
  'b',
  'c.d',
  'c',
  'n',
  '_id',
  'list',
  'list.0',
  'list.x',
  '$bad',
  '',
  '0',
  'é',
  '__proto__',
];

export const field = (random: Random): string => pick(random, FIELDS);

/** A value of any BSON type, nested now and then. */
export function anyValue(random: Random, depth = 0): unknown {
  const make = pick<() => unknown>(random, [
    () => null,
    () => undefined,
    () => random() < 0.5,
    () => Math.floor(random() * 20) - 5,
    () => random() * 1e300,
    () => pick(random, [Number.NaN, Number.POSITIVE_INFINITY, -0]),
    () => mongo.Long.fromNumber(Math.floor(random() * 2 ** 53)),
    () =>
      mongo.Decimal128.fromString(
        pick(random, ['0.1', '-1E6144', 'NaN', '9.999999999999999999999999999999999E+6144']),
      ),
    () => pick(random, ['', 'a', 'b', '文字', '$a', 'x'.repeat(300), '\u0000', '\ud800']),
    () => new Date(pick(random, [0, 1.7e12, -1e14, 8.64e15])),
    () => new mongo.ObjectId(),
    () => new mongo.Binary(Buffer.from('ab')),
    () => new mongo.BSONRegExp(pick(random, ['^a', 'b+', '(a', '.*']), pick(random, ['', 'i', 'x'])),
    () => new mongo.Timestamp({ t: 1, i: 2 }),
    () => new mongo.MinKey(),
    () => new mongo.MaxKey(),
    () =>
      depth > 3 ? 1 : Array.from({ length: Math.floor(random() * 4) }, () => anyValue(random, depth + 1)),
    () => (depth > 3 ? 1 : anyDocument(random, depth + 1)),
  ]);
  return make();
}

export function anyDocument(random: Random, depth = 0): mongo.Document {
  const entries = Array.from({ length: Math.floor(random() * 4) }, () => [
    field(random),
    anyValue(random, depth),
  ]);
  return Object.fromEntries(entries);
}

const QUERY_OPERATORS = [
  '$eq',
  '$ne',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$nin',
  '$exists',
  '$type',
  '$mod',
  '$all',
  '$size',
  '$elemMatch',
  '$not',
  '$regex',
  '$options',
  '$bitsAllSet',
  '$near',
  '$where',
  '$nope',
];

export function anyFilter(random: Random, depth = 0): mongo.Document {
  const filter: mongo.Document = {};
  /** Also names such as `__proto__`, as fields of its own. */
  const put = (name: string, value: unknown): void =>
    void Object.defineProperty(filter, name, { value, enumerable: true, configurable: true, writable: true });
  for (let left = Math.floor(random() * 3); left >= 0; left -= 1) {
    const choice = random();
    if (choice < 0.15 && depth < 3)
      filter[pick(random, ['$or', '$and', '$nor'])] = [
        anyFilter(random, depth + 1),
        anyFilter(random, depth + 1),
      ];
    else if (choice < 0.2) filter.$expr = anyExpression(random);
    else if (choice < 0.6) put(field(random), { [pick(random, QUERY_OPERATORS)]: anyValue(random) });
    else put(field(random), anyValue(random));
  }
  return filter;
}

const UPDATE_OPERATORS = [
  '$set',
  '$unset',
  '$inc',
  '$mul',
  '$min',
  '$max',
  '$push',
  '$pull',
  '$pullAll',
  '$addToSet',
  '$pop',
  '$rename',
  '$setOnInsert',
  '$currentDate',
  '$bit',
  '$nope',
];

export function anyUpdate(random: Random): mongo.Document | mongo.Document[] {
  const choice = random();
  if (choice < 0.1) return [{ $set: { [field(random)]: anyExpression(random) } }, { $unset: field(random) }];
  if (choice < 0.2) return anyDocument(random);
  const update: mongo.Document = {};
  for (let left = Math.floor(random() * 2); left >= 0; left -= 1)
    update[pick(random, UPDATE_OPERATORS)] = {
      [random() < 0.2 ? pick(random, ['list.$', 'list.$[]', 'list.$[e].x']) : field(random)]: pick<
        () => unknown
      >(random, [
        () => anyValue(random),
        () => Math.floor(random() * 10),
        () => ({ $each: [1, 2], $slice: Math.floor(random() * 5) - 2, $sort: pick(random, [1, -1, 0]) }),
      ])(),
    };
  return update;
}

const EXPRESSIONS = [
  '$add',
  '$subtract',
  '$divide',
  '$concat',
  '$cond',
  '$ifNull',
  '$size',
  '$arrayElemAt',
  '$dateToString',
  '$toString',
  '$toInt',
  '$map',
  '$filter',
  '$reduce',
  '$split',
  '$substrCP',
  '$mergeObjects',
  '$function',
  '$switch',
  '$dateAdd',
  '$convert',
  '$nope',
];

export function anyExpression(random: Random, depth = 0): unknown {
  const choice = random();
  if (depth > 3 || choice < 0.3)
    return pick(random, ['$a', '$n', '$list', '$$ROOT', '$$NOW', '$$nope', '$c.d', 1, 'x', null]);
  if (choice < 0.4) return anyValue(random);
  const operand =
    random() < 0.5
      ? [anyExpression(random, depth + 1), anyExpression(random, depth + 1)]
      : anyExpression(random, depth + 1);
  return { [pick(random, EXPRESSIONS)]: operand };
}

/** One stage of a pipeline; few of them read much. */
export function anyStage(random: Random): mongo.Document {
  return pick<() => mongo.Document>(random, [
    () => ({ $match: anyFilter(random) }),
    () => ({
      $group: {
        _id: anyExpression(random),
        v: { [pick(random, ['$sum', '$avg', '$push', '$first', '$nope', '$max'])]: anyExpression(random) },
      },
    }),
    () => ({ $sort: { [field(random)]: pick(random, [1, -1, 0, 'x']) } }),
    () => ({ $project: { [field(random)]: pick<unknown>(random, [1, 0, anyExpression(random)]) } }),
    () => ({ $set: { [field(random)]: anyExpression(random) } }),
    () => ({
      $unwind: pick<unknown>(random, ['$list', 'list', { path: '$list', includeArrayIndex: 'at' }, 7]),
    }),
    () => ({ $lookup: { from: 'other', localField: field(random), foreignField: field(random), as: 'j' } }),
    () => ({ $limit: pick(random, [1, 5, 0, -1]) }),
    () => ({ $skip: pick(random, [0, 3, -1]) }),
    () => ({ $facet: { one: [{ $count: 'n' }], two: [anyStage(random)] } }),
    () => ({ $bucket: { groupBy: '$n', boundaries: [0, 5, 10], default: anyValue(random) } }),
    () => ({ $replaceRoot: { newRoot: anyExpression(random) } }),
    () => ({ $count: pick(random, ['n', '', '$n']) }),
    () => ({
      $merge: pick<unknown>(random, ['other', { into: 'other', on: '_id', whenMatched: 'replace' }]),
    }),
    () => ({ $out: 'out' }),
    () => ({ $nope: 1 }),
  ])();
}
