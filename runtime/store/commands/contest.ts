import type { Look } from '../plan/choose.ts';
import type { AccessPath } from '../storage/row-source.ts';

/** Looks, while an order is walked through, whether to read all of another path is less than what is still to come. */
export interface Contest {
  /** Told of a row that is wanted. */
  found(): void;
  /** Told of a row that was read in vain; answers whether there is a better path now. */
  missed(): boolean;
  readonly better: AccessPath | undefined;
}

/** Rows before the first look: read in a millisecond or two. */
const FIRST_LOOK = 256;
/** From look to look so many times as many rows. */
const GROWTH = 1.5;
/** A path is better up to so many times what was read: in all, some two times the shorter way is read. */
const ODDS = 2;

/** `wanted`: rows that the walk has to find. */
export const createContest = (rivals: readonly AccessPath[], look: Look, wanted: number): Contest => {
  let read = 0;
  let found = 0;
  let nextLook = FIRST_LOOK;
  let better: AccessPath | undefined;

  const compare = (): void => {
    nextLook = Math.ceil(nextLook * GROWTH);
    const toCome = found === 0 ? Number.POSITIVE_INFINITY : ((wanted - found) * read) / found;
    let most = Math.ceil(Math.min(read * ODDS, toCome));
    for (const path of rivals) {
      const keys = look(path, most);
      if (keys >= most) continue;
      better = path;
      most = keys;
    }
  };

  return {
    found: () => {
      read += 1;
      found += 1;
    },
    missed: () => {
      read += 1;
      if (read >= nextLook) compare();
      return better !== undefined;
    },
    get better() {
      return better;
    },
  };
};
