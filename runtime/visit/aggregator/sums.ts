import type { DayFigures, ScopeDayDocument } from '../store/collections.ts';
import { addToBreakdown, type Breakdown, CODE_VALUES, type ValueKeys } from './breakdown.ts';
import { withCame } from './days-before.ts';
import type { DayTally } from './tally.ts';

/** Links shown as visited most. */
const TOP_LINKS = 20;

export function emptyFigures(day: number): DayFigures {
  return { day, views: 0, addresses: 0, fresh: 0, crawlers: 0, hours: {}, parts: '', came: '' };
}

/** The sums of a day with what a batch adds, and the given breakdown. */
export function addFigures<T extends DayFigures>(figures: T, add: DayTally, breakdown: Breakdown): T {
  const hours = { ...figures.hours };
  for (const hour of add.hours) hours[hour] = (hours[hour] ?? 0) + 1;
  return {
    ...figures,
    views: figures.views + add.views,
    addresses: figures.addresses + add.addresses,
    fresh: figures.fresh + add.fresh,
    crawlers: figures.crawlers + add.crawlers,
    ...(add.expired === 0 ? {} : { expired: (figures.expired ?? 0) + add.expired }),
    hours,
    parts: breakdown,
    // A day that began before this was counted has too few: whoever reads it sees that.
    came: withCame(figures.came ?? '', add.came),
  };
}

/** The breakdown of what a batch adds to a day. */
export const breakdownOfDay = (day: DayTally): Breakdown => addToBreakdown('', keysOf(day), CODE_VALUES);

/** The same for when its addresses came before. */
export const cameOfDay = ({ came }: DayTally): Breakdown => withCame('', came);

/** All that a batch adds to the breakdown of a day. */
export function keysOf({ parts, addressKeys }: DayTally): ValueKeys[] {
  return [...parts, ...addressKeys];
}

/** Fields for `$inc` that add figures to a stored day. */
export function incrementOf(add: DayFigures): Record<string, number> {
  return {
    views: add.views,
    addresses: add.addresses,
    fresh: add.fresh,
    crawlers: add.crawlers,
    ...(add.expired ? { expired: add.expired } : {}),
    ...Object.fromEntries(Object.entries(add.hours).map(([hour, visits]) => [`hours.${hour}`, visits])),
  };
}

type TopLink = ScopeDayDocument['top'][number];

/**
 * The links visited most, after some were visited again. Sums only grow within a day, so that a link that is not
 * among those visited again cannot rise: the list stays exact.
 */
export function rankTop(top: readonly TopLink[], visited: readonly TopLink[]): TopLink[] {
  const isFull = top.length >= TOP_LINKS;
  const floor = isFull ? Math.min(...top.map(({ views }) => views)) : 0;
  const risen = visited.filter(({ views }) => views > floor);
  const ranked = new Map<string, TopLink>();
  for (const one of [...top, ...risen]) {
    const key = one.link.toHexString();
    const known = ranked.get(key);
    if (known === undefined || one.views >= known.views) ranked.set(key, one);
  }
  return [...ranked.values()].sort((first, second) => second.views - first.views).slice(0, TOP_LINKS);
}
