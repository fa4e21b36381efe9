import { readCollection, readMultikey } from '../storage/catalog-rows.ts';
import type { Collection } from '../storage/collection.ts';
import { Connection } from '../storage/connection.ts';
import { openDocumentKeys, openKeys } from '../storage/key-source.ts';
import { openRowNumbers } from '../storage/row-numbers.ts';
import { openRows } from '../storage/row-source.ts';
import type { ReadView } from '../storage/view.ts';

/**
 * One reading command's sight of the store: a committed state, pinned while a batch is read and let go between two
 * batches, so that the write-ahead log can be emptied.
 */
export interface ReadState {
  view: ReadView;
  find(database: string, name: string): Collection | undefined;
  countDocuments(collection: Collection): number;
  /** Pins the newest state. Collections that are gone are marked as dropped. */
  pin(): void;
  unpin(): void;
  /** Between two slices of work: lets go of the state while a batch is being read; the next read pins a newer one. */
  rest(): void;
  close(): void;
}

/** Statements kept on a connection before they are all made anew. */
const KEPT_STATEMENTS = 400;

/** Connections of a reader thread, kept open between commands. */
export interface ConnectionPool {
  take(): Connection;
  give(connection: Connection): void;
  close(): void;
}

export const createConnectionPool = (file: string): ConnectionPool => {
  const idle: Connection[] = [];
  return {
    take: () => idle.pop() ?? Connection.openReader(file),
    give: (connection) => {
      if (idle.length > 0 || connection.statementCount() > KEPT_STATEMENTS) connection.close();
      else idle.push(connection);
    },
    close: () => {
      for (const connection of idle.splice(0)) connection.close();
    },
  };
};

/** Opens the sight of one command; nothing is pinned yet. */
export const openReadState = (pool: ConnectionPool): ReadState => {
  let connection: Connection | undefined;
  const collections = new Map<string, Collection | undefined>();
  let isResting = false;
  const current = (): Connection => {
    if (connection === undefined && isResting) pin();
    if (connection === undefined) throw new Error('a reader read without a pinned state');
    return connection;
  };
  const refresh = (): void => {
    for (const collection of collections.values()) {
      if (collection === undefined) continue;
      const found = readCollection(current(), collection.database, collection.name);
      if (found?.id !== collection.id) collection.isDropped = true;
      const multikey = readMultikey(current(), collection.id);
      for (const index of collection.indexes) index.isMultikey = multikey.get(index.id) ?? index.isMultikey;
    }
  };
  const release = (): void => {
    if (connection === undefined) return;
    connection.prepare('COMMIT').run();
    pool.give(connection);
    connection = undefined;
  };
  const pin = (): void => {
    isResting = false;
    connection = pool.take();
    connection.prepare('BEGIN').run();
    refresh();
  };
  const unpin = (): void => {
    isResting = false;
    release();
  };

  return {
    view: {
      rows: (collection, path) => openRows(current, collection, path),
      keys: (collection, path) => openKeys(current, collection, path),
      documentKeys: (collection, path) => openDocumentKeys(current, collection, path),
      rowNumbers: (collection, path) => openRowNumbers(current, collection, path),
      byKey: (collection, key) => current().records(collection.id).byKey.get(key) ?? undefined,
      byRid: (collection, rid) => current().records(collection.id).byRid.get(rid) ?? undefined,
      keepsOrder: () => true,
    },
    find: (database, name) => {
      const namespace = `${database}.${name}`;
      if (!collections.has(namespace)) collections.set(namespace, readCollection(current(), database, name));
      return collections.get(namespace);
    },
    countDocuments: (collection) =>
      current().prepare<{ n: number }>(`SELECT count(*) AS n FROM c${collection.id}`).get()?.n ?? 0,
    pin,
    unpin,
    rest: () => {
      if (connection === undefined) return;
      release();
      isResting = true;
    },
    close: unpin,
  };
};
