import type { Clock } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { type BlockedRanges, layBlockedRanges } from '../../process/blocked-ranges.ts';
import type { KnownVisitBlock } from '../../process/known-blocks.ts';
import { parseRange } from '../../sdk/address.ts';
import { followKnown, type KnownSource } from '../follow-known.ts';

/** The collection of what owners refuse. */
export const VISIT_BLOCK = 'system_visit_block';

/** What is followed of resource `system.visit_block`. */
export interface VisitBlockDocument {
  _id: string;
  owner: string;
  /** A visitor's address or range, or the host of a referring page. */
  kind: 'address' | 'page';
  value: string;
  /** `all`: put there by an operator, it holds for every code. */
  applies_to: 'own' | 'all';
}

/** Whose visits owners refuse on their own codes, and from which pages nobody gets to any code: from memory. */
export interface VisitBlocks {
  /** Whether nobody refuses anybody: nothing need be found out then. */
  isEmpty(): boolean;
  /**
   * Whether a visit of an owner's code is refused.
   * @param owner the 12 bytes of the id, as latin1
   * @param address 16 bytes
   * @param host of the referring page; empty without one
   */
  has(owner: string, address: Uint8Array, host: string): boolean;
  /** Reads the list from the store. */
  load(): Promise<void>;
  stop(): Promise<void>;
}

interface Blocked {
  ranges: BlockedRanges;
  hosts: ReadonlySet<string>;
}

/** Blocks without an owner hold for every code. */
const EVERYBODY = '';
const BLOCK_FIELDS = { owner: 1, kind: 1, value: 1, applies_to: 1 } as const;

export function createVisitBlocks(
  options: KnownSource<KnownVisitBlock> & {
    collection: Collection<VisitBlockDocument>;
    clock: Clock;
  },
): VisitBlocks {
  const list = followKnown({
    ...options,
    lay,
    read: async () => {
      const rows = await options.collection.find({}, { projection: BLOCK_FIELDS }).sort({ _id: 1 }).toArray();
      return rows.map(
        ({ owner, kind, value, applies_to }): KnownVisitBlock => ({
          owner: applies_to === 'all' ? EVERYBODY : owner,
          kind,
          value,
        }),
      );
    },
  });
  const holds = (blocked: Blocked | undefined, address: Uint8Array, host: string): boolean =>
    blocked !== undefined &&
    (blocked.ranges.has(address, 0, options.clock.now) || isAmong(blocked.hosts, host));
  return {
    isEmpty: () => list.laid().size === 0,
    has: (owner, address, host) => {
      const blocks = list.laid();
      return holds(blocks.get(EVERYBODY), address, host) || holds(blocks.get(owner), address, host);
    },
    load: list.load,
    stop: list.stop,
  };
}

/** Whether a host or one that it stands below is among those. */
function isAmong(hosts: ReadonlySet<string>, host: string): boolean {
  if (hosts.size === 0) return false;
  for (let name = host; name !== ''; ) {
    if (hosts.has(name)) return true;
    const dot = name.indexOf('.');
    name = dot < 0 ? '' : name.slice(dot + 1);
  }
  return false;
}

function lay(known: readonly KnownVisitBlock[]): ReadonlyMap<string, Blocked> {
  const byOwner = Map.groupBy(known, ({ owner }) => owner);
  return new Map(
    [...byOwner].map(([owner, blocks]) => [
      Buffer.from(owner, 'hex').toString('latin1'),
      {
        ranges: layBlockedRanges(
          blocks.flatMap(({ kind, value }) => {
            const range = kind === 'address' ? parseRange(value) : undefined;
            return range === undefined ? [] : [{ ...range, until: Number.POSITIVE_INFINITY }];
          }),
        ),
        hosts: new Set(blocks.flatMap(({ kind, value }) => (kind === 'page' ? [value] : []))),
      },
    ]),
  );
}
