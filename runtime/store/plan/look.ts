import type { Collection } from '../storage/collection.ts';
import type { AccessPath } from '../storage/row-source.ts';
import type { ReadView } from '../storage/view.ts';
import type { Look } from './choose.ts';

/** Of more ranges than this the others are taken to be like these. */
const MOST_RANGES = 100;

/**
 * Counts keys of a collection as a view has them, for one command: what was counted is remembered, and counted on from. A
 * range without keys counts as one: it has to be looked for, too.
 */
export const lookAt = (view: Pick<ReadView, 'keys'>, collection: Collection): Look => {
  const known = new Map<AccessPath, Counted>();
  return (path, most) => {
    let counted = known.get(path);
    if (counted === undefined) {
      counted = countOf(view, collection, path);
      known.set(path, counted);
    }
    return counted.upTo(most);
  };
};

/** Keys of one path. */
interface Counted {
  /** How many there are, at most `most`. */
  upTo(most: number): number;
}

const countOf = (view: Pick<ReadView, 'keys'>, collection: Collection, path: AccessPath): Counted => {
  const ranges = 'ranges' in path ? path.ranges.length : 1;
  const share = Math.max(1, ranges / MOST_RANGES);
  const least = Math.min(ranges, MOST_RANGES);
  const keys = view.keys(collection, share === 1 ? path : firstOf(path));
  let found = 0;
  let isWhole = false;
  return {
    upTo: (most) => {
      const wanted = Math.ceil(most / share) - found;
      if (!isWhole && wanted > 0) {
        const next = keys.next(wanted);
        found += next;
        isWhole = next < wanted;
      }
      return Math.min(most, Math.ceil(Math.max(found, least) * share));
    },
  };
};

const firstOf = (path: AccessPath): AccessPath =>
  'ranges' in path ? { ...path, ranges: path.ranges.slice(0, MOST_RANGES) } : path;
