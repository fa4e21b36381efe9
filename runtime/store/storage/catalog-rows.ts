import { type Document, decodeDocument } from '../value/index.ts';
import type { Collection } from './collection.ts';
import type { Connection } from './connection.ts';
import { compileIndex } from './index-definition.ts';

interface CollectionRow {
  id: number;
  database: string;
  name: string;
  uuid: Uint8Array;
  options: Uint8Array;
  logged_since: number | null;
}

interface IndexRow {
  id: number;
  specification: Uint8Array;
  is_multikey: number;
}

const COLUMNS = 'SELECT id, database, name, uuid, options, logged_since FROM collections';

/** Every collection as the file's catalog has it, with its indexes. */
export const readCollections = (connection: Connection): Collection[] =>
  connection
    .prepare<CollectionRow>(COLUMNS)
    .all()
    .map((row) => collectionOf(connection, row));

/** One collection as the file's catalog has it. */
export const readCollection = (
  connection: Connection,
  database: string,
  name: string,
): Collection | undefined => {
  const row = connection
    .prepare<CollectionRow>(`${COLUMNS} WHERE database = ? AND name = ?`)
    .get(database, name);
  return row === null ? undefined : collectionOf(connection, row);
};

/** Which of a collection's indexes are multikey now, by number. */
export const readMultikey = (connection: Connection, collection: number): Map<number, boolean> =>
  new Map(indexRows(connection, collection).map((row) => [row.id, row.is_multikey === 1]));

const indexRows = (connection: Connection, collection: number): IndexRow[] =>
  connection
    .prepare<IndexRow>('SELECT id, specification, is_multikey FROM indexes WHERE collection = ? ORDER BY id')
    .all(collection);

const collectionOf = (connection: Connection, row: CollectionRow): Collection => {
  const range = connection.prepare<{ last: number | null }>(`SELECT max(rid) AS last FROM c${row.id}`).get();
  return {
    id: row.id,
    database: row.database,
    name: row.name,
    namespace: `${row.database}.${row.name}`,
    uuid: row.uuid,
    options: documentOf(row.options),
    indexes: indexRows(connection, row.id).map((index) => ({
      ...compileIndex(index.id, documentOf(index.specification)),
      isMultikey: index.is_multikey === 1,
    })),
    isDropped: false,
    nextRid: (range?.last ?? 0) + 1,
    count: undefined,
    countings: new Set(),
    lastWrite: 0,
    loggedSince: row.logged_since ?? undefined,
    createdAt: 0,
  };
};

const documentOf = (bytes: Uint8Array): Document => decodeDocument(bytes);
