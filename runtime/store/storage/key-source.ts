import type { Collection } from './collection.ts';
import { type KeyPlace, type KeyPortion, type KeyWalk, keyWalk } from './key-walk.ts';
import { openRowNumbers, RowNumbers } from './row-numbers.ts';
import type { AccessPath, ConnectionChoice, KeyRange } from './row-source.ts';

/** Keys of an access path, counted a portion at a time; anything may be written between portions. */
export interface KeySource {
  /** How many of the next keys there are, at most `limit`; fewer are the end. */
  next(limit: number): number;
}

export const NO_KEYS: KeySource = { next: () => 0 };

/** Opens the keys that `path` names: a thirtieth of a microsecond each, where a document takes some five. */
export const openKeys = (
  connection: ConnectionChoice,
  collection: Collection,
  path: AccessPath,
): KeySource => {
  switch (path.kind) {
    case 'nothing':
      return NO_KEYS;
    case 'ids':
    case 'uniqueKeys':
      return counted(path.keys.length);
    case 'table':
      return rangeKeys(connection, idKeys(collection), [WHOLE]);
    case 'idRange':
      return rangeKeys(connection, idKeys(collection), path.ranges);
    case 'index':
      return rangeKeys(connection, indexKeys(path.index.id), path.ranges);
    case 'union': {
      const sources = path.paths.map((one) => openKeys(connection, collection, one));
      return inTurn(sources);
    }
  }
};

const WHOLE: KeyRange = { low: new Uint8Array(0), high: new Uint8Array([255, 255]) };

/** Looked up one by one: each is taken for there. */
const counted = (all: number): KeySource => {
  let left = all;
  return {
    next: (limit) => {
      const taken = Math.min(left, limit);
      left -= taken;
      return taken;
    },
  };
};

const idKeys = ({ id }: Collection): KeyWalk => keyWalk(`c${id}`, 'k');
const indexKeys = (id: number): KeyWalk => keyWalk(`x${id}`, 'key');

const rangeKeys = (connection: ConnectionChoice, walk: KeyWalk, ranges: readonly KeyRange[]): KeySource => {
  let at = 0;
  /** Where the portion before began, and what it had. */
  let before: { from: KeyPlace; portion: KeyPortion } | undefined;
  /** Where the next portion begins; undefined: so many are not there any more, and all that are have been counted. */
  const placeIn = ({ low, high }: KeyRange): KeyPlace | undefined =>
    before === undefined
      ? { key: low, rid: -1 }
      : walk.placeAfter(connection(), before.from, high, before.portion);
  return {
    next: (limit) => {
      let found = 0;
      while (at < ranges.length && found < limit) {
        const range = ranges[at] as KeyRange;
        const from = placeIn(range);
        const wanted = limit - found;
        const portion =
          from === undefined ? { own: 0, beyond: 0 } : walk.count(connection(), from, range.high, wanted);
        const n = portion.own + portion.beyond;
        before = from === undefined || n < wanted ? undefined : { from, portion };
        found += n;
        if (before === undefined) at += 1;
      }
      return found;
    },
  };
};

/** Documents of an index path, each counted once however many of its keys there are. */
export const openDocumentKeys = (
  connection: ConnectionChoice,
  collection: Collection,
  path: Extract<AccessPath, { kind: 'index' }>,
): KeySource => {
  if (!path.index.isMultikey) return openKeys(connection, collection, path);
  const numbers = openRowNumbers(connection, collection, path);
  const seen = new RowNumbers();
  return {
    next: (limit) => {
      let found = 0;
      while (found < limit) {
        const portion = numbers.next(limit - found);
        if (portion.length === 0) break;
        for (const rid of portion) if (seen.add(rid)) found += 1;
      }
      return found;
    },
  };
};

const inTurn = (sources: readonly KeySource[]): KeySource => {
  let at = 0;
  return {
    next: (limit) => {
      let found = 0;
      for (; at < sources.length; at += 1) {
        found += (sources[at] as KeySource).next(limit - found);
        if (found >= limit) break;
      }
      return found;
    },
  };
};
