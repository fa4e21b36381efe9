import { join } from 'node:path';
import { segmentName, writeSegmentHead } from './format.ts';
import type { JournalFiles } from './journal-files.ts';

/**
 * Bytes of zeros that lie ahead of what is written. Where a file grows, a sync has the file system write its own account, too, and with it whatever
 * else has grown, as the store's file does; what is written over zeros is all that a sync has to write.
 */
const AHEAD_BYTES = 2 ** 20;
const ZEROS = new Uint8Array(2 ** 16);

/** The segment that a journal is being written to. A failed append leaves the file as it was. */
export class SegmentFile {
  readonly #files: JournalFiles;
  readonly #file: number;
  readonly #ahead: number;
  #length = 0;
  /** Where the file ends: zeros stand between what is written and there. */
  #end = 0;
  #isAheadRefused = false;
  #syncedLength = 0;
  #isSyncing = false;
  #isEnded = false;
  #hasRest = false;

  /**
   * Makes the segment. Throws the file system's error.
   * @param visits of the journal before this segment
   * @param ahead bytes of zeros that are made ahead
   */
  constructor(options: {
    files: JournalFiles;
    directory: string;
    number: number;
    visits: number;
    ahead?: number | undefined;
  }) {
    const { files, directory, number, visits, ahead = AHEAD_BYTES } = options;
    const path = join(directory, segmentName(number));
    this.#files = files;
    this.#ahead = ahead;
    this.#file = files.make(path);
    const head = writeSegmentHead(number, visits);
    try {
      this.append(head, head.length);
    } catch (error) {
      files.close(this.#file);
      files.unlink(path);
      throw error;
    }
  }

  get length(): number {
    return this.#length;
  }

  /** Appends a batch; on failure takes a half-written one back and throws. */
  append(bytes: Uint8Array, length: number): void {
    if (this.#hasRest) this.#takeBack();
    try {
      this.#writeAll(bytes, length);
    } catch (error) {
      this.#hasRest = true;
      this.#takeBack();
      throw error;
    }
    this.#length += length;
    this.#end = Math.max(this.#end, this.#length);
    if (this.#end - this.#length < this.#ahead / 4) this.#makeAhead();
  }

  /** Asks the disk to keep what was written, off the event loop; false, without calling `done`, when nothing is new. */
  sync(done: (error: Error | null) => void): boolean {
    if (this.#isSyncing || this.#syncedLength === this.#length) return false;
    this.#isSyncing = true;
    const length = this.#length;
    this.#files.sync(this.#file, (error) => {
      this.#isSyncing = false;
      if (error === null) this.#syncedLength = length;
      done(error);
      if (!this.#isEnded) return;
      try {
        this.#finish(error === null, done);
      } catch (failure) {
        done(failure as Error);
      }
    });
    return true;
  }

  /** Nothing more is appended: what the disk was not asked to keep is synced, then the file is closed. */
  close(done: (error: Error | null) => void): void {
    this.#isEnded = true;
    if (!this.#isSyncing) this.#finish(true, done);
  }

  /** What a failed append has left behind must not stay behind what is appended next. */
  #takeBack(): void {
    this.#files.truncate(this.#file, this.#length);
    this.#end = this.#length;
    this.#hasRest = false;
  }

  /** Where the disk takes no more zeros, it may still take visits: those get the room. */
  #makeAhead(): void {
    if (this.#isAheadRefused) return;
    try {
      const wanted = this.#length + this.#ahead;
      while (this.#end < wanted) {
        const part = { from: 0, length: Math.min(ZEROS.length, wanted - this.#end), position: this.#end };
        const count = this.#files.write(this.#file, ZEROS, part);
        if (count === 0) throw Object.assign(new Error('nothing could be written'), { code: 'ENOSPC' });
        this.#end += count;
      }
    } catch {
      this.#isAheadRefused = true;
      this.#hasRest = true;
    }
  }

  #finish(mayTry: boolean, done: (error: Error | null) => void): void {
    // Where that fails, or is not kept, zeros stay: readers know them.
    if (this.#end > this.#length) this.#takeBack();
    if (!(mayTry && this.sync(done))) this.#files.close(this.#file);
  }

  /** Writes all of `bytes[0, length)` at the end of the file; one that takes nothing counts as full. */
  #writeAll(bytes: Uint8Array, length: number): void {
    let from = 0;
    while (from < length) {
      const part = { from, length: length - from, position: this.#length + from };
      const count = this.#files.write(this.#file, bytes, part);
      if (count === 0) throw Object.assign(new Error('nothing could be written'), { code: 'ENOSPC' });
      from += count;
    }
  }
}
