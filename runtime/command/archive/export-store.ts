import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  decodeDocument,
  describeIndexes,
  FILE_NAME,
  openSnapshot,
  type StoreSnapshot,
  type Value,
} from '@waypost/store/archive';
import { storeDirectory } from '../../process/paths.ts';
import { ArchiveError } from './archive-error.ts';
import { fileNameOf } from './dump-names.ts';
import { canonicalJson } from './ejson.ts';
import { openPieceFile } from './piece-file.ts';

/** `bson`: as mongodump writes. `ndjson`: one document a line, canonical Extended JSON. */
export type ExportFormat = 'bson' | 'ndjson';

/** A document in a file of such a form, from its BSON. */
export const writtenAs = (format: ExportFormat, document: Uint8Array): Uint8Array =>
  format === 'bson' ? document : Buffer.from(`${canonicalJson(decodeDocument(document))}\n`);

/** How many documents each collection gave. */
export interface Exported {
  collections: { namespace: string; documents: number }[];
}

/**
 * Writes every collection of the embedded store, of one committed state, to `<target>/<database>/<collection>.bson`
 * (or `.ndjson`) with its indexes in `.metadata.json`. The product may serve meanwhile.
 * @throws ArchiveError when there is no store, or `target` holds something.
 */
export function exportStore(input: {
  dataDirectory: string;
  target: string;
  format: ExportFormat;
}): Exported {
  const file = join(storeDirectory(input.dataDirectory), FILE_NAME);
  if (!existsSync(file)) throw new ArchiveError(`there is no embedded store in ${input.dataDirectory}`);
  makeEmptyFolder(input.target);
  const snapshot = openSnapshot(file);
  try {
    const collections = snapshot.collections.map((collection) => ({
      namespace: collection.namespace,
      documents: exportCollection(snapshot, collection, input),
    }));
    return { collections };
  } finally {
    snapshot.close();
  }
}

/** @throws ArchiveError when it holds something */
export function makeEmptyFolder(target: string): void {
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new ArchiveError(`${target} is not empty; choose another folder`);
  mkdirSync(target, { recursive: true, mode: 0o700 });
}

function exportCollection(
  snapshot: StoreSnapshot,
  collection: StoreSnapshot['collections'][number],
  { target, format }: { target: string; format: ExportFormat },
): number {
  const directory = join(target, collection.database);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const name = fileNameOf(collection.name);
  const metadata = new Map<string, Value>([
    ['options', collection.options],
    ['indexes', describeIndexes(collection)],
    ['uuid', Buffer.from(collection.uuid).toString('hex')],
    ['collectionName', collection.name],
    ['type', 'collection'],
  ]);
  writeFileSync(join(directory, `${name}.metadata.json`), canonicalJson(metadata), { mode: 0o600 });
  const output = openPieceFile(join(directory, `${name}.${format}`));
  try {
    let documents = 0;
    for (const document of snapshot.documents(collection)) {
      output.add(writtenAs(format, document));
      documents += 1;
    }
    output.finish();
    return documents;
  } catch (error) {
    output.abandon();
    throw error;
  }
}
