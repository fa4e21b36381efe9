import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { forgetLeases, returnLeasesOf } from './lease-rows.ts';
import type { Leases } from './leases.ts';
import type { OtherRun, Runs } from './runs.ts';

/** How often this process looks who else answers visits. */
const LOOK_MS = 1000;
/** The same while it has to wait for them. */
const JOIN_LOOK_MS = 150;
/** How often it tells that it is there where nothing has changed. */
const TELL_MS = 5000;
/** How long it waits at most until all others have said what they had counted, milliseconds. */
const JOIN_LIMIT_MS = 30_000;
/** How long an end may be held up by giving back. */
const END_LIMIT_MS = 2000;
/** There while other processes answer visits, too: for a start without the store. */
const MARKER = 'visit-shared';

export interface SharingOptions {
  database: mongo.Db;
  /** DATA_DIR */
  directory: string;
  isStoreUp(): boolean;
  runs: Runs;
  leases: Leases;
  /** How many processes answer visits, as this one knows. */
  count: { now: number };
  /** Writes what waits in this process's journal; answers how many visits that has then. */
  journalled(): number;
  /** Sets the counts in memory to what the sums and the journals under DATA_DIR say. */
  restoreCounts(): Promise<void>;
  log: Logger;
}

/**
 * Whether limits are shared, and from when on. Alone, a process counts in memory, and nobody else may give out anything of a limit. Once it
 * meets another one it first says how far it has counted alone (`since`), and shares from that moment on; the other one waits until
 * so much is in the sums. It is alone again when nothing of any other is left to be counted.
 */
export class Sharing {
  readonly #options: SharingOptions;
  readonly #marker: string;
  readonly #stopping = Promise.withResolvers<void>();
  readonly #finished: Promise<void>;
  /** Undefined until this process has joined. */
  #mode: 'alone' | 'shared' | undefined;
  #since = 0;
  /** Rows of a time when limits were shared are to be deleted once its journal is in the sums up to here. */
  #clearAt: number | undefined;
  #isSettled = true;
  #joinedAt = 0;
  #toldAt = Number.NEGATIVE_INFINITY;
  #isStopped = false;

  constructor(options: SharingOptions) {
    this.#options = options;
    this.#marker = join(options.directory, MARKER);
    options.leases.turn(existsSync(this.#marker), false);
    this.#finished = this.#keepLooking();
  }

  /** Whether what others have counted is known as well as it will be. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Says that this process is there, and finds out whether others are. Throws the store's error. */
  async join(): Promise<void> {
    if (this.#mode !== undefined) return;
    await this.#tell();
    const others = await this.#meet();
    this.#joinedAt = performance.now();
    if (others.some(keepsCompany)) {
      this.#isSettled = false;
      await this.#share(false);
      return;
    }
    this.#mode = 'alone';
    this.#clearAt = 0;
    this.#options.leases.turn(false, false);
    rmSync(this.#marker, { force: true });
  }

  /** Gives back what this process has, and says that it ends. Its journal is written to its end. */
  async close(): Promise<void> {
    const { isStoreUp, leases, log, runs } = this.#options;
    this.#isStopped = true;
    this.#stopping.resolve();
    const ended = this.#finished
      .then(() => leases.giveBack(true))
      .then(() => (this.#mode !== undefined && isStoreUp() ? runs.end() : undefined))
      .catch((error: unknown) => log.debug({ error }, 'shares of limits could not be given back'));
    // What did not get there comes back when the journal is counted.
    await Promise.race([ended, Bun.sleep(END_LIMIT_MS)]);
  }

  async #keepLooking(): Promise<void> {
    const { isStoreUp, log } = this.#options;
    for (;;) {
      await Promise.race([Bun.sleep(this.#isSettled ? LOOK_MS : JOIN_LOOK_MS), this.#stopping.promise]);
      if (this.#isStopped) return;
      await this.#look().catch((error: unknown) =>
        log[isStoreUp() ? 'warn' : 'debug']({ error }, 'who else answers visits could not be looked up'),
      );
    }
  }

  async #look(): Promise<void> {
    if (!this.#options.isStoreUp() || this.#mode === undefined) return;
    if (performance.now() - this.#toldAt > TELL_MS) await this.#tell();
    const others = await this.#meet();
    if (this.#mode === 'alone') {
      await this.#clear();
      if (this.#clearAt === undefined && others.some(keepsCompany)) await this.#share(true);
      return;
    }
    if (!this.#isSettled) await this.#settle(others);
    if (this.#isSettled && !others.some(keepsCompany)) await this.#beAlone();
    await this.#options.leases.giveBack(false);
  }

  async #tell(): Promise<void> {
    const mode = this.#mode ?? 'alone';
    const isClearing = mode === 'alone' && this.#clearAt !== undefined;
    await this.#options.runs.register({ mode, since: this.#since, isClearing });
    this.#toldAt = performance.now();
  }

  /** Others, without those of whom nothing is left: what they had has come back. */
  async #meet(): Promise<OtherRun[]> {
    const { count, database, runs } = this.#options;
    const others: OtherRun[] = [];
    for (const other of await runs.others())
      if (other.isGone) await returnLeasesOf(database, other.run._id);
      else others.push(other);
    count.now = 1 + others.filter(({ isLiving }) => isLiving).length;
    return others;
  }

  async #share(isAuthority: boolean): Promise<void> {
    const { journalled, leases, log } = this.#options;
    // From here to the turn nothing else runs: what is counted alone is in the journal up to `since`.
    this.#since = isAuthority ? journalled() : 0;
    leases.turn(true, isAuthority);
    this.#mode = 'shared';
    this.#toldAt = Number.NEGATIVE_INFINITY;
    writeFileSync(this.#marker, '', { mode: 0o600 });
    log.info({ since: this.#since }, 'other processes answer visits: limits are shared with them');
    await this.#tell();
  }

  async #beAlone(): Promise<void> {
    const { leases, log, restoreCounts, runs } = this.#options;
    this.#mode = 'alone';
    this.#clearAt = Number.POSITIVE_INFINITY;
    this.#toldAt = Number.NEGATIVE_INFINITY;
    let isAlone = false;
    try {
      await this.#tell();
      // One that comes from now on waits for this process; one that came before is found.
      isAlone = !(await runs.others()).some(keepsCompany);
      if (isAlone) await leases.settled();
      if (isAlone) await restoreCounts();
    } catch (error) {
      isAlone = false;
      throw error;
    } finally {
      if (!isAlone) {
        this.#mode = 'shared';
        this.#clearAt = undefined;
      }
    }
    if (!isAlone) return this.#tell();
    leases.turn(false, false);
    this.#clearAt = this.#options.journalled();
    rmSync(this.#marker, { force: true });
    log.info({}, 'no other process answers visits: limits are counted in memory');
  }

  async #clear(): Promise<void> {
    const { database, runs } = this.#options;
    if (this.#clearAt === undefined || (await runs.countedOf(runs.own)) < this.#clearAt) return;
    await forgetLeases(database);
    this.#clearAt = undefined;
    await this.#tell();
  }

  async #settle(others: readonly OtherRun[]): Promise<void> {
    const { log, runs } = this.#options;
    const waits = await Promise.all(others.map((other) => isAwaited(runs, other)));
    if (!waits.includes(true)) this.#isSettled = true;
    else if (performance.now() - this.#joinedAt > JOIN_LIMIT_MS) {
      log.warn({}, 'another process has not said in time what it has counted: it may come on top of limits');
      this.#isSettled = true;
    }
  }
}

/**
 * Whether there is something of another process that this one cannot know from its own memory and files. One that has died over the
 * same DATA_DIR and was alone has left all in its journal.
 */
function keepsCompany({ isOwnDead, run }: OtherRun): boolean {
  return !(isOwnDead && run.mode === 'alone' && !run.isClearing);
}

/** Whether the sums lack what another process had counted by itself. */
async function isAwaited(runs: Runs, { isOwnDead, isSilent, run }: OtherRun): Promise<boolean> {
  // What lies on a disk that is not there comes late, whoever waits.
  if (run.isCounted || (isSilent && !isOwnDead)) return false;
  return run.mode === 'alone' || (await runs.countedOf(run._id)) < run.since;
}
