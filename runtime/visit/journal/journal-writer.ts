import { join } from 'node:path';
import type { ProcessLock } from '../../process/process-lock.ts';
import {
  BATCH_END_MAGIC,
  BATCH_HEAD_BYTES,
  BATCH_MAGIC,
  BATCH_TRAILER_BYTES,
  CHECKED_FROM,
  DEFINITION_HEAD_BYTES,
  RECORD_BYTES,
  RECORD_WORDS,
} from './format.ts';
import { type JournalFiles, systemFiles } from './journal-files.ts';
import { SegmentFile } from './segment-file.ts';
import { SegmentTexts, TEXT_MAX_LENGTH } from './texts.ts';

/** A segment that has so many bytes is closed. */
export const DEFAULT_SEGMENT_BYTES = 16 * 2 ** 20;
const DEFAULT_RECORDS = 4096;
/** Room for the definitions of one batch. */
const DEFINITION_ROOM = 256 * 2 ** 10;
/** Texts that one record may be the first to have. */
const RECORD_TEXTS = 4;
const DEFINITION_MAX_BYTES = DEFINITION_HEAD_BYTES + TEXT_MAX_LENGTH * 3;

export interface JournalWriterOptions {
  /** DATA_DIR/journal */
  directory: string;
  /** Unique over all processes and starts; names this journal's directory and its checkpoint in the store. */
  journalId: string;
  classify(userAgent: string): { isCrawler: boolean; isWeChat: boolean };
  segmentBytes?: number;
  /** Records that one batch can hold. */
  records?: number;
  /** Bytes of zeros that are made ahead of what is written. */
  aheadBytes?: number;
  files?: JournalFiles;
}

/** Somebody else has the journal of this name: another one is begun. */
export class JournalTaken extends Error {
  constructor(journalId: string) {
    super(`journal ${journalId} is another process's`);
    this.name = 'JournalTaken';
  }
}

/**
 * The columns of the batch being filled and the file it goes to. The caller writes a record at `nextRecord()` through
 * `words`, `bytes` and `times`, then `flush`es; all of a batch reaches the file in one write.
 */
export class JournalWriter {
  readonly directory: string;
  readonly texts: SegmentTexts;
  /** The same memory as words, bytes and doubles; a record starts at word `nextRecord()`. */
  readonly words: Uint32Array;
  readonly bytes: Uint8Array;
  readonly times: Float64Array;
  readonly #files: JournalFiles;
  readonly #lock: ProcessLock;
  readonly #segmentBytes: number;
  readonly #capacity: number;
  readonly #aheadBytes: number | undefined;
  readonly #view: DataView;
  #segment: SegmentFile | undefined;
  /** What closing a segment failed with. */
  #closing: Error | undefined;
  #segmentNumber = 0;
  #count = 0;
  #visits = 0;

  /** Throws the file system's error when the journal cannot be made, and `JournalTaken`. */
  constructor(options: JournalWriterOptions) {
    this.directory = join(options.directory, options.journalId);
    this.#segmentBytes = options.segmentBytes ?? DEFAULT_SEGMENT_BYTES;
    this.#capacity = options.records ?? DEFAULT_RECORDS;
    this.#aheadBytes = options.aheadBytes;
    const room = BATCH_HEAD_BYTES + this.#capacity * RECORD_BYTES + DEFINITION_ROOM + 2 * BATCH_TRAILER_BYTES;
    const memory = new ArrayBuffer(room);
    this.words = new Uint32Array(memory);
    this.bytes = new Uint8Array(memory);
    this.times = new Float64Array(memory);
    this.#view = new DataView(memory);
    this.texts = new SegmentTexts(options.classify);
    this.#files = options.files ?? systemFiles;
    this.#files.makeDirectory(this.directory);
    const place = join(this.directory, 'writer.lock');
    const lock = this.#files.lock(place);
    // An aggregator that came between may have taken the empty journal for one that was left, and away.
    if (lock === undefined || !this.#files.exists(place)) {
      lock?.release();
      throw new JournalTaken(options.journalId);
    }
    this.#lock = lock;
  }

  /** Records waiting for the next flush. */
  get count(): number {
    return this.#count;
  }

  /** Visits written since this journal began. */
  get visits(): number {
    return this.#visits;
  }

  /** Whether the batch must be flushed before another record: capacity is checked before each one. */
  get isFull(): boolean {
    return !this.hasRoom(1);
  }

  /** Whether the batch takes so many more records of one visit, which share their texts. */
  hasRoom(records: number): boolean {
    return (
      this.#count + records <= this.#capacity &&
      this.texts.pendingBytes <= DEFINITION_ROOM - RECORD_TEXTS * DEFINITION_MAX_BYTES &&
      !this.texts.isFull
    );
  }

  /** Word offset of the next record; `commit` it once its words are written. */
  nextRecord(): number {
    return BATCH_HEAD_BYTES / 4 + this.#count * RECORD_WORDS;
  }

  /** Word offset of the first waiting record; the others follow, `recordWords` apart. */
  readonly firstRecord = BATCH_HEAD_BYTES / 4;
  readonly recordWords = RECORD_WORDS;

  commit(): void {
    this.#count++;
  }

  /** Takes back all records that wait. Their definitions stay for the next batch. */
  discard(): void {
    this.#count = 0;
  }

  /**
   * Writes the waiting records as one batch. Throws the file system's error when that fails: nothing of the batch is
   * then in the file, the records still wait, and the next flush tries again.
   */
  flush(): void {
    if (this.#segment === undefined) this.#open();
    const segment = this.#segment as SegmentFile;
    const definitionsAt = BATCH_HEAD_BYTES + this.#count * RECORD_BYTES;
    const end = this.texts.writePending(this.bytes, definitionsAt);
    const trailerAt = (end + 15) & ~15;
    this.bytes.fill(0, end, trailerAt);
    const length = trailerAt + BATCH_TRAILER_BYTES;
    const sum = this.#visits + this.#count;
    const view = this.#view;
    view.setUint32(0, BATCH_MAGIC, true);
    view.setUint32(4, length, true);
    view.setUint32(12, this.#count, true);
    view.setUint32(16, end - definitionsAt, true);
    view.setUint32(20, 0, true);
    view.setFloat64(24, this.#count === 0 ? 0 : (this.times[(BATCH_HEAD_BYTES + 24) / 8] as number), true);
    view.setFloat64(32, sum, true);
    this.bytes.fill(0, 40, BATCH_HEAD_BYTES);
    view.setFloat64(trailerAt, sum, true);
    view.setUint32(trailerAt + 8, length, true);
    view.setUint32(trailerAt + 12, BATCH_END_MAGIC, true);
    view.setUint32(8, Bun.hash.crc32(this.bytes.subarray(CHECKED_FROM, length)), true);
    segment.append(this.bytes, length);
    this.#visits = sum;
    this.#count = 0;
    this.texts.dropPending();
    if (segment.length >= this.#segmentBytes || this.texts.isFull) this.#closeSegment();
  }

  /** Asks the disk to keep what was written; false, and `done` is not called, when there is nothing to ask. */
  sync(done: (error: Error | null) => void): boolean {
    const closing = this.#closing;
    this.#closing = undefined;
    if (closing !== undefined) done(closing);
    return this.#segment?.sync(done) ?? false;
  }

  /** Ends the journal; an aggregator may adopt it from then on. Waiting records must have been flushed or discarded. */
  close(): void {
    this.#closeSegment();
    this.#lock.release();
    if (this.#closing !== undefined) throw this.#closing;
  }

  #open(): void {
    this.#segmentNumber++;
    this.#segment = new SegmentFile({
      files: this.#files,
      directory: this.directory,
      number: this.#segmentNumber,
      visits: this.#visits,
      ahead: this.#aheadBytes,
    });
  }

  /** Does not throw: the batch that filled the segment is written, and its visits are answered. The next `sync` tells. */
  #closeSegment(): void {
    const segment = this.#segment;
    this.#segment = undefined;
    this.texts.reset();
    try {
      segment?.close((error) => {
        this.#closing ??= error ?? undefined;
      });
    } catch (error) {
      this.#closing = error as Error;
    }
  }
}
