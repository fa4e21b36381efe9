import type { DayRange, LinkStatistics, VisitScope } from '@waypost/sdk';
import mongoose from 'mongoose';
import { linksOfDays } from '../closed/day-sums.ts';
import { figureAt, hasId, idsOf, joinRows, type Rows, rowsWithout, wordsOfId } from '../closed/pack-rows.ts';
import type { ReadPackedLinks } from '../closed/packed-links.ts';
import { readKnownLinks, readLinksUntil } from '../closed/read-closed.ts';
import { shiftDay } from '../derive/days.ts';
import type { VisitCollections } from '../store/collections.ts';
import { hexOf, withPending } from '../sums/pending.ts';
import { linkRange } from './scope.ts';

const { ObjectId } = mongoose.mongo;
/** A range that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;
const DAY_BYTES = 4;
/** Sums of so many days of links are read one by one sooner than what all links came to is looked through. */
const FEW_DAYS = 2_000;

/** Which id of a row of a link is whoever had it. */
const OWNER = 1;

/** What the sums of links are read from. */
export interface LinkSources {
  collections: VisitCollections;
  readPackedLinks: ReadPackedLinks;
}

/** Sums of each link that was visited in a range. */
export async function readLinks(
  sources: LinkSources,
  scope: VisitScope,
  range: DayRange,
  today: number,
): Promise<LinkStatistics[]> {
  const { collections } = sources;
  if (scope.link !== undefined) return readLink(collections, { ...scope, link: scope.link }, range);
  return sumsOf(await rowsOfLinks(sources, scope, range, today), scope.owner);
}

/** The same as rows; of an owner's links those are among them that others had, too. */
export async function rowsOfLinks(
  sources: LinkSources,
  scope: Pick<VisitScope, 'owner'>,
  range: DayRange,
  today: number,
): Promise<Rows> {
  const { collections } = sources;
  const owner = scope.owner === undefined ? {} : { owner: new ObjectId(scope.owner) };
  const isFew =
    scope.owner !== undefined &&
    (await collections.codeDays.countDocuments(
      { ...owner, day: { $gte: range.first, $lte: range.last } },
      { limit: FEW_DAYS, maxTimeMS: TIME_LIMIT_MS },
    )) < FEW_DAYS;
  return (
    (isFew ? undefined : await readPacked(sources, scope, range, today)) ??
    (await linksOfDays(collections, range, owner))
  );
}

/**
 * What links came to up to the end of a range, less what they came to before it, and what days came to that are not over; undefined
 * where that is not packed.
 */
async function readPacked(
  sources: LinkSources,
  { owner }: VisitScope,
  { first, last }: DayRange,
  today: number,
): Promise<Rows | undefined> {
  const { collections } = sources;
  // Nothing of it is over.
  if (first >= today) return undefined;
  const filter = owner === undefined ? {} : { owner: new ObjectId(owner) };
  const over = shiftDay(today, -1);
  // Nearly always what is over is packed up to yesterday: today is read beside it, not behind it.
  const openAhead = last < today ? undefined : { first: today, last };
  const lastOver = Math.min(last, over);
  const packed = async () => {
    const known = await readKnownLinks(collections, lastOver);
    return Promise.all([
      readLinksUntil(sources, known, { last: lastOver, isWhole: false }),
      readLinksUntil(sources, known, { last: shiftDay(first, -1), isWhole: true }),
    ]);
  };
  const [[until, before], ahead] = await Promise.all([
    packed(),
    openAhead === undefined ? undefined : linksOfDays(collections, openAhead, filter),
  ]);
  if (until === undefined || before === undefined) return undefined;
  const closed = rowsWithout(until.rows, before.rows);
  if (closed === undefined) return undefined;
  if (ahead !== undefined && until.day === over) return joinRows(closed, ahead);
  const open = { first: Math.max(first, shiftDay(until.day, 1)), last };
  if (open.first > open.last) return closed;
  return joinRows(closed, await linksOfDays(collections, open, filter));
}

/** Sums by link; whoever had it. `owner`: only what came while it was theirs. */
function sumsOf(rows: Rows, owner: string | undefined): LinkStatistics[] {
  const found: LinkStatistics[] = [];
  const wanted = owner === undefined ? undefined : wordsOfId(owner);
  const linkAt = idsOf(rows);
  for (let row = 0; row < rows.count; row++) {
    if (wanted !== undefined && !hasId(rows, row, OWNER, wanted)) continue;
    const [views, fresh, crawlers] = [figureAt(rows, row, 0), figureAt(rows, row, 1), figureAt(rows, row, 2)];
    if (views + crawlers === 0) continue;
    const link = linkAt(row);
    const last = found.at(-1);
    // Rows are sorted: those of one link stand behind each other.
    if (last?.link !== link)
      found.push({ link, view_number: views, new_visitor_number: fresh, bot_view_number: crawlers });
    else {
      last.view_number += views;
      last.new_visitor_number += fresh;
      last.bot_view_number += crawlers;
    }
  }
  return found;
}

/** One link: its last day stands with its totals, earlier ones for themselves. */
async function readLink(
  collections: VisitCollections,
  { link, owner }: VisitScope & { link: string },
  { first, last }: DayRange,
): Promise<LinkStatistics[]> {
  const filter = owner === undefined ? {} : { owner: new ObjectId(owner) };
  const day = { $gte: first, $lte: last };
  const projection = { views: 1, fresh: 1, crawlers: 1, _id: 0 } as const;
  const { codes, codeDays } = collections;
  const found = await withPending(collections, async (pending, options) => {
    const [latest, earlier, open] = await Promise.all([
      codes.find({ ...filter, _id: new ObjectId(link), 'today.day': day }, options).toArray(),
      codeDays
        .find(
          { ...filter, _id: linkRange(link, DAY_BYTES), day },
          { projection, maxTimeMS: TIME_LIMIT_MS, ...options },
        )
        .toArray(),
      // All of its days: the last one before is moved when one of them goes into its document.
      pending.of([link]),
    ]);
    const own = (open.get(link) ?? []).filter(
      (one) => one.day >= first && one.day <= last && (owner === undefined || hexOf(one.owner) === owner),
    );
    return [...latest.map(({ today }) => today), ...earlier, ...own];
  });
  const sum = { link, view_number: 0, new_visitor_number: 0, bot_view_number: 0 };
  for (const { views, fresh, crawlers } of found) {
    sum.view_number += views;
    sum.new_visitor_number += fresh;
    sum.bot_view_number += crawlers;
  }
  return sum.view_number + sum.bot_view_number > 0 ? [sum] : [];
}
