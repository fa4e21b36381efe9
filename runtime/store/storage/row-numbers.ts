import type { Collection } from './collection.ts';
import { type KeyPlace, keyWalk } from './key-walk.ts';
import type { AccessPath, ConnectionChoice, KeyRange } from './row-source.ts';

/** Row numbers of an access path, without their documents; anything may be written between portions. */
export interface RowNumberSource {
  /** The next ones, at most `limit`, a row as often as it has keys; none are the end. */
  next(limit: number): readonly number[];
}

export const NO_ROW_NUMBERS: RowNumberSource = { next: () => [] };

/** Opens the row numbers that `path` names, in its order: a fifth of a microsecond each, a document has some ten. */
export const openRowNumbers = (
  connection: ConnectionChoice,
  collection: Collection,
  path: AccessPath,
): RowNumberSource => {
  const records = `c${collection.id}`;
  switch (path.kind) {
    case 'nothing':
      return NO_ROW_NUMBERS;
    case 'ids':
      return foundByKey(connection, `SELECT rid FROM ${records} WHERE k = ?`, path.keys);
    case 'uniqueKeys':
      return foundByKey(connection, `SELECT rid FROM x${path.index.id} WHERE key = ?`, path.keys);
    case 'table':
      return inRanges(connection, records, 'k', [WHOLE], path.isBackward);
    case 'idRange':
      return inRanges(connection, records, 'k', path.ranges, path.isBackward);
    case 'index':
      return inRanges(connection, `x${path.index.id}`, 'key', path.ranges, path.isBackward);
    case 'union':
      return inTurn(path.paths.map((one) => openRowNumbers(connection, collection, one)));
  }
};

const WHOLE: KeyRange = { low: new Uint8Array(0), high: new Uint8Array([255, 255]) };

const inRanges = (
  connection: ConnectionChoice,
  table: string,
  key: string,
  given: readonly KeyRange[],
  isBackward: boolean,
): RowNumberSource => {
  const ranges = isBackward ? given.toReversed() : given;
  const walk = keyWalk(table, key, isBackward);
  let at = 0;
  let place: KeyPlace | undefined;

  const portionOf = ({ low, high }: KeyRange, wanted: number): number[] => {
    const current = connection();
    const [begin, end] = isBackward ? [high, low] : [low, high];
    // Going back, `high` is exclusive: no row number is below -1.
    const from = place ?? { key: begin, rid: -1 };
    const { numbers, portion } = walk.numbers(current, from, end, wanted);
    // Where it ended is looked up in the same turn: nothing is written between the two.
    place = numbers.length < wanted ? undefined : walk.placeAfter(current, from, end, portion);
    return numbers;
  };

  return {
    next: (limit) => {
      const found: number[] = [];
      while (at < ranges.length && found.length < limit) {
        for (const rid of portionOf(ranges[at] as KeyRange, limit - found.length)) found.push(rid);
        if (place === undefined) at += 1;
      }
      return found;
    },
  };
};

const foundByKey = (
  connection: ConnectionChoice,
  sql: string,
  keys: readonly Uint8Array[],
): RowNumberSource => {
  let at = 0;
  return {
    next: (limit) => {
      const numberOf = connection().prepare<{ rid: number }>(sql);
      const found: number[] = [];
      for (; at < keys.length && found.length < limit; at += 1) {
        const row = numberOf.get(keys[at] as Uint8Array);
        if (row !== null) found.push(row.rid);
      }
      return found;
    },
  };
};

const inTurn = (sources: readonly RowNumberSource[]): RowNumberSource => {
  let at = 0;
  return {
    next: (limit) => {
      for (; at < sources.length; at += 1) {
        const portion = (sources[at] as RowNumberSource).next(limit);
        if (portion.length > 0) return portion;
      }
      return [];
    },
  };
};

const CHUNK_BITS = 12;
const CHUNK_MASK = 2 ** CHUNK_BITS - 1;
const WORDS_OF_CHUNK = 2 ** CHUNK_BITS / 32;

/** A set of row numbers, which lie close together: a bit each, in chunks of 4,096. */
export class RowNumbers {
  readonly #chunks = new Map<number, Uint32Array>();

  /** Answers whether the number is new. */
  add(rid: number): boolean {
    const place = Math.floor(rid / (CHUNK_MASK + 1));
    let chunk = this.#chunks.get(place);
    if (chunk === undefined) {
      chunk = new Uint32Array(WORDS_OF_CHUNK);
      this.#chunks.set(place, chunk);
    }
    const word = (rid & CHUNK_MASK) >>> 5;
    const bit = 1 << (rid & 31);
    const before = chunk[word] as number;
    chunk[word] = before | bit;
    return (before & bit) === 0;
  }

  has(rid: number): boolean {
    const chunk = this.#chunks.get(Math.floor(rid / (CHUNK_MASK + 1)));
    return chunk !== undefined && ((chunk[(rid & CHUNK_MASK) >>> 5] as number) & (1 << (rid & 31))) !== 0;
  }
}
