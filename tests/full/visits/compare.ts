import type { VisitTotals } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { forEachValue } from '../../../runtime/visit/aggregator/breakdown.ts';
import { codeDayId } from '../../../runtime/visit/statistics/scope.ts';
import { readTotals } from '../../../runtime/visit/statistics/totals.ts';
import {
  PLATFORM_SCOPE,
  type VisitCollections,
  visitCollections,
} from '../../../runtime/visit/store/collections.ts';
import { figuresOf } from '../../../runtime/visit/sums/fold-code.ts';
import { ALL_DAYS, withPending } from '../../../runtime/visit/sums/pending.ts';
import { isFollowed, type Recount, type Recounted } from './recount.ts';
import type { SeededPlace } from './seeded-place.ts';
import { codeId } from './seeded-visits.ts';

/** Values of one dimension that are kept apart on a day; of more the rest is counted together. */
const APART = 60;
const MOST_TOLD = 20;
const CODES_AT_ONCE = 1_000;
const { ObjectId } = mongoose.mongo;

/** Figures as they are stored, put together over all aggregators. */
type Sums = Pick<Recounted, 'views' | 'addresses' | 'newcomers' | 'crawlers'> & {
  hours: Record<string, number>;
  parts: string;
};

function toFigures({ views, addresses, newcomers, crawlers, hours, parts }: Sums) {
  const pages = new Map<string, number>();
  forEachValue(parts, (key, visits) => {
    if (key.startsWith('f')) pages.set(key.slice(1), (pages.get(key.slice(1)) ?? 0) + visits);
  });
  return { views, addresses, newcomers, crawlers, hours, pages };
}

/** How stored sums of a place and day differ from those that were counted again; undefined: not at all. */
function difference(name: string, stored: Sums | undefined, counted: Recounted): string | undefined {
  if (stored === undefined) return `${name}: nothing is stored`;
  const { pages, hours, ...figures } = toFigures(stored);
  const told: string[] = [];
  for (const [figure, value] of Object.entries(figures))
    if (value !== counted[figure as keyof typeof figures])
      told.push(`${figure} ${value}, not ${counted[figure as keyof typeof figures]}`);
  for (let hour = 0; hour < 24; hour++)
    if ((hours[hour] ?? 0) !== (counted.hours[hour] ?? 0))
      told.push(`hour ${hour}: ${hours[hour]}, not ${counted.hours[hour]}`);
  const isApart = counted.pages.size <= APART;
  const all = [...pages.values()].reduce((sum, visits) => sum + visits, 0);
  if (all !== counted.views) told.push(`pages ${all}, not ${counted.views}`);
  if (isApart)
    for (const [page, visits] of counted.pages)
      if (pages.get(page) !== visits) told.push(`${page}: ${pages.get(page)}, not ${visits}`);
  return told.length === 0 ? undefined : `${name}: ${told.join(', ')}`;
}

/** Everything that is stored of everybody, of owners and of codes that differs from a recount; the first of it. */
export async function differences(
  database: mongo.Db,
  { owners, world }: SeededPlace,
  recount: Recount,
): Promise<string[]> {
  const collections = visitCollections(database);
  const found: string[] = [];
  const tell = (text: string | undefined): void => {
    if (text !== undefined && found.length < MOST_TOLD) found.push(text);
  };
  const scopes = [PLATFORM_SCOPE, ...owners];
  for (const [at, scope] of scopes.entries()) {
    const stored = await daysOfScope(collections, scope);
    for (const day of recount.days) {
      const counted = at === 0 ? recount.of('everybody', 0, day) : recount.of('owners', at - 1, day);
      if (counted !== undefined) tell(difference(`${scope} ${day}`, stored.get(day), counted));
      else if (stored.has(day)) tell(`${scope} ${day}: is stored, and never was`);
    }
  }
  const { codes } = recount;
  for (const [id, total] of await totalsOf(collections, world.codes)) {
    const code = Number.parseInt(id.slice(4), 16);
    const { view_number: views, ip_view_number: addresses, bot_view_number: crawlers } = total;
    if (
      views !== codes.views[code] ||
      addresses !== codes.addresses[code] ||
      crawlers !== codes.crawlers[code]
    )
      tell(
        `code ${code}: ${views} ${addresses} ${crawlers}, not ${codes.views[code]} ${codes.addresses[code]}`,
      );
  }
  for (let code = 0; code < world.codes; code++) {
    if (!isFollowed(code)) continue;
    const stored = await daysOfCode(collections, codeId(code), recount.days);
    for (const day of recount.days) {
      const counted = recount.of('codes', code, day);
      if (counted !== undefined) tell(difference(`code ${code} ${day}`, stored.get(day), counted));
    }
  }
  return found;
}

/** What is told of all codes. */
async function totalsOf(collections: VisitCollections, all: number) {
  const told: [string, VisitTotals][] = [];
  for (let from = 0; from < all; from += CODES_AT_ONCE) {
    const ids = Array.from({ length: Math.min(CODES_AT_ONCE, all - from) }, (_, at) => codeId(from + at));
    told.push(...(await readTotals(collections, ids)));
  }
  return told;
}

async function daysOfScope({ scopeDays }: VisitCollections, scope: string): Promise<Map<number, Sums>> {
  const days = new Map<number, Sums>();
  for (const row of await scopeDays.find({ scope: new ObjectId(scope) }).toArray()) {
    const before = days.get(row.day);
    const own = { ...row, newcomers: row.newcomers ?? 0 };
    days.set(row.day, before === undefined ? own : together(before, own));
  }
  return days;
}

async function daysOfCode(
  collections: VisitCollections,
  link: string,
  days: readonly number[],
): Promise<Map<number, Sums>> {
  const { codes, codeDays } = collections;
  const found = new Map<number, Sums>();
  const code = await codes.findOne({ _id: new ObjectId(link) });
  if (code !== null) found.set(code.today.day, { ...code.today, newcomers: code.today.fresh });
  for (const row of await codeDays.find({ _id: { $in: days.map((day) => codeDayId(link, day)) } }).toArray())
    found.set(row.day, { ...row, hours: row.hours ?? {}, newcomers: row.fresh, parts: row.parts.join('') });
  for (const sum of await withPending(collections, (pending) => pending.told(link, ALL_DAYS))) {
    const own = { ...figuresOf(sum.day, sum), newcomers: sum.fresh };
    const before = found.get(sum.day);
    found.set(sum.day, before === undefined ? own : together(before, own));
  }
  return found;
}

function together(left: Sums, right: Sums): Sums {
  const hours = { ...left.hours };
  for (const [hour, visits] of Object.entries(right.hours)) hours[hour] = (hours[hour] ?? 0) + visits;
  return {
    views: left.views + right.views,
    addresses: left.addresses + right.addresses,
    newcomers: left.newcomers + right.newcomers,
    crawlers: left.crawlers + right.crawlers,
    hours,
    parts: left.parts + right.parts,
  };
}
