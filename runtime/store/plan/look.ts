import type { Collection } from '../storage/collection.ts';
import type { AccessPath } from '../storage/row-source.ts';
import type { ReadView } from '../storage/view.ts';
import type { Look } from './choose.ts';

/** Of more ranges than this the others are taken to be like these. */
const MOST_RANGES = 100;

/**
 * Counts keys of a collection as a view has them, for one command: what was counted is remembered. A range without keys
 * counts as one: it has to be looked for, too.
 */
export const lookAt = (view: Pick<ReadView, 'keys'>, collection: Collection): Look => {
  const known = new Map<AccessPath, { most: number; keys: number }>();
  return (path, most) => {
    const before = known.get(path);
    if (before !== undefined && (before.keys < before.most || before.most >= most))
      return Math.min(before.keys, most);
    const keys = countUpTo(view, collection, path, most);
    known.set(path, { most, keys });
    return keys;
  };
};

const countUpTo = (
  view: Pick<ReadView, 'keys'>,
  collection: Collection,
  path: AccessPath,
  most: number,
): number => {
  const ranges = 'ranges' in path ? path.ranges.length : 1;
  if (ranges <= MOST_RANGES) return Math.max(Math.min(ranges, most), view.keys(collection, path).next(most));
  const share = ranges / MOST_RANGES;
  const keys = view.keys(collection, firstOf(path)).next(Math.ceil(most / share));
  return Math.min(most, Math.ceil(Math.max(keys, MOST_RANGES) * share));
};

const firstOf = (path: AccessPath): AccessPath =>
  'ranges' in path ? { ...path, ranges: path.ranges.slice(0, MOST_RANGES) } : path;
