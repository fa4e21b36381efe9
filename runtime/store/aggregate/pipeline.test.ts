import { describe, expect, test } from 'bun:test';
import { compileMatch } from '../match/index.ts';
import type { StoreError } from '../value/errors.ts';
import { Decimal128, type Document, documentOf, fromPlain, toPlain, type Value } from '../value/index.ts';
import { compilePipeline, type PipelineEnvironment } from './index.ts';

type Plain = Record<string, unknown>;

const collections: Record<string, Plain[]> = {
  items: [
    { _id: 1, sku: 'a', price: 5 },
    { _id: 2, sku: 'b', price: 7 },
    { _id: 3, price: 9 },
  ],
};

const environmentWith = (isIndexed: boolean): PipelineEnvironment => ({
  find: (name, filter) => {
    const matcher = compileMatch(filter);
    return (collections[name] ?? [])
      .map((plain) => documentOf(plain))
      .filter((document) => matcher.test(document));
  },
  isIndexed: () => isIndexed,
});

const run = (documents: Plain[], stages: unknown[], isIndexed = true): unknown[] => {
  const pipeline = compilePipeline(fromPlain(stages) as Value[], { random: () => 0 });
  const source = documents.map((plain) => documentOf(plain));
  const output = [...pipeline.run(source, environmentWith(isIndexed))];
  return output.filter((document) => document !== undefined).map((document) => toPlain(document));
};

const codeOf = (stages: unknown[], documents: Plain[] = []): number => {
  try {
    run(documents, stages);
  } catch (error) {
    return (error as StoreError).code;
  }
  return 0;
};

const numbers = [
  { _id: 1, k: 'x', n: 3, t: [1, 2] },
  { _id: 2, k: 'y', n: 1, t: [] },
  { _id: 3, k: 'x', n: 2 },
];

describe('stages', () => {
  test('$match, $sort, $skip, $limit, $count', () => {
    expect(run(numbers, [{ $match: { k: 'x' } }, { $sort: { n: 1 } }, { $project: { n: 1 } }])).toEqual([
      { _id: 3, n: 2 },
      { _id: 1, n: 3 },
    ]);
    expect(
      run(numbers, [{ $sort: { n: -1 } }, { $skip: 1 }, { $limit: 1 }, { $project: { _id: 1 } }]),
    ).toEqual([{ _id: 3 }]);
    expect(run(numbers, [{ $count: 'c' }])).toEqual([{ c: 3 }]);
    expect(run([], [{ $count: 'c' }])).toEqual([]);
  });

  test('sorting mixes types and arrays as MongoDB does', () => {
    const mixed = [
      { a: 'x' },
      { a: 5 },
      {},
      { a: [] },
      { a: [9, 1] },
      { a: null },
      { a: new Decimal128('4.5') },
    ].map((plain, _id) => ({ _id, ...plain }));
    const ids = (direction: number) =>
      run(mixed, [{ $sort: { a: direction, _id: 1 } }, { $project: { _id: 1 } }]).map(
        (document) => (document as Plain)._id,
      );
    expect(ids(1)).toEqual([3, 2, 5, 4, 6, 1, 0]);
    expect(ids(-1)).toEqual([0, 4, 1, 6, 2, 5, 3]);
  });

  test('a sort of many documents pauses and keeps the order of equal ones', () => {
    const many = Array.from({ length: 25_000 }, (_, _id) => documentOf({ _id, n: (_id * 7919) % 10 }));
    const pipeline = compilePipeline(fromPlain([{ $sort: { n: 1 } }]) as Value[]);
    const output = [...pipeline.run(many, environmentWith(true))];
    expect(output.filter((document) => document === undefined).length).toBeGreaterThan(20);
    const sorted = output
      .filter((document): document is Document => document !== undefined)
      .map((document) => toPlain(document) as { _id: number; n: number });
    expect(sorted.length).toBe(25_000);
    for (let index = 1; index < sorted.length; index++) {
      const [before, after] = [sorted[index - 1], sorted[index]] as [
        { _id: number; n: number },
        { _id: number; n: number },
      ];
      if (before.n > after.n || (before.n === after.n && before._id > after._id))
        throw new Error('out of order');
    }
  });

  test('$group with its accumulators', () => {
    const grouped = run(numbers, [
      {
        $group: {
          _id: '$k',
          sum: { $sum: '$n' },
          avg: { $avg: '$n' },
          min: { $min: '$n' },
          max: { $max: '$n' },
          first: { $first: '$_id' },
          last: { $last: '$_id' },
          all: { $push: '$n' },
          count: { $count: {} },
          top: { $top: { sortBy: { n: 1 }, output: '$_id' } },
          best: { $maxN: { n: 1, input: '$n' } },
          deviation: { $stdDevPop: '$n' },
        },
      },
    ]);
    expect(grouped).toEqual([
      {
        _id: 'x',
        sum: 5,
        avg: 2.5,
        min: 2,
        max: 3,
        first: 1,
        last: 3,
        all: [3, 2],
        count: 2,
        top: 3,
        best: [3],
        deviation: 0.5,
      },
      {
        _id: 'y',
        sum: 1,
        avg: 1,
        min: 1,
        max: 1,
        first: 2,
        last: 2,
        all: [1],
        count: 1,
        top: 2,
        best: [1],
        deviation: 0,
      },
    ]);
  });

  test('sums are exact over longs and decimals, and $group joins missing with null', () => {
    const rows = [{ n: 9007199254740993n }, { n: 1n }, { n: 'x' }];
    expect(run(rows, [{ $group: { _id: null, sum: { $sum: '$n' } } }])).toEqual([
      { _id: null, sum: 9007199254740994n },
    ]);
    const decimals = [{ n: new Decimal128('0.1') }, { n: new Decimal128('0.2') }];
    expect(String((run(decimals, [{ $group: { _id: null, sum: { $sum: '$n' } } }])[0] as Plain).sum)).toBe(
      '0.3',
    );
    expect(run([{ n: 0.1 }, { n: 0.2 }, { n: 0.3 }], [{ $group: { _id: 1, sum: { $sum: '$n' } } }])).toEqual([
      { _id: 1, sum: 0.6 },
    ]);
    expect(
      run(
        [{ k: null }, {}],
        [{ $group: { _id: '$k', c: { $sum: 1 }, f: { $first: '$zz' }, p: { $push: '$zz' } } }],
      ),
    ).toEqual([{ _id: null, c: 2, f: null, p: [] }]);
    expect(
      run([{ k: 1 }, { k: 1n }, { k: new Decimal128('1.0') }], [{ $group: { _id: '$k', c: { $sum: 1 } } }]),
    ).toEqual([{ _id: 1, c: 3 }]);
  });

  test('$project includes, excludes and computes', () => {
    const document = { _id: 1, a: { b: 1, c: 2 }, d: [{ e: 1, f: 2 }, 5], g: 3 };
    expect(run([document], [{ $project: { 'a.b': 1, 'd.e': 1, _id: 0 } }])).toEqual([
      { a: { b: 1 }, d: [{ e: 1 }] },
    ]);
    expect(run([document], [{ $project: { 'a.b': 0, d: { e: 0 } } }])).toEqual([
      { _id: 1, a: { c: 2 }, d: [{ f: 2 }, 5], g: 3 },
    ]);
    expect(run([document], [{ $project: { sum: { $add: ['$g', '$a.b'] }, 'x.y': '$g' } }])).toEqual([
      { _id: 1, sum: 4, x: { y: 3 } },
    ]);
    expect(codeOf([{ $project: { a: 1, b: 0 } }])).toBe(31254);
    expect(codeOf([{ $project: { a: 0, b: 1 } }])).toBe(31253);
    expect(codeOf([{ $project: {} }])).toBe(51272);
  });

  test('$set, $unset, $replaceRoot', () => {
    expect(run([{ _id: 1, a: [{ b: 1 }, { b: 2 }], c: 5 }], [{ $set: { 'a.z': 0, 'c.d': 1 } }])).toEqual([
      {
        _id: 1,
        a: [
          { b: 1, z: 0 },
          { b: 2, z: 0 },
        ],
        c: { d: 1 },
      },
    ]);
    expect(run([{ _id: 1, a: 1, b: 2 }], [{ $set: { a: '$$REMOVE' } }, { $unset: ['b'] }])).toEqual([
      { _id: 1 },
    ]);
    expect(run([{ _id: 1, a: { x: 1 } }], [{ $replaceRoot: { newRoot: '$a' } }])).toEqual([{ x: 1 }]);
    expect(codeOf([{ $replaceWith: '$none' }], [{ _id: 1 }])).toBe(40228);
  });

  test('$unwind', () => {
    const ids = (options: unknown) => run(numbers, [{ $unwind: options }, { $project: { t: 1, i: 1 } }]);
    expect(ids('$t')).toEqual([
      { _id: 1, t: 1 },
      { _id: 1, t: 2 },
    ]);
    expect(ids({ path: '$t', includeArrayIndex: 'i', preserveNullAndEmptyArrays: true })).toEqual([
      { _id: 1, t: 1, i: 0n },
      { _id: 1, t: 2, i: 1n },
      { _id: 2, i: null },
      { _id: 3, i: null },
    ]);
  });

  test('$lookup by fields, with and without an index', () => {
    const orders = [{ _id: 1, s: 'a' }, { _id: 2 }, { _id: 3, s: ['a', 'b'] }, { _id: 4, s: 'zz' }];
    for (const isIndexed of [true, false]) {
      const joined = run(
        orders,
        [{ $lookup: { from: 'items', localField: 's', foreignField: 'sku', as: 'i' } }],
        isIndexed,
      );
      expect(joined.map((order) => ((order as Plain).i as Plain[]).map((item) => item._id))).toEqual([
        [1],
        [3],
        [1, 2],
        [],
      ]);
    }
  });

  test('$lookup by a pipeline with variables', () => {
    const stages = [
      {
        $lookup: {
          from: 'items',
          let: { s: '$s' },
          pipeline: [{ $match: { $expr: { $eq: ['$sku', '$$s'] } } }, { $project: { price: 1, _id: 0 } }],
          as: 'i',
        },
      },
    ];
    expect(
      run(
        [
          { _id: 1, s: 'b' },
          { _id: 2, s: 'a' },
        ],
        stages,
      ),
    ).toEqual([
      { _id: 1, s: 'b', i: [{ price: 7 }] },
      { _id: 2, s: 'a', i: [{ price: 5 }] },
    ]);
  });

  test('$facet, $sortByCount, $bucket, $sample, $unionWith', () => {
    expect(
      run(numbers, [{ $facet: { a: [{ $count: 'c' }], b: [{ $match: { n: 1 } }, { $project: { n: 1 } }] } }]),
    ).toEqual([{ a: [{ c: 3 }], b: [{ _id: 2, n: 1 }] }]);
    expect(run(numbers, [{ $sortByCount: '$k' }])).toEqual([
      { _id: 'x', count: 2 },
      { _id: 'y', count: 1 },
    ]);
    expect(run(numbers, [{ $bucket: { groupBy: '$n', boundaries: [1, 3], default: 'other' } }])).toEqual([
      { _id: 1, count: 2 },
      { _id: 'other', count: 1 },
    ]);
    expect(codeOf([{ $bucket: { groupBy: '$n', boundaries: [1, 3] } }], numbers)).toBe(40066);
    expect(run(numbers, [{ $sample: { size: 2 } }]).length).toBe(2);
    expect(
      run([{ _id: 0 }], [{ $unionWith: { coll: 'items', pipeline: [{ $project: { _id: 1 } }] } }]),
    ).toEqual([{ _id: 0 }, { _id: 1 }, { _id: 2 }, { _id: 3 }]);
  });

  test('refusals carry the codes of MongoDB', () => {
    expect(codeOf([{ $nothing: 1 }])).toBe(40324);
    expect(codeOf([{ $setWindowFields: {} }])).toBe(40324);
    expect(codeOf([{ $out: 'x' }, { $match: {} }])).toBe(40601);
    expect(codeOf([{ $match: {} }, { $changeStream: {} }])).toBe(40602);
    expect(codeOf([{ a: 1, b: 2 }])).toBe(40323);
    expect(codeOf([{ $set: { a: { $foo: 1 } } }])).toBe(168);
    expect(codeOf([{ $limit: 0 }])).toBe(15958);
    expect(codeOf([{ $group: { a: { $sum: 1 } } }])).toBe(15955);
    expect(codeOf([{ $group: { _id: 1, a: { $foo: 1 } } }])).toBe(15952);
  });
});

describe('what the server is told', () => {
  const compile = (stages: unknown[]) => compilePipeline(fromPlain(stages) as Value[]);

  test('the leading stages that a search can take over', () => {
    const { leading } = compile([
      { $match: { a: 1 } },
      { $match: { b: 2 } },
      { $sort: { c: 1 } },
      { $skip: 5 },
      { $limit: 3 },
      { $match: { d: 1 } },
    ]);
    expect({ ...leading, match: toPlain(leading.match), sort: toPlain(leading.sort) }).toEqual({
      match: { $and: [{ a: 1 }, { b: 2 }] },
      sort: { c: 1 },
      skip: 5,
      limit: 3,
      matchStages: 2,
      stages: 5,
    });
  });

  test('pipelines that only count', () => {
    const counted = compile([{ $match: { a: 1 } }, { $group: { _id: 1, n: { $sum: 1 } } }]).countOnly;
    expect(toPlain(counted?.(7))).toEqual({ _id: 1, n: 7 });
    expect(counted?.(0)).toBeUndefined();
    expect(compile([{ $group: { _id: '$a', n: { $sum: 1 } } }]).countOnly).toBeUndefined();
  });

  test('outputs and change streams', () => {
    const { output } = compile([
      { $merge: { into: 't', on: 'k', whenMatched: [{ $set: { n: { $add: ['$n', '$$new.n'] } } }] } },
    ]);
    if (output?.kind !== '$merge') throw new Error('no $merge');
    expect([output.collection, output.on]).toEqual(['t', ['k']]);
    if (typeof output.whenMatched !== 'function') throw new Error('no pipeline');
    expect(toPlain(output.whenMatched(documentOf({ _id: 1, n: 1 }), documentOf({ n: 5 })))).toEqual({
      _id: 1,
      n: 6,
    });
    expect(compile([{ $match: {} }, { $out: 'x' }]).output).toEqual({
      kind: '$out',
      collection: 'x',
      database: undefined,
    });
    expect(compile([{ $changeStream: {} }, { $match: {} }]).source?.name).toBe('$changeStream');
  });
});
