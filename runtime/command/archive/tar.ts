import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { ArchiveError } from './archive-error.ts';

/** What a file in an archive was when it was written, or is when it is read. */
export interface Content {
  bytes: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Writes a tar archive, one file after the other. */
export interface TarWriter {
  /** Adds what a file holds now; it may grow meanwhile. undefined: there is none. @throws ArchiveError when it became shorter */
  addFile(path: string, file: string): Promise<Content | undefined>;
  addText(path: string, text: string): Promise<void>;
  /** Ends the archive and waits until it is on the disk. */
  finish(): Promise<void>;
  /** Closes the unfinished file. */
  abandon(): Promise<void>;
}

/** Same bytes for the same files, whenever and by whom they are packed. */
const ALIKE = { mode: 0o600, uid: 0, gid: 0, mtime: new Date(0) };

/** Makes the archive `target`, which must not exist, readable by its owner only. */
export function writeTar(target: string): TarWriter {
  const archive = pack();
  /** Why nobody takes what is packed any more, such as a full disk. */
  let fault: unknown;
  const written = pipeline(archive, createWriteStream(target, { flags: 'wx', mode: 0o600 }));
  written.catch((error: unknown) => {
    fault = error;
  });
  const add = async (name: string, size: number, content: AsyncIterable<Uint8Array>) => {
    try {
      await pipeline(content, archive.entry({ ...ALIKE, name, size }));
    } catch (error) {
      throw fault ?? error;
    }
  };
  return {
    async addFile(path, file) {
      // Once it is open, it may be deleted: what it holds is still there.
      const opened = await open(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (opened === undefined) return undefined;
      try {
        const { size } = await opened.stat();
        const hash = new Bun.CryptoHasher('sha256');
        await add(path, size, hashed({ path, file: opened, size, hash }));
        return { bytes: size, sha256: hash.digest('hex') };
      } finally {
        await opened.close();
      }
    },
    async addText(path, text) {
      const bytes = Buffer.from(text);
      await add(path, bytes.byteLength, only(bytes));
    },
    async finish() {
      archive.finalize();
      await written;
      const file = await open(target, 'r+');
      try {
        await file.sync();
      } finally {
        await file.close();
      }
    },
    async abandon() {
      archive.destroy();
      await written.catch(() => undefined);
    },
  };
}

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** As much of a file as it had when it was looked at. */
async function* hashed(of: {
  path: string;
  file: FileHandle;
  size: number;
  hash: Bun.CryptoHasher;
}): AsyncGenerator<Uint8Array> {
  if (of.size === 0) return;
  let bytes = 0;
  const read = of.file.createReadStream({ start: 0, end: of.size - 1, autoClose: false });
  for await (const chunk of read as AsyncIterable<Uint8Array>) {
    of.hash.update(chunk);
    bytes += chunk.byteLength;
    yield chunk;
  }
  if (bytes < of.size) throw new ArchiveError(`${of.path} became shorter while it was read`);
}

/**
 * Goes over the files of an archive in their order, in memory that does not grow with them. `take` reads each to its
 * end before the next one comes.
 * @throws ArchiveError when it is no tar archive, is cut off, or holds anything but files
 */
export async function readTar(
  archive: string,
  take: (path: string, content: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const entries = extract();
  let last = '';
  const took = (async () => {
    for await (const entry of entries) {
      const { name, type } = entry.header;
      last = name;
      if (type !== 'file') throw new ArchiveError(`${archive} holds ${name}, which is no file`);
      await take(name, entry as unknown as AsyncIterable<Uint8Array>);
      entry.resume();
    }
  })().catch((error: Error) => {
    // Ends what feeds it.
    entries.destroy(error);
    throw error;
  });
  const fed = pipeline(createReadStream(archive), entries);
  const [read, given] = await Promise.allSettled([took, fed]);
  if (read.status === 'fulfilled' && given.status === 'fulfilled') return;
  const failures = [read, given].flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
  throw failures.find((error) => !isOfTar(error)) ?? explained(archive, last, failures[0]);
}

/** Reads a file's content through; `each` gets its parts on the way. */
export async function contentOf(
  content: AsyncIterable<Uint8Array>,
  each: (chunk: Uint8Array) => Promise<unknown> | unknown = () => undefined,
): Promise<Content> {
  const hash = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    await each(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** What tar-stream says: one sentence for a header that is none, others for an end that comes too early. */
const NO_HEADER = /^Invalid tar header/;
const TOO_EARLY = /^(Unexpected end of data|Premature close|Stream was destroyed|Writable stream closed)/;

const isOfTar = ({ message }: Error): boolean => NO_HEADER.test(message) || TOO_EARLY.test(message);

function explained(archive: string, last: string, cause: Error | undefined): ArchiveError {
  if (cause !== undefined && NO_HEADER.test(cause.message))
    return new ArchiveError(
      last === '' ? `${archive} is no archive of this product` : `${archive} is damaged behind ${last}`,
      { cause },
    );
  return new ArchiveError(`${archive} is cut off${last === '' ? '' : ` within ${last}`}`, { cause });
}
