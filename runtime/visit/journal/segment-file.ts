import { closeSync, fdatasync, ftruncateSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { SEGMENT_HEAD_BYTES, SEGMENT_MAGIC, segmentName } from './format.ts';

const PRIVATE_FILE = 0o600;

/** Writes all of `bytes[0, length)` at the end of the file; a short write counts as a failure. */
function writeAll(file: number, bytes: Uint8Array, length: number, position: number): void {
  let written = 0;
  while (written < length) {
    const count = writeSync(file, bytes, written, length - written, position + written);
    if (count === 0) throw Object.assign(new Error('nothing could be written'), { code: 'ENOSPC' });
    written += count;
  }
}

/** The segment that a journal is being written to. A failed append leaves the file as it was. */
export class SegmentFile {
  readonly #file: number;
  #length = 0;
  #syncedLength = 0;
  #isSyncing = false;

  /** Makes the segment. Throws the file system's error. */
  constructor(directory: string, number: number) {
    const path = join(directory, segmentName(number));
    this.#file = openSync(path, 'wx', PRIVATE_FILE);
    const head = Buffer.alloc(SEGMENT_HEAD_BYTES);
    head.writeUInt32LE(SEGMENT_MAGIC, 0);
    head.writeUInt32LE(number >>> 0, 4);
    try {
      this.append(head, head.length);
    } catch (error) {
      closeSync(this.#file);
      unlinkSync(path);
      throw error;
    }
  }

  get length(): number {
    return this.#length;
  }

  /** Appends a batch; on failure takes a half-written one back and throws. */
  append(bytes: Uint8Array, length: number): void {
    try {
      writeAll(this.#file, bytes, length, this.#length);
    } catch (error) {
      ftruncateSync(this.#file, this.#length);
      throw error;
    }
    this.#length += length;
  }

  /** Asks the disk to keep what was written, off the event loop; false, without calling `done`, when nothing is new. */
  sync(done: (error: Error | null) => void): boolean {
    if (this.#isSyncing || this.#syncedLength === this.#length) return false;
    this.#isSyncing = true;
    const length = this.#length;
    fdatasync(this.#file, (error) => {
      this.#isSyncing = false;
      if (error === null) this.#syncedLength = length;
      done(error);
    });
    return true;
  }

  close(): void {
    closeSync(this.#file);
  }
}
