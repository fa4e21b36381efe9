import { anyLiteral, type VisitorQuery, type VisitorRow } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import type { VisitCollections, VisitorDocument } from '../store/collections.ts';
import { linkRange } from './scope.ts';

const { ObjectId } = mongoose.mongo;
const LINK_BYTES = 12;
const STREAM_ROWS = 500;
/** A list that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

/** Rows that a list counts at most. */
const COUNT_LIMIT = 10_000;
/** Rows that are looked through for a text: each takes longer than one that is only counted. */
const SEARCH_LIMIT = 5_000;

const SORT_FIELDS = { last_time: 'last', first_time: 'first', count: 'count' } as const;
const SEARCHED_FIELDS = ['ip', 'location', 'isp', 'device', 'system', 'browser', 'referrer'] as const;

/** The beginning of an address, which an index finds: two of its parts at least. */
const isAddressStart = (text: string): boolean =>
  /^\d{1,3}\.\d{1,3}(\.\d{0,3}){0,2}$/.test(text) || /^[0-9a-f]{1,4}:[0-9a-f:.]*$/i.test(text);

function addressFilter(start: string): object {
  // Both ends of all texts that begin with it: digits, letters, dots and colons come before the last sign that there is.
  const text = start.toLowerCase();
  return { ip: { $gte: text, $lt: `${text}\uffff` } };
}

/** Rows that have the text in one of their fields, or are of a place or network that it means. */
function searchFilter(search: string, named: VisitorQuery['named']): object {
  const also: Readonly<Record<string, readonly string[]>> = {
    location: named?.places ?? [],
    isp: named?.networks ?? [],
  };
  return {
    $or: SEARCHED_FIELDS.map((field) => ({
      [field]: { $regex: anyLiteral([search, ...(also[field] ?? [])]) },
    })),
  };
}

function timeRange(from: string | undefined, to: string | undefined): Record<string, Date> | undefined {
  if (from === undefined && to === undefined) return undefined;
  return {
    ...(from === undefined ? {} : { $gte: new Date(from) }),
    ...(to === undefined ? {} : { $lte: new Date(to) }),
  };
}

/** One page of who visited (a link or all links of a scope), newest first unless asked otherwise. */
export async function readVisitors(
  collections: VisitCollections,
  query: VisitorQuery,
): Promise<{ content: VisitorRow[]; count: number; is_at_least: boolean }> {
  const search = query.search?.trim() ?? '';
  if (search !== '' && !isAddressStart(search)) return searchVisitors(collections, query);
  const filter = visitorFilter(query);
  const { isWhole = false } = query;
  const field = SORT_FIELDS[query.sort_field ?? 'last_time'];
  const skip = (query.page - 1) * query.page_size;
  const [rows, count] = await Promise.all([
    skip >= COUNT_LIMIT && !isWhole
      ? []
      : collections.visitors
          .find(filter, { maxTimeMS: TIME_LIMIT_MS })
          .sort({ [field]: query.sort_order === 'asc' ? 1 : -1 })
          .skip(skip)
          .limit(query.page_size)
          .toArray(),
    collections.visitors.countDocuments(filter, {
      maxTimeMS: TIME_LIMIT_MS,
      ...(isWhole ? {} : { limit: COUNT_LIMIT + 1 }),
    }),
  ]);
  const most = isWhole ? count : COUNT_LIMIT;
  return { content: rows.map(visitorRow), count: Math.min(count, most), is_at_least: count > most };
}

/** The same of whoever has a text somewhere: it is looked for in those who came last, however many there are. */
async function searchVisitors(
  { visitors }: VisitCollections,
  query: VisitorQuery,
): Promise<{ content: VisitorRow[]; count: number; is_at_least: boolean }> {
  const { search = '', ...others } = query;
  const field = SORT_FIELDS[query.sort_field ?? 'last_time'];
  const among = visitorFilter({ ...others, isTold: true });
  const [rows, count] = await Promise.all([
    visitors
      .aggregate<VisitorDocument>(
        [
          { $match: among },
          { $sort: { last: -1 } },
          { $limit: SEARCH_LIMIT },
          { $match: searchFilter(search.trim(), query.named) },
        ],
        { maxTimeMS: TIME_LIMIT_MS },
      )
      .toArray(),
    visitors.countDocuments(among, { maxTimeMS: TIME_LIMIT_MS, limit: SEARCH_LIMIT + 1 }),
  ]);
  const sign = query.sort_order === 'asc' ? 1 : -1;
  rows.sort((left, right) => (Number(left[field]) - Number(right[field])) * sign);
  const skip = (query.page - 1) * query.page_size;
  return {
    content: rows.slice(skip, skip + query.page_size).map(visitorRow),
    count: rows.length,
    is_at_least: count > SEARCH_LIMIT,
  };
}

/**
 * Every visitor that a query finds, in portions and newest first: an export does not hold them all in memory, and a
 * store that is asked for page 500 would read the 499 before it again.
 */
export async function* streamVisitors(
  collections: VisitCollections,
  query: Omit<VisitorQuery, 'page' | 'page_size'>,
  signal?: AbortSignal,
): AsyncGenerator<VisitorRow[]> {
  const field = SORT_FIELDS[query.sort_field ?? 'last_time'];
  const cursor = collections.visitors
    .find(visitorFilter(query), { batchSize: STREAM_ROWS })
    .sort({ [field]: query.sort_order === 'asc' ? 1 : -1 });
  try {
    let rows: VisitorRow[] = [];
    for await (const visitor of cursor) {
      if (signal?.aborted) return;
      rows.push(visitorRow(visitor));
      if (rows.length < STREAM_ROWS) continue;
      yield rows;
      rows = [];
    }
    if (rows.length > 0) yield rows;
  } finally {
    await cursor.close();
  }
}

function visitorFilter(query: Omit<VisitorQuery, 'page' | 'page_size'>): mongo.Filter<VisitorDocument> {
  const { link, owner } = query.scope;
  const range = timeRange(query.last_time_from, query.last_time_to);
  const search = query.search?.trim() ?? '';
  // Whoever asks for addresses is told none that was erased.
  const isOfAddresses = search !== '' || query.ips !== undefined || query.isTold === true;
  return {
    ...(owner === undefined ? {} : { owner: new ObjectId(owner) }),
    ...(query.app === undefined || query.app.length === 0 ? {} : { app: { $in: query.app } }),
    ...(range === undefined ? {} : { last: range }),
    ...(search === ''
      ? {}
      : isAddressStart(search)
        ? addressFilter(search)
        : searchFilter(search, query.named)),
    ...(link === undefined ? {} : { _id: linkRange(link, ADDRESS_BYTES) }),
    ...(isOfAddresses ? { erased: { $exists: false } } : {}),
    ...(query.ips === undefined ? {} : { ip: { $in: [...query.ips] } }),
    ...(query.days === undefined
      ? {}
      : { days: { $elemMatch: { $gte: query.days.first, $lte: query.days.last } } }),
  } as mongo.Filter<VisitorDocument>;
}

function visitorRow(visitor: VisitorDocument): VisitorRow {
  const id = Buffer.from(visitor._id.buffer.subarray(0, visitor._id.position)).toString('hex');
  const link = id.slice(0, LINK_BYTES * 2);
  const { erased } = visitor;
  return {
    // The address stands in the id, too.
    id: erased === undefined ? id : link + erased.toHexString(),
    link,
    ip: erased === undefined ? visitor.ip : '',
    country: visitor.country,
    location: visitor.location,
    isp: visitor.isp,
    // Visitors of before this was kept have none until they come again.
    kind: visitor.kind ?? 'other',
    device: visitor.device,
    is_listed: visitor.isListed ?? true,
    system: visitor.system,
    app: visitor.app,
    browser: visitor.browser,
    user_agent: erased === undefined ? visitor.agent : '',
    referrer: visitor.referrer,
    count: visitor.count,
    first_time: visitor.first.toISOString(),
    last_time: visitor.last.toISOString(),
  };
}
