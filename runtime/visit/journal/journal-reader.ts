import { join } from 'node:path';
import {
  batchLength,
  batchRecords,
  batchSum,
  type JournalVisit,
  readDefinitions,
  readRecords,
  visitsBeforeBatch,
} from './batch.ts';
import { BATCH_HEAD_BYTES, SEGMENT_HEAD_BYTES, segmentName, segmentNumber } from './format.ts';
import { type JournalFiles, systemFiles } from './journal-files.ts';
import { findBatch, visitsBefore, visitsInRest } from './segment-search.ts';
import { writtenEnd } from './written-end.ts';

/** Read at a time; a batch is at most about 0.6 MiB. */
const WINDOW_BYTES = 2 * 2 ** 20;
/** Of so many looks at a place where nothing has come, one is at all that lies ahead: each two seconds. */
const LOOKS_AT_BEGINNING = 20;

/**
 * How far a journal has been read: everything before this byte of this segment. `visits` counts them; it may lie within
 * the batch at `offset`, whose first records are then read already.
 */
export interface JournalPosition {
  segment: number;
  offset: number;
  visits: number;
}

export const JOURNAL_START: JournalPosition = { segment: 0, offset: 0, visits: 0 };

/** Visits `from` + 1 to `to` of a journal are not to be had; what is left of them is in this segment. */
export interface JournalGap {
  segment: number;
  from: number;
  to: number;
  /** At the end of the journal: there may have been more than damage lets see. */
  isOpen?: true;
}

export interface JournalBatch {
  visits: JournalVisit[];
  /** Where to go on once these visits are stored and the gaps noted. */
  next: JournalPosition;
  /** What the sums of the journal say that it held, and that could not be read. */
  gaps: JournalGap[];
  /** Bytes that were passed over and were never answered for: the torn end of a write that failed or was cut off. */
  tornBytes: number;
}

export interface ReadLimits {
  /** Visits to read, about. */
  limit: number;
  /** Asked before the call. */
  isWriterAlive: boolean;
  /** Not one visit more than `limit`, also where that is within a batch. */
  isExact?: boolean;
}

/** Numbers of a journal's segments, in order. */
export function listSegments(directory: string, files: Pick<JournalFiles, 'list'> = systemFiles): number[] {
  return files
    .list(directory)
    .flatMap((name) => segmentNumber(name) ?? [])
    .sort((first, second) => first - second);
}

/**
 * Reads a journal from a position on, while it may still be written. A segment may be there before anything is in it, and
 * the last one of a living writer may end in a batch that is only half there: both are looked at again in the next call.
 * A segment is left only for one that says how many visits came before it; what is missing then is told as a gap.
 */
export class JournalReader {
  readonly #directory: string;
  readonly #files: JournalFiles;
  #position: JournalPosition;
  #file: number | undefined;
  #texts = new Map<number, string>();
  readonly #window = Buffer.allocUnsafeSlow(WINDOW_BYTES);
  readonly #words = new Uint32Array(this.#window.buffer);
  /** Where nothing but zeros was. */
  #blank: JournalPosition | undefined;
  #looks = 0;

  constructor(directory: string, position: JournalPosition, files: JournalFiles = systemFiles) {
    this.#directory = directory;
    this.#position = position;
    this.#files = files;
  }

  get position(): JournalPosition {
    return this.#position;
  }

  /** More visits; none when nothing new is there. Throws the file system's error. */
  read(limits: ReadLimits): JournalBatch {
    const batch: JournalBatch = { visits: [], next: this.#position, gaps: [], tornBytes: 0 };
    while (batch.visits.length < limits.limit) {
      // Listed before it is read: a segment that has a successor by now gets nothing more.
      const segments = listSegments(this.#directory, this.#files);
      if (this.#file === undefined && segments.includes(this.#position.segment)) this.#open();
      const later = segments.filter((segment) => segment > this.#position.segment);
      const mayWait = limits.isWriterAlive && later.length === 0;
      if (!(mayWait && this.#isStillBlank()) && this.#readWindow(batch, limits)) continue;
      if (batch.visits.length >= limits.limit) break;
      if (!this.#advance(batch, later, limits.isWriterAlive)) break;
    }
    batch.next = this.#position;
    return batch;
  }

  close(): void {
    const file = this.#file;
    this.#file = undefined;
    this.#texts = new Map();
    if (file !== undefined) this.#files.close(file);
  }

  /** Opens the segment of the position; learns the definitions before it. */
  #open(): void {
    const { segment, offset, visits } = this.#position;
    this.#position = { segment, offset: Math.max(offset, SEGMENT_HEAD_BYTES), visits };
    this.#file = this.#files.openToRead(join(this.#directory, segmentName(segment)));
    let at = SEGMENT_HEAD_BYTES;
    while (at < offset) {
      const found = findBatch({ files: this.#files, file: this.#file, window: this.#window }, at, 0);
      if (found === undefined || found.offset >= offset) break;
      readDefinitions(this.#window, found.at, this.#texts);
      at = found.offset + this.#window.readUInt32LE(found.at + 4);
    }
  }

  /** Reads one window of whole batches; false when there is none. */
  #readWindow(batch: JournalBatch, limits: ReadLimits): boolean {
    if (this.#file === undefined) return false;
    const end = this.#fill(this.#file);
    let at = 0;
    while (batch.visits.length < limits.limit) {
      const length = batchLength(this.#window, at, end);
      if (length === 0) break;
      if (!this.#take(batch, at, limits)) return true;
      at += length;
    }
    if (at > 0 || batch.visits.length >= limits.limit) return at > 0;
    if (!this.#isBlank(end)) return this.#passDamage(this.#file);
    this.#blank = this.#position;
    return false;
  }

  /**
   * Whether nothing has come where nothing was before, as nearly always while nobody visits: a batch begins with bytes that are no zeros. Now and then
   * all that lies ahead is looked through, as if the beginning of a batch could be damaged.
   */
  #isStillBlank(): boolean {
    if (this.#file === undefined || this.#blank !== this.#position) return false;
    this.#looks = (this.#looks + 1) % LOOKS_AT_BEGINNING;
    if (this.#looks === 0) return false;
    const end = this.#files.read(this.#file, this.#window, BATCH_HEAD_BYTES, this.#position.offset);
    return this.#isBlank(end);
  }

  #fill(file: number): number {
    return this.#files.read(file, this.#window, WINDOW_BYTES, this.#position.offset);
  }

  /** Whether nothing but zeros stands in the window, as ahead of a living writer. */
  #isBlank(end: number): boolean {
    const words = end >>> 2;
    for (let word = 0; word < words; word++) if (this.#words[word] !== 0) return false;
    for (let at = words * 4; at < end; at++) if (this.#window[at] !== 0) return false;
    return true;
  }

  /** Goes to the next whole batch behind bytes that are none; false where there is none (yet). */
  #passDamage(file: number): boolean {
    const { segment, offset, visits } = this.#position;
    const view = { files: this.#files, file, window: this.#window };
    const found = findBatch(view, offset + SEGMENT_HEAD_BYTES, visits);
    if (found === undefined) return false;
    // A batch that was half there at the first look may be followed by others at the second.
    if (batchLength(this.#window, 0, this.#fill(file)) === 0)
      this.#position = { segment, offset: found.offset, visits };
    return true;
  }

  /** Takes the batch at `at` of the window; false when it was more than the limit allows. */
  #take(batch: JournalBatch, at: number, { limit, isExact }: ReadLimits): boolean {
    const { segment, offset, visits } = this.#position;
    const [start, sum] = [visitsBeforeBatch(this.#window, at), batchSum(this.#window, at)];
    if (start > visits) batch.gaps.push({ segment, from: visits, to: start });
    readDefinitions(this.#window, at, this.#texts);
    // Visits that were read before are not read again.
    const from = Math.max(0, visits - start);
    const left = Math.max(0, batchRecords(this.#window, at) - from);
    const room = limit - batch.visits.length;
    const count = isExact === true ? Math.min(left, room) : left;
    if (count > 0) readRecords(this.#window, { offset: at, from, count }, this.#texts, batch.visits);
    if (count < left) {
      this.#position = { segment, offset, visits: start + from + count };
      return false;
    }
    const length = this.#window.readUInt32LE(at + 4);
    this.#position = { segment, offset: offset + length, visits: Math.max(visits, sum) };
    return true;
  }

  /** Goes on with the next segment, or to the end of a dead writer's journal; false when there is nothing to go to. */
  #advance(batch: JournalBatch, later: readonly number[], isWriterAlive: boolean): boolean {
    const [next] = later;
    if (next === undefined && isWriterAlive) return false;
    const place = { files: this.#files, directory: this.#directory, window: this.#window };
    const told = visitsBefore(place, later);
    if (told === undefined && isWriterAlive) return false;
    const { segment, offset, visits } = this.#position;
    const size = this.#file === undefined ? offset : writtenEnd(this.#files, this.#file);
    const rest = Math.max(0, size - offset);
    const lost = told === undefined ? this.#lostInRest(size, next === undefined) : told.visits - visits;
    const isOpen = told === undefined ? { isOpen: true as const } : {};
    if (lost > 0 && told?.isSure !== false)
      batch.gaps.push({ segment, from: visits, to: visits + lost, ...isOpen });
    // Something is missing, here or there: this is kept, and there it will be counted.
    else if (lost > 0 && rest > 0) batch.gaps.push({ segment, from: visits, to: visits });
    else batch.tornBytes += rest;
    const reached = told?.isSure === false ? visits : visits + Math.max(0, lost);
    if (next === undefined) {
      this.#position = { segment, offset: offset + rest, visits: reached };
      return false;
    }
    this.close();
    this.#position = { segment: next, offset: 0, visits: reached };
    return true;
  }

  #lostInRest(size: number, isLast: boolean): number {
    const { offset, visits } = this.#position;
    if (this.#file === undefined || size <= offset) return 0;
    const view = { files: this.#files, file: this.#file, window: this.#window };
    return visitsInRest(view, { offset, size, visits, isLast });
  }
}
