import { join } from 'node:path';
import type { Logger } from '@waypost/sdk';
import type { ProcessLock } from '../../process/process-lock.ts';
import type { JournalVisit } from '../journal/batch.ts';
import { RECORD_BYTES } from '../journal/format.ts';
import type { JournalFiles } from '../journal/journal-files.ts';
import { JOURNAL_START, type JournalPosition, JournalReader } from '../journal/journal-reader.ts';
import { clearSegments, type JournalPlace, removeJournal } from './aside.ts';
import type { AggregatedBatch, Ledger, UncountedGap } from './ledger.ts';
import { createSteps } from './steps.ts';
import { AggregationConflict } from './store-commands.ts';
import type { BatchTally } from './tally.ts';

const WRITER_CHECK_MS = 1000;
const ENOUGH_VISITS = 100;
/** Characters of an error that are kept. */
const REASON_LENGTH = 500;

export interface JournalAggregationOptions {
  /** Directory of the journal. */
  directory: string;
  journalId: string;
  /** Directory of this journal's segments that do not add up. */
  aside: string;
  ledger: Ledger<JournalVisit>;
  files: JournalFiles;
  /** Called while the store is busy. */
  collectGarbage(): void;
  /** Before visits are stored. @throws StartError where others on the database count by other days */
  confirmDays?(): Promise<void>;
  log: Logger;
}

interface ReadBatch {
  to: JournalPosition;
  tally: BatchTally;
  gaps: UncountedGap[];
}

/** One journal being aggregated. This process holds its `folder.lock`, so that no other aggregator reads it. */
export class JournalAggregation {
  readonly #options: JournalAggregationOptions;
  readonly #place: JournalPlace;
  readonly #lock: ProcessLock;
  /** Held once the writer is gone: the journal is then this aggregator's to finish. */
  #adopted: ProcessLock | undefined;
  #reader: JournalReader | undefined;
  /** How far the store has it. */
  #stored = JOURNAL_START;
  /** All of it was counted before, here or elsewhere. */
  #isCounted = false;
  /** Segments with visits that are not accounted for. */
  #kept = new Set<number>();
  /** Read already, and not yet being stored. */
  #next: ReadBatch | undefined;
  readonly #steps = createSteps();
  #checkedWriter = Number.NEGATIVE_INFINITY;
  #bytesOfVisit = RECORD_BYTES;

  private constructor(options: JournalAggregationOptions, lock: ProcessLock) {
    this.#options = options;
    this.#place = options;
    this.#lock = lock;
  }

  /** What a visit takes in the journal, with the texts and the batch that it comes in: of the last that were counted. */
  get bytesOfVisit(): number {
    return this.#bytesOfVisit;
  }

  /** Takes a journal, or undefined when another aggregator has it. */
  static take(options: JournalAggregationOptions): JournalAggregation | undefined {
    const lock = options.files.lock(join(options.directory, 'folder.lock'));
    return lock === undefined ? undefined : new JournalAggregation(options, lock);
  }

  /**
   * Stores the next batch. Answers how many visits it had; `isFinished` when the writer is gone and nothing is left.
   * Throws the store's or file system's error after going back to what is stored. A batch that the store refuses for
   * what is in it is tried in smaller ones by the next calls; a visit that is refused alone is noted as unaccounted.
   */
  async aggregate(now: number): Promise<{ visits: number; isFinished: boolean }> {
    this.#adopt(now);
    const isWriterAlive = this.#adopted === undefined;
    try {
      this.#reader ??= await this.#start();
      const reader = this.#reader;
      if (this.#isCounted) return { visits: 0, isFinished: !isWriterAlive };
      const batch = this.#next ?? this.#read(reader, isWriterAlive);
      this.#next = undefined;
      const { visits } = batch.tally;
      if (visits === 0 && batch.gaps.length === 0) return { visits: 0, isFinished: !isWriterAlive };
      await this.#options.confirmDays?.();
      try {
        await this.#store(batch, () => {
          this.#options.collectGarbage();
          // Behind: the next one is read while the store is busy with this one. An empty one says nothing for later.
          if (!this.#steps.isFull(visits)) return;
          const next = this.#read(reader, isWriterAlive);
          if (next.tally.visits > 0 || next.gaps.length > 0) this.#next = next;
        });
      } catch (error) {
        const verdict = this.#steps.refused(visits, error);
        if (verdict === 'again') throw error;
        if (verdict === 'smaller') return this.#goBack(visits, error);
        await this.#passOver(batch, error);
      }
      this.#steps.stored(visits);
      return { visits, isFinished: false };
    } catch (error) {
      this.#forgetRead();
      throw error;
    }
  }

  async #start(): Promise<JournalReader> {
    const { directory, files, journalId, ledger, log } = this.#options;
    const { position, kept, isCounted } = await ledger.standing(journalId);
    if (isCounted)
      log.warn({ journal: journalId }, 'a journal was counted to its end before: it is not counted again');
    this.#isCounted = isCounted;
    this.#stored = position;
    this.#kept = new Set(kept);
    return new JournalReader(directory, position, files);
  }

  #read(reader: JournalReader, isWriterAlive: boolean): ReadBatch {
    const { journalId, ledger, log } = this.#options;
    const { visits, next, gaps, tornBytes } = reader.read({ ...this.#steps.limits(), isWriterAlive });
    if (tornBytes > 0)
      log.warn({ journal: journalId, bytes: tornBytes }, 'a torn end of a journal was passed over');
    for (const { segment, from, to } of gaps)
      log.error({ journal: journalId, segment, visits: to - from }, 'visits are missing in a journal');
    return {
      to: next,
      tally: ledger.tally(visits),
      gaps: gaps.map((gap) => ({ ...gap, reason: 'missing', detail: '' })),
    };
  }

  async #store({ to, tally, gaps }: ReadBatch, whileCommitting: () => void): Promise<void> {
    const { journalId, ledger } = this.#options;
    const from = this.#stored;
    const batch: AggregatedBatch = { journalId, from, to, tally, gaps };
    await ledger.store(batch, whileCommitting);
    this.#stored = to;
    const bytes = (to.offset - from.offset) / tally.visits;
    // Of few it says little: a batch of the journal may be begun in one and ended in the next.
    if (from.segment === to.segment && tally.visits >= ENOUGH_VISITS) this.#bytesOfVisit = bytes;
    for (const { segment } of gaps) this.#kept.add(segment);
    clearSegments(this.#place, this.#kept, to.segment);
  }

  #goBack(visits: number, error: unknown): { visits: number; isFinished: boolean } {
    const { journalId, log } = this.#options;
    log.warn(
      { journal: journalId, visits, reason: reasonOf(error) },
      'a batch is refused; a smaller one is tried',
    );
    this.#forgetRead();
    return { visits: 0, isFinished: false };
  }

  /** Notes the one visit of a batch as refused, and goes on behind it. */
  async #passOver({ to, gaps }: ReadBatch, error: unknown): Promise<void> {
    const { journalId, ledger, log } = this.#options;
    const detail = reasonOf(error);
    log.error({ journal: journalId, reason: detail }, 'the store takes a visit in no way; it is kept aside');
    const refused: UncountedGap = {
      segment: to.segment,
      from: to.visits - 1,
      to: to.visits,
      reason: 'refused',
      detail,
    };
    await this.#store({ to, tally: ledger.tally([]), gaps: [...gaps, refused] }, () => undefined);
  }

  /**
   * Deletes a journal that is stored whole. A kill between the steps leaves nothing that could be aggregated twice. The store is asked
   * once more before: where it no longer says what it said, nothing is deleted. @throws AggregationConflict then
   */
  async finish(): Promise<void> {
    const { directory, files, journalId, ledger } = this.#options;
    try {
      await this.#confirm();
      clearSegments(this.#place, this.#kept, Number.POSITIVE_INFINITY);
      // A power cut must not bring segments back once the store no longer knows that they are aggregated.
      files.syncDirectory(directory);
      await ledger.forget(journalId);
      removeJournal(this.#place);
    } finally {
      this.close();
    }
  }

  async #confirm(): Promise<void> {
    const { journalId, ledger } = this.#options;
    const { position, isCounted } = await ledger.standing(journalId);
    const { segment, offset, visits } = this.#stored;
    const isSame = position.segment === segment && position.offset === offset && position.visits === visits;
    if (isCounted !== this.#isCounted || !isSame)
      throw new AggregationConflict(`the store no longer has all of journal ${journalId}: it stays`);
  }

  /** A journal whose locks stayed would be taken by nobody as long as this process lives: they go, whatever fails. */
  close(): void {
    try {
      this.#forgetRead();
    } finally {
      this.#adopted?.release();
      this.#lock.release();
    }
  }

  #forgetRead(): void {
    this.#next = undefined;
    const reader = this.#reader;
    this.#reader = undefined;
    reader?.close();
  }

  /** Tries the writer's lock from time to time: once it can be had, the writer is gone for good. */
  #adopt(now: number): void {
    const { directory, files } = this.#options;
    if (this.#adopted !== undefined || now - this.#checkedWriter < WRITER_CHECK_MS) return;
    this.#checkedWriter = now;
    const path = join(directory, 'writer.lock');
    if (!files.exists(path)) return;
    this.#adopted = files.lock(path);
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, REASON_LENGTH);
}
