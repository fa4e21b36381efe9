import type { mongo } from 'mongoose';
import { CODE_VALUES, mergeBreakdowns, readBreakdown } from '../aggregator/breakdown.ts';
import { joined } from '../aggregator/days-before.ts';
import { objectId } from '../aggregator/ids.ts';
import { emptyFigures } from '../aggregator/sums.ts';
import type { CodeDocument, DayFigures } from '../store/collections.ts';
import type { DaySum, SumTexts } from './sum-rows.ts';

/** What a link came to on a day, as its documents have it. */
export const figuresOf = (
  day: number,
  {
    views,
    addresses,
    fresh,
    crawlers,
    expired,
    hours,
    parts,
    came,
  }: Omit<DaySum, 'link' | 'owner' | 'last'> & Omit<SumTexts, 'former'>,
): DayFigures => ({
  day,
  views,
  addresses,
  fresh,
  crawlers,
  hours: Object.fromEntries(readBreakdown(hours)),
  parts,
  came,
  ...(expired === 0 ? {} : { expired }),
});

/**
 * A code's document after what it came to on a day is in it, and the days that must be added to `visit_days`.
 * @param code as it is; undefined: the code has none yet
 */
export function foldCode(
  code: CodeDocument | undefined,
  day: number,
  sum: DaySum & SumTexts,
): { code: CodeDocument; isNew: boolean; earlier: DayFigures[] } {
  const owner = objectId(sum.owner);
  const before = code ?? newCode(sum.link, owner, day);
  const next: CodeDocument = {
    ...before,
    owner,
    revision: before.revision + 1,
    views: before.views + sum.views,
    addresses: before.addresses + sum.fresh,
    crawlers: before.crawlers + sum.crawlers,
    last: new Date(Math.max(before.last.getTime(), sum.last)),
    ...(sum.expired === 0 ? {} : { expired: (before.expired ?? 0) + sum.expired }),
  };
  const former = formerOf(before, sum.former.map(objectId), owner);
  if (former.length > 0) next.former = former;
  const figures = figuresOf(day, sum);
  const earlier: DayFigures[] = [];
  if (day < before.today.day) {
    if (isSomething(figures)) earlier.push(figures);
  } else if (day > before.today.day) {
    if (hasVisits(figures)) {
      if (hasVisits(before.today)) earlier.push(before.today);
      next.today = figures;
    } else if (isSomething(figures)) earlier.push(figures);
  } else next.today = together(before.today, figures);
  return { code: next, isNew: code === undefined, earlier };
}

function newCode(link: string, owner: mongo.ObjectId, day: number): CodeDocument {
  return {
    _id: objectId(link),
    owner,
    revision: 0,
    views: 0,
    addresses: 0,
    crawlers: 0,
    last: new Date(0),
    today: emptyFigures(day),
  };
}

/** Whoever had a code and has it no more, each once. */
export function formerOf(
  { former = [], owner: before }: Pick<CodeDocument, 'former' | 'owner'>,
  also: readonly mongo.ObjectId[],
  owner: mongo.ObjectId,
): mongo.ObjectId[] {
  const byText = new Map([...former, before, ...also].map((one) => [one.toHexString(), one]));
  byText.delete(owner.toHexString());
  return [...byText.values()];
}

const hasVisits = ({ views, crawlers, expired = 0 }: DayFigures): boolean => views + crawlers + expired > 0;
const isSomething = (figures: DayFigures): boolean => hasVisits(figures) || figures.came !== '';

/** Figures of one day of which a part stood in a document already: a release before has begun it. */
export function together(one: DayFigures, other: DayFigures): DayFigures {
  const hours = { ...one.hours };
  for (const [hour, visits] of Object.entries(other.hours)) hours[hour] = (hours[hour] ?? 0) + visits;
  const expired = (one.expired ?? 0) + (other.expired ?? 0);
  return {
    ...one,
    views: one.views + other.views,
    addresses: one.addresses + other.addresses,
    fresh: one.fresh + other.fresh,
    crawlers: one.crawlers + other.crawlers,
    ...(expired === 0 ? {} : { expired }),
    hours,
    // Documents of before breakdowns were counted have none.
    parts: mergeBreakdowns([one.parts ?? '', other.parts], CODE_VALUES),
    came: joined([one.came ?? '', other.came ?? '']),
  };
}
