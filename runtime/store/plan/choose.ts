import type { AccessPath } from '../storage/row-source.ts';
import type { Candidate } from './candidate.ts';

/** Counts the keys of a path, at most `most`: cheap beside reading one document for each. */
export type Look = (path: AccessPath, most: number) => number;

/** So many keys are looked at before more are: what is soon read needs no comparison. */
const LOOKS = [32, 256, 2_048, 16_384, 65_536];
/** A walk in the wanted order is not begun where so many times the wanted rows are all there are. */
const SOON_READ = 4;
/** Keys that are noted, and looked up again, in the time of one row that is read and tested: 0.15 to 0.3 µs, a long key the longer, and 5. */
export const KEYS_A_ROW = 16;
/** More rows than this are not sorted in memory where an index has their order. */
const MOST_SORTED = 20_000;

/** Of some ways to the same rows the one with the fewest keys; of equals the one with the highest score. */
export const leastOf = (candidates: readonly Candidate[], look: Look): Candidate => {
  const ordered = byScore(candidates);
  const [first, ...others] = ordered as [Candidate, ...Candidate[]];
  if (others.length === 0 || isPoint(first)) return first;
  for (const most of LOOKS) {
    const found = fewest(ordered, look, most);
    if (found !== undefined) return found;
  }
  return first;
};

const isPoint = ({ path }: Candidate): boolean => path.kind === 'nothing' || path.kind === 'uniqueKeys';

/** What was chosen, and what may turn out to be less to read than going on with it. */
export interface Choice {
  best: Candidate;
  rivals: readonly Candidate[];
}

/**
 * Chooses between going through an order and stopping when enough is found, and reading all that a filter narrows to and
 * sorting it. How far apart matches lie in an order nobody knows beforehand: the walk is begun, with the others as rivals.
 * `wanted`: rows that are asked for; undefined: all of them. `passed`: how many of them keys can tell without reading them.
 */
export const chooseSorted = (
  candidates: readonly Candidate[],
  look: Look,
  wanted: number | undefined,
  passed = 0,
): Choice | undefined => {
  const narrow = candidates.filter(({ usedFields }) => usedFields > 0);
  const walk = highest(candidates.filter(({ isSorted }) => isSorted));
  if (walk === undefined)
    return narrow.length === 0 ? undefined : { best: leastOf(narrow, look), rivals: [] };
  const unsorted = narrow.filter(({ isSorted }) => !isSorted);
  if (wanted === undefined) return { best: chooseForAll(walk, unsorted, look), rivals: [] };
  const most = wanted * SOON_READ + (LOOKS[0] as number);
  const few = fewest(narrow, look, most);
  const isWalked =
    few === undefined ||
    (passed > 0 && !few.isSorted && isSoonPassed(walk, look(few.path, most), look, wanted - passed));
  return isWalked ? { best: walk, rivals: unsorted } : { best: few, rivals: [] };
};

/** Whether to walk by keys past what is not shown, to the end of the order at worst, takes less than to read all `rows` of another way. */
const isSoonPassed = (walk: Candidate, rows: number, look: Look, shown: number): boolean => {
  const most = (rows - shown) * KEYS_A_ROW;
  return rows < most && rows + look(walk.path, most) < most;
};

/** Everything is read: where another way has far less, and little enough to be sorted, that way. */
const chooseForAll = (walk: Candidate, unsorted: readonly Candidate[], look: Look): Candidate => {
  const few = fewest(unsorted, look, MOST_SORTED);
  if (few === undefined) return walk;
  const most = look(few.path, MOST_SORTED) * SOON_READ;
  return look(walk.path, most) < most ? walk : few;
};

/** The one with the fewest keys, if that has fewer than so many. */
const fewest = (candidates: readonly Candidate[], look: Look, most: number): Candidate | undefined => {
  let best: Candidate | undefined;
  let least = most;
  for (const candidate of byScore(candidates)) {
    const keys = look(candidate.path, least);
    if (keys >= least) continue;
    best = candidate;
    least = keys;
    if (keys < (LOOKS[0] as number)) break;
  }
  return best;
};

const byScore = (candidates: readonly Candidate[]): Candidate[] =>
  candidates.toSorted((one, other) => other.score - one.score);

const highest = (candidates: readonly Candidate[]): Candidate | undefined => byScore(candidates)[0];
