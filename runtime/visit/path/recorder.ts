import type { Clock, Logger } from '@waypost/sdk';
import type { JournalWriter } from '../journal/journal-writer.ts';
import type { HourSum } from '../store/told-hours.ts';
import type { HourSums } from './hour-sums.ts';

/** How long `relaxed` may hold a record back, milliseconds. */
const RELAXED_FLUSH_MS = 100;
/** How often the disk is asked to keep what was written, and a failing journal is tried again. */
const SYNC_MS = 1000;
/** Words of a record before its time. */
const TIME_WORD = 6;

export interface RecorderOptions {
  journal: JournalWriter;
  /** Where visits are counted by hour. */
  hours: HourSums;
  durability: 'strict' | 'relaxed';
  clock: Clock;
  log: Logger;
  /** Answers a visit that could not be written down. */
  unavailable(request: Request): Response;
  /** Takes back what a record that is not kept has counted; `word` is where the record starts. */
  revert(words: Uint32Array, word: number): void;
}

interface Waiting {
  resolve: (answer: Response) => void;
  answer: Response;
  request: Request;
  /** Of its record, and of the one before where it has two. */
  hour: HourSum;
  before: HourSum | undefined;
}

export interface RecorderState {
  /** Error code of the file system while nothing can be written. */
  failure: string | undefined;
  failingSince: number | undefined;
}

/**
 * Gives answers out once their records are safe. Under `strict` an answer waits for the one write that holds all
 * records of its turn of the event loop; when that write fails, all of them become 503 and none is counted. Under
 * `relaxed` the answer goes first and the record follows within 100 ms.
 */
export class Recorder {
  readonly journal: JournalWriter;
  readonly #options: RecorderOptions;
  readonly #isStrict: boolean;
  #waiting: Waiting[] = [];
  #isScheduled = false;
  #answered = 0;
  #state: RecorderState = { failure: undefined, failingSince: undefined };
  readonly #timer: Timer;

  constructor(options: RecorderOptions) {
    this.#options = options;
    this.journal = options.journal;
    this.#isStrict = options.durability === 'strict';
    this.#timer = setInterval(() => this.#tend(), SYNC_MS);
    this.#timer.unref();
  }

  get state(): RecorderState {
    return this.#state;
  }

  /** Records of visits whose answer was given out since this journal began; what is to be journalled, and then counted. */
  get answered(): number {
    return this.#answered;
  }

  /** Whether so many more records can be taken, all of them into one batch. Flushes first when there is no room for them. */
  hasRoom(records = 1): boolean {
    if (this.journal.hasRoom(records)) return true;
    this.#flush();
    return this.journal.hasRoom(records);
  }

  /** Answers a visit whose records, one or two, were just committed to the journal's batch. */
  release(answer: Response, request: Request, records = 1): Response | Promise<Response> {
    const last = this.journal.count - 1;
    const hour = this.#options.hours.at(this.#timeOf(last));
    // Of two records one may be of the hour before.
    const before = records === 1 ? undefined : this.#options.hours.at(this.#timeOf(last - 1));
    if (!this.#isStrict) {
      this.#countAnswered(hour, before);
      this.#schedule();
      return answer;
    }
    return new Promise((resolve) => {
      this.#waiting.push({ resolve, answer, request, hour, before });
      this.#schedule();
    });
  }

  /** Writes what waits, without waiting for the end of this turn. */
  flush(): void {
    this.#flush();
  }

  /** Writes what waits, tells the disk to keep it and ends the journal. */
  close(): Promise<void> {
    clearInterval(this.#timer);
    this.#flush();
    return new Promise((resolve) => {
      let isDone = false;
      const done = (): void => {
        if (isDone) return;
        isDone = true;
        this.journal.close();
        resolve();
      };
      if (!this.journal.sync(done)) done();
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const flush = (): void => {
      this.#isScheduled = false;
      this.#flush();
    };
    if (this.#isStrict) setImmediate(flush);
    else setTimeout(flush, RELAXED_FLUSH_MS);
  }

  #flush(): void {
    const waiting = this.#waiting;
    if (waiting.length > 0) this.#waiting = [];
    if (this.journal.count === 0 && this.#state.failure === undefined) return;
    if (this.#write()) {
      for (let at = 0; at < waiting.length; at++) {
        const one = waiting[at] as Waiting;
        one.resolve(one.answer);
        this.#countAnswered(one.hour, one.before);
      }
      return;
    }
    if (!this.#isStrict) {
      this.#schedule();
      return;
    }
    const first = this.journal.firstRecord;
    for (let record = 0; record < this.journal.count; record++) {
      this.#options.revert(this.journal.words, first + record * this.journal.recordWords);
    }
    this.journal.discard();
    for (const { resolve, request } of waiting) resolve(this.#options.unavailable(request));
  }

  #countAnswered(hour: HourSum, before: HourSum | undefined): void {
    this.#answered++;
    hour.answered++;
    if (before === undefined) return;
    this.#answered++;
    before.answered++;
  }

  #timeOf(record: number): number {
    const { journal } = this;
    return journal.times[(journal.firstRecord + record * journal.recordWords + TIME_WORD) >> 1] as number;
  }

  /** Writes the waiting records and counts them by their hours. */
  #write(): boolean {
    const { clock, hours, log } = this.#options;
    const { count } = this.journal;
    try {
      this.journal.flush();
      // They stay in memory until others take their places.
      for (let record = 0; record < count; record++) hours.at(this.#timeOf(record)).journalled++;
    } catch (error) {
      const failure = (error as { code?: string }).code ?? String(error);
      if (this.#state.failure === undefined) log.error({ failure }, 'the visit journal cannot be written');
      this.#state = { failure, failingSince: this.#state.failingSince ?? clock.now() };
      return false;
    }
    if (this.#state.failure !== undefined) {
      const milliseconds = clock.now() - (this.#state.failingSince ?? clock.now());
      log.info({ milliseconds }, 'the visit journal can be written again');
      this.#state = { failure: undefined, failingSince: undefined };
    }
    return true;
  }

  #tend(): void {
    if (this.#state.failure !== undefined) this.#flush();
    this.journal.sync((error) => {
      if (error !== null)
        this.#options.log.error({ failure: error.message }, 'the visit journal cannot be synced');
    });
  }
}
