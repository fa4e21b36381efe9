import { onePlace, placeSpellings } from '@waypost/contract';
import { anyLiteral, type VisitorQuery, type VisitorRow } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import { ADDRESS_BYTES } from '../../sdk/address.ts';
import type { VisitCollections, VisitorDocument } from '../store/collections.ts';
import { CAME_AGAIN, NEWEST_FIRST } from '../store/list-indexes.ts';
import { linkRange } from './scope.ts';
import { visitorsOfAddresses } from './visitors-of-addresses.ts';

const { ObjectId } = mongoose.mongo;
const LINK_BYTES = 12;
const STREAM_ROWS = 500;
/** A list that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

/** Rows that a list counts at most. */
const COUNT_LIMIT = 10_000;
/** Rows that are sorted by how often they came rather than read in the order of an index. */
const SORTED_LIMIT = 20_000;
/** Rows that are looked through for a text: each takes longer than one that is only counted. */
const SEARCH_LIMIT = 5_000;

/** The fields that each order is by; the ids of visitors come behind them. */
const SORT_FIELDS = { last_time: ['last'], first_time: ['first'], count: ['count', 'last'] } as const;
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
    location: [search, ...(named?.places ?? [])].flatMap(placeSpellings),
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

/** What a query wishes; of equal ones their ids decide, so that each is on one page. */
function orderOf({ sort_field = 'last_time', sort_order }: Sorting): Record<string, 1 | -1> {
  const direction = sort_order === 'asc' ? 1 : -1;
  return Object.fromEntries([...SORT_FIELDS[sort_field], '_id'].map((field) => [field, direction]));
}

/** Whoever was not erased. */
const TOLD = { erased: { $exists: false } } as const;

type Filter = mongo.Filter<VisitorDocument>;
type Sorting = Pick<VisitorQuery, 'sort_field' | 'sort_order'>;

/** Some visitors in an order. */
interface Part {
  filter: Filter;
  sort: Record<string, 1 | -1>;
}

/**
 * What is read one after the other so that visitors come in their order. By how often they came these are two: who came again, of whom there is
 * an index, and who came once, in the order in which they did.
 */
function partsOf(filter: Filter, sorting: Sorting): Part[] {
  const sort = orderOf(sorting);
  if (sorting.sort_field !== 'count') return [{ filter, sort }];
  const { count: _, ...others } = sort;
  const parts = [
    { filter: { ...filter, ...CAME_AGAIN }, sort },
    { filter: { ...filter, count: 1 }, sort: others },
  ];
  return sorting.sort_order === 'asc' ? parts.reverse() : parts;
}

/** One page of such parts. */
async function readPage(
  { visitors }: Pick<VisitCollections, 'visitors'>,
  parts: readonly Part[],
  { skip, limit }: { skip: number; limit: number },
): Promise<VisitorDocument[]> {
  const rows: VisitorDocument[] = [];
  let left = skip;
  for (const { filter, sort } of parts) {
    const found = await visitors
      .find(filter, { maxTimeMS: TIME_LIMIT_MS })
      .sort(sort)
      .skip(left)
      .limit(limit - rows.length)
      .toArray();
    rows.push(...found);
    if (rows.length === limit) break;
    // The page begins behind the end of this part.
    left =
      found.length > 0 || left === 0
        ? 0
        : left - (await visitors.countDocuments(filter, { maxTimeMS: TIME_LIMIT_MS, limit: left }));
  }
  return rows;
}

/** One page of who visited (a link or all links of a scope), newest first unless asked otherwise. */
export async function readVisitors(
  collections: VisitCollections,
  query: VisitorQuery,
): Promise<{ content: VisitorRow[]; count: number; is_at_least: boolean }> {
  const search = query.search?.trim() ?? '';
  if (search !== '' && !isAddressStart(search)) return searchVisitors(collections, query);
  const filter = await foundFilter(collections, query);
  const { isWhole = false } = query;
  const skip = (query.page - 1) * query.page_size;
  const isOftenOfCode = query.sort_field === 'count' && query.scope.link !== undefined;
  const counting = collections.visitors.countDocuments(filter, {
    maxTimeMS: TIME_LIMIT_MS,
    ...(isWhole ? {} : { limit: (isOftenOfCode ? SORTED_LIMIT : COUNT_LIMIT) + 1 }),
  });
  // Visitors of one code who are few are read once and sorted, in whatever order they are asked for.
  const areFew = isOftenOfCode && (await counting) <= SORTED_LIMIT;
  const parts = areFew ? [{ filter, sort: orderOf(query) }] : partsOf(filter, query);
  const [rows, count] = await Promise.all([
    skip >= COUNT_LIMIT && !isWhole ? [] : readPage(collections, parts, { skip, limit: query.page_size }),
    counting,
  ]);
  const most = isWhole ? count : COUNT_LIMIT;
  return { content: rows.map(visitorRow), count: Math.min(count, most), is_at_least: count > most };
}

/** The same of whoever has a text somewhere: it is looked for in those who came last, however many there are. */
async function searchVisitors(
  collections: VisitCollections,
  query: VisitorQuery,
): Promise<{ content: VisitorRow[]; count: number; is_at_least: boolean }> {
  const { search = '', ...others } = query;
  const { visitors } = collections;
  const among = await foundFilter(collections, others);
  // The last of those that are looked at, and whether any came before. The store looks into rows as they lie; of a sort with a limit it would take each apart.
  const [last, before] = await visitors
    .find(among, { maxTimeMS: TIME_LIMIT_MS, projection: { last: 1 } })
    .sort(NEWEST_FIRST)
    .skip(SEARCH_LIMIT - 1)
    .limit(2)
    .toArray();
  const looked = last === undefined ? [] : [{ last: { $gte: last.last } }];
  // Who is found, and of those on the page what there is of them: a common text has thousands, and a page has fifty.
  const found = await visitors
    .find(
      { $and: [among, TOLD, ...looked, searchFilter(search.trim(), query.named)] },
      { maxTimeMS: TIME_LIMIT_MS, projection: { _id: 1 } },
    )
    .sort(orderOf(query))
    .toArray();
  const skip = (query.page - 1) * query.page_size;
  const ids = found.slice(skip, skip + query.page_size).map(({ _id }) => _id);
  const rows = await visitors
    .find({ _id: { $in: ids }, ...TOLD }, { maxTimeMS: TIME_LIMIT_MS })
    .sort(orderOf(query))
    .toArray();
  return { content: rows.map(visitorRow), count: found.length, is_at_least: before !== undefined };
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
  let rows: VisitorRow[] = [];
  for (const { filter, sort } of partsOf(await foundFilter(collections, query), query)) {
    const cursor = collections.visitors.find(filter, { batchSize: STREAM_ROWS }).sort(sort);
    try {
      for await (const visitor of cursor) {
        if (signal?.aborted) return;
        rows.push(visitorRow(visitor));
        if (rows.length < STREAM_ROWS) continue;
        yield rows;
        rows = [];
      }
    } finally {
      await cursor.close();
    }
  }
  if (rows.length > 0) yield rows;
}

/** Visitors whose addresses decide are read by their ids; more than this are met soon in any order. */
const MOST_FOUND = 100_000;

/** The filter of a query; one that asks for addresses knows whose they are. */
async function foundFilter(
  collections: VisitCollections,
  query: Omit<VisitorQuery, 'page' | 'page_size'>,
): Promise<Filter> {
  const filter = visitorFilter(query);
  const start = query.search?.trim().toLowerCase() ?? '';
  const isStart = start !== '' && isAddressStart(start);
  if (!isStart && query.ips === undefined) return filter;
  const wanted = isStart ? { start } : { ips: query.ips ?? [] };
  const found = await visitorsOfAddresses(collections, wanted, { link: query.scope.link, most: MOST_FOUND });
  return found === undefined ? filter : { ...filter, _id: { $in: found } };
}

function visitorFilter(query: Omit<VisitorQuery, 'page' | 'page_size'>): Filter {
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
    ...(isOfAddresses ? TOLD : {}),
    ...(query.ips === undefined ? {} : { ip: { $in: [...query.ips] } }),
    ...(query.days === undefined
      ? {}
      : { days: { $elemMatch: { $gte: query.days.first, $lte: query.days.last } } }),
  } as Filter;
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
    ...onePlace(visitor),
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
