import { cityOf, oneRegion, regionOf } from '@waypost/contract';
import { cached } from '../derive/cached.ts';
import { type Campaign, campaignOf } from '../derive/campaign.ts';
import type { Agent } from '../derive/device.ts';
import type { Location } from '../derive/location.ts';
import { languageOf } from '../derive/visit-language.ts';
import { FLAG_SCANNED } from '../journal/format.ts';

/**
 * One thing that visits are counted by: a letter of its own, which stored days have and which is never used for another, and
 * how its value is told from what is known of a visit. That is all there is to a new one: days of before have no such values.
 */
interface Dimension<Source> {
  letter: string;
  read(source: Source): string;
  /** Visitors may say whatever they like: beyond the first few of a visitor and a day they are counted together. */
  isMadeUp?: true;
  /** The one form of a value, where earlier releases have kept it in others. */
  toOne?(value: string): string;
  /** Days of before this was counted, and visits that say nothing, have no value: they are told under the empty one. */
  mayBeMissing?: true;
}

const declare =
  <Source>() =>
  <Names extends string>(
    dimensions: Record<Names, Dimension<Source>>,
  ): Readonly<Record<Names, Dimension<Source>>> =>
    dimensions;

export const OF_AGENTS = declare<Agent>()({
  kind: { letter: 'k', read: ({ kind }) => kind },
  app: { letter: 'a', read: ({ app }) => app },
  system: { letter: 's', read: ({ system }) => withoutVersion(system), isMadeUp: true },
  device: { letter: 'd', read: ({ device }) => device, isMadeUp: true },
  browser: { letter: 'b', read: ({ browser }) => withoutVersion(browser), isMadeUp: true },
});

export const OF_PLACES = declare<Location>()({
  region: { letter: 'r', read: regionOf, toOne: cached(10_000, oneRegion) },
  city: { letter: 'y', read: cityOf, mayBeMissing: true },
  isp: { letter: 'i', read: ({ isp }) => isp },
});

export const OF_REFERRERS = declare<string>()({
  referrer: { letter: 'f', read: (host) => host, isMadeUp: true },
});

const readLanguage = cached(1_000, languageOf);
export const OF_LANGUAGES = declare<string>()({
  language: { letter: 'l', read: readLanguage, isMadeUp: true, mayBeMissing: true },
});

export const OF_CAMPAIGNS = declare<Campaign>()({
  utm_source: { letter: 'u', read: ({ source }) => source, isMadeUp: true, mayBeMissing: true },
  utm_medium: { letter: 'm', read: ({ medium }) => medium, isMadeUp: true, mayBeMissing: true },
  utm_campaign: { letter: 'c', read: ({ name }) => name, isMadeUp: true, mayBeMissing: true },
});

/** Where visits were led to, by the key that the journal has for it. */
export const OF_TARGETS = declare<number>()({
  target: { letter: 't', read: (key) => String(key), mayBeMissing: true },
});

/** Whether somebody scanned the picture or followed the link, by the flags that the journal has for it. */
export const OF_ENTRIES = declare<number>()({
  entry: {
    letter: 'e',
    read: (flags) => ((flags & FLAG_SCANNED) === 0 ? 'link' : 'scan'),
    mayBeMissing: true,
  },
});

export const DIMENSIONS = {
  ...OF_AGENTS,
  ...OF_PLACES,
  ...OF_REFERRERS,
  ...OF_LANGUAGES,
  ...OF_CAMPAIGNS,
  ...OF_TARGETS,
  ...OF_ENTRIES,
};
export type DimensionName = keyof typeof DIMENSIONS;

const KEPT_IN_FORMS: ReadonlyMap<string, (value: string) => string> = new Map(
  Object.entries<Dimension<never>>(DIMENSIONS).flatMap(([name, { toOne }]) => (toOne ? [[name, toOne]] : [])),
);

/** A value of a dimension, or of another column, as it is told: some were kept in several forms. */
export const oneValue = (dimension: string, value: string): string =>
  KEPT_IN_FORMS.get(dimension)?.(value) ?? value;

export const readCampaign = cached(5_000, campaignOf);

/** "Windows 10" → "Windows": who compares systems does not want forty versions of each. */
export function withoutVersion(name: string): string {
  return name.replace(/ [\d.]+$/, '');
}
