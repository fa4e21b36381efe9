import type { Sieve } from '../plan/sieve.ts';
import type { Collection } from '../storage/collection.ts';
import { RowNumbers } from '../storage/row-numbers.ts';
import type { AccessPath } from '../storage/row-source.ts';
import type { ReadView } from '../storage/view.ts';
import type { Operation } from '../work/operation.ts';
import { checkAlive } from './find-rows.ts';

/** Row numbers that are read at once: some three milliseconds. */
const PORTION = 16_384;

interface Place {
  view: ReadView;
  collection: Collection;
  operation: Operation;
}

/** The rows of `among` that have a key of each path; undefined: all. */
const rowsOf = async (
  paths: readonly AccessPath[],
  { view, collection, operation }: Place,
  among?: RowNumbers,
): Promise<RowNumbers | undefined> => {
  let kept = among;
  for (const path of paths) {
    const numbers = new RowNumbers();
    const source = view.rowNumbers(collection, path);
    for (;;) {
      const portion = source.next(PORTION);
      if (portion.length === 0) break;
      for (const rid of portion) if (kept === undefined || kept.has(rid)) numbers.add(rid);
      if (operation.isSpent()) {
        await operation.pause();
        checkAlive(collection);
      }
    }
    kept = numbers;
  }
  return kept;
};

/** Row numbers along a way that pass through a sieve, each once. */
export interface SievedNumbers {
  /** The next one, if the portion at hand has one; undefined: the next portion is to be read. */
  next(): number | undefined;
  /** Reads the next portion; false: there is none. */
  more(): boolean;
  /** From here on rows without a key of each of these paths are passed, too; `operation` is who waits for it now. */
  narrow(paths: readonly AccessPath[], operation: Operation): Promise<void>;
}

/** Walks along `path` past all rows that the keys of the sieve rule out. */
export const sieveNumbers = async (
  path: AccessPath,
  sieve: Pick<Sieve, 'paths'>,
  place: Place,
): Promise<SievedNumbers> => {
  let kept = await rowsOf(sieve.paths, place);
  const source = place.view.rowNumbers(place.collection, path);
  const handedOut = new RowNumbers();
  let portion: readonly number[] = [];
  let at = 0;
  return {
    next: () => {
      while (at < portion.length) {
        const rid = portion[at] as number;
        at += 1;
        if ((kept === undefined || kept.has(rid)) && handedOut.add(rid)) return rid;
      }
      return undefined;
    },
    more: () => {
      checkAlive(place.collection);
      portion = source.next(PORTION);
      at = 0;
      return portion.length > 0;
    },
    narrow: async (paths, operation) => {
      kept = await rowsOf(paths, { ...place, operation }, kept);
    },
  };
};

/** How many rows along `path` pass through the sieve, at most `most`. */
export const countSieved = async (
  path: AccessPath,
  sieve: Pick<Sieve, 'paths'>,
  place: Place,
  most = Number.POSITIVE_INFINITY,
): Promise<number> => {
  const numbers = await sieveNumbers(path, sieve, place);
  let found = 0;
  while (found < most && numbers.more()) {
    while (found < most && numbers.next() !== undefined) found += 1;
    if (place.operation.isSpent()) await place.operation.pause();
  }
  return found;
};
