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

/** Writes the rows of indexes that belong to one document's change. */
export interface IndexRows {
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

  return {
    write: (deltas, rid) => {
      let written = 0;
      try {
        for (const { index, added, removed, isMultikey } of deltas) {
          // It may stay when the rest is taken back: an index that is taken for multikey is read with more care.
          if (isMultikey && !index.isMultikey) {
            if (index.isBuilding) index.isMultikey = true;
            else catalog.setMultikey(index);
          }
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
