import { open, rename, rm } from 'node:fs/promises';
import { LinkIndex } from './link-index.ts';
import { ROW_WORDS } from './rows.ts';

/** Its last byte is the version of the layout: a snapshot of another one is none. */
const MAGIC = 0x36585657;
/** The layout before records had extras, and the one before codes were hashed with the names of their hosts. */
const EARLIER_MAGICS: readonly number[] = [0x34585657, 0x35585657];
const HEAD_BYTES = 16;
const PART_BYTES = 4 * 2 ** 20;
const PRIVATE_FILE = 0o600;

interface SnapshotHead {
  end: number;
  /** Where the change feed goes on, as the store gave it (BSON, base64); empty when not known. */
  resumeToken: string;
  /** Of which database it is, as `readIdentity` says; missing in those of earlier releases. */
  database?: string;
  hosts: readonly string[];
  owners: readonly string[];
  plugins: readonly string[];
  rules: readonly string[];
  /** Hash tables, as the index names them: with them a start need not hash every link anew. */
  tables: { words: number; size: number }[];
  arena: { number: number; dead: number; length: number }[];
}

/** How far an index is. */
export interface FeedPlace {
  /** Where the change feed goes on; empty when not known. */
  resumeToken: string;
  /** Of which database; empty when not known. */
  database: string;
}

function rowBytes(index: LinkIndex, end: number): Uint8Array {
  return bytesOf(index.rows.subarray(0, end * ROW_WORDS));
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Writes the index to `path`, whole or not at all. The index must not change meanwhile but for its counts.
 * Layout: magic, head length, CRC of the head · head (JSON) · parts of at most 4 MiB, each with its CRC-32 before it.
 */
export async function writeSnapshot(
  index: LinkIndex,
  path: string,
  { resumeToken, database }: FeedPlace,
): Promise<void> {
  const arena = index.arena.parts();
  const tables = index.tables.map(({ table }) => table);
  const head: SnapshotHead = {
    end: index.end,
    resumeToken,
    database,
    hosts: index.hosts.list(),
    owners: index.owners.list(),
    plugins: index.plugins.list(),
    rules: index.rules.list(),
    tables: tables.map(({ words, size }) => ({ words: words.length, size })),
    arena: arena.map(({ number, dead, bytes }) => ({ number, dead, length: bytes.length })),
  };
  const text = Buffer.from(JSON.stringify(head));
  const start = Buffer.alloc(HEAD_BYTES);
  start.writeUInt32LE(MAGIC, 0);
  start.writeUInt32LE(text.length, 4);
  start.writeUInt32LE(Bun.hash.crc32(text), 8);
  const draft = `${path}.draft`;
  const file = await open(draft, 'w', PRIVATE_FILE);
  try {
    await file.write(start);
    await file.write(text);
    const copy = Buffer.allocUnsafeSlow(PART_BYTES + 4);
    const parts = [
      rowBytes(index, head.end),
      ...tables.map(({ words }) => bytesOf(words)),
      ...arena.map(({ bytes }) => bytes),
    ];
    for (const bytes of parts) {
      for (let at = 0; at < bytes.length; at += PART_BYTES) {
        const length = Math.min(PART_BYTES, bytes.length - at);
        copy.set(bytes.subarray(at, at + length), 4);
        copy.writeUInt32LE(Bun.hash.crc32(copy.subarray(4, 4 + length)), 0);
        await file.write(copy, 0, length + 4);
      }
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(draft, { force: true });
    throw error;
  }
  await file.close();
  await rename(draft, path);
}

const isKnownLayout = (magic: number): boolean => magic === MAGIC || EARLIER_MAGICS.includes(magic);

export interface Snapshot extends FeedPlace {
  index: LinkIndex;
}

/** Reads a snapshot; undefined when there is none, or it is damaged or of another version (the store is then read instead). */
export async function readSnapshot(path: string): Promise<Snapshot | undefined> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  const read = async (into: Uint8Array): Promise<boolean> =>
    (await file.read(into, 0, into.length)).bytesRead === into.length;
  const readParts = async (into: Uint8Array): Promise<boolean> => {
    const sum = Buffer.alloc(4);
    for (let at = 0; at < into.length; at += PART_BYTES) {
      const part = into.subarray(at, Math.min(at + PART_BYTES, into.length));
      if (!(await read(sum)) || !(await read(part)) || Bun.hash.crc32(part) !== sum.readUInt32LE(0))
        return false;
    }
    return true;
  };
  const readIndex = async (): Promise<Snapshot | undefined> => {
    const start = Buffer.alloc(HEAD_BYTES);
    if (!(await read(start)) || !isKnownLayout(start.readUInt32LE(0))) return undefined;
    const text = Buffer.alloc(start.readUInt32LE(4));
    if (!(await read(text)) || Bun.hash.crc32(text) !== start.readUInt32LE(8)) return undefined;
    const head = JSON.parse(text.toString()) as SnapshotHead;
    const index = new LinkIndex(head.end);
    if (!(await readParts(rowBytes(index, head.end)))) return undefined;
    for (const [at, slots] of index.tables.entries()) {
      const { words: count, size } = head.tables[at] ?? { words: 0, size: 0 };
      const words = new Uint32Array(count);
      if (!(await readParts(bytesOf(words)))) return undefined;
      slots.restore(words, size, head.end);
    }
    for (const { number, dead, length } of head.arena) {
      if (!(await readParts(index.arena.restore(number, dead, length)))) return undefined;
    }
    for (const [names, known] of [
      [head.hosts, index.hosts],
      [head.owners, index.owners],
      [head.plugins, index.plugins],
      [head.rules, index.rules],
    ] as const) {
      for (const name of names) known.intern(name);
    }
    index.restore(head.end, start.readUInt32LE(0) !== MAGIC);
    return { index, resumeToken: head.resumeToken, database: head.database ?? '' };
  };
  try {
    return await readIndex();
  } catch (error) {
    // Each part is what was written, and together they are no index.
    if (error instanceof RangeError) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}
