import { readCollections } from '../storage/catalog-rows.ts';
import type { Collection } from '../storage/collection.ts';
import { Connection } from '../storage/connection.ts';

/** One committed state of a store's file. */
export interface StoreSnapshot {
  collections: Collection[];
  /** The encoded documents of one collection, in the order of their insertion. */
  documents(collection: Collection): Generator<Uint8Array>;
  close(): void;
}

const PAGE_ROWS = 256;

/** Pins the last committed state of a store's file; the store may serve meanwhile. */
export const openSnapshot = (file: string): StoreSnapshot => {
  const connection = Connection.openReader(file);
  connection.prepare('BEGIN').run();
  return {
    collections: readCollections(connection),
    *documents(collection) {
      const { page } = connection.records(collection.id);
      let position = -1;
      for (;;) {
        const rows = page.all(position, PAGE_ROWS);
        for (const row of rows) yield row.doc;
        const last = rows.at(-1);
        if (last === undefined) return;
        position = last.rid;
      }
    },
    close: () => connection.close(),
  };
};
