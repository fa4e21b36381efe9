import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import type { JournalVisit } from '../journal/batch.ts';
import {
  agentKeys,
  DIMENSION_LETTERS,
  locationKeys,
  restKey,
  type ValueKeys,
  valueKey,
} from './breakdown.ts';
import { createVariety, VISITOR_AGENTS, VISITOR_REFERRERS } from './variety.ts';

/** What the aggregator derives from a visit; pure functions with caches of their own. */
export interface Derivation {
  agentOf(userAgent: string): Agent;
  locationOf(address: string): Location;
  /** Keys of everything that a visit counts under. */
  valueKeysOf(visit: JournalVisit): readonly ValueKeys[];
}

const DIRECT = [valueKey(DIMENSION_LETTERS.referrer, '')];
const OTHER_REFERRER = [restKey(DIMENSION_LETTERS.referrer)];
/** What a user agent may say in any words it likes. */
const MADE_UP: readonly string[] = [
  DIMENSION_LETTERS.device,
  DIMENSION_LETTERS.browser,
  DIMENSION_LETTERS.system,
];

/** The derivation over `agentOf` and `locationOf`, which answer the same object for the same text as long as they keep it. */
export function createDerivation({
  agentOf,
  locationOf,
}: Pick<Derivation, 'agentOf' | 'locationOf'>): Derivation {
  const ofAgents = new WeakMap<Agent, string[]>();
  const ofOthers = new WeakMap<Agent, string[]>();
  const isFewReferrers = createVariety(VISITOR_REFERRERS);
  const isFewAgents = createVariety(VISITOR_AGENTS);
  const ofLocations = new WeakMap<Location, string[]>();
  return {
    agentOf,
    locationOf,
    valueKeysOf({ link, userAgent, address, referrer, time }) {
      const agent = agentOf(userAgent);
      const location = locationOf(address);
      const visitor = link + address;
      const referrers = referrer === '' ? DIRECT : [valueKey(DIMENSION_LETTERS.referrer, referrer)];
      return [
        isFewAgents(visitor, time, userAgent)
          ? kept(ofAgents, agent, agentKeys)
          : kept(ofOthers, agent, otherAgentKeys),
        kept(ofLocations, location, locationKeys),
        referrer === '' || isFewReferrers(visitor, time, referrer) ? referrers : OTHER_REFERRER,
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

/** As `agentKeys`, with what can be made up counted as one. */
function otherAgentKeys(agent: Agent): string[] {
  return agentKeys(agent).map((key) => (MADE_UP.includes(key.slice(0, 1)) ? restKey(key.slice(0, 1)) : key));
}
