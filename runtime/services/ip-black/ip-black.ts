import type { Clock, Disposer } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { layBlockedRanges } from '../../process/blocked-ranges.ts';
import type { KnownBlock } from '../../process/known-blocks.ts';
import { parseAddress, parseRange } from '../../sdk/address.ts';
import type { IpBlackDocument } from '../collections.ts';
import { followList } from '../follow-list.ts';

/** Who is refused everywhere, as this process knows it: asked at each visit and each call, from memory. */
export interface IpBlack {
  /** Whether nobody is: an address need not be found out then. */
  isEmpty(): boolean;
  /** Whether the 16 bytes at `offset` are an address that is refused now. */
  has(bytes: Uint8Array, offset: number): boolean;
  /** The same for an address as text; what is none is refused by nobody. */
  hasAddress(address: string): boolean;
  /** Calls `listener` after the list has become another one. */
  onChange(listener: () => void): Disposer;
  /** Reads the list from the store. */
  load(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Follows the list that any process changes; one that has ended counts no more by itself. Without the store it goes by
 * what was known at the last stop.
 */
export function createIpBlack(options: {
  collection: Collection<IpBlackDocument>;
  clock: Clock;
  known: readonly KnownBlock[];
  /** Calls back after changes of the list, by any process. */
  follow(onChange: () => void): Disposer;
  /** Keeps what was read for a start without the store. */
  keep(blocks: readonly KnownBlock[]): Promise<void>;
  /** Told of a list that could not be read or kept: what is known goes on. */
  failed(error: unknown): void;
}): IpBlack {
  const listeners = new Set<() => void>();
  let known = options.known;
  let ranges = lay(known);
  let keeping = Promise.resolve();

  async function read(): Promise<void> {
    const rows = await options.collection.find({ remove_time: null }, { projection: BLOCK_FIELDS }).toArray();
    const next = rows
      .map(({ ip, expires_at }): KnownBlock => ({ ip, until: expires_at?.getTime() ?? null }))
      .sort((left, right) => (left.ip < right.ip ? -1 : 1));
    if (JSON.stringify(next) === JSON.stringify(known)) return;
    known = next;
    ranges = lay(known);
    keeping = keeping.then(() => options.keep(next)).catch(options.failed);
    for (const listener of listeners) listener();
  }
  const list = followList({ read, follow: options.follow, failed: options.failed });
  const has = (bytes: Uint8Array, offset: number) => ranges.has(bytes, offset, options.clock.now);

  return {
    isEmpty: () => ranges.isEmpty,
    has,
    hasAddress: (address) => {
      if (ranges.isEmpty) return false;
      const bytes = parseAddress(address);
      return bytes !== undefined && has(bytes, 0);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load: list.load,
    stop: async () => {
      await list.stop();
      await keeping;
    },
  };
}

const BLOCK_FIELDS = { ip: 1, expires_at: 1 } as const;

function lay(blocks: readonly KnownBlock[]) {
  return layBlockedRanges(
    blocks.flatMap(({ ip, until }) => {
      const range = parseRange(ip);
      return range === undefined ? [] : [{ ...range, until: until ?? Number.POSITIVE_INFINITY }];
    }),
  );
}
