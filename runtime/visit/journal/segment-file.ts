import { join } from 'node:path';
import { segmentName, writeSegmentHead } from './format.ts';
import type { JournalFiles } from './journal-files.ts';

/** The segment that a journal is being written to. A failed append leaves the file as it was. */
export class SegmentFile {
  readonly #files: JournalFiles;
  readonly #file: number;
  #length = 0;
  #syncedLength = 0;
  #isSyncing = false;
  #isEnded = false;
  #hasRest = false;

  /**
   * Makes the segment. Throws the file system's error.
   * @param visits of the journal before this segment
   */
  constructor(options: { files: JournalFiles; directory: string; number: number; visits: number }) {
    const { files, directory, number, visits } = options;
    const path = join(directory, segmentName(number));
    this.#files = files;
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
    this.#hasRest = false;
  }

  #finish(mayTry: boolean, done: (error: Error | null) => void): void {
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
