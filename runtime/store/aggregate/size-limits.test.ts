import { expect, test } from 'bun:test';
import { StoreError } from '../value/errors.ts';
import { type Document, fromPlain, type Value } from '../value/index.ts';
import { compilePipeline } from './index.ts';

const document = (plain: Record<string, unknown>): Document => fromPlain(plain) as Document;
const LIMIT_MS = 60_000;

/** The code with which a pipeline over `count` documents of `bytes` each, here and in `other`, is refused. */
const refusalOf = (stages: unknown[], count: number, bytes: number): number | undefined => {
  const rows = Array.from({ length: count }, (_, _id) => document({ _id, text: 'x'.repeat(bytes) }));
  const pipeline = compilePipeline(fromPlain(stages) as Value[], {});
  try {
    let read = 0;
    for (const one of pipeline.run(rows, { find: () => rows, isIndexed: () => false }))
      read += one?.size ?? 0;
    expect(read).toBeGreaterThan(0);
    return undefined;
  } catch (error) {
    if (error instanceof StoreError) return error.code;
    throw error;
  }
};

const everythingWithEverything = {
  $lookup: { from: 'other', localField: 'none', foreignField: 'nothing', as: 'all' },
};

test(
  'a join whose document would be too large is refused before it takes all memory',
  () => {
    expect(refusalOf([everythingWithEverything], 200, 200_000)).toBe(4568);
    expect(refusalOf([everythingWithEverything], 200, 1000)).toBeUndefined();
  },
  LIMIT_MS,
);

test(
  'branches of $facet together hold no more than MongoDB lets them hold',
  () => {
    const branches = { $facet: { joined: [everythingWithEverything] } };
    expect(refusalOf([branches], 400, 4000)).toBe(4031700);
    expect(refusalOf([branches], 40, 4000)).toBeUndefined();
  },
  LIMIT_MS,
);
