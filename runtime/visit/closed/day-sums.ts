import type { DayRange } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { keyOfObjectId } from '../aggregator/ids.ts';
import type { MarkRows } from '../marks/mark-rows.ts';
import { PLATFORM_SCOPE, type ScopeDayDocument, type VisitCollections } from '../store/collections.ts';
import { type ReadOptions, withPending } from '../sums/pending.ts';
import { LinkDays } from './link-days.ts';
import { OWNER_ROWS, packRows, type Rows } from './pack-rows.ts';

/** Packing days has time; whoever waits for figures has less and says so. */
const TIME_LIMIT_MS = 60_000;

/** Adds figures to those of the same ids. */
function add(sums: Map<string, number[]>, ids: string, figures: readonly number[]): void {
  const known = sums.get(ids);
  if (known === undefined) sums.set(ids, [...figures]);
  else for (const [index, figure] of figures.entries()) known[index] = (known[index] ?? 0) + figure;
}

type SummedDay = Pick<ScopeDayDocument, 'scope' | 'day' | 'views' | 'addresses' | 'fresh' | 'crawlers'> &
  Partial<Pick<ScopeDayDocument, 'newcomers' | 'expired'>>;
const OWNER_FIELDS = {
  scope: 1,
  day: 1,
  views: 1,
  addresses: 1,
  fresh: 1,
  newcomers: 1,
  crawlers: 1,
  expired: 1,
  _id: 0,
} as const;

/** Visits, addresses, new visitors, bots and visits to expired codes of each owner, by day, from the sums themselves; some are asked for. */
export async function ownersOfDays(
  { scopeDays }: VisitCollections,
  days: readonly number[],
  timeLimitMs = TIME_LIMIT_MS,
): Promise<Map<number, Rows>> {
  const sums = new Map(days.map((day) => [day, new Map<string, number[]>()]));
  const wanted = { $gte: Math.min(...days), $lte: Math.max(...days) };
  const rows = (await scopeDays
    .find({ day: wanted }, { projection: OWNER_FIELDS, maxTimeMS: timeLimitMs })
    .toArray()) as unknown as SummedDay[];
  for (const row of rows) {
    const owner = row.scope.toHexString();
    const ofDay = sums.get(row.day);
    if (owner === PLATFORM_SCOPE || ofDay === undefined) continue;
    const { views, addresses, newcomers, fresh, crawlers, expired = 0 } = row;
    // Each aggregator has a share of its own.
    add(ofDay, owner, [views, addresses, newcomers ?? fresh, crawlers, expired]);
  }
  return new Map([...sums].map(([day, ofDay]) => [day, packRows(OWNER_ROWS, ofDay)]));
}

/**
 * Visits, new visitors and bots of each link and whoever had it, of some days, from the sums themselves. A link's last day stands with its totals
 * and is moved when the next begins: read before earlier days, so that a day that is moved meanwhile is met twice and
 * not missed.
 */
export function linksOfDays(
  collections: VisitCollections,
  range: DayRange,
  filter: { owner?: mongo.ObjectId } = {},
): Promise<Rows> {
  return withPending(collections, async (pending, options) => {
    const sums = new LinkDays();
    await addStored(collections, sums, range, { filter, options });
    const add = (words: MarkRows, at: number) => sums.addPending(words, at);
    await (filter.owner === undefined
      ? pending.eachRow(range, add)
      : pending.eachRowOf(keyOfObjectId(filter.owner), range, add));
    return sums.sum();
  });
}

async function addStored(
  { codes, codeDays }: VisitCollections,
  sums: LinkDays,
  { first, last }: DayRange,
  { filter, options }: { filter: object; options: ReadOptions },
): Promise<void> {
  // One day is asked for as such: where its keys are all of the question no document is looked into.
  const days = first === last ? first : { $gte: first, $lte: last };
  const standing = codes.find(
    { ...filter, 'today.day': days },
    {
      projection: { owner: 1, 'today.day': 1, 'today.views': 1, 'today.fresh': 1, 'today.crawlers': 1 },
      ...AS_STORED,
      ...options,
    },
  );
  await eachStored(standing, (link) => sums.addStanding(link));
  const earlier = codeDays.find(
    { ...filter, day: days },
    {
      projection: { link: 1, owner: 1, day: 1, views: 1, fresh: 1, crawlers: 1, _id: 0 },
      ...AS_STORED,
      ...options,
    },
  );
  await eachStored(earlier, (day) => sums.addDay(day));
}

const AS_STORED = { raw: true, maxTimeMS: TIME_LIMIT_MS, batchSize: 10_000 } as const;

/** Hands out documents of a cursor that was asked for them as they are stored, a batch at a time. */
async function eachStored<Stored>(
  cursor: mongo.FindCursor<Stored>,
  use: (bytes: Uint8Array) => void,
): Promise<void> {
  try {
    // The driver's types say nothing of documents that are not decoded: they are their bytes.
    while (await cursor.hasNext())
      for (const document of cursor.readBufferedDocuments()) use(document as unknown as Uint8Array);
  } finally {
    await cursor.close();
  }
}
