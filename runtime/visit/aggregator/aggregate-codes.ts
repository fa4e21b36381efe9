import { COLLECTIONS, type ScopeDayDocument } from '../store/collections.ts';
import type { DaySum, SumTexts } from '../sums/sum-rows.ts';
import { addSums, type KnownSumRuns } from '../sums/sum-runs.ts';
import type { AggregatorChanges } from './aggregator-state.ts';
import { writeBreakdown } from './breakdown.ts';
import { objectId, scopesOf } from './ids.ts';
import type { StoreCommands, UpdateStatement } from './store-commands.ts';
import { breakdownOfDay, cameOfDay, emptyFigures } from './sums.ts';
import { type BatchTally, type CodeTally, count, type DayTally, emptyDay, entry } from './tally.ts';
import type { TodayLinks } from './today-links.ts';

/** How often each visited code of a scope has been visited on a day. */
export type TopLinks = Map<string, Map<number, ScopeDayDocument['top']>>;

/** What a batch meets of the sums of codes. */
export interface KnownSums {
  runs: KnownSumRuns;
  today: TodayLinks;
}

/**
 * Adds a batch to the sums of its codes; answers how often each code of a scope has been visited today, and how many visits and crawlers
 * stand in what is written.
 */
export function aggregateCodes(
  store: StoreCommands,
  tally: BatchTally,
  { runs, today }: KnownSums,
  changes: AggregatorChanges,
): { top: TopLinks; added: number } {
  let added = 0;
  const top: TopLinks = new Map();
  const days = new Map<number, (DaySum & SumTexts)[]>();
  const targets: UpdateStatement[] = [];
  for (const [link, code] of tally.codes) {
    for (const [day, add] of daysOf(code)) {
      const sum = sumOf(link, code, add);
      entry(days, day, () => []).push(sum);
      added += sum.views + sum.crawlers;
    }
    if (code.targets !== undefined) targets.push(countTargets(link, code, code.targets));
    const add = code.days.get(today.day);
    if (add === undefined) continue;
    const known = today.counts.of(link);
    const visited = { views: known.views + add.views, addresses: known.addresses + add.addresses };
    changes.visited.push({ link, views: add.views, addresses: add.addresses });
    if (visited.views === 0) continue;
    const id = objectId(link);
    for (const scope of scopesOf(code.owner)) {
      const ofScope = entry(top, scope, () => new Map<number, ScopeDayDocument['top']>());
      entry(ofScope, today.day, () => []).push({ link: id, ...visited });
    }
  }
  changes.sums = addSums(store, runs, days);
  changes.today = today;
  store.update(COLLECTIONS.codes, targets);
  return { top, added };
}

/** Days of a code; one on which it was only led through has nothing but when that was. */
function daysOf({ days, lastDay }: CodeTally): Iterable<[number, DayTally]> {
  return days.has(lastDay) || lastDay === 0 ? days : [...days, [lastDay, emptyDay()]];
}

function sumOf(link: string, { owner, former, last }: CodeTally, add: DayTally): DaySum & SumTexts {
  const hours = new Map<string, number>();
  for (const hour of add.hours) count(hours, String(hour));
  const { views, addresses, fresh, crawlers, expired } = add;
  return {
    link,
    owner,
    last,
    views,
    addresses,
    fresh,
    crawlers,
    expired,
    parts: breakdownOfDay(add),
    came: cameOfDay(add),
    hours: writeBreakdown(hours),
    former: [...(former ?? [])].filter((one) => one !== owner),
  };
}

/** Visits of targets that take turns are asked for by many processes: they stand in the document of the code. */
function countTargets(
  link: string,
  { owner }: CodeTally,
  targets: ReadonlyMap<number, number>,
): UpdateStatement {
  return {
    q: { _id: objectId(link) },
    u: {
      $inc: Object.fromEntries([...targets].map(([key, visits]) => [`targets.${key}`, visits])),
      $set: { isRotated: true },
      $setOnInsert: {
        owner: objectId(owner),
        revision: 0,
        views: 0,
        addresses: 0,
        crawlers: 0,
        last: new Date(0),
        today: emptyFigures(0),
      },
    },
    upsert: true,
  };
}
