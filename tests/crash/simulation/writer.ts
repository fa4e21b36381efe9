import type { JournalFiles } from '../../../runtime/visit/journal/journal-files.ts';
import { JournalWriter } from '../../../runtime/visit/journal/journal-writer.ts';
import { type Disk, fault, type Inode } from './disk.ts';
import type { Schedule } from './schedule.ts';

export const JOURNALS = '/journal';
/** Segments of a few batches, so that one follows another often. */
const SEGMENT_BYTES = 500;
const RECORDS = 4;
/** Zeros that writers make ahead, in turn: none, less than a batch, and more than a segment. */
const AHEAD_BYTES = [0, 100, 700] as const;
const AGENTS = 4;

/** What became of each visit, by its number. */
export interface Visits {
  answered: Set<number>;
  refused: Set<number>;
  poisoned: Set<number>;
  /** Where it stands in its journal: `<journal>` and the position from 1. */
  places: Map<number, { journal: string; sequence: number }>;
}

/** A system call that was made and has not reached the disk yet, or what follows from one. */
interface Effect {
  text: string;
  apply(): void;
}

/**
 * The process that answers visits: the real JournalWriter over calls that reach the disk later. Writer and aggregator meet on
 * the disk only, so that a writer which is ahead of its own effects is the same as one that is interrupted between them;
 * a kill is the loss of all effects that have not reached the disk, the answers among them.
 */
export class WriterProcess {
  readonly visits: Visits = {
    answered: new Set(),
    refused: new Set(),
    poisoned: new Set(),
    places: new Map(),
  };
  readonly #disk: Disk;
  readonly #schedule: Schedule;
  #effects: Effect[] = [];
  #journal: JournalWriter | undefined;
  #journalId = '';
  #starts = 0;
  #visit = 0;
  /** Steps until the next call reaches the disk. */
  #wait = 0;

  constructor(disk: Disk, schedule: Schedule) {
    this.#disk = disk;
    this.#schedule = schedule;
  }

  /** Makes some calls: starts, answers visits, syncs or stops. */
  work(): void {
    const journal = this.#journal;
    if (journal === undefined) this.#start();
    else if (this.#schedule.random() < 0.03) this.stop();
    else if (this.#schedule.random() < 0.1) journal.sync(() => undefined);
    else this.#answer(journal);
  }

  /** Lets calls reach the disk, as many as it pleases. */
  publish(): void {
    if (this.#wait > 0) {
      this.#wait--;
      return;
    }
    for (let some = this.#schedule.below(4); some > 0 && this.#effects.length > 0; some--) this.#next();
    const { slowness } = this.#schedule.weather;
    if (slowness > 0 && this.#schedule.random() < 0.3) this.#wait = this.#schedule.below(slowness);
  }

  /** Ends it at any of its system calls. */
  kill(): void {
    const some = this.#schedule.below(this.#effects.length + 1);
    for (let one = 0; one < some; one++) this.#next();
    this.#schedule.note(() => `writer ${this.#journalId} is killed, ${this.#effects.length} calls are lost`);
    this.#effects = [];
    this.#journal = undefined;
    this.#disk.releaseAll(this);
  }

  /** Ends it in order. */
  stop(): void {
    const journal = this.#journal;
    this.#journal = undefined;
    if (journal === undefined) return;
    try {
      journal.close();
    } catch (error) {
      this.#schedule.note(() => `writer stops with ${error}`);
    }
  }

  /** Everything that was called reaches the disk. */
  settle(): void {
    while (this.#effects.length > 0) this.#next();
  }

  #next(): void {
    const effect = this.#effects.shift();
    if (effect === undefined) return;
    this.#schedule.note(() => `  disk: ${effect.text}`);
    effect.apply();
  }

  #start(): void {
    this.#starts++;
    this.#journalId = `w${this.#starts}`;
    this.#journal = new JournalWriter({
      directory: JOURNALS,
      journalId: this.#journalId,
      classify: () => ({ isCrawler: false, isWeChat: false }),
      segmentBytes: SEGMENT_BYTES,
      records: RECORDS,
      aheadBytes: AHEAD_BYTES[this.#starts % AHEAD_BYTES.length] ?? 0,
      files: this.#files(),
    });
  }

  #answer(journal: JournalWriter): void {
    const ids: number[] = [];
    for (let count = 1 + this.#schedule.below(RECORDS - 1); count > 0; count--) {
      const id = ++this.#visit;
      ids.push(id);
      if (this.#schedule.chance(this.#schedule.weather.poison)) this.visits.poisoned.add(id);
      const { number } = journal.texts.entry(`agent ${this.#schedule.below(AGENTS)}`);
      const word = journal.nextRecord();
      journal.words.fill(0, word, word + 16);
      journal.words[word + 8] = id;
      journal.words[word + 10] = number;
      journal.commit();
    }
    try {
      journal.flush();
    } catch (error) {
      journal.discard();
      this.#later(`503 for ${ids} after ${error}`, () => {
        for (const id of ids) this.visits.refused.add(id);
      });
      return;
    }
    const before = journal.visits - ids.length;
    for (const [at, id] of ids.entries())
      this.visits.places.set(id, { journal: this.#journalId, sequence: before + at + 1 });
    this.#later(`answers ${ids}`, () => {
      for (const id of ids) this.visits.answered.add(id);
    });
  }

  #later(text: string, apply: () => void): void {
    this.#effects.push({ text, apply });
  }

  #mayFail(call: string): void {
    const { writerFaults } = this.#schedule.weather;
    if (!this.#schedule.chance(writerFaults)) return;
    this.#schedule.note(() => `writer: ${call} fails`);
    throw fault(this.#schedule.random() < 0.5 ? 'ENOSPC' : 'EIO');
  }

  #files(): JournalFiles {
    const disk = this.#disk;
    const open = new Map<number, { path: string; inode: Inode | undefined }>();
    const refuse = (): never => {
      throw new Error('no call of a writer');
    };
    const at = (file: number) => open.get(file) as { path: string; inode: Inode | undefined };
    return {
      make: (path) => {
        this.#mayFail('make');
        const file = open.size + 1;
        const entry = { path, inode: undefined as Inode | undefined };
        open.set(file, entry);
        this.#later(`make ${path}`, () => {
          entry.inode = disk.make(path);
        });
        return file;
      },
      write: (file, bytes, { from, length, position }) => {
        this.#mayFail('write');
        const { writerFaults } = this.#schedule.weather;
        const count = this.#schedule.chance(writerFaults) ? this.#schedule.below(length + 1) : length;
        const copy = Buffer.from(bytes.subarray(from, from + count));
        this.#later(`write ${at(file).path} ${position}+${count} of ${length}`, () =>
          disk.write(at(file).inode as Inode, copy, position),
        );
        return count;
      },
      truncate: (file, length) => {
        this.#mayFail('truncate');
        this.#later(`truncate ${at(file).path} to ${length}`, () => {
          const inode = at(file).inode as Inode;
          inode.length = Math.min(inode.length, length);
        });
      },
      sync: (_file, done) =>
        done(this.#schedule.chance(this.#schedule.weather.writerFaults) ? fault('EIO') : null),
      close: () => this.#mayFail('close'),
      unlink: (path) => {
        this.#mayFail('unlink');
        this.#later(`unlink ${path}`, () => disk.unlink(path));
      },
      makeDirectory: (path) => this.#later(`make directory ${path}`, () => disk.makeDirectory(path)),
      lock: (path) => {
        this.#later(`lock ${path}`, () => disk.lock(path, this));
        return { release: () => this.#later(`unlock ${path}`, () => disk.unlock(path)) };
      },
      openToRead: refuse,
      read: refuse,
      size: refuse,
      rename: refuse,
      // Asked for the lock that it has just taken; of one that an aggregator took away is runtime/visit/journal/begin-journal.test.ts.
      exists: () => true,
      list: refuse,
      removeDirectory: refuse,
      syncDirectory: refuse,
    };
  }
}
