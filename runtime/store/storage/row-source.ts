import type { SQLQueryBindings } from 'bun:sqlite';
import type { Collection, IndexDefinition } from './collection.ts';
import type { Connection, RecordRow } from './connection.ts';

/** Keys from `low` (inclusive) to `high` (exclusive) of an index. */
export interface KeyRange {
  low: Uint8Array;
  high: Uint8Array;
}

/** Which rows to read, in which order. The filter is applied to them afterwards in any case. */
export type AccessPath =
  | { kind: 'table'; isBackward: boolean }
  | { kind: 'ids'; keys: readonly Uint8Array[] }
  | { kind: 'idRange'; ranges: readonly KeyRange[]; isBackward: boolean }
  | { kind: 'index'; index: IndexDefinition; ranges: readonly KeyRange[]; isBackward: boolean }
  /** Whole keys of a unique index: at most one document each. */
  | { kind: 'uniqueKeys'; index: IndexDefinition; keys: readonly Uint8Array[] }
  | { kind: 'union'; paths: readonly AccessPath[] }
  | { kind: 'nothing' };

/** Rows of a collection, a page at a time; a page is read in one go, anything may be written between pages. */
export interface RowSource {
  /** The next rows, at most `limit`; an empty page is the end. */
  next(limit: number): RecordRow[];
}

const EMPTY: RowSource = { next: () => [] };

/** Which connection to read the next page from; it may change while one large commit is being applied. */
export type ConnectionChoice = () => Connection;

/** Opens the rows that `path` names. */
export const openRows = (
  connection: ConnectionChoice,
  collection: Collection,
  path: AccessPath,
): RowSource => {
  switch (path.kind) {
    case 'nothing':
      return EMPTY;
    case 'table':
      return tableRows(connection, collection, path.isBackward);
    case 'ids':
      return idRows(connection, collection, path.keys);
    case 'idRange':
      return rangeRows({
        connection,
        ranges: path.ranges,
        isBackward: path.isBackward,
        sql: idSql(collection),
      });
    case 'index': {
      const sql = indexSql(collection, path.index);
      const rows = rangeRows({ connection, ranges: path.ranges, isBackward: path.isBackward, sql });
      // Always: an index can become multikey while the rows are being read.
      return onceEach(rows, () => path.index.isMultikey);
    }
    case 'uniqueKeys':
      return onceEach(uniqueRows(connection, collection, path), () => path.index.isMultikey);
    case 'union': {
      const sources = path.paths.map((one) => openRows(connection, collection, one));
      return onceEach(inTurn(sources), () => true);
    }
  }
};

const tableRows = (connection: ConnectionChoice, collection: Collection, isBackward: boolean): RowSource => {
  let position = isBackward ? Number.MAX_SAFE_INTEGER : -1;
  return {
    next: (limit) => {
      const statements = connection().records(collection.id);
      const page = isBackward ? statements.pageBackward : statements.page;
      const rows = page.all(position, limit);
      const last = rows.at(-1);
      if (last !== undefined) position = last.rid;
      return rows;
    },
  };
};

const idRows = (
  connection: ConnectionChoice,
  collection: Collection,
  keys: readonly Uint8Array[],
): RowSource => {
  let at = 0;
  return {
    next: (limit) => {
      const { byKey } = connection().records(collection.id);
      const rows: RecordRow[] = [];
      while (at < keys.length && rows.length < limit) {
        const row = byKey.get(keys[at] as Uint8Array);
        at += 1;
        if (row !== null) rows.push(row);
      }
      return rows;
    },
  };
};

/** Two plain look-ups take a third of what a range over the joined tables takes. */
const uniqueRows = (
  connection: ConnectionChoice,
  collection: Collection,
  { index, keys }: { index: IndexDefinition; keys: readonly Uint8Array[] },
): RowSource => {
  const sql = `SELECT rid FROM x${index.id} WHERE key = ?`;
  let at = 0;
  return {
    next: (limit) => {
      const current = connection();
      const ridOf = current.prepare<{ rid: number }>(sql);
      const { byRid } = current.records(collection.id);
      const rows: RecordRow[] = [];
      while (at < keys.length && rows.length < limit) {
        const found = ridOf.get(keys[at] as Uint8Array);
        at += 1;
        const row = found === null ? null : byRid.get(found.rid);
        if (row !== null) rows.push(row);
      }
      return rows;
    },
  };
};

interface IndexRow extends RecordRow {
  key: Uint8Array;
}

interface RangeSql {
  /** Parameters: key, rid, other end of the range, limit. */
  forward: string;
  backward: string;
}

const idSql = (collection: Collection): RangeSql => {
  const columns = `SELECT k AS key, rid, ver, doc FROM c${collection.id}`;
  // rid never decides here, because keys are unique; it is compared so that both kinds take the same parameters.
  return {
    forward: `${columns} WHERE k >= ?1 AND (k > ?1 OR rid > ?2) AND k < ?3 ORDER BY k LIMIT ?4`,
    backward: `${columns} WHERE k <= ?1 AND (k < ?1 OR rid < ?2) AND k >= ?3 ORDER BY k DESC LIMIT ?4`,
  };
};

const indexSql = (collection: Collection, index: IndexDefinition): RangeSql => {
  const columns = `SELECT x.key AS key, c.rid AS rid, c.ver AS ver, c.doc AS doc
    FROM x${index.id} AS x CROSS JOIN c${collection.id} AS c ON c.rid = x.rid`;
  return {
    forward: `${columns} WHERE (x.key, x.rid) > (?1, ?2) AND x.key < ?3 ORDER BY x.key, x.rid LIMIT ?4`,
    backward: `${columns} WHERE (x.key, x.rid) < (?1, ?2) AND x.key >= ?3 ORDER BY x.key DESC, x.rid DESC LIMIT ?4`,
  };
};

const rangeRows = (input: {
  connection: ConnectionChoice;
  ranges: readonly KeyRange[];
  isBackward: boolean;
  sql: RangeSql;
}): RowSource => {
  const { isBackward } = input;
  const ranges = isBackward ? [...input.ranges].reverse() : input.ranges;
  const sql = isBackward ? input.sql.backward : input.sql.forward;
  let at = 0;
  let position: SQLQueryBindings[] | undefined;
  return {
    next: (limit) => {
      const statement = input.connection().prepare<IndexRow>(sql);
      const page: IndexRow[] = [];
      while (at < ranges.length && page.length < limit) {
        const range = ranges[at] as KeyRange;
        // Going back, `high` is exclusive: no rid is below -1.
        const [key, rid] = position ?? (isBackward ? [range.high, -1] : [range.low, -1]);
        const wanted = limit - page.length;
        const end = isBackward ? range.low : range.high;
        const rows = statement.all(key as Uint8Array, rid as number, end, wanted);
        for (const row of rows) page.push(row);
        const last = rows.at(-1);
        if (rows.length < wanted || last === undefined) {
          at += 1;
          position = undefined;
        } else position = [last.key, last.rid];
      }
      return page;
    },
  };
};

const inTurn = (sources: readonly RowSource[]): RowSource => {
  let at = 0;
  return {
    next: (limit) => {
      for (; at < sources.length; at += 1) {
        const page = (sources[at] as RowSource).next(limit);
        if (page.length > 0) return page;
      }
      return [];
    },
  };
};

/** Hands out each document once, although several keys may lead to it. */
const onceEach = (rows: RowSource, hasRepeats: () => boolean): RowSource => {
  const seen = new Set<number>();
  return {
    next: (limit) => {
      for (;;) {
        const page = rows.next(limit);
        if (page.length === 0) return page;
        if (seen.size === 0 && !hasRepeats()) return page;
        const fresh = page.filter((row) => {
          if (seen.has(row.rid)) return false;
          seen.add(row.rid);
          return true;
        });
        if (fresh.length > 0) return fresh;
      }
    },
  };
};
