import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { errors, type FileAnswer } from '@waypost/contract';
import type { Clock } from '@waypost/sdk';
import type { PluginArchive } from '@waypost/sdk/platform';
import { type Connection, mongo } from 'mongoose';

export const PLUGIN_ARCHIVES = 'plugin_archives';
export const PLUGIN_ARCHIVE_CHUNKS = 'plugin_archive_chunks';
const CHUNK_BYTES = 1_048_576;

interface ArchiveDocument {
  _id: string;
  plugin: string;
  release: string | null;
  collections: { name: string; count: number }[];
  size: number;
  sha256: string;
  create_time: Date;
}
interface ChunkDocument {
  _id: string;
  archive: string;
  number: number;
  bytes: mongo.Binary;
}

export type ArchiveStore = ReturnType<typeof createArchives>;

/** Exports of collections that a removal took away: in the store, so that every process can hand them out. */
export function createArchives(options: { connection: Connection; dataDirectory: string; clock: Clock }) {
  const { connection } = options;
  const archives = connection.collection<ArchiveDocument>(PLUGIN_ARCHIVES);
  const chunks = connection.collection<ChunkDocument>(PLUGIN_ARCHIVE_CHUNKS);
  const directory = join(options.dataDirectory, 'plugin-archives');

  /**
   * NDJSON in gzip: for each collection a line `{ collection, indexes, count }`, then its documents as extended JSON.
   */
  async function make(wish: {
    plugin: string;
    release: string | null;
    names: readonly string[];
  }): Promise<PluginArchive> {
    const id = new mongo.ObjectId().toHexString();
    const gzip = createGzip();
    const hash = new Bun.CryptoHasher('sha256');
    const collections: { name: string; count: number }[] = [];
    let size = 0;
    const writing = (async () => {
      let waiting: Buffer[] = [];
      let number = 0;
      const flush = async () => {
        const bytes = Buffer.concat(waiting);
        waiting = [];
        if (bytes.byteLength === 0) return;
        await chunks.insertOne({
          _id: `${id}#${number}`,
          archive: id,
          number,
          bytes: bytes as unknown as mongo.Binary,
        });
        number += 1;
      };
      for await (const piece of gzip as AsyncIterable<Buffer>) {
        hash.update(piece);
        size += piece.byteLength;
        waiting.push(piece);
        if (waiting.reduce((sum, one) => sum + one.byteLength, 0) >= CHUNK_BYTES) await flush();
      }
      await flush();
    })();
    const write = async (value: unknown) => {
      if (!gzip.write(`${mongo.BSON.EJSON.stringify(value, undefined, 0, { relaxed: false })}\n`))
        await new Promise<void>((resolve) => gzip.once('drain', () => resolve()));
    };
    for (const name of wish.names) {
      const collection = connection.collection(name);
      let count = 0;
      await write({ collection: name, indexes: await collection.indexes() });
      for await (const document of collection.find({}).sort({ _id: 1 })) {
        await write(document);
        count += 1;
      }
      collections.push({ name, count });
    }
    gzip.end();
    await writing;
    const document: ArchiveDocument = {
      _id: id,
      plugin: wish.plugin,
      release: wish.release,
      collections,
      size,
      sha256: hash.digest('hex'),
      create_time: options.clock.date(),
    };
    await archives.insertOne(document);
    return describe(document);
  }

  return {
    make,
    list: async (): Promise<PluginArchive[]> =>
      (await archives.find({}).sort({ create_time: -1, _id: -1 }).toArray()).map(describe),
    /** Errors: `not_found` 404. */
    async file(id: string): Promise<FileAnswer> {
      const document = await archives.findOne({ _id: id });
      if (document === null) throw errors.notFound.create();
      const path = join(directory, `${id}.ndjson.gz`);
      const there = await stat(path).catch(() => undefined);
      if (there?.size !== document.size) {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        // One for each download: two at once would write over each other.
        const draft = `${path}.${new mongo.ObjectId().toHexString()}`;
        const writer = Bun.file(draft).writer();
        for await (const { bytes } of chunks.find({ archive: id }).sort({ number: 1 }))
          writer.write(bytes.value());
        await writer.end();
        await rename(draft, path);
      }
      const day = document.create_time.toISOString().slice(0, 10);
      return { path, name: `${document.plugin}-${day}.ndjson.gz`, type: 'application/gzip' };
    },
    async remove(id: string): Promise<PluginArchive> {
      const document = await archives.findOneAndDelete({ _id: id });
      if (document === null) throw errors.notFound.create();
      await chunks.deleteMany({ archive: id });
      await rm(join(directory, `${id}.ndjson.gz`), { force: true });
      return describe(document);
    },
  };
}

function describe({ _id, create_time, ...facts }: ArchiveDocument): PluginArchive {
  return { id: _id, ...facts, create_time: create_time.toISOString() };
}
