import type { Logger } from '@waypost/sdk';
import type { LeaseRows, Standing } from './lease-rows.ts';
import { type LimitedCount, PATIENCE_MS, type Room, type Shares } from './shares.ts';

/** After a change that failed nobody waits for the store for so long, milliseconds. */
const AWAY_MS = 1000;
/** When a limit that is used up is asked for again: something may have come back meanwhile. Twice as long each time. */
const AGAIN_FIRST_MS = 250;
const AGAIN_MOST_MS = 5000;
/** What a process keeps for the next second is so many times what it used within the last. */
const KEPT_SECONDS = 4;
/** How often it is looked whether the sums have more than was given out, milliseconds. */
const CHECK_MS = 5000;
/** More is sent for when so much of what came last is left. */
const LOW_SHARE = 4;

/** What this process has of one limit, and what it knows of it. */
interface Lease extends Standing {
  limit: number;
  /** Counted before it had a share. */
  before: number;
  used: number;
  usedOfLate: number;
  lastPortion: number;
  /** The limit at which the store last said that nothing is left; -1 where it has not. */
  fullAt: number;
  againAt: number;
  againMs: number;
  checkedAt: number;
  work: Promise<void> | undefined;
  workSince: number;
  /** A change was sent and it is not known what came of it. */
  isUnsure: boolean;
}

export interface LeaseOptions {
  rows: LeaseRows;
  isStoreUp(): boolean;
  processes(): number;
  /** Told what the sums say of a limit that is used up. */
  learn(counter: string, counted: number): void;
  log: Logger;
  /** How long a visit waits for the store; left out: as long as visitors do. */
  patienceMs?: number;
}

/** What this process has of limits that several share, in memory. */
export class Leases implements Shares {
  readonly #options: LeaseOptions;
  readonly #leases = new Map<string, Lease>();
  #isOn = false;
  #isAuthority = false;
  #awayUntil = 0;
  readonly #patienceMs: number;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#patienceMs = options.patienceMs ?? PATIENCE_MS;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Begins or ends sharing; what was used before is forgotten. `isAuthority`: all that was counted so far is known here. */
  turn(isOn: boolean, isAuthority: boolean): void {
    this.#leases.clear();
    this.#isOn = isOn;
    this.#isAuthority = isAuthority;
  }

  peek({ counter, had, limit }: LimitedCount, mayWait: boolean): Room {
    if (had >= limit) return 'full';
    const now = performance.now();
    const lease = this.#leases.get(counter);
    if (lease === undefined) return mayWait && !this.#isAway(now) ? 'ask' : 'free';
    const room = lease.granted - lease.used;
    if (room > 0) return 'free';
    if (isKnownFull(lease, limit, now)) return 'full';
    const isLate = lease.work !== undefined && now - lease.workSince > this.#patienceMs;
    if (mayWait && !isLate && !this.#isAway(now)) return 'ask';
    // One more than was given, while the store does not say: all processes together are over by as many as they are.
    return room === 0 && limit > lease.fullAt ? 'free' : 'full';
  }

  look(count: LimitedCount, mayWait: boolean): Room {
    const { counter, had, limit } = count;
    const room = this.peek(count, mayWait);
    // What does not wait is not counted, or has waited already.
    if (had >= limit || !mayWait) return room;
    const lease = this.#leaseOf(counter);
    lease.limit = limit;
    if (lease.work !== undefined) return room;
    lease.before = had - lease.used;
    const now = performance.now();
    const isLow = lease.granted - lease.used <= Math.floor(lease.lastPortion / LOW_SHARE);
    if (isLow && !isKnownFull(lease, limit, now) && !this.#isAway(now))
      this.#begin(lease, () => this.#claim(counter, lease));
    return room;
  }

  async wait(counter: string): Promise<void> {
    const { work } = this.#leaseOf(counter);
    if (work === undefined) return;
    // Whoever comes after that does not wait for this answer any more.
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, this.#patienceMs);
    await Promise.race([work, patience.promise]);
    clearTimeout(timer);
  }

  use(counter: string): void {
    const lease = this.#leaseOf(counter);
    lease.used++;
    lease.usedOfLate++;
  }

  giveUp(counter: string): void {
    const lease = this.#leases.get(counter);
    if (lease !== undefined) lease.used--;
  }

  /** Gives back what the next second will not need; at the end all of it. */
  async giveBack(isEnd: boolean): Promise<void> {
    if (!this.#isOn || !this.#options.isStoreUp()) return;
    if (isEnd) await this.settled();
    for (const [counter, lease] of this.#leases) {
      const kept = isEnd ? 0 : lease.usedOfLate * KEPT_SECONDS;
      lease.usedOfLate = 0;
      const back = lease.granted - lease.used - kept;
      if (back <= 0 || lease.work !== undefined) continue;
      // Given away before it is said: whatever becomes of the message, it is not used any more.
      lease.granted -= back;
      this.#begin(lease, () => this.#return(counter, lease, back));
    }
    if (isEnd) await this.settled();
  }

  /** Resolves when nothing is on its way to the store. */
  async settled(): Promise<void> {
    await Promise.all([...this.#leases.values()].map(({ work }) => work));
  }

  /** Limits that are shared, what this process has of them and has not used, and what it used without having it. */
  figures(): { shared_limits: number; shared_lent: number; shared_overrun: number } {
    const rooms = [...this.#leases.values()].map(({ granted, used }) => granted - used);
    const sum = (some: readonly number[]) => some.reduce((total, room) => total + Math.abs(room), 0);
    return {
      shared_limits: rooms.length,
      shared_lent: sum(rooms.filter((room) => room > 0)),
      shared_overrun: sum(rooms.filter((room) => room < 0)),
    };
  }

  #leaseOf(counter: string): Lease {
    let lease = this.#leases.get(counter);
    if (lease === undefined) {
      lease = newLease();
      this.#leases.set(counter, lease);
    }
    return lease;
  }

  #isAway(now: number): boolean {
    return !this.#options.isStoreUp() || now < this.#awayUntil;
  }

  /** One change of a row at a time. */
  #begin(lease: Lease, change: () => Promise<void>): void {
    const { isStoreUp, log } = this.#options;
    lease.workSince = performance.now();
    lease.work = change()
      .catch((error: unknown) => {
        lease.isUnsure = true;
        this.#awayUntil = performance.now() + AWAY_MS;
        log[isStoreUp() ? 'warn' : 'debug']({ error }, 'the share of a limit could not be changed');
      })
      .finally(() => {
        lease.work = undefined;
      });
  }

  async #claim(counter: string, lease: Lease): Promise<void> {
    const { learn, processes, rows } = this.#options;
    if (lease.isUnsure) await this.#settle(counter, lease);
    const { granted, limit } = lease;
    const isCheck = performance.now() - lease.checkedAt > CHECK_MS;
    const given = await rows.claim({
      counter,
      limit,
      before: this.#isAuthority ? lease.before : 0,
      debt: Math.max(lease.used - granted, 0),
      processes: processes(),
      known: standing(lease),
      isCheck,
    });
    if (isCheck) lease.checkedAt = performance.now();
    lease.taken = given.taken;
    if (!given.isFull) {
      lease.granted = given.granted;
      lease.sequence = given.sequence;
      lease.fullAt = -1;
      lease.lastPortion = given.granted - granted;
      lease.againMs = AGAIN_FIRST_MS;
      return;
    }
    lease.fullAt = limit;
    lease.againAt = performance.now() + lease.againMs;
    lease.againMs = Math.min(lease.againMs * 2, AGAIN_MOST_MS);
    learn(counter, await rows.counted(counter));
  }

  async #return(counter: string, lease: Lease, back: number): Promise<void> {
    const known = standing(lease);
    const given = lease.isUnsure ? undefined : await this.#options.rows.giveBack(counter, back, known);
    if (given === undefined) await this.#settle(counter, lease);
    else Object.assign(lease, given);
  }

  /** Finds out what became of a change whose answer never came. */
  async #settle(counter: string, lease: Lease): Promise<void> {
    Object.assign(lease, await this.#options.rows.settle({ counter, known: standing(lease) }));
    lease.isUnsure = false;
  }
}

const isKnownFull = (lease: Lease, limit: number, now: number): boolean =>
  limit <= lease.fullAt && now < lease.againAt;

const standing = ({ granted, sequence, taken }: Lease): Standing => ({ granted, sequence, taken });

const newLease = (): Lease => ({
  granted: 0,
  sequence: 0,
  taken: undefined,
  limit: 0,
  before: 0,
  used: 0,
  usedOfLate: 0,
  lastPortion: 0,
  fullAt: -1,
  againAt: 0,
  againMs: AGAIN_FIRST_MS,
  checkedAt: Number.NEGATIVE_INFINITY,
  work: undefined,
  workSince: 0,
  isUnsure: false,
});
