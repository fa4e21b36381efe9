import { closeSync, existsSync, mkdirSync, openSync, readdirSync, writeFileSync, writeSync } from 'node:fs';
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

/** `bson`: as mongodump writes. `ndjson`: one document a line, canonical Extended JSON. */
export type ExportFormat = 'bson' | 'ndjson';

/** How many documents each collection gave. */
export interface Exported {
  collections: { namespace: string; documents: number }[];
}

const FLUSH_BYTES = 1024 * 1024;

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
  if (existsSync(input.target) && readdirSync(input.target).length > 0)
    throw new ArchiveError(`${input.target} is not empty; choose another folder`);
  mkdirSync(input.target, { recursive: true, mode: 0o700 });
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
  const output = openSync(join(directory, `${name}.${format}`), 'wx', 0o600);
  try {
    let parts: Uint8Array[] = [];
    let bytes = 0;
    let documents = 0;
    const flush = (): void => {
      const chunk = Buffer.concat(parts);
      for (let at = 0; at < chunk.length; ) at += writeSync(output, chunk, at, chunk.length - at);
      parts = [];
      bytes = 0;
    };
    for (const document of snapshot.documents(collection)) {
      const part = format === 'bson' ? document : Buffer.from(`${canonicalJson(decodeDocument(document))}\n`);
      parts.push(part);
      bytes += part.length;
      documents += 1;
      if (bytes >= FLUSH_BYTES) flush();
    }
    flush();
    return documents;
  } finally {
    closeSync(output);
  }
}
