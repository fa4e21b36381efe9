import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { ArchiveError } from './archive-error.ts';

/** A file inside an archive. */
export interface ArchiveEntry {
  path: string;
  /** Bytes of its content, and where they begin in the archive. */
  bytes: number;
  offset: number;
}

/** POSIX ustar: https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html, "ustar Interchange Format". */
const BLOCK = 512;
const CHUNK = 1024 * 1024;
const LONGEST_NAME = 100;
/** Larger sizes do not fit the eleven octal digits; they are written in base 256, as GNU tar does. */
const LARGEST_OCTAL = 8 ** 11;

/** Writes a tar archive, one file after the other. */
export interface TarWriter {
  /** Adds `bytes` bytes of an open file (it may grow meanwhile); answers their SHA-256, hexadecimal. */
  addFile(path: string, file: string): { bytes: number; sha256: string };
  addText(path: string, text: string): void;
  /** Ends the archive and waits until it is on the disk. */
  finish(): void;
  /** Closes the unfinished file. */
  abandon(): void;
}

/** Makes the archive `target`, which must not exist, readable by its owner only. */
export function writeTar(target: string): TarWriter {
  const output = openSync(target, 'wx', 0o600);
  const put = (bytes: Uint8Array): void => {
    for (let at = 0; at < bytes.length; ) at += writeSync(output, bytes, at, bytes.length - at);
  };
  const pad = (length: number): void => {
    const rest = length % BLOCK;
    if (rest > 0) put(new Uint8Array(BLOCK - rest));
  };
  return {
    addFile(path, file) {
      const input = openSync(file, 'r');
      try {
        const bytes = fstatSync(input).size;
        put(header(path, bytes));
        const hash = new Bun.CryptoHasher('sha256');
        eachChunk(input, 0, bytes, (chunk) => {
          hash.update(chunk);
          put(chunk);
        });
        pad(bytes);
        return { bytes, sha256: hash.digest('hex') };
      } finally {
        closeSync(input);
      }
    },
    addText(path, text) {
      const bytes = Buffer.from(text);
      put(header(path, bytes.length));
      put(bytes);
      pad(bytes.length);
    },
    finish() {
      put(new Uint8Array(2 * BLOCK));
      fsyncSync(output);
      closeSync(output);
    },
    abandon: () => closeSync(output),
  };
}

/** The files of an archive. @throws ArchiveError when it is no tar archive or is cut off. */
export function listTar(archive: string): ArchiveEntry[] {
  const input = openSync(archive, 'r');
  try {
    const total = fstatSync(input).size;
    const entries: ArchiveEntry[] = [];
    const block = Buffer.alloc(BLOCK);
    for (let offset = 0; ; ) {
      if (readSync(input, block, 0, BLOCK, offset) < BLOCK) throw new ArchiveError(`${archive} is cut off`);
      if (block.every((byte) => byte === 0)) return entries;
      if (!isHeader(block)) throw new ArchiveError(`${archive} is no archive of this product`);
      const bytes = sizeOf(block);
      const path = block.toString('utf8', 0, LONGEST_NAME).replace(/\0.*$/s, '');
      offset += BLOCK;
      if (offset + bytes > total) throw new ArchiveError(`${archive} is cut off within ${path}`);
      entries.push({ path, bytes, offset });
      offset += Math.ceil(bytes / BLOCK) * BLOCK;
    }
  } finally {
    closeSync(input);
  }
}

/** SHA-256 of one entry, hexadecimal; writes its content to `target` when that is given. */
export function readEntry(archive: string, entry: ArchiveEntry, target?: string): string {
  const input = openSync(archive, 'r');
  const output = target === undefined ? undefined : openSync(target, 'wx', 0o600);
  try {
    const hash = new Bun.CryptoHasher('sha256');
    eachChunk(input, entry.offset, entry.bytes, (chunk) => {
      hash.update(chunk);
      if (output === undefined) return;
      for (let at = 0; at < chunk.length; ) at += writeSync(output, chunk, at, chunk.length - at);
    });
    if (output !== undefined) fsyncSync(output);
    return hash.digest('hex');
  } finally {
    closeSync(input);
    if (output !== undefined) closeSync(output);
  }
}

/** The content of a small entry. */
export function readEntryText(archive: string, entry: ArchiveEntry): string {
  const input = openSync(archive, 'r');
  try {
    const parts: Buffer[] = [];
    eachChunk(input, entry.offset, entry.bytes, (chunk) => void parts.push(Buffer.from(chunk)));
    return Buffer.concat(parts).toString('utf8');
  } finally {
    closeSync(input);
  }
}

function eachChunk(input: number, offset: number, bytes: number, use: (chunk: Uint8Array) => void): void {
  const buffer = new Uint8Array(Math.min(CHUNK, Math.max(bytes, 1)));
  for (let done = 0; done < bytes; ) {
    const count = readSync(input, buffer, 0, Math.min(buffer.length, bytes - done), offset + done);
    if (count === 0) throw new ArchiveError('a file became shorter while it was read');
    use(buffer.subarray(0, count));
    done += count;
  }
}

function header(path: string, bytes: number): Buffer {
  if (Buffer.byteLength(path) > LONGEST_NAME) throw new ArchiveError(`the name ${path} is too long`);
  const block = Buffer.alloc(BLOCK);
  block.write(path, 0);
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  if (bytes < LARGEST_OCTAL) block.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(bytes), 128);
  }
  block.write('00000000000\0', 136);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

/** Sum of the header's bytes, its own field counted as blanks. */
function checksum(block: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < BLOCK; at += 1) sum += at >= 148 && at < 156 ? 0x20 : (block[at] as number);
  return sum;
}

function isHeader(block: Buffer): boolean {
  const told = Number.parseInt(block.toString('latin1', 148, 154), 8);
  return block.toString('latin1', 257, 262) === 'ustar' && told === checksum(block);
}

function sizeOf(block: Buffer): number {
  if (block[124] === 0x80) return Number(block.readBigUInt64BE(128));
  return Number.parseInt(block.toString('latin1', 124, 135), 8);
}
