import { readCollection, readCollections } from '../storage/catalog-rows.ts';
import type { Collection, IndexDefinition } from '../storage/collection.ts';
import { Connection, type RecordRow } from '../storage/connection.ts';
import { damageOf, refuseTornFile } from '../storage/damage.ts';
import { indexKeysOf } from '../storage/index-keys.ts';
import { type Document, decodeDocument, encodeKey } from '../value/index.ts';

/** What a look at a store's file found. */
export interface StoreReport {
  collections: number;
  documents: number;
  indexes: number;
  /** One sentence a fault; empty: everything agrees. */
  problems: string[];
}

const PAGE_ROWS = 512;
/** Faults of one kind that are told one by one; the rest is only counted. */
const TOLD = 3;

/**
 * Checks a store's file: SQLite's own structure, then every document against its `_id` key and every index against
 * the documents. Reads one pinned state, so it may run while the store serves. Blocks the calling thread.
 * @throws SQLiteError when the file cannot be opened for another reason than damage.
 */
export const checkStore = (file: string): StoreReport => {
  let connection: Connection;
  try {
    refuseTornFile(file);
    connection = Connection.openReader(file);
  } catch (error) {
    const damage = damageOf(file, error);
    if (damage === undefined) throw error;
    return { collections: 0, documents: 0, indexes: 0, problems: [damage.message] };
  }
  try {
    const problems = checkPages(connection);
    connection.prepare('BEGIN').run();
    const report: StoreReport = { collections: 0, documents: 0, indexes: 0, problems };
    // On broken pages the catalog may be unreadable too; what SQLite said is the answer then.
    const collections = attempt(problems, 'the catalog', () => readCollections(connection)) ?? [];
    for (const collection of collections) {
      report.collections += 1;
      report.indexes += collection.indexes.length + 1;
      report.documents +=
        attempt(problems, collection.namespace, () => checkCollection(connection, collection, problems)) ?? 0;
    }
    attempt(problems, 'the end of the look', () => connection.prepare('COMMIT').run());
    return report;
  } finally {
    connection.close();
  }
};

/** What a look at one collection found. */
export interface CollectionReport {
  documents: number;
  /** Names of its indexes and how many keys each has; `_id_` first. */
  keys: [name: string, count: number][];
  problems: string[];
}

/**
 * Compares one collection's documents with its `_id` keys and its indexes, as one pinned state has them. Blocks the
 * calling thread. Answers undefined when there is no such collection.
 */
export const checkOneCollection = (
  file: string,
  database: string,
  name: string,
): CollectionReport | undefined => {
  const connection = Connection.openReader(file);
  try {
    connection.prepare('BEGIN').run();
    const collection = readCollection(connection, database, name);
    if (collection === undefined) return undefined;
    const problems: string[] = [];
    const documents =
      attempt(problems, collection.namespace, () => checkCollection(connection, collection, problems)) ?? 0;
    const keys = collection.indexes.map((index): [string, number] => {
      const count = connection.prepare<{ n: number }>(`SELECT count(*) AS n FROM x${index.id}`).get();
      return [index.name, count?.n ?? 0];
    });
    return { documents, keys: [['_id_', documents], ...keys], problems };
  } finally {
    connection.close();
  }
};

const checkPages = (connection: Connection): string[] => {
  try {
    return connection
      .prepare<{ integrity_check: string }>('PRAGMA integrity_check(20)')
      .all()
      .map((row) => row.integrity_check)
      .filter((text) => text !== 'ok')
      .map((text) => `SQLite: ${text}`);
  } catch (error) {
    return [`SQLite: ${error instanceof Error ? error.message : String(error)}`];
  }
};

const attempt = <T>(problems: string[], what: string, work: () => T): T | undefined => {
  try {
    return work();
  } catch (error) {
    problems.push(`${what}: cannot be read (${error instanceof Error ? error.message : String(error)})`);
    return undefined;
  }
};

/** Tells the first few faults of a kind and counts the others. */
const collector = (problems: string[]) => {
  let count = 0;
  return {
    add: (text: () => string): void => {
      count += 1;
      if (count <= TOLD) problems.push(text());
    },
    finish: (what: string): void => {
      if (count > TOLD) problems.push(`${what}: ${count - TOLD} more of the same kind`);
    },
  };
};

interface IndexTally {
  index: IndexDefinition;
  expected: number;
  missing: number;
  faults: ReturnType<typeof collector>;
}

const checkCollection = (connection: Connection, collection: Collection, problems: string[]): number => {
  const { namespace } = collection;
  const page = connection.records(collection.id).page;
  const faults = collector(problems);
  const tallies = collection.indexes.map(
    (index): IndexTally => ({ index, expected: 0, missing: 0, faults: collector(problems) }),
  );
  let position = -1;
  let documents = 0;
  for (;;) {
    const rows = page.all(position, PAGE_ROWS);
    const last = rows.at(-1);
    if (last === undefined) break;
    position = last.rid;
    documents += rows.length;
    for (const row of rows) {
      const document = readDocument(row);
      if (typeof document === 'string') faults.add(() => `${namespace}: row ${row.rid}: ${document}`);
      else if (!isUnderItsId(connection, collection, row, document))
        faults.add(() => `${namespace}: row ${row.rid} does not stand under its _id`);
      if (typeof document !== 'string')
        for (const tally of tallies) checkKeys(connection, namespace, tally, row.rid, document);
    }
  }
  faults.finish(namespace);
  for (const tally of tallies) checkRest(connection, collection, tally, problems);
  return documents;
};

const readDocument = (row: RecordRow): Document | string => {
  try {
    const document = decodeDocument(row.doc);
    return document.has('_id') ? document : 'the document has no _id';
  } catch (error) {
    return `the document cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
};

const isUnderItsId = (
  connection: Connection,
  collection: Collection,
  row: RecordRow,
  document: Document,
): boolean => {
  const id = document.get('_id');
  if (id === undefined) return false;
  const found = connection
    .prepare<{ rid: number }>(`SELECT rid FROM c${collection.id} WHERE k = ?`)
    .get(encodeKey(id));
  return found?.rid === row.rid;
};

const checkKeys = (
  connection: Connection,
  namespace: string,
  tally: IndexTally,
  rid: number,
  document: Document,
): void => {
  const { index } = tally;
  const { keys, isMultikey } = indexKeysOf(index, document);
  const has = connection.prepare(`SELECT 1 FROM x${index.id} WHERE key = ? AND rid = ?`);
  if (isMultikey && !index.isMultikey)
    tally.faults.add(() => `${namespace}: index ${index.name} is not marked multikey, but row ${rid} is`);
  tally.expected += keys.length;
  for (const key of keys) {
    if (has.get(key, rid) !== null) continue;
    tally.missing += 1;
    tally.faults.add(() => `${namespace}: index ${index.name} lacks a key of row ${rid}`);
  }
};

/** Keys that no document has, and keys of a unique index that stand twice. */
const checkRest = (
  connection: Connection,
  { namespace }: Collection,
  { index, expected, missing, faults }: IndexTally,
  problems: string[],
): void => {
  faults.finish(`${namespace}: index ${index.name}`);
  const there = connection.prepare<{ n: number }>(`SELECT count(*) AS n FROM x${index.id}`).get()?.n ?? 0;
  const surplus = there - (expected - missing);
  if (surplus !== 0)
    problems.push(`${namespace}: index ${index.name} has ${surplus} keys that no document has`);
  if (!index.isUnique) return;
  const twice = connection
    .prepare<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM x${index.id} GROUP BY key HAVING count(*) > 1)`,
    )
    .get();
  if (twice !== null && twice.n > 0)
    problems.push(`${namespace}: unique index ${index.name} has ${twice.n} keys twice`);
};
