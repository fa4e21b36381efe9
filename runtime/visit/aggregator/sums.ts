import type { CodeDocument, DayFigures, ScopeDayDocument } from '../store/collections.ts';
import { addToBreakdown, type Breakdown, CODE_VALUES, type ValueKeys } from './breakdown.ts';
import { withCame } from './days-before.ts';
import { objectId } from './ids.ts';
import type { CodeTally, DayTally } from './tally.ts';

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

/** The breakdown of a day that is about to be stored. */
export function breakdownOfDay(day: DayFigures | DayTally): Breakdown {
  return 'addressKeys' in day ? addToBreakdown('', keysOf(day), CODE_VALUES) : (day.parts ?? '');
}

/** The same for when its addresses came before. */
export function cameOfDay({ came }: DayFigures | DayTally): Breakdown {
  return typeof came === 'object' ? withCame('', came) : (came ?? '');
}

/** All that a batch adds to the breakdown of a day. */
export function keysOf({ parts, addressKeys }: DayTally): ValueKeys[] {
  return [...parts, ...addressKeys];
}

/** Fields for `$inc` that add a batch to a stored day. */
export function incrementOf(add: DayFigures | DayTally): Record<string, number> {
  const increments: Record<string, number> = {
    views: add.views,
    addresses: add.addresses,
    fresh: add.fresh,
    crawlers: add.crawlers,
    ...(add.expired ? { expired: add.expired } : {}),
  };
  const hours: [hour: number | string, visits: number][] = Array.isArray(add.hours)
    ? add.hours.map((hour) => [hour, 1])
    : Object.entries(add.hours);
  for (const [hour, visits] of hours)
    increments[`hours.${hour}`] = (increments[`hours.${hour}`] ?? 0) + visits;
  return increments;
}

/** A code's totals after a batch, and the sums of earlier days that must be added to `visit_days`. */
export function addToCode(
  code: CodeDocument,
  tally: CodeTally,
  owner: CodeDocument['owner'],
): { code: CodeDocument; earlier: (DayFigures | (DayTally & { day: number }))[] } {
  const next: CodeDocument = { ...code, owner, revision: code.revision + 1 };
  if (tally.former !== undefined || !code.owner.equals(owner)) next.former = formerOf(code, tally, owner);
  if (tally.last > next.last.getTime()) next.last = new Date(tally.last);
  const earlier: (DayFigures | (DayTally & { day: number }))[] = [];
  for (const [day, add] of [...tally.days].sort(([first], [second]) => first - second)) {
    next.views += add.views;
    next.addresses += add.fresh;
    next.crawlers += add.crawlers;
    if (day < next.today.day) {
      earlier.push({ day, ...add });
      continue;
    }
    if (day > next.today.day) {
      if (hasVisits(next.today)) earlier.push(next.today);
      next.today = emptyFigures(day);
    }
    // Documents of before breakdowns were counted have none.
    const breakdown = addToBreakdown(next.today.parts ?? '', keysOf(add), CODE_VALUES);
    next.today = addFigures(next.today, add, breakdown);
  }
  if (tally.expired > 0) next.expired = (next.expired ?? 0) + tally.expired;
  if (tally.targets !== undefined) {
    const targets = { ...next.targets };
    for (const [key, visits] of tally.targets) targets[key] = (targets[key] ?? 0) + visits;
    next.targets = targets;
    next.isRotated = true;
  }
  return { code: next, earlier };
}

/** Whoever had a code and has it no more, each once. */
function formerOf(
  code: CodeDocument,
  tally: CodeTally,
  owner: CodeDocument['owner'],
): CodeDocument['owner'][] {
  const all = [...(code.former ?? []), code.owner, ...[...(tally.former ?? [])].map(objectId)];
  const byText = new Map(all.map((one) => [one.toHexString(), one]));
  byText.delete(owner.toHexString());
  return [...byText.values()];
}

const hasVisits = ({ views, crawlers, expired = 0 }: DayFigures): boolean => views + crawlers + expired > 0;

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
