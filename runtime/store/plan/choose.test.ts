import { describe, expect, test } from 'bun:test';
import type { AccessPath } from '../storage/row-source.ts';
import type { Candidate } from './candidate.ts';
import { chooseSorted, type Look, leastOf } from './choose.ts';

const sizes = new Map<AccessPath, number>();
let looked = 0;
/** As an index would, it goes no further than it was asked to. */
const look: Look = (path, most) => {
  const keys = Math.min(sizes.get(path) ?? 0, most);
  looked += keys;
  return keys;
};

/** An index that leads to so many keys. */
function way(name: string, keys: number, facts: Partial<Candidate> = {}): Candidate {
  const path: AccessPath = { kind: 'idRange', ranges: [], isBackward: false };
  sizes.set(path, keys);
  return { name, path, isSorted: false, usedFields: 1, says: [], isExact: false, score: 10, ...facts };
}
const order = way('order', 200_000, { isSorted: true, usedFields: 0, score: 5 });

describe('of several ways to the same rows', () => {
  test('the one with the fewest keys is taken, however its form looks', () => {
    const everybody = way('role', 200_000, { score: 30 });
    const few = way('disabled', 2_000);
    expect(leastOf([everybody, few], look).name).toBe('disabled');
    expect(leastOf([few, everybody], look).name).toBe('disabled');
    expect(leastOf([everybody, few, way('one', 1)], look).name).toBe('one');
  });

  test('the look costs no more than some times what is then read', () => {
    looked = 0;
    leastOf([way('role', 200_000, { score: 30 }), way('few', 1_000)], look);
    expect(looked).toBeLessThan(5_000);
    looked = 0;
    leastOf([way('account', 1, { score: 20 }), way('expires', 100_000)], look);
    expect(looked).toBeLessThan(5);
  });
});

describe('for rows in an order', () => {
  const nameOf = (candidates: Candidate[], wanted?: number) =>
    chooseSorted(candidates, look, wanted)?.best.name;

  test('few are read and sorted; of many the order is walked through, with the others as rivals', () => {
    expect(nameOf([order, way('few', 90)], 20)).toBe('few');
    const choice = chooseSorted([order, way('many', 5_000)], look, 20);
    expect([choice?.best.name, choice?.rivals.map(({ name }) => name)]).toEqual(['order', ['many']]);
  });

  test('a page far behind is come to by keys, where they tell what is passed over, and not by reading all that match', () => {
    const most = way('most', 13_000);
    const deep = (candidates: Candidate[], passed: number) =>
      chooseSorted(candidates, look, 10_000, passed)?.best.name;
    const short = way('short', 20_000, { isSorted: true, usedFields: 0, score: 5 });
    expect(deep([short, most], 9_980)).toBe('short');
    // Keys do not say all that is asked: every row that is passed over has to be read.
    expect(deep([short, most], 0)).toBe('most');
    // The order may have to be walked to its end.
    expect(deep([way('endless', 900_000, { isSorted: true, usedFields: 0 }), most], 9_980)).toBe('most');
    expect(deep([short, way('few', 300)], 9_980)).toBe('few');
  });

  test('an index that narrows and has the order goes before one that has the order alone', () => {
    const both = way('both', 50_000, { isSorted: true, score: 15 });
    expect(nameOf([order, both], 20)).toBe('both');
  });

  test('to read all of it, so much is not sorted in memory that the order is cheaper', () => {
    expect(nameOf([order, way('many', 50_000)])).toBe('order');
    expect(nameOf([order, way('some', 10_000)])).toBe('some');
    expect(nameOf([way('orderOfFew', 12_000, { isSorted: true }), way('some', 10_000)])).toBe('orderOfFew');
  });

  test('without an index that has the order the fewest are read', () => {
    expect(nameOf([way('many', 50_000), way('some', 10_000)], 20)).toBe('some');
    expect(nameOf([], 20)).toBeUndefined();
  });
});
