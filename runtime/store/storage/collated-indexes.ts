import { StoreError } from '../value/errors.ts';
import { decodeDocument } from '../value/index.ts';
import type { Catalog } from './catalog.ts';
import type { Collection, IndexDefinition } from './collection.ts';
import type { Connection } from './connection.ts';
import type { RecordWriter } from './record-writer.ts';
import type { WriteGroup } from './write-group.ts';

const DONE = 'collatedIndexes';

interface Rebuild {
  writer: Connection;
  catalog: Catalog;
  records: Pick<RecordWriter, 'addToIndex'>;
  group: Pick<WriteGroup, 'begin' | 'flush'>;
  log: (event: string, error: unknown) => void;
}

/**
 * Files of earlier releases took other texts as equal under a collation, and decided byte by byte which documents a
 * partial index holds: indexes with a collation are filled again, once. One that two documents now share a key of is
 * dropped, and that is logged.
 */
export const rebuildCollatedIndexes = (rebuild: Rebuild): void => {
  const { catalog, group } = rebuild;
  if (catalog.readMeta(DONE) !== undefined) return;
  const found = [...catalog.all()].flatMap((collection) =>
    collection.indexes
      .filter(({ collation }) => collation !== undefined)
      .map((index) => ({ collection, index })),
  );
  if (found.length === 0) return;
  group.begin();
  for (const { collection, index } of found) fillAgain(rebuild, collection, index);
  catalog.writeMeta(DONE, 1);
  group.flush();
};

const fillAgain = (
  { writer, catalog, records, log }: Rebuild,
  collection: Collection,
  index: IndexDefinition,
): void => {
  writer.database.run(`DELETE FROM x${index.id}`);
  const rows = writer.database.query(`SELECT rid, doc FROM c${collection.id}`);
  try {
    for (const { rid, doc } of rows.iterate() as Iterable<{ rid: number; doc: Uint8Array }>)
      records.addToIndex({ collection, index, rid, document: decodeDocument(doc) });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    catalog.dropIndex(collection, index);
    log(
      `index ${index.name} of ${collection.namespace} was dropped: documents share a key under its collation`,
      error,
    );
  }
};
