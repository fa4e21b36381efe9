import type { DayRange, HostDay } from '@waypost/sdk';
import mongoose from 'mongoose';
import { figureAt, idsOf } from '../closed/pack-rows.ts';
import { type DayFigures, PLATFORM_SCOPE, type VisitCollections } from '../store/collections.ts';
import { hexOf, type Pending, type ReadOptions, withPending } from '../sums/pending.ts';
import { figuresAt, sumAt } from '../sums/sum-rows.ts';
import { type LinkSources, rowsOfLinks } from './links.ts';
import { codeDayId } from './scope.ts';

const { ObjectId } = mongoose.mongo;
const TIME_LIMIT_MS = 10_000;
const LINKS_AT_ONCE = 1_000;
/** Up to so many links on hosts are read one by one; of more, what all links came to on each day is looked through. */
const FEW_LINKS = 2_000;

type Sums = Pick<DayFigures, 'day' | 'views' | 'fresh' | 'crawlers' | 'expired'>;
/** What links on hosts came to, by host and day. */
type ByHost = Map<string, Map<number, HostDay>>;

interface Question {
  /** Newest first. */
  days: readonly number[];
  /** The links that stand on each host. */
  hosts: Readonly<Record<string, readonly string[]>>;
  today: number;
}

/**
 * Links that stand on hosts are added up; all others are what is left of everybody's, so that the many that stand on the
 * platform's own address are not read one by one.
 * @param few How many links are few.
 */
export async function readHostDays(
  sources: LinkSources,
  { days, hosts, today }: Question,
  few = FEW_LINKS,
): Promise<HostDay[]> {
  if (days.length === 0) return [];
  const { collections } = sources;
  const hostOf = new Map(
    Object.entries(hosts).flatMap(([host, links]) => links.map((link) => [link, host] as const)),
  );
  const told: ByHost =
    hostOf.size <= few
      ? await readEachLink(collections, days, hostOf)
      : await readEachDay(sources, { days, today }, hostOf);
  // Read last: of what comes meanwhile none is missing in the sum of all.
  const rest = new Map<number, HostDay>();
  for (const sums of await readEverybody(collections, days)) add(rest, '', sums, 1);
  for (const ofHost of told.values()) for (const sum of ofHost.values()) add(rest, '', asSums(sum), -1);
  // Whatever was read first: of equal sums the order of their hosts decides, on every page and in every process.
  const hostsInOrder = [...told].sort(([one], [other]) => (one < other ? -1 : 1));
  return [...hostsInOrder.flatMap(([, ofHost]) => [...ofHost.values()]), ...rest.values()].filter(
    ({ view_number, bot_view_number, expired_view_number }) =>
      view_number + bot_view_number + expired_view_number > 0,
  );
}

async function readEverybody(collections: VisitCollections, days: readonly number[]): Promise<Sums[]> {
  return collections.scopeDays
    .find(
      { scope: new ObjectId(PLATFORM_SCOPE), day: { $gte: days.at(-1) as number, $lte: days[0] as number } },
      {
        projection: { day: 1, views: 1, fresh: 1, crawlers: 1, expired: 1, _id: 0 },
        maxTimeMS: TIME_LIMIT_MS,
      },
    )
    .toArray();
}

async function readEachLink(
  collections: VisitCollections,
  days: readonly number[],
  hostOf: ReadonlyMap<string, string>,
): Promise<ByHost> {
  const told: ByHost = new Map();
  for (const sums of await readLinkDays(collections, [...hostOf.keys()], days))
    addTo(told, hostOf.get(sums.link) as string, sums);
  return told;
}

/** From what all links came to on each day; visits to expired links are not in it, and few links have any. */
async function readEachDay(
  sources: LinkSources,
  { days, today }: Pick<Question, 'days' | 'today'>,
  hostOf: ReadonlyMap<string, string>,
): Promise<ByHost> {
  const told: ByHost = new Map();
  for (const day of days) {
    const rows = await rowsOfLinks(sources, {}, { first: day, last: day }, today);
    const linkAt = idsOf(rows);
    for (let row = 0; row < rows.count; row++) {
      const [views, fresh, crawlers] = [
        figureAt(rows, row, 0),
        figureAt(rows, row, 1),
        figureAt(rows, row, 2),
      ];
      const host = views + crawlers === 0 ? undefined : hostOf.get(linkAt(row));
      if (host !== undefined) addTo(told, host, { day, views, fresh, crawlers });
    }
  }
  const { collections } = sources;
  const expired = await expiredLinks(collections, { first: days.at(-1) as number, last: days[0] as number });
  const links = [...expired].filter((link) => hostOf.has(link));
  for (const { link, day, expired: led = 0 } of await readLinkDays(collections, links, days))
    addTo(told, hostOf.get(link) as string, { day, views: 0, fresh: 0, crawlers: 0, expired: led });
  return told;
}

/** Links that were visited when they had expired; of those that were so for the first time, on some days. */
function expiredLinks(collections: VisitCollections, days: DayRange): Promise<Set<string>> {
  return withPending(collections, async (pending, options) => {
    const found = await collections.codes
      .find({ expired: { $gt: 0 } }, { projection: { _id: 1 }, maxTimeMS: TIME_LIMIT_MS, ...options })
      .toArray();
    const links = new Set(found.map(({ _id }) => _id.toHexString()));
    await pending.eachRow(days, (words, at) => {
      if (figuresAt(words, at).expired > 0) links.add(hexOf(sumAt(words, at).link));
    });
    return links;
  });
}

/**
 * The sums of links on some days: the last day of each stands with its totals, earlier ones for themselves. The last ones are read
 * first: a day that is moved meanwhile is met twice and not missed.
 */
function readLinkDays(
  collections: VisitCollections,
  all: readonly string[],
  days: readonly number[],
): Promise<(Sums & { link: string })[]> {
  return withPending(collections, (pending, options) =>
    readDaysOf(collections, { pending, options }, all, days),
  );
}

async function readDaysOf(
  collections: VisitCollections,
  { pending, options }: { pending: Pending; options: ReadOptions },
  all: readonly string[],
  days: readonly number[],
): Promise<(Sums & { link: string })[]> {
  const [first, last] = [days.at(-1) as number, days[0] as number];
  const figures = ['day', 'views', 'fresh', 'crawlers', 'expired'] as const;
  const found: (Sums & { link: string })[] = [];
  for (let at = 0; at < all.length; at += LINKS_AT_ONCE) {
    const links = all.slice(at, at + LINKS_AT_ONCE);
    const latest = await collections.codes
      .find(
        { _id: { $in: links.map((link) => new ObjectId(link)) }, 'today.day': { $gte: first, $lte: last } },
        {
          projection: Object.fromEntries(figures.map((figure) => [`today.${figure}`, 1])),
          maxTimeMS: TIME_LIMIT_MS,
          ...options,
        },
      )
      .toArray();
    const earlier = await collections.codeDays
      .find(
        { _id: { $in: links.flatMap((link) => days.map((day) => codeDayId(link, day))) } },
        {
          projection: Object.fromEntries(['link', ...figures].map((field) => [field, 1])),
          maxTimeMS: TIME_LIMIT_MS,
          ...options,
        },
      )
      .toArray();
    const moved = new Set<string>();
    for (const { link, ...sums } of earlier) {
      found.push({ ...sums, link: link.toHexString() });
      moved.add(`${link.toHexString()} ${sums.day}`);
    }
    for (const { _id, today } of latest) {
      const link = _id.toHexString();
      if (!moved.has(`${link} ${today.day}`)) found.push({ ...today, link });
    }
    for (const [link, open] of await pending.of(links, { first, last }))
      found.push(...open.map((sum) => ({ ...sum, link })));
  }
  return found;
}

function addTo(told: ByHost, host: string, sums: Sums): void {
  const days = told.get(host) ?? new Map<number, HostDay>();
  told.set(host, days);
  add(days, host, sums, 1);
}

function add(days: Map<number, HostDay>, host: string, sums: Sums, sign: 1 | -1): void {
  const { day } = sums;
  const known = days.get(day) ?? {
    host,
    day,
    view_number: 0,
    new_visitor_number: 0,
    bot_view_number: 0,
    expired_view_number: 0,
  };
  days.set(day, known);
  known.view_number += sums.views * sign;
  known.new_visitor_number += sums.fresh * sign;
  known.bot_view_number += sums.crawlers * sign;
  known.expired_view_number += (sums.expired ?? 0) * sign;
}

const asSums = (sum: HostDay): Sums => ({
  day: sum.day,
  views: sum.view_number,
  fresh: sum.new_visitor_number,
  crawlers: sum.bot_view_number,
  expired: sum.expired_view_number,
});
