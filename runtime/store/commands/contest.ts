import type { Look } from '../plan/choose.ts';
import { chooseSieve, chooseWholeSieve, type Sieve, type Sieving } from '../plan/sieve.ts';
import type { AccessPath } from '../storage/row-source.ts';

/** Another way to the same rows: all of another path, or the same walk past all rows that keys rule out. */
export type Better = { kind: 'path'; path: AccessPath } | { kind: 'sieve'; sieve: Sieve };

/** Looks, while rows are read, whether there is a way with less than what is still to come. */
export interface Contest {
  /** Told of a row that matches; answers whether there is a better way now. */
  found(): boolean;
  /** Told of a row that was read in vain; answers the same. */
  missed(): boolean;
  readonly better: Better | undefined;
}

/** Rows before the first look: read in a millisecond or two. */
const FIRST_LOOK = 256;
/** From look to look so many times as many rows. */
const GROWTH = 1.5;
/** Another way is better up to so many times what was read: in all, some two times the shorter way is read. */
const ODDS = 2;
/** Keys that are noted, and looked up again, in the time of one row that is read and tested: 0.35 and 5 to 10 µs. */
const KEYS_A_ROW = 16;
/** As the two above, for sieves: to look whether they are small takes a third of making them. */
const SIEVE_GROWTH = 4;
const SIEVE_ODDS = 12;

interface ContestInput {
  rivals: readonly AccessPath[];
  sieving: Sieving | undefined;
  look: Look;
  /** Rows that are to be found. */
  wanted: number;
  /** How many of them are only counted. */
  passed: number;
}

export const createContest = ({ rivals, sieving, look, wanted, passed }: ContestInput): Contest => {
  let read = 0;
  let found = 0;
  let nextLook = FIRST_LOOK;
  let nextSieve = FIRST_LOOK;
  let better: Better | undefined;

  /** Rows that another way may take. */
  const mostAt = (odds: number): number => {
    const toCome = found === 0 ? Number.POSITIVE_INFINITY : ((wanted - found) * read) / found;
    return Math.ceil(Math.min(read * odds, toCome));
  };
  const choosePath = (): void => {
    nextLook = Math.ceil(nextLook * GROWTH);
    let least = mostAt(ODDS);
    for (const path of rivals) {
      const keys = look(path, least);
      if (keys >= least) continue;
      better = { kind: 'path', path };
      least = keys;
    }
  };
  const chooseSieved = (isVain: boolean): void => {
    nextSieve *= SIEVE_GROWTH;
    if (sieving === undefined) return;
    const keys = mostAt(SIEVE_ODDS) * KEYS_A_ROW;
    const whole = found < passed ? chooseWholeSieve(sieving, look, keys) : undefined;
    // Where nothing is handed out, nothing is tested again.
    const isTested = passed < wanted;
    const sieve = whole ?? (isVain && isTested ? chooseSieve(sieving, look, keys) : undefined);
    if (sieve !== undefined) better = { kind: 'sieve', sieve };
  };

  return {
    found: () => {
      read += 1;
      found += 1;
      // What is wanted has to be read in any case.
      if (read >= nextSieve && found < passed) chooseSieved(false);
      return better !== undefined;
    },
    missed: () => {
      read += 1;
      if (read >= nextLook) choosePath();
      if (better === undefined && read >= nextSieve) chooseSieved(true);
      return better !== undefined;
    },
    get better() {
      return better;
    },
  };
};
