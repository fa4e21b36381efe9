import { existsSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@waypost/sdk';
import type { DayHour } from '../derive/days.ts';
import { segmentName } from '../journal/format.ts';
import {
  JOURNAL_START,
  type JournalPosition,
  JournalReader,
  listSegments,
} from '../journal/journal-reader.ts';
import { acquireLock, type ProcessLock } from '../journal/process-lock.ts';
import { visitCollections } from '../store/collections.ts';
import { type FoldOptions, foldBatch } from './fold-batch.ts';
import { type BatchTally, tallyBatch } from './tally.ts';

/** Most visits of one transaction: a larger one saves little, and both processes hold all of it in memory. */
const BATCH_VISITS = 6000;
const WRITER_CHECK_MS = 1000;

export interface JournalFoldOptions extends FoldOptions {
  /** Directory of the journal. */
  directory: string;
  journalId: string;
  dayHourOf(time: number): DayHour;
  /** Called while the store is busy. */
  collectGarbage(): void;
  log: Logger;
}

interface ReadBatch {
  to: JournalPosition;
  tally: BatchTally;
}

/** One journal being folded. This process holds its `folder.lock`, so that no other folder reads it. */
export class JournalFold {
  readonly #options: JournalFoldOptions;
  readonly #lock: ProcessLock;
  /** Held once the writer is gone: the journal is then this folder's to finish. */
  #adopted: ProcessLock | undefined;
  #reader: JournalReader | undefined;
  /** How far the store has it. */
  #stored = JOURNAL_START;
  /** Read already, and not yet being stored. */
  #next: ReadBatch | undefined;
  #checkedWriter = Number.NEGATIVE_INFINITY;

  private constructor(options: JournalFoldOptions, lock: ProcessLock) {
    this.#options = options;
    this.#lock = lock;
  }

  /** Takes a journal, or undefined when another folder has it. */
  static take(options: JournalFoldOptions): JournalFold | undefined {
    const lock = acquireLock(join(options.directory, 'folder.lock'));
    return lock === undefined ? undefined : new JournalFold(options, lock);
  }

  /**
   * Stores the next batch. Answers how many visits it had; `isFinished` when the writer is gone and nothing is left.
   * Throws the store's or file system's error after going back to what is stored.
   */
  async fold(now: number): Promise<{ visits: number; isFinished: boolean }> {
    const { directory, journalId } = this.#options;
    this.#adopt(now);
    const isWriterAlive = this.#adopted === undefined;
    if (this.#reader === undefined) {
      this.#stored = await this.#checkpoint();
      this.#reader = new JournalReader(directory, this.#stored);
    }
    const reader = this.#reader;
    try {
      const { tally, to } = this.#next ?? this.#read(reader, isWriterAlive);
      this.#next = undefined;
      if (tally.visits === 0) return { visits: 0, isFinished: !isWriterAlive };
      await foldBatch(this.#options, { journalId, from: this.#stored, to, tally }, () => {
        this.#options.collectGarbage();
        // Behind: the next one is read while the store is busy with this one. An empty one says nothing for later.
        if (tally.visits < BATCH_VISITS) return;
        const next = this.#read(reader, isWriterAlive);
        if (next.tally.visits > 0) this.#next = next;
      });
      this.#stored = to;
      this.#deleteFolded(to);
      return { visits: tally.visits, isFinished: false };
    } catch (error) {
      this.#next = undefined;
      this.#reader?.close();
      this.#reader = undefined;
      throw error;
    }
  }

  #read(reader: JournalReader, isWriterAlive: boolean): ReadBatch {
    const { dayHourOf, derivation, journalId, log } = this.#options;
    const { visits, next, tornBytes } = reader.read(BATCH_VISITS, isWriterAlive);
    if (tornBytes > 0)
      log.warn({ journal: journalId, bytes: tornBytes }, 'a torn end of a journal was passed over');
    return { to: next, tally: tallyBatch(visits, dayHourOf, derivation) };
  }

  /** Deletes a journal that is stored whole. A kill between the steps leaves nothing that could be folded twice. */
  async finish(): Promise<void> {
    const { directory, journalId, database } = this.#options;
    try {
      for (const segment of listSegments(directory)) unlinkSync(join(directory, segmentName(segment)));
      await visitCollections(database).checkpoints.deleteOne({ _id: journalId });
      rmSync(directory, { recursive: true });
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#adopted?.release();
    this.#lock.release();
  }

  /** Tries the writer's lock from time to time: once it can be had, the writer is gone for good. */
  #adopt(now: number): void {
    if (this.#adopted !== undefined || now - this.#checkedWriter < WRITER_CHECK_MS) return;
    this.#checkedWriter = now;
    const path = join(this.#options.directory, 'writer.lock');
    if (!existsSync(path)) return;
    this.#adopted = acquireLock(path);
  }

  async #checkpoint(): Promise<JournalPosition> {
    const { database, journalId } = this.#options;
    const found = await visitCollections(database).checkpoints.findOne({ _id: journalId });
    if (found === null) return JOURNAL_START;
    return { segment: found.segment, offset: found.offset, visits: found.visits };
  }

  #deleteFolded({ segment }: JournalPosition): void {
    for (const number of listSegments(this.#options.directory)) {
      if (number < segment) unlinkSync(join(this.#options.directory, segmentName(number)));
    }
  }
}
