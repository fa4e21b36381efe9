import { VISIT_POOL_MAX_ITEMS, VISIT_TARGET_MAX_NUMBER, type WeekMoment } from '@waypost/contract';
import type { Clock, Random } from '@waypost/sdk';
import { FLAG_COUNTED_TARGETS, FLAG_HOP, FLAG_SHARED_TARGET } from '../journal/format.ts';
import { within } from '../links/arena.ts';
import { rotationOf } from '../links/compiled-link.ts';
import { EXTRA } from '../links/extras.ts';
import type { LinkIndex } from '../links/link-index.ts';
import { isOpen, isOver, nextInSchedule } from '../links/pool-schedule.ts';
import {
  addressAt,
  countAt,
  extraAt,
  hostHashAt,
  keyAt,
  targetAt,
  targetCountOf,
  thresholdAt,
  weightAt,
} from '../links/record.ts';
import { OWNER, pluginOf, ROW_WORDS, RULES } from '../links/rows.ts';
import { type PoolState, poolItem } from '../rules/pool.ts';
import type { Shares } from '../shares/shares.ts';
import { targetCount } from './limited-counts.ts';
import { readEnd } from './link-end.ts';
import type { Tell } from './tell.ts';
import { tellPool } from './tell-pool.ts';

/** What a pool gives a visitor. */
export interface PoolChoice {
  address: string;
  hostHash: number;
  /** What is counted for it; undefined for the pool's fallback, which takes everybody. */
  counted: { ordinal: number; target: number; key: number; flags: number } | undefined;
}

export interface Pools {
  /**
   * What the pool with this id gives the next visitor of a link; undefined where it is empty or not there. A promise where only the store
   * knows: the choice is then made once more.
   */
  choose(id: string, link: number, mayWait: boolean): PoolChoice | Promise<void> | undefined;
  /** Whether the pool shows this content in one of its items that is on and not over, be it full meanwhile. */
  shows(id: string, link: number, address: string): boolean;
}

/** A pool counts for its own: one visitor more that an item has taken, and no visit beside that of the link. */
const POOL_FLAGS = FLAG_HOP | FLAG_COUNTED_TARGETS;

/** The pools of an index. Nothing is asked of the store: until when and at which hours an item is given out stands beside it. */
export function createPools(options: {
  index: LinkIndex;
  clock: Clock;
  random: Random;
  shares: Shares;
  /** Of TIME_ZONE. */
  momentOf(time: number): WeekMoment;
  tell?: Tell | undefined;
}): Pools {
  const { clock, index, momentOf, random, shares, tell } = options;
  const state = {
    length: 0,
    open: new Uint8Array(VISIT_POOL_MAX_ITEMS),
    capacities: new Uint32Array(VISIT_POOL_MAX_ITEMS),
    counts: new Uint32Array(VISIT_POOL_MAX_ITEMS),
  } satisfies PoolState;

  /** A pool answers for links of its own owner and plugin only. */
  const find = (id: string, link: number): number => {
    const words = Buffer.from(id, 'hex');
    const pool = index.findById(words.readUInt32LE(0), words.readUInt32LE(4), words.readUInt32LE(8));
    if (pool < 0) return -1;
    const { rows } = index;
    const [at, of] = [pool * ROW_WORDS, link * ROW_WORDS];
    const isTheirs =
      rows[at + OWNER] === rows[of + OWNER] &&
      pluginOf(rows[at + RULES] as number) === pluginOf(rows[of + RULES] as number);
    return isTheirs ? pool : -1;
  };

  const read = (bytes: Buffer, offset: number): void => {
    const now = clock.now();
    let moment: WeekMoment | undefined;
    const momentNow = () => (moment ??= momentOf(now));
    let schedule = extraAt(bytes, offset, EXTRA.schedule);
    state.length = targetCountOf(bytes, offset);
    for (let position = 0; position < state.length; position++) {
      const target = targetAt(bytes, offset, position);
      const isGiven =
        weightAt(bytes, target) === 1 && !isOver(bytes, schedule, now) && isOpen(bytes, schedule, momentNow);
      state.open[position] = isGiven ? 1 : 0;
      state.capacities[position] = thresholdAt(bytes, target);
      state.counts[position] = countAt(bytes, target);
      schedule = nextInSchedule(bytes, schedule);
    }
  };

  /** Puts what processes share in the place of what this one has counted. */
  const readShared = (ordinal: number, bytes: Buffer, offset: number, mayWait: boolean): void => {
    for (let position = 0; position < state.length; position++) {
      if (state.open[position] === 0 || state.capacities[position] === VISIT_TARGET_MAX_NUMBER) continue;
      const count = targetCount(index, ordinal, targetAt(bytes, offset, position));
      state.capacities[position] = shares.peek(count, mayWait) === 'full' ? 0 : VISIT_TARGET_MAX_NUMBER;
    }
  };
  /** Whether the item may be given out at once; else what is to be waited for. */
  const take = (ordinal: number, target: number, mayWait: boolean): { flags: number } | Promise<void> => {
    if (!shares.isOn) return { flags: POOL_FLAGS };
    const count = targetCount(index, ordinal, target);
    if (count.limit === VISIT_TARGET_MAX_NUMBER) return { flags: POOL_FLAGS };
    const room = shares.look(count, mayWait);
    return room === 'ask' ? shares.wait(count.counter) : { flags: POOL_FLAGS | FLAG_SHARED_TARGET };
  };

  return {
    choose(id, link, mayWait) {
      const ordinal = find(id, link);
      if (ordinal < 0) return undefined;
      const position = index.recordOf(ordinal);
      const bytes = index.arena.bytesAt(position);
      const offset = within(position);
      read(bytes, offset);
      if (shares.isOn) readShared(ordinal, bytes, offset, mayWait);
      const model = rotationOf(index.bitsOf(ordinal));
      const chosen = poolItem(state, model, random.number());
      if (tell !== undefined)
        tellPool(tell, { id, state, model, chosen, fallback: readEnd(bytes, offset)?.address });
      if (chosen < 0) {
        const end = readEnd(bytes, offset);
        return end && { ...end, counted: undefined };
      }
      const target = targetAt(bytes, offset, chosen);
      const taken = take(ordinal, target, mayWait);
      if (taken instanceof Promise) return taken;
      const counted = { ordinal, target, key: keyAt(bytes, target), ...taken };
      return { address: addressAt(bytes, target), hostHash: hostHashAt(bytes, target), counted };
    },
    shows(id, link, address) {
      const ordinal = find(id, link);
      if (ordinal < 0) return false;
      const position = index.recordOf(ordinal);
      const bytes = index.arena.bytesAt(position);
      const offset = within(position);
      const now = clock.now();
      let schedule = extraAt(bytes, offset, EXTRA.schedule);
      for (let at = 0; at < targetCountOf(bytes, offset); at++) {
        const target = targetAt(bytes, offset, at);
        const isShown = weightAt(bytes, target) === 1 && !isOver(bytes, schedule, now);
        if (isShown && addressAt(bytes, target) === address) return true;
        schedule = nextInSchedule(bytes, schedule);
      }
      return false;
    },
  };
}
