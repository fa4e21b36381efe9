import type { Catalog } from './catalog.ts';
import type { IndexDefinition } from './collection.ts';
import type { Connection } from './connection.ts';

/** What a change does to one index. */
export interface IndexDelta {
  index: IndexDefinition;
  added: readonly Uint8Array[];
  removed: readonly Uint8Array[];
  isMultikey: boolean;
}

/** Rows of indexes of many documents, which are written together. */
export interface CollectedRows {
  add(deltas: readonly IndexDelta[], rid: number): void;
  /**
   * Writes them in the order of their keys, some at each step, so that others can be served between them. What fails leaves the
   * rest unwritten: the whole transaction has to be given up.
   */
  write(): Generator<void, void, void>;
}

/** Writes the rows of indexes that belong to one document's change. */
export interface IndexRows {
  /**
   * For many documents at once. In the order of their keys rows that belong on one page are written to it one after the other, where a
   * large index would have the page read and written for each of them.
   */
  collect(): CollectedRows;
  /** Writes them all. What fails half-way is taken back row by row: a savepoint for each document would cost more. */
  write(deltas: readonly IndexDelta[], rid: number): void;
}

/** `lost`: told when not even taking back was possible, so that nothing of the transaction may be kept. */
export const createIndexRows = (input: {
  writer: Connection;
  catalog: Pick<Catalog, 'setMultikey'>;
  lost: (cause: unknown) => void;
}): IndexRows => {
  const { writer, catalog } = input;
  const inserting = (index: IndexDefinition) =>
    writer.prepare(`INSERT OR IGNORE INTO x${index.id}(key, rid) VALUES (?, ?)`);
  const removing = (index: IndexDefinition) =>
    writer.prepare(`DELETE FROM x${index.id} WHERE key = ? AND rid = ?`);

  const takeBack = (deltas: readonly IndexDelta[], rid: number, written: number): void => {
    let left = written;
    for (const { index, added, removed } of deltas) {
      for (const key of removed) if (left-- > 0) inserting(index).run(key, rid);
      for (const key of added) if (left-- > 0) removing(index).run(key, rid);
    }
  };

  const tellMultikey = (index: IndexDefinition): void => {
    // It may stay when the rest is taken back: an index that is taken for multikey is read with more care.
    if (index.isBuilding) index.isMultikey = true;
    else catalog.setMultikey(index);
  };

  return {
    collect: () => collectRows({ writer, tellMultikey }),
    write: (deltas, rid) => {
      let written = 0;
      try {
        for (const { index, added, removed, isMultikey } of deltas) {
          if (isMultikey && !index.isMultikey) tellMultikey(index);
          if (removed.length > 0) {
            const remove = removing(index);
            for (const key of removed) {
              remove.run(key, rid);
              written += 1;
            }
          }
          if (added.length > 0) {
            const insert = inserting(index);
            for (const key of added) {
              insert.run(key, rid);
              written += 1;
            }
          }
        }
      } catch (error) {
        try {
          takeBack(deltas, rid, written);
        } catch (cause) {
          input.lost(cause);
        }
        throw error;
      }
    },
  };
};

interface KeyRow {
  key: Uint8Array;
  rid: number;
}

/** Rows of one statement, and rows of one step. */
const ROWS_AT_ONCE = 16;
const ROWS_OF_STEP = 128;

const collectRows = ({
  writer,
  tellMultikey,
}: {
  writer: Connection;
  tellMultikey: (index: IndexDefinition) => void;
}): CollectedRows => {
  const rows = new Map<IndexDefinition, { added: KeyRow[]; removed: KeyRow[] }>();

  function* remove(index: IndexDefinition, removed: KeyRow[]): Generator<void, void, void> {
    const statement = writer.prepare(`DELETE FROM x${index.id} WHERE key = ? AND rid = ?`);
    for (const [at, { key, rid }] of removed.sort(byKey).entries()) {
      statement.run(key, rid);
      if (at % ROWS_OF_STEP === ROWS_OF_STEP - 1) yield;
    }
  }

  function* insert(index: IndexDefinition, added: KeyRow[]): Generator<void, void, void> {
    const head = `INSERT OR IGNORE INTO x${index.id}(key, rid) VALUES (?, ?)`;
    const one = writer.prepare(head);
    const many = writer.prepare(head + ', (?, ?)'.repeat(ROWS_AT_ONCE - 1));
    added.sort(byKey);
    let at = 0;
    for (; at + ROWS_AT_ONCE <= added.length; at += ROWS_AT_ONCE) {
      many.run(...added.slice(at, at + ROWS_AT_ONCE).flatMap(({ key, rid }) => [key, rid]));
      if ((at + ROWS_AT_ONCE) % ROWS_OF_STEP === 0) yield;
    }
    for (const { key, rid } of added.slice(at)) one.run(key, rid);
  }

  return {
    add: (deltas, rid) => {
      for (const { index, added, removed, isMultikey } of deltas) {
        if (isMultikey && !index.isMultikey) tellMultikey(index);
        if (added.length + removed.length === 0) continue;
        let own = rows.get(index);
        if (own === undefined) {
          own = { added: [], removed: [] };
          rows.set(index, own);
        }
        for (const key of added) own.added.push({ key, rid });
        for (const key of removed) own.removed.push({ key, rid });
      }
    },
    *write() {
      for (const [index, { added, removed }] of rows) {
        yield* remove(index, removed);
        yield* insert(index, added);
      }
      rows.clear();
    },
  };
};

const byKey = (one: KeyRow, other: KeyRow): number =>
  Buffer.compare(one.key, other.key) || one.rid - other.rid;
