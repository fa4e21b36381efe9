import { KEYS_A_ROW, type Look } from '../plan/choose.ts';
import { chooseSieve, chooseWholeSieve, type Sieve, type Sieving } from '../plan/sieve.ts';
import type { AccessPath } from '../storage/row-source.ts';
import { decodeDocument } from '../value/index.ts';

/** Another way to the same rows: all of another path, or the same walk past all rows that keys rule out. */
export type Better =
  | { kind: 'path'; path: AccessPath }
  | {
      kind: 'sieve';
      sieve: Sieve;
      /** The sieve that says all that is asked, once so many rows passed through this one in vain; undefined: none is worth it. */
      finer?: (vain: number) => Sieve | undefined;
    };

/** Looks, while rows are read, whether there is a way with less than what is still to come. */
export interface Contest {
  /** Told of a row that matches; answers whether there is a better way now. */
  found(): boolean;
  /** Told of a row that was read in vain, as it is stored; answers the same. */
  missed(stored: Uint8Array): boolean;
  readonly better: Better | undefined;
}

/** Rows before the first look: read in a millisecond or two. */
const FIRST_LOOK = 256;
/** From look to look so many times as many rows. */
const GROWTH = 1.5;
/** Another way is better up to so many times what was read: in all, some two times the shorter way is read. */
const ODDS = 2;
/** As the two above, for sieves: to look whether they are small takes a third of making them. */
const SIEVE_GROWTH = 4;
const SIEVE_ODDS = 12;
/** What all conditions are said by is taken instead of one index, where rows are passed over, up to so many times its keys. */
const WHOLE_ODDS = 3;
/** Of the rows that were read in vain the last ones tell which index would have ruled them out. */
const VAIN_KEPT = 32;
/** So many rows are soon read and tested. */
const SOON_TESTED = 64;
/** Before a sieve is made, another path is taken up to so many times what was read: how far a sieved walk goes nobody knows. */
const SHORT_PATH_ODDS = 6;

interface ContestInput {
  /** The way that is walked. */
  own: AccessPath;
  rivals: readonly AccessPath[];
  sieving: Sieving | undefined;
  look: Look;
  /** Rows that are to be found. */
  wanted: number;
  /** How many of them are only counted. */
  passed: number;
}

export const createContest = ({ own, rivals, sieving, look, wanted, passed }: ContestInput): Contest => {
  let read = 0;
  let found = 0;
  let nextLook = FIRST_LOOK;
  let nextSieve = FIRST_LOOK;
  let better: Better | undefined;
  const vain: Uint8Array[] = [];

  /** Rows that another way may take. */
  const mostAt = (odds: number): number => {
    const toCome = found === 0 ? Number.POSITIVE_INFINITY : ((wanted - found) * read) / found;
    const most = Math.ceil(Math.min(read * odds, toCome));
    // Where the way itself soon ends, nothing is shorter.
    return Math.max(0, look(own, read + most) - read);
  };
  const choosePath = (odds: number): void => {
    let least = mostAt(odds);
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
    if (isVain) choosePath(SHORT_PATH_ODDS);
    if (better !== undefined) return;
    const keys = mostAt(SIEVE_ODDS) * KEYS_A_ROW;
    // Where nothing is handed out, nothing is tested again.
    const isTested = passed < wanted;
    const one =
      isVain && isTested
        ? chooseSieve(
            sieving,
            look,
            keys,
            vain.map((stored) => decodeDocument(stored)),
          )
        : undefined;
    if (one !== undefined && passed < SOON_TESTED) {
      // It may leave few rows in vain, or most: that is seen once some are read.
      const finer = (tested: number) => chooseWholeSieve(sieving, look, tested * SIEVE_ODDS * KEYS_A_ROW);
      better = { kind: 'sieve', sieve: one, finer };
      return;
    }
    const most = one === undefined ? keys : Math.max(keys, one.keys * WHOLE_ODDS);
    const whole = found < passed || isVain ? chooseWholeSieve(sieving, look, most) : undefined;
    const sieve = whole ?? one;
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
    missed: (stored) => {
      vain[(read - found) % VAIN_KEPT] = stored;
      read += 1;
      if (read >= nextLook) {
        nextLook = Math.ceil(nextLook * GROWTH);
        choosePath(ODDS);
      }
      if (better === undefined && read >= nextSieve) chooseSieved(true);
      return better !== undefined;
    },
    get better() {
      return better;
    },
  };
};
