import type { AccessPath } from '../storage/row-source.ts';
import type { Document } from '../value/index.ts';
import type { Candidate } from './candidate.ts';
import type { Look } from './choose.ts';

/** What is known, by the keys of other indexes, of rows that a path leads to. */
export interface Sieving {
  /** All that is asked; undefined: keys cannot say all of it. */
  asked: readonly string[] | undefined;
  /** What the path itself says. */
  said: readonly string[];
  /** Candidates that say something, and not the path's own. */
  others: readonly Pick<Candidate, 'path' | 'says'>[];
  /** Whether what is said on these paths holds of a document. */
  holds(says: readonly string[], document: Document): boolean;
}

/** Paths of which a row must have a key each. */
export interface Sieve {
  paths: readonly AccessPath[];
  /** Whoever has, and is on the way that is walked, matches. */
  isExact: boolean;
  /** Of all paths together. */
  keys: number;
}

/** The sieve that says all that is asked, if there is one with fewer keys than `most`. */
export const chooseWholeSieve = (
  { asked, said, others }: Omit<Sieving, 'holds'>,
  look: Look,
  most: number,
): Sieve | undefined => {
  let unsaid = asked?.filter((one) => !said.includes(one));
  if (unsaid === undefined) return undefined;
  const paths: AccessPath[] = [];
  let keys = 0;
  while (unsaid.length > 0) {
    const left: readonly string[] = unsaid;
    const saysOf = ({ says }: Pick<Candidate, 'says'>) => left.filter((one) => says.includes(one)).length;
    const mostSaid = Math.max(0, ...others.map(saysOf));
    if (mostSaid === 0) return undefined;
    const ways = others.filter((one) => saysOf(one) === mostSaid);
    const next = fewestOf(ways, look, most - keys);
    if (next === undefined) return undefined;
    paths.push(next.path);
    keys += next.keys;
    unsaid = left.filter((one) => !next.says.includes(one));
  }
  return { paths, keys, isExact: true };
};

/** An index is worth being a sieve by itself if it rules out so large a part of what the best one does. */
const WORTHY = 0.8;

/**
 * The one index that leaves the fewest rows, if it has fewer keys than `most`; of rows that were read in vain, `vain`, it
 * would have ruled out about as many as any other.
 */
export const chooseSieve = (
  { others, holds }: Sieving,
  look: Look,
  most: number,
  vain: readonly Document[],
): Sieve | undefined => {
  const ruledOut = others.map(({ says }) => vain.filter((document) => !holds(says, document)).length);
  const least = Math.max(...ruledOut) * WORTHY;
  const worthy = others.filter((_, at) => (ruledOut[at] as number) >= least);
  const found = fewestOf(worthy, look, most);
  return found === undefined ? undefined : { paths: [found.path], keys: found.keys, isExact: false };
};

/** Keys that are counted of all ways before more are: the way with few is found without counting one with many to its end. */
const FIRST_KEYS = 2_048;
const GROWTH = 4;

const fewestOf = (ways: Sieving['others'], look: Look, most: number) => {
  for (let within = FIRST_KEYS; ; within *= GROWTH) {
    const limit = Math.min(within, most);
    const found = fewestWithin(ways, look, limit);
    if (found !== undefined || limit === most) return found;
  }
};

const fewestWithin = (ways: Sieving['others'], look: Look, most: number) => {
  let best: (Sieving['others'][number] & { keys: number }) | undefined;
  let least = most;
  for (const { path, says } of ways) {
    const keys = look(path, least);
    if (keys >= least) continue;
    best = { path, says, keys };
    least = keys;
  }
  return best;
};
