import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { decodeDocument, type Value } from '@waypost/store/archive';
import { mongo } from 'mongoose';
import { ArchiveError } from './archive-error.ts';
import { collectionNameOf } from './dump-names.ts';

/** One collection of an export, or of a folder that mongodump has written. */
export interface ExportedCollection {
  database: string;
  name: string;
  file: string;
  /** All but the one on `_id`. */
  indexes: mongo.IndexDescription[];
}

/** MongoDB's largest document, with room for what a server adds. */
const LARGEST_DOCUMENT = 16 * 1024 * 1024 + 16 * 1024;
const CHUNK = 4 * 1024 * 1024;

/** The collections in a folder of `store export` or mongodump. @throws ArchiveError when there is none. */
export function listExport(source: string): ExportedCollection[] {
  if (!existsSync(source)) throw new ArchiveError(`there is no folder ${source}`);
  const found: ExportedCollection[] = [];
  for (const database of readdirSync(source, { withFileTypes: true })) {
    if (!database.isDirectory()) continue;
    const directory = join(source, database.name);
    for (const file of readdirSync(directory)) {
      const name = /^(.+)\.(bson|ndjson)$/.exec(file)?.[1];
      if (name === undefined) continue;
      found.push({
        database: database.name,
        name: collectionNameOf(name),
        file: join(directory, file),
        indexes: indexesOf(join(directory, `${name}.metadata.json`)),
      });
    }
  }
  if (found.length === 0)
    throw new ArchiveError(`${source} holds no <database>/<collection>.bson or .ndjson`);
  return found;
}

function indexesOf(file: string): mongo.IndexDescription[] {
  if (!existsSync(file)) return [];
  const metadata = mongo.BSON.EJSON.parse(readFileSync(file, 'utf8')) as {
    indexes?: mongo.IndexDescription[];
  };
  return (metadata.indexes ?? []).filter((index) => index.name !== '_id_');
}

/** A document on its way into a store, and its length in the file. */
export interface ReadDocument {
  document: mongo.Document;
  bytes: number;
}

/** The documents of a file, as the driver takes them: types of numbers and order of keys are kept. */
export function* readExport(file: string): Generator<ReadDocument> {
  const separate = file.endsWith('.bson') ? splitBson : splitLines;
  const input = openSync(file, 'r');
  try {
    let rest: Uint8Array = new Uint8Array(0);
    for (let position = 0; ; ) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const count = readSync(input, chunk, 0, CHUNK, position);
      position += count;
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      const { parts, used } = separate(bytes, count === 0);
      yield* parts;
      rest = bytes.subarray(used);
      if (count > 0) continue;
      if (rest.length > 0) throw new ArchiveError(`${file} is cut off in its last document`);
      return;
    }
  } finally {
    closeSync(input);
  }
}

interface Separated {
  parts: Generator<ReadDocument>;
  used: number;
}

function splitBson(bytes: Buffer): Separated {
  const ends: number[] = [0];
  for (let at = 0; at + 4 <= bytes.length; ) {
    const length = bytes.readInt32LE(at);
    if (length < 5 || length > LARGEST_DOCUMENT)
      throw new ArchiveError(`a document of ${length} bytes: this is no BSON`);
    if (at + length > bytes.length) break;
    at += length;
    ends.push(at);
  }
  return {
    used: ends.at(-1) as number,
    parts: (function* () {
      for (let index = 1; index < ends.length; index += 1) {
        const part = bytes.subarray(ends[index - 1] as number, ends[index] as number);
        yield { document: driverValue(decodeDocument(part)) as mongo.Document, bytes: part.length };
      }
    })(),
  };
}

function splitLines(bytes: Buffer, isLast: boolean): Separated {
  const end = isLast ? bytes.length : bytes.lastIndexOf(0x0a) + 1;
  const lines = bytes
    .toString('utf8', 0, end)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return {
    used: end,
    parts: (function* () {
      for (const line of lines) {
        const document = mongo.BSON.EJSON.parse(line, { relaxed: false }) as unknown as mongo.Document;
        yield { document, bytes: line.length };
      }
    })(),
  };
}

/** A value of the store as the driver's own classes; Maps keep the order of keys. */
function driverValue(value: Value): unknown {
  if (value instanceof Map)
    return new Map([...value].map(([name, inner]) => [name, driverValue(inner)] as const));
  if (Array.isArray(value)) return value.map(driverValue);
  if (typeof value === 'number') return new mongo.Double(value);
  if (typeof value === 'bigint') return mongo.Long.fromBigInt(value);
  if (typeof value === 'object' && value !== null && value.constructor.name === 'Int32')
    return new mongo.Int32((value as { value: number }).value);
  return value;
}
