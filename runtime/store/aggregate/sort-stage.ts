import { StoreError } from '../value/errors.ts';
import { type Collation, type Document, isDocument, type Value } from '../value/index.ts';
import type { Flow, Stage } from './flow.ts';
import { compileSort, type Sort } from './sort.ts';
import type { SortTuple } from './sort-tuples.ts';

interface Keyed {
  key: SortTuple;
  document: Document;
}

/** As many documents as are ordered without a pause. */
const CHUNK = 10_000;

/** The compiled operand of `$sort`. StoreError 15973 when it is no document, 15976 when it is empty. */
export const sortOf = (operand: Value, collation: Collation | undefined): Sort => {
  if (!isDocument(operand)) throw new StoreError(15973, 'the $sort key specification must be an object');
  if (operand.size === 0) throw new StoreError(15976, '$sort stage must have at least one sort key');
  return compileSort(operand, collation);
};

/** Orders documents; equal ones keep their order. With a limit, no more than about that many are held. */
export const limitedSort = (sort: Sort, limit: number | undefined): Stage => {
  const order = (left: Keyed, right: Keyed): number => sort.compareKeys(left.key, right.key);
  return function* sorted(source: Flow) {
    let runs: Keyed[][] = [];
    let current: Keyed[] = [];
    for (const document of source) {
      if (document === undefined) {
        yield undefined;
        continue;
      }
      current.push({ key: sort.keyOf(document), document });
      if (current.length < CHUNK) continue;
      runs.push(current.sort(order));
      current = [];
      if (limit !== undefined) runs = [[...take(merge(runs, order), limit)]];
      yield undefined;
    }
    runs.push(current.sort(order));
    for (const { document } of take(merge(runs, order), limit ?? Number.POSITIVE_INFINITY)) yield document;
  };
};

function* take(source: Iterable<Keyed>, count: number): Generator<Keyed> {
  let left = count;
  if (left <= 0) return;
  for (const item of source) {
    yield item;
    if (--left <= 0) return;
  }
}

/** Merges ordered runs; of equal items, that of the earlier run comes first. */
function* merge(runs: Keyed[][], order: (left: Keyed, right: Keyed) => number): Generator<Keyed> {
  const heads = runs.filter((run) => run.length > 0).map((run) => ({ run, at: 0 }));
  while (heads.length > 1) {
    let best = 0;
    for (let index = 1; index < heads.length; index++) {
      if (order(headOf(heads, index), headOf(heads, best)) < 0) best = index;
    }
    yield headOf(heads, best);
    const head = heads[best] as Head;
    if (++head.at === head.run.length) heads.splice(best, 1);
  }
  const only = heads[0];
  if (only !== undefined) yield* only.run.slice(only.at);
}

interface Head {
  run: Keyed[];
  at: number;
}

const headOf = (heads: Head[], index: number): Keyed => {
  const { run, at } = heads[index] as Head;
  return run[at] as Keyed;
};
