import type { SQLQueryBindings } from 'bun:sqlite';
import type { Collection } from './collection.ts';
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

/** Parameters of both: key, row number, end of the range, limit. */
interface KeySql {
  count: string;
  /** The last of so many. */
  last: string;
}

const idKeys = ({ id }: Collection): KeySql => keysOf(`c${id}`, 'k');
const indexKeys = (id: number): KeySql => keysOf(`x${id}`, 'key');

const keysOf = (table: string, key: string): KeySql => {
  const within = `FROM ${table} WHERE (${key}, rid) > (?1, ?2) AND ${key} < ?3 ORDER BY ${key}, rid`;
  return {
    count: `SELECT count(*) AS n FROM (SELECT 1 ${within} LIMIT ?4)`,
    last: `SELECT ${key} AS key, rid ${within} LIMIT 1 OFFSET ?4 - 1`,
  };
};

const rangeKeys = (
  connection: ConnectionChoice,
  { count, last }: KeySql,
  ranges: readonly KeyRange[],
): KeySource => {
  let at = 0;
  /** Where the portion before ended: after so many keys from a place. */
  let before: SQLQueryBindings[] | undefined;
  /** Where the next portion begins; undefined: so many are not there any more, and all that are have been counted. */
  const placeIn = ({ low }: KeyRange): SQLQueryBindings[] | undefined => {
    if (before === undefined) return [low, -1];
    const end = connection()
      .prepare<{ key: Uint8Array; rid: number }>(last)
      .get(...before);
    return end === null ? undefined : [end.key, end.rid];
  };
  const countIn = (portion: SQLQueryBindings[]): number =>
    connection()
      .prepare<{ n: number }>(count)
      .get(...portion)?.n ?? 0;
  return {
    next: (limit) => {
      let found = 0;
      while (at < ranges.length && found < limit) {
        const range = ranges[at] as KeyRange;
        const place = placeIn(range);
        const portion = [...(place ?? []), range.high, limit - found];
        const n = place === undefined ? 0 : countIn(portion);
        before = n < limit - found ? undefined : portion;
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
  const sql = `SELECT key, rid FROM x${path.index.id}
    WHERE (key, rid) > (?1, ?2) AND key < ?3 ORDER BY key, rid LIMIT ?4`;
  const seen = new Set<number>();
  let at = 0;
  let position: SQLQueryBindings[] | undefined;
  return {
    next: (limit) => {
      const before = seen.size;
      while (at < path.ranges.length && seen.size - before < limit) {
        const { low, high } = path.ranges[at] as KeyRange;
        const wanted = limit - (seen.size - before);
        const rows = connection()
          .prepare<{ key: Uint8Array; rid: number }>(sql)
          .all(...(position ?? [low, -1]), high, wanted);
        for (const { rid } of rows) seen.add(rid);
        const last = rows.at(-1);
        position = last === undefined || rows.length < wanted ? undefined : [last.key, last.rid];
        if (position === undefined) at += 1;
      }
      return seen.size - before;
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
