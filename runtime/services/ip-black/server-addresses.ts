import type { Clock, Disposer } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { type BlockedRanges, layBlockedRanges } from '../../process/blocked-ranges.ts';
import type { KnownServerAddress } from '../../process/known-blocks.ts';
import { parseRange } from '../../sdk/address.ts';
import { followList } from '../follow-list.ts';

/** The collection of addresses of servers and crawlers. */
export const SERVER_IP_BLACK = 'system_server_ip_black';

/** What is followed of resource `system.server_ip_black`. */
export interface ServerAddressDocument {
  _id: string;
  /** An address or a range, in the spelling of `formatRange`. */
  ip: string;
  /** Its visits count as bots', or are refused. */
  treatment: 'bot' | 'refuse';
}

/** Some addresses, from memory. */
interface AddressSet {
  /** Whether there is none: an address need not be found out then. */
  isEmpty(): boolean;
  /** Whether the 16 bytes at `offset` are one of them. */
  has(bytes: Uint8Array, offset: number): boolean;
}

/** Addresses of servers and crawlers, as this process knows them. */
export interface ServerAddresses {
  /** Those whose visits are refused. */
  refused: AddressSet;
  /** Those whose visits count as bots'. */
  bots: AddressSet;
  /** Reads the list from the store. */
  load(): Promise<void>;
  stop(): Promise<void>;
}

const FIELDS = { ip: 1, treatment: 1 } as const;

/** Follows the list that any process changes. Without the store it goes by what was known at the last stop. */
export function createServerAddresses(options: {
  collection: Collection<ServerAddressDocument>;
  clock: Clock;
  known: readonly KnownServerAddress[];
  /** Calls back after changes of the list, by any process. */
  follow(onChange: () => void): Disposer;
  /** Keeps what was read for a start without the store. */
  keep(addresses: readonly KnownServerAddress[]): Promise<void>;
  /** Told of a list that could not be read or kept: what is known goes on. */
  failed(error: unknown): void;
}): ServerAddresses {
  let known = options.known;
  let sets = lay(known);
  let keeping = Promise.resolve();
  const list = followList({
    follow: options.follow,
    failed: options.failed,
    read: async () => {
      const rows = await options.collection.find({}, { projection: FIELDS }).sort({ _id: 1 }).toArray();
      const next = rows.map(({ ip, treatment }): KnownServerAddress => ({ ip, treatment }));
      if (JSON.stringify(next) === JSON.stringify(known)) return;
      known = next;
      sets = lay(known);
      keeping = keeping.then(() => options.keep(next)).catch(options.failed);
    },
  });
  const setOf = (treatment: KnownServerAddress['treatment']): AddressSet => ({
    isEmpty: () => sets[treatment].isEmpty,
    has: (bytes, offset) => sets[treatment].has(bytes, offset, options.clock.now),
  });
  return {
    refused: setOf('refuse'),
    bots: setOf('bot'),
    load: list.load,
    stop: async () => {
      await list.stop();
      await keeping;
    },
  };
}

function lay(known: readonly KnownServerAddress[]): Record<KnownServerAddress['treatment'], BlockedRanges> {
  const rangesOf = (wanted: KnownServerAddress['treatment']) =>
    layBlockedRanges(
      known.flatMap(({ ip, treatment }) => {
        const range = treatment === wanted ? parseRange(ip) : undefined;
        return range === undefined ? [] : [{ ...range, until: Number.POSITIVE_INFINITY }];
      }),
    );
  return { bot: rangesOf('bot'), refuse: rangesOf('refuse') };
}
