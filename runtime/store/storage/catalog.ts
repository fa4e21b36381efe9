import { StoreError } from '../value/errors.ts';
import type { Document } from '../value/index.ts';
import { readCollections } from './catalog-rows.ts';
import type { Collection, IndexDefinition } from './collection.ts';
import type { Connection } from './connection.ts';
import { compileIndex } from './index-definition.ts';

const FORBIDDEN_IN_DATABASE = /[/\\. "$\0]/;
const MAX_NAMESPACE_BYTES = 255;

/** Refuses what MongoDB refuses as a database's name (code 73). */
export const checkDatabaseName = (database: string): void => {
  if (database === '' || database.length > 63 || FORBIDDEN_IN_DATABASE.test(database)) {
    throw new StoreError(73, `Invalid database name: '${database}'`);
  }
};

/** Refuses what MongoDB refuses as a collection's name (code 73). */
export const checkCollectionName = (database: string, name: string): void => {
  checkDatabaseName(database);
  const isBad =
    name === '' || name.includes('\0') || name.includes('$') || name.startsWith('.') || name.endsWith('.');
  if (isBad || Buffer.byteLength(`${database}.${name}`) > MAX_NAMESPACE_BYTES) {
    throw new StoreError(73, `Invalid collection name: ${database}.${name}`);
  }
};

/** Larger tables are emptied in slices before they are dropped. */
const DROPPED_AT_ONCE = 5000;

const SCHEMA = [
  'CREATE TABLE IF NOT EXISTS meta(name TEXT PRIMARY KEY, value) WITHOUT ROWID',
  `CREATE TABLE IF NOT EXISTS collections(id INTEGER PRIMARY KEY AUTOINCREMENT, database TEXT NOT NULL,
    name TEXT NOT NULL, uuid BLOB NOT NULL, options BLOB NOT NULL, logged_since INTEGER, UNIQUE(database, name))`,
  `CREATE TABLE IF NOT EXISTS indexes(id INTEGER PRIMARY KEY AUTOINCREMENT, collection INTEGER NOT NULL,
    specification BLOB NOT NULL, is_multikey INTEGER NOT NULL DEFAULT 0)`,
  'CREATE TABLE IF NOT EXISTS oplog(last INTEGER PRIMARY KEY, first INTEGER NOT NULL, bytes BLOB NOT NULL)',
  `CREATE TABLE IF NOT EXISTS retries(session BLOB PRIMARY KEY, number INTEGER NOT NULL, used_at INTEGER NOT NULL,
    record BLOB NOT NULL) WITHOUT ROWID`,
];

/** What the store holds: databases, collections and their indexes, in memory and in the file. */
export interface Catalog {
  find(database: string, name: string): Collection | undefined;
  list(database: string): Collection[];
  databases(): string[];
  all(): Iterable<Collection>;
  /** Adds a collection; the caller has opened the transaction. */
  create(input: { database: string; name: string; options: Document; sequence: number }): Collection;
  /** Removes a collection with all that is in it. */
  drop(collection: Collection): void;
  rename(collection: Collection, database: string, name: string): void;
  /** Makes an index's table and its definition, still marked as building and not yet in the file's catalog. */
  addIndex(collection: Collection, specification: Document): IndexDefinition;
  /** Writes the definition to the file: from now on it is read from, and is there after a restart. */
  completeIndex(collection: Collection, index: IndexDefinition, sequence: number): void;
  dropIndex(collection: Collection, index: IndexDefinition): void;
  saveIndex(index: IndexDefinition): void;
  setMultikey(index: IndexDefinition): void;
  setLoggedSince(collection: Collection, sequence: number): void;
  readMeta(name: string): number | string | undefined;
  writeMeta(name: string, value: number | string): void;
  /** The entries whose names begin so. */
  listMeta(prefix: string): [name: string, value: number | string][];
  /** Tables that nothing names: of an index build or a removal that was cut off. */
  orphans(): string[];
  /** Reads everything again from the file, after a transaction had to be rolled back. */
  reload(): void;
}

/** Opens the catalog of a file, making its tables when it is new. */
export const openCatalog = (input: {
  writer: Connection;
  encode: (document: Document) => Uint8Array;
  /** Other connections that hold statements over dropped tables. */
  forget: (table: string) => void;
  /** Takes a large table that nothing names any more. */
  discard: (table: string) => void;
}): Catalog => {
  const { writer, encode } = input;
  const { database: sqlite } = writer;
  const byName = new Map<string, Collection>();
  for (const statement of SCHEMA) sqlite.run(statement);

  const load = (): void => {
    for (const collection of byName.values()) collection.isDropped = true;
    byName.clear();
    for (const collection of readCollections(writer)) byName.set(collection.namespace, collection);
  };
  const dropTable = (table: string): void => {
    input.forget(table);
    writer.forget(table);
    sqlite.run(`DROP TABLE ${table}`);
  };
  const dropOrLater = (table: string, collection: Collection): void => {
    if (collection.nextRid <= DROPPED_AT_ONCE) dropTable(table);
    else input.discard(table);
  };
  load();

  return {
    find: (database, name) => byName.get(`${database}.${name}`),
    list: (database) => [...byName.values()].filter((collection) => collection.database === database),
    databases: () => [...new Set([...byName.values()].map((collection) => collection.database))].sort(),
    all: () => byName.values(),
    create: ({ database, name, options, sequence }) => {
      checkCollectionName(database, name);
      const uuid = crypto.getRandomValues(new Uint8Array(16));
      const insert = writer.prepare(
        'INSERT INTO collections(database, name, uuid, options) VALUES (?, ?, ?, ?)',
      );
      const id = Number(insert.run(database, name, uuid, encode(options)).lastInsertRowid);
      sqlite.run(
        `CREATE TABLE c${id}(rid INTEGER PRIMARY KEY, k BLOB NOT NULL UNIQUE, ver INTEGER NOT NULL, doc BLOB NOT NULL)`,
      );
      const collection = emptyCollection({ id, database, name, uuid, options }, sequence);
      byName.set(collection.namespace, collection);
      return collection;
    },
    drop: (collection) => {
      collection.isDropped = true;
      byName.delete(collection.namespace);
      writer.prepare('DELETE FROM indexes WHERE collection = ?').run(collection.id);
      writer.prepare('DELETE FROM collections WHERE id = ?').run(collection.id);
      for (const index of collection.indexes) dropOrLater(`x${index.id}`, collection);
      dropOrLater(`c${collection.id}`, collection);
    },
    rename: (collection, database, name) => {
      checkCollectionName(database, name);
      writer
        .prepare('UPDATE collections SET database = ?, name = ? WHERE id = ?')
        .run(database, name, collection.id);
      byName.delete(collection.namespace);
      Object.assign(collection, { database, name, namespace: `${database}.${name}` });
      byName.set(collection.namespace, collection);
    },
    addIndex: (collection, specification) => {
      const reserve = writer.prepare('INSERT INTO indexes(collection, specification) VALUES (0, ?)');
      const id = Number(reserve.run(encode(specification)).lastInsertRowid);
      writer.prepare('DELETE FROM indexes WHERE id = ?').run(id);
      sqlite.run(
        `CREATE TABLE x${id}(key BLOB NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY(key, rid)) WITHOUT ROWID`,
      );
      const index = { ...compileIndex(id, specification), isBuilding: true };
      collection.indexes.push(index);
      return index;
    },
    completeIndex: (collection, index, sequence) => {
      index.isBuilding = false;
      index.createdAt = sequence;
      writer
        .prepare('INSERT INTO indexes(id, collection, specification, is_multikey) VALUES (?, ?, ?, ?)')
        .run(index.id, collection.id, encode(index.specification), index.isMultikey ? 1 : 0);
    },
    dropIndex: (collection, index) => {
      collection.indexes = collection.indexes.filter((one) => one !== index);
      writer.prepare('DELETE FROM indexes WHERE id = ?').run(index.id);
      dropOrLater(`x${index.id}`, collection);
    },
    saveIndex: (index) => {
      writer
        .prepare('UPDATE indexes SET specification = ? WHERE id = ?')
        .run(encode(index.specification), index.id);
    },
    setMultikey: (index) => {
      writer.prepare('UPDATE indexes SET is_multikey = 1 WHERE id = ?').run(index.id);
      index.isMultikey = true;
    },
    setLoggedSince: (collection, sequence) => {
      collection.loggedSince = sequence;
      writer.prepare('UPDATE collections SET logged_since = ? WHERE id = ?').run(sequence, collection.id);
    },
    ...openMeta(writer),
    orphans: () => orphansOf(byName.values(), writer),
    reload: load,
  };
};

const emptyCollection = (
  named: Pick<Collection, 'id' | 'database' | 'name' | 'uuid' | 'options'>,
  sequence: number,
): Collection => ({
  ...named,
  namespace: `${named.database}.${named.name}`,
  indexes: [],
  isDropped: false,
  nextRid: 1,
  count: 0,
  countings: new Set(),
  lastWrite: sequence,
  loggedSince: undefined,
  createdAt: sequence,
});

const orphansOf = (collections: Iterable<Collection>, { database }: Connection): string[] => {
  const known = new Set<string>();
  for (const collection of collections) {
    known.add(`c${collection.id}`);
    for (const index of collection.indexes) known.add(`x${index.id}`);
  }
  const tables = database.query("SELECT name FROM sqlite_master WHERE type = 'table'").all() as {
    name: string;
  }[];
  return tables.map(({ name }) => name).filter((name) => /^[cx]\d+$/.test(name) && !known.has(name));
};

/** Single values that the file keeps beside its collections. */
const openMeta = (writer: Connection): Pick<Catalog, 'readMeta' | 'writeMeta' | 'listMeta'> => ({
  readMeta: (name) => {
    const row = writer.prepare<{ value: number | string }>('SELECT value FROM meta WHERE name = ?').get(name);
    return row?.value;
  },
  writeMeta: (name, value) => {
    writer.prepare('INSERT OR REPLACE INTO meta(name, value) VALUES (?, ?)').run(name, value);
  },
  listMeta: (prefix) =>
    writer
      .prepare<{ name: string; value: number | string }>(
        'SELECT name, value FROM meta WHERE substr(name, 1, ?) = ?',
      )
      .all(prefix.length, prefix)
      .map(({ name, value }) => [name, value]),
});
