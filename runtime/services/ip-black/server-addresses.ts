import type { Clock } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { type BlockedRanges, layBlockedRanges } from '../../process/blocked-ranges.ts';
import type { KnownServerAddress } from '../../process/known-blocks.ts';
import { parseRange } from '../../sdk/address.ts';
import { followKnown, type KnownSource } from '../follow-known.ts';

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

export function createServerAddresses(
  options: KnownSource<KnownServerAddress> & {
    collection: Collection<ServerAddressDocument>;
    clock: Clock;
  },
): ServerAddresses {
  const list = followKnown({
    ...options,
    lay,
    read: async () => {
      const rows = await options.collection.find({}, { projection: FIELDS }).sort({ _id: 1 }).toArray();
      return rows.map(({ ip, treatment }): KnownServerAddress => ({ ip, treatment }));
    },
  });
  const setOf = (treatment: KnownServerAddress['treatment']): AddressSet => ({
    isEmpty: () => list.laid()[treatment].isEmpty,
    has: (bytes, offset) => list.laid()[treatment].has(bytes, offset, options.clock.now),
  });
  return {
    refused: setOf('refuse'),
    bots: setOf('bot'),
    load: list.load,
    stop: list.stop,
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
