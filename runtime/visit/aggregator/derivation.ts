import { cached } from '../derive/cached.ts';
import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import type { JournalVisit } from '../journal/batch.ts';
import { FLAG_SCANNED } from '../journal/format.ts';
import { restKey, type ValueKeys, valueKey } from './breakdown.ts';
import {
  OF_AGENTS,
  OF_CAMPAIGNS,
  OF_ENTRIES,
  OF_LANGUAGES,
  OF_PLACES,
  OF_REFERRERS,
  OF_TARGETS,
  readCampaign,
} from './dimensions.ts';
import {
  createVariety,
  VISITOR_AGENTS,
  VISITOR_CAMPAIGNS,
  VISITOR_LANGUAGES,
  VISITOR_REFERRERS,
} from './variety.ts';

/** What the aggregator derives from a visit; pure functions with caches of their own. */
export interface Derivation {
  agentOf(userAgent: string): Agent;
  locationOf(address: string): Location;
  /** Keys of everything that a visit counts under. */
  valueKeysOf(visit: JournalVisit): readonly ValueKeys[];
}

/** Texts whose keys are kept, of each kind. */
const CACHED_TEXTS = 5_000;
/** Most visits come by no campaign: they are counted under none, instead of as many times under nothing. */
const NO_KEYS: ValueKeys = [];

type Declared<Source> = Readonly<
  Record<string, { letter: string; read(source: Source): string; isMadeUp?: true }>
>;

/** Keys of what a thing counts under, by each of its dimensions. */
const keysOf =
  <Source>(dimensions: Declared<Source>) =>
  (source: Source): string[] =>
    Object.values(dimensions).map(({ letter, read }) => valueKey(letter, read(source)));

/** The same, with what can be made up counted as one. */
const otherKeysOf =
  <Source>(dimensions: Declared<Source>) =>
  (source: Source): string[] =>
    Object.values(dimensions).map(({ letter, read, isMadeUp }) =>
      isMadeUp ? restKey(letter) : valueKey(letter, read(source)),
    );

/** The derivation over `agentOf` and `locationOf`, which answer the same object for the same text as long as they keep it. */
export function createDerivation({
  agentOf,
  locationOf,
}: Pick<Derivation, 'agentOf' | 'locationOf'>): Derivation {
  const isFewAgents = createVariety(VISITOR_AGENTS);
  const agentKeys = kept(keysOf(OF_AGENTS));
  const otherAgentKeys = kept(otherKeysOf(OF_AGENTS));
  const placeKeys = kept(keysOf(OF_PLACES));
  const referrerKeys = ofTexts(keysOf(OF_REFERRERS), otherKeysOf(OF_REFERRERS), VISITOR_REFERRERS);
  const languageKeys = ofTexts(keysOf(OF_LANGUAGES), otherKeysOf(OF_LANGUAGES), VISITOR_LANGUAGES);
  const campaignKeys = ofTexts(
    (text) => keysOf(OF_CAMPAIGNS)(readCampaign(text)),
    (text) => otherKeysOf(OF_CAMPAIGNS)(readCampaign(text)),
    VISITOR_CAMPAIGNS,
  );
  const targetKeys = cached(CACHED_TEXTS, (key) => keysOf(OF_TARGETS)(Number(key)));
  const entryKeys = cached(2, (flags) => keysOf(OF_ENTRIES)(Number(flags)));
  return {
    agentOf,
    locationOf,
    valueKeysOf({ link, userAgent, address, referrer, language, campaign, targetKey, flags, time }) {
      const agent = agentOf(userAgent);
      const visitor = link + address;
      return [
        isFewAgents(visitor, time, userAgent) ? agentKeys(agent) : otherAgentKeys(agent),
        placeKeys(locationOf(address)),
        referrerKeys(visitor, time, referrer),
        languageKeys(visitor, time, language),
        campaign === '' ? NO_KEYS : campaignKeys(visitor, time, campaign),
        targetKeys(String(targetKey)),
        entryKeys(String(flags & FLAG_SCANNED)),
      ];
    },
  };
}

/** Keys of things that are the same object for the same text. */
function kept<T extends object>(make: (thing: T) => string[]): (thing: T) => ValueKeys {
  const known = new WeakMap<T, string[]>();
  return (thing) => {
    let keys = known.get(thing);
    if (keys === undefined) {
      keys = make(thing);
      known.set(thing, keys);
    }
    return keys;
  };
}

/** Keys of a text that visitors send: those of the first `most` that one of them came with on a day, then all as one. */
function ofTexts(
  make: (text: string) => string[],
  makeOther: (text: string) => string[],
  most: number,
): (visitor: string, time: number, text: string) => ValueKeys {
  const keys = cached(CACHED_TEXTS, make);
  const others = cached(CACHED_TEXTS, makeOther);
  const isFew = createVariety(most);
  return (visitor, time, text) => (text === '' || isFew(visitor, time, text) ? keys(text) : others(text));
}
