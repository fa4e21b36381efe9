import type { Clock, Disposer } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { layBlockedRanges } from '../../process/blocked-ranges.ts';
import type { KnownBlock } from '../../process/known-blocks.ts';
import { parseAddress, parseRange } from '../../sdk/address.ts';
import type { IpBlackDocument } from '../collections.ts';
import { followKnown, type KnownSource } from '../follow-known.ts';

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

/** Follows the list that any process changes; a row that has ended counts no more by itself. */
export function createIpBlack(
  options: KnownSource<KnownBlock> & {
    collection: Collection<IpBlackDocument>;
    clock: Clock;
  },
): IpBlack {
  const listeners = new Set<() => void>();
  const list = followKnown({
    ...options,
    lay,
    read: async () => {
      const rows = await options.collection
        .find({ remove_time: null }, { projection: BLOCK_FIELDS })
        .toArray();
      return rows
        .map(({ ip, expires_at }): KnownBlock => ({ ip, until: expires_at?.getTime() ?? null }))
        .sort((left, right) => (left.ip < right.ip ? -1 : 1));
    },
    onChange: () => {
      for (const listener of listeners) listener();
    },
  });
  const has = (bytes: Uint8Array, offset: number) => list.laid().has(bytes, offset, options.clock.now);

  return {
    isEmpty: () => list.laid().isEmpty,
    has,
    hasAddress: (address) => {
      if (list.laid().isEmpty) return false;
      const bytes = parseAddress(address);
      return bytes !== undefined && has(bytes, 0);
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    load: list.load,
    stop: list.stop,
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
