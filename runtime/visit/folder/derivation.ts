import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import type { JournalVisit } from '../journal/batch.ts';
import { agentKeys, locationKeys, PART_LETTERS, type PartKeys, partKey } from './parts.ts';

/** What the folder derives from a visit; pure functions with caches of their own. */
export interface Derivation {
  agentOf(userAgent: string): Agent;
  locationOf(address: string): Location;
  /** Keys of everything that a visit counts under. */
  partsOf(visit: Pick<JournalVisit, 'userAgent' | 'address' | 'referrer'>): readonly PartKeys[];
}

const DIRECT = [partKey(PART_LETTERS.referrer, '')];

/** The derivation over `agentOf` and `locationOf`, which answer the same object for the same text as long as they keep it. */
export function createDerivation({
  agentOf,
  locationOf,
}: Pick<Derivation, 'agentOf' | 'locationOf'>): Derivation {
  const ofAgents = new WeakMap<Agent, string[]>();
  const ofLocations = new WeakMap<Location, string[]>();
  return {
    agentOf,
    locationOf,
    partsOf({ userAgent, address, referrer }) {
      const agent = agentOf(userAgent);
      const location = locationOf(address);
      return [
        kept(ofAgents, agent, agentKeys),
        kept(ofLocations, location, locationKeys),
        referrer === '' ? DIRECT : [partKey(PART_LETTERS.referrer, referrer)],
      ];
    },
  };
}

function kept<T extends object>(
  known: WeakMap<T, string[]>,
  thing: T,
  make: (thing: T) => string[],
): string[] {
  let keys = known.get(thing);
  if (keys === undefined) {
    keys = make(thing);
    known.set(thing, keys);
  }
  return keys;
}
