import { mongo } from 'mongoose';

/** One command that a server has to refuse, as a program with a mistake would send it. */
export interface WrongCommand {
  name: string;
  command: mongo.Document;
}

const { Decimal128, Int32, Long } = mongo.BSON;

/** What every command works on: the caller has put `{ _id: 1, text: 'a', list: [1, 2], n: 1, deep: { a: 'x' } }` there. */
export const TARGET = 'wrong';

/** Expressions that fail while a document is looked at, or while they are read. */
const EXPRESSIONS: mongo.Document[] = [
  ...['1E+6145', '-1E+6145', '1E+999999999', 'abc', '', ' 1', '0x10'].map((text) => ({ $toDecimal: text })),
  ...['1e400', 'one', '1,5'].map((text) => ({ $toDouble: text })),
  ...['2147483648', '1.5', 'x'].map((text) => ({ $toInt: text })),
  ...['9223372036854775808', '1E3', ''].map((text) => ({ $toLong: text })),
  { $toInt: Decimal128.fromString('1E+6000') },
  { $toLong: Number.POSITIVE_INFINITY },
  { $toObjectId: 'not an id' },
  { $toDate: 'the day after' },
  { $toDate: Long.fromString('9223372036854775807') },
  { $convert: { input: '1E+6145', to: 'decimal' } },
  { $convert: { input: 1, to: 'nonsense' } },
  { $convert: { input: 1 } },
  { $convert: { to: 'int' } },
  { $divide: [1, 0] },
  { $mod: [1, 0] },
  { $add: ['a', 1] },
  { $subtract: ['a', 'b'] },
  { $multiply: ['$text', 2] },
  { $sqrt: -1 },
  { $ln: 0 },
  { $log: [10, 1] },
  { $pow: [0, -1] },
  { $exp: 'a' },
  { $abs: Long.fromString('-9223372036854775808') },
  { $round: [1.5, 1000] },
  { $trunc: ['a', 1] },
  { $concat: ['a', 1] },
  { $substrBytes: ['é', 1, 1] },
  { $substrCP: ['a', -1, 1] },
  { $indexOfCP: [1, 'a'] },
  { $indexOfBytes: ['a', 'a', -1] },
  { $split: ['a', ''] },
  { $strLenCP: 1 },
  { $strLenBytes: null },
  { $toUpper: ['a', 'b'] },
  { $trim: { input: 1 } },
  { $replaceAll: { input: 'a', find: 1, replacement: 'b' } },
  { $regexMatch: { input: 'a', regex: '(' } },
  { $regexFind: { input: 'a', regex: 'a', options: 'q' } },
  { $regexFindAll: { input: 1, regex: 'a' } },
  { $arrayElemAt: ['a', 0] },
  { $arrayElemAt: ['$list', 1.5] },
  { $slice: ['$list', 'a'] },
  { $range: [0, 10, 0] },
  { $range: [0, 1.5] },
  { $size: '$text' },
  { $in: [1, 'a'] },
  { $indexOfArray: ['a', 1] },
  { $concatArrays: ['$list', 'a'] },
  { $map: { input: 'a', in: 1 } },
  { $filter: { input: 'a', cond: true } },
  { $reduce: { input: 'a', initialValue: 0, in: 0 } },
  { $zip: { inputs: ['a'] } },
  { $arrayToObject: [[1, 2]] },
  { $objectToArray: 1 },
  { $mergeObjects: [1] },
  { $setField: { field: 1, input: {}, value: 1 } },
  { $getField: { field: { $concat: ['a', 'b'] }, input: 1, other: 1 } },
  { $setUnion: ['$list', 1] },
  { $setIsSubset: ['$list', 1] },
  { $sortArray: { input: 'a', sortBy: 1 } },
  { $dateFromString: { dateString: 'never' } },
  { $dateFromParts: { year: 100_000 } },
  { $dateToString: { date: 'a' } },
  { $dateAdd: { startDate: new Date(0), unit: 'year', amount: Long.fromString('9223372036854775807') } },
  { $dateTrunc: { date: new Date(0), unit: 'aeon' } },
  { $year: 'a' },
  { $month: { date: new Date(0), timezone: 'Nowhere/City' } },
  { $switch: { branches: [] } },
  { $cond: [true, 1] },
  { $let: { vars: { A: 1 }, in: 1 } },
  { $bitAnd: [1.5] },
  { $unknownOperator: 1 },
  { $function: { body: 'x', args: [], lang: 'js' } },
  { $add: 1, $subtract: 2 },
];

const expressionName = (expression: mongo.Document): string =>
  mongo.BSON.EJSON.stringify(expression).slice(0, 60);

/** Each as an update with a pipeline: the wrong value is met on the thread that writes. */
const inUpdates = (): WrongCommand[] =>
  EXPRESSIONS.map((expression) => ({
    name: `update with ${expressionName(expression)}`,
    command: { update: TARGET, updates: [{ q: { _id: 1 }, u: [{ $set: { made: expression } }] }] },
  }));

const UPDATES: mongo.Document[] = [
  { $inc: { text: 1 } },
  { $inc: { n: 'a' } },
  { $inc: { n: Long.MAX_VALUE }, $set: { n: 1 } },
  { $mul: { text: 2 } },
  { $push: { n: 1 } },
  { $push: { list: { $each: 1 } } },
  { $push: { list: { $each: [1], $slice: 'a' } } },
  { $addToSet: { text: 1 } },
  { $pop: { list: 2 } },
  { $pull: { n: 1 } },
  { $pullAll: { list: 1 } },
  { $rename: { text: 'text' } },
  { $rename: { text: '' } },
  { $set: { 'text.inner': 1 } },
  { $set: { 'list.$': 1 } },
  { $set: { 'n.$[].a': 1 } },
  { $set: { 'list.$[one]': 1 } },
  { $set: { _id: 2 } },
  { $set: { '': 1 } },
  { $bit: { n: { nand: 1 } } },
  { $bit: { text: { and: new Int32(1) } } },
  { $currentDate: { n: 'never' } },
  { $unknown: { n: 1 } },
  { $min: 1 },
];

const FILTERS: mongo.Document[] = [
  { $unknown: 1 },
  { n: { $unknown: 1 } },
  { $where: 'true' },
  { $and: [] },
  { $or: 1 },
  { n: { $in: 1 } },
  { n: { $mod: [0, 1] } },
  { text: { $regex: '(' } },
  { text: { $regex: 'a', $options: 'q' } },
  { list: { $elemMatch: 1 } },
  { list: { $size: -1 } },
  { n: { $type: 'nothing' } },
  { n: { $bitsAllSet: -1 } },
  { $expr: { $divide: ['$n', 0] } },
  { $expr: { $toDecimal: '1E+6145' } },
  { $expr: '$$unknown' },
];

/** Everything else: indexes, cursors, sessions, options, names. */
const OTHERS: [string, mongo.Document][] = [
  ['dropIndexes with one twice', { dropIndexes: TARGET, index: ['n_1', 'n_1'] }],
  ['dropIndexes of an unknown one', { dropIndexes: TARGET, index: ['n_1', 'none'] }],
  ['dropIndexes of _id_', { dropIndexes: TARGET, index: '_id_' }],
  ['dropIndexes of a number', { dropIndexes: TARGET, index: 1 }],
  ['createIndexes without any', { createIndexes: TARGET, indexes: [] }],
  ['createIndexes without key', { createIndexes: TARGET, indexes: [{ name: 'a' }] }],
  ['createIndexes of text', { createIndexes: TARGET, indexes: [{ key: { a: 'text' }, name: 'a' }] }],
  ['createIndexes with direction 0', { createIndexes: TARGET, indexes: [{ key: { a: 0 }, name: 'a' }] }],
  ['createIndexes of another key', { createIndexes: TARGET, indexes: [{ key: { b: 1 }, name: 'n_1' }] }],
  ['collMod of an unknown index', { collMod: TARGET, index: { name: 'none', hidden: true } }],
  ['create of a capped collection', { create: 'capped', capped: true, size: 1000 }],
  ['create without a name', { create: '' }],
  ['create with a name that has $', { create: 'a$b' }],
  ['renameCollection of an unknown one', { renameCollection: 'none.none', to: 'none.other' }],
  ['insert without documents', { insert: TARGET, documents: [] }],
  ['insert of a number', { insert: TARGET, documents: [1] }],
  ['insert of a taken _id', { insert: TARGET, documents: [{ _id: 1 }] }],
  ['insert of an array as _id', { insert: TARGET, documents: [{ _id: [1] }] }],
  ['delete without limit', { delete: TARGET, deletes: [{ q: {} }] }],
  ['delete with limit 2', { delete: TARGET, deletes: [{ q: {}, limit: 2 }] }],
  ['update without u', { update: TARGET, updates: [{ q: {} }] }],
  [
    'update of many by replacement',
    { update: TARGET, updates: [{ q: { _id: 1 }, u: { a: 1 }, multi: true }] },
  ],
  [
    'update with a bad hint',
    { update: TARGET, updates: [{ q: { n: 1 }, u: { $set: { a: 1 } }, hint: 'none' }] },
  ],
  ['findAndModify without update', { findAndModify: TARGET, query: {} }],
  ['findAndModify of both', { findAndModify: TARGET, query: {}, remove: true, update: { a: 1 } }],
  [
    'findAndModify with a failing pipeline',
    { findAndModify: TARGET, query: { _id: 1 }, update: [{ $set: { a: { $toDecimal: '1E+6145' } } }] },
  ],
  ['bulkWrite without operations', { bulkWrite: 1, ops: [], nsInfo: [] }],
  ['bulkWrite of no namespace', { bulkWrite: 1, ops: [{ insert: 3, document: {} }], nsInfo: [] }],
  ['aggregate of no array', { aggregate: TARGET, pipeline: 1, cursor: {} }],
  ['aggregate of an unknown stage', { aggregate: TARGET, pipeline: [{ $unknown: 1 }], cursor: {} }],
  ['aggregate of two stages in one', { aggregate: TARGET, pipeline: [{ $limit: 1, $skip: 1 }], cursor: {} }],
  ['$limit of 0', { aggregate: TARGET, pipeline: [{ $limit: 0 }], cursor: {} }],
  ['$out in the middle', { aggregate: TARGET, pipeline: [{ $out: 'x' }, { $limit: 1 }], cursor: {} }],
  [
    '$merge that fails on a match',
    {
      aggregate: TARGET,
      pipeline: [{ $merge: { into: TARGET, whenMatched: 'fail' } }],
      cursor: {},
    },
  ],
  [
    '$out of what fails',
    {
      aggregate: TARGET,
      pipeline: [{ $project: { a: { $toDecimal: '1E+6145' } } }, { $out: TARGET }],
      cursor: {},
    },
  ],
  ['getMore of an unknown cursor', { getMore: Long.fromNumber(1), collection: TARGET }],
  ['getMore of a text', { getMore: 'a', collection: TARGET }],
  ['distinct without key', { distinct: TARGET }],
  ['commitTransaction outside of one', { commitTransaction: 1 }],
  ['a command that is none', { frobnicate: 1 }],
  ['a find of a number', { find: 1 }],
  ['a find with a negative limit', { find: TARGET, skip: -1 }],
  ['a find with an unknown collation', { find: TARGET, collation: { locale: 'zz-not' } }],
  ['maxTimeMS of a text', { find: TARGET, maxTimeMS: 'soon' }],
];

/** 150 and more kinds of commands that are wrong, the same in each run. */
export const wrongCommands = (): WrongCommand[] => [
  ...inUpdates(),
  ...UPDATES.map((u) => ({
    name: `update with ${expressionName(u)}`,
    command: { update: TARGET, updates: [{ q: { _id: 1 }, u }] },
  })),
  ...FILTERS.map((filter) => ({
    name: `delete where ${expressionName(filter)}`,
    command: { delete: TARGET, deletes: [{ q: filter, limit: 0 }] },
  })),
  ...OTHERS.map(([name, command]) => ({ name, command })),
];

/** Brings the collection into the state that the commands are wrong for. */
export async function prepareTarget(database: mongo.Db): Promise<void> {
  await database
    .collection<mongo.Document & { _id: number }>(TARGET)
    .insertOne({ _id: 1, text: 'a', list: [1, 2], n: 1, deep: { a: 'x' } });
  await database.collection(TARGET).createIndex({ n: 1 });
}
