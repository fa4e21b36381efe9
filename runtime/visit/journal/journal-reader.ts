import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import {
  batchLength,
  batchRecords,
  batchSum,
  type JournalVisit,
  readDefinitions,
  readRecords,
} from './batch.ts';
import { SEGMENT_HEAD_BYTES, SEGMENT_MAGIC, segmentName, segmentNumber } from './format.ts';

/** Read at a time; a batch is at most about 0.6 MiB. */
const WINDOW_BYTES = 2 * 2 ** 20;

/** How far a journal has been read: everything before this byte of this segment. `visits` counts them. */
export interface JournalPosition {
  segment: number;
  offset: number;
  visits: number;
}

export const JOURNAL_START: JournalPosition = { segment: 0, offset: 0, visits: 0 };

export interface JournalBatch {
  visits: JournalVisit[];
  /** Where to go on once these visits are stored. */
  next: JournalPosition;
  /** Bytes that no reader will ever make sense of: the torn tail of a writer that was killed. */
  tornBytes: number;
}

/** Numbers of a journal's segments, in order. */
export function listSegments(directory: string): number[] {
  return readdirSync(directory)
    .flatMap((name) => segmentNumber(name) ?? [])
    .sort((first, second) => first - second);
}

/**
 * Reads a journal from a position on, while it may still be written. The last segment of a living writer may end in a
 * batch that is only half there: it is left for the next call. In any other segment such a tail is final.
 */
export class JournalReader {
  readonly #directory: string;
  #position: JournalPosition;
  #file: number | undefined;
  #texts = new Map<number, string>();
  readonly #window = Buffer.allocUnsafeSlow(WINDOW_BYTES);

  constructor(directory: string, position: JournalPosition) {
    this.#directory = directory;
    this.#position = position;
  }

  get position(): JournalPosition {
    return this.#position;
  }

  /**
   * Up to about `limit` more visits; none when nothing new is there. `isWriterAlive` must have been asked before.
   * Throws the file system's error.
   */
  read(limit: number, isWriterAlive: boolean): JournalBatch {
    const batch: JournalBatch = { visits: [], next: this.#position, tornBytes: 0 };
    while (batch.visits.length < limit) {
      const segments = listSegments(this.#directory);
      const current = this.#position.segment;
      if (this.#file === undefined && !this.#open(segments)) break;
      if (this.#readWindow(batch, limit)) continue;
      if (batch.visits.length >= limit) break;
      const isFinal = !isWriterAlive || (segments.at(-1) ?? 0) > current;
      if (!isFinal || !this.#leaveSegment(batch, segments)) break;
    }
    batch.next = this.#position;
    return batch;
  }

  /** Goes back to a position, after what was read could not be stored. */
  rewind(position: JournalPosition): void {
    this.close();
    this.#position = position;
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    this.#texts = new Map();
  }

  /** Opens the segment of the position, or the first one after it; learns the definitions before the position. */
  #open(segments: readonly number[]): boolean {
    const segment = segments.find((number) => number >= this.#position.segment);
    if (segment === undefined) return false;
    if (segment > this.#position.segment) this.#position = { ...this.#position, segment, offset: 0 };
    this.#file = openSync(join(this.#directory, segmentName(segment)), 'r');
    this.#texts = new Map();
    if (this.#position.offset < SEGMENT_HEAD_BYTES) {
      const read = readSync(this.#file, this.#window, 0, SEGMENT_HEAD_BYTES, 0);
      if (read < SEGMENT_HEAD_BYTES || this.#window.readUInt32LE(0) !== SEGMENT_MAGIC) return true;
      this.#position = { ...this.#position, offset: SEGMENT_HEAD_BYTES };
      return true;
    }
    this.#scanDefinitions(this.#file, this.#position.offset);
    return true;
  }

  #scanDefinitions(file: number, until: number): void {
    let offset = SEGMENT_HEAD_BYTES;
    while (offset < until) {
      const end = readSync(file, this.#window, 0, Math.min(WINDOW_BYTES, until - offset), offset);
      let at = 0;
      for (
        let length = batchLength(this.#window, at, end);
        length > 0;
        length = batchLength(this.#window, at, end)
      ) {
        readDefinitions(this.#window, at, this.#texts);
        at += length;
      }
      if (at === 0) return;
      offset += at;
    }
  }

  /** Reads one window of whole batches; false when there is none. */
  #readWindow(batch: JournalBatch, limit: number): boolean {
    if (this.#file === undefined || this.#position.offset < SEGMENT_HEAD_BYTES) return false;
    const end = readSync(this.#file, this.#window, 0, WINDOW_BYTES, this.#position.offset);
    let at = 0;
    while (batch.visits.length < limit) {
      const length = batchLength(this.#window, at, end);
      if (length === 0) break;
      readDefinitions(this.#window, at, this.#texts);
      if (batchRecords(this.#window, at) > 0) readRecords(this.#window, at, this.#texts, batch.visits);
      const { segment, offset } = this.#position;
      this.#position = { segment, offset: offset + length, visits: batchSum(this.#window, at) };
      at += length;
    }
    return at > 0;
  }

  /** Goes on with the next segment; false when there is none. What is left of this one is torn. */
  #leaveSegment(batch: JournalBatch, segments: readonly number[]): boolean {
    if (this.#file === undefined) return false;
    const rest = fstatSync(this.#file).size - this.#position.offset;
    const next = segments.find((number) => number > this.#position.segment);
    if (next === undefined) return false;
    batch.tornBytes += Math.max(0, rest);
    this.close();
    this.#position = { segment: next, offset: 0, visits: this.#position.visits };
    return true;
  }
}
