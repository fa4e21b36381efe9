import { type Currency, DEFAULT_CURRENCY } from '@waypost/contract';
import type { BillLine, BillPage, BillQuery } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import { type BillDocument, WHOLE } from './ledger-collections.ts';
import { lineOf } from './line-of.ts';
import { seqBefore } from './read-span.ts';

type Bills = Collection<BillDocument>;

/** Lines that a list counts, and that its pages reach: of one kind or all of them, and of several, which have to be brought into one order. */
const MOST_COUNTED = 10_000;
const MOST_OF_SEVERAL = 2_000;
const MOST_LINES = 200;
const MOST_NAMED = 20;
/** Lines of several kinds or accounts that are read to be passed over; further ones are passed over by their time. */
const MOST_MERGED = 100;
/** Moments that are tried until fewer lines than that lie before the page. */
const MOST_TRIES = 50;

/** Lines that one index has in the order of their time: of everybody or one account, of all kinds or one. */
interface Stream {
  account?: string;
  type?: string;
  currency: Currency;
}

interface Wanted {
  streams: readonly Stream[];
  from: Date | undefined;
  until: Date | undefined;
  direction: 1 | -1;
  skip: number;
  limit: number;
}

/** A page of the bills of everybody or of some; the words are in the SDK's type. */
export async function readLines(bills: Bills, query: BillQuery): Promise<BillPage> {
  const { accounts, types, currency = DEFAULT_CURRENCY } = query;
  for (const [name, list] of Object.entries({ accounts, types }))
    if (list !== undefined && list.length > MOST_NAMED)
      throw new TypeError(`ledger.lines: at most ${MOST_NAMED} ${name} at once`);
  const limit = Math.min(query.page_size, MOST_LINES);
  const wanted: Wanted = {
    streams: streamsOf(query, currency),
    from: query.from === undefined ? undefined : new Date(query.from),
    until: query.until === undefined ? undefined : new Date(query.until),
    direction: query.order === 'asc' ? 1 : -1,
    skip: (query.page - 1) * limit,
    limit,
  };
  const [account] = accounts ?? [];
  if (account !== undefined && accounts?.length === 1 && types === undefined)
    return oneBill(bills, { account, currency }, wanted);
  const most = wanted.streams.length > 1 ? MOST_OF_SEVERAL : MOST_COUNTED;
  const { count, streams } = await countAll(bills, wanted, most + 1);
  const isBeyond = wanted.skip >= Math.min(count, most);
  return told(isBeyond ? [] : await pageOf(bills, { ...wanted, streams }), count, most);
}

const told = (content: BillLine[], count: number, most = MOST_COUNTED): BillPage => ({
  content,
  count: Math.min(count, most),
  is_at_least: count > most,
});

function streamsOf({ accounts, types }: BillQuery, currency: Currency): Stream[] {
  const kinds = types === undefined ? [{}] : [...new Set(types)].map((type) => ({ type }));
  const people = accounts === undefined ? [{}] : [...new Set(accounts)].map((account) => ({ account }));
  return people.flatMap((whose) => kinds.map((kind) => ({ ...whose, ...kind, currency })));
}

/** The lines of one account have numbers without gaps: nothing is counted, and nothing passed over. */
async function oneBill(
  bills: Bills,
  whose: { account: string; currency: Currency },
  { from, until, direction, skip, limit }: Wanted,
): Promise<BillPage> {
  const first = from === undefined ? 0 : await seqBefore(bills, whose, from);
  const last = Math.max(first, await seqBefore(bills, whose, until));
  const seq =
    direction === 1
      ? { $gt: first + skip, $lte: Math.min(first + skip + limit, last) }
      : { $gt: Math.max(first, last - skip - limit), $lte: last - skip };
  const isBeyond = skip >= MOST_COUNTED;
  const lines = isBeyond
    ? []
    : await bills
        .find({ ...whose, seq }, WHOLE)
        .sort({ seq: direction })
        .toArray();
  return told(lines.map(lineOf), last - first);
}

/** `from` inclusive; `until` not. */
function filterOf(stream: Stream, { from, until }: Pick<Wanted, 'from' | 'until'>) {
  const time = {
    ...(from === undefined ? {} : { $gte: from }),
    ...(until === undefined ? {} : { $lt: until }),
  };
  return { ...stream, ...(from === undefined && until === undefined ? {} : { time }) };
}

/** Counts the lines of some streams, and no more than `most` of them. @returns beside the count the streams that have some */
async function countAll(
  bills: Bills,
  { streams, ...span }: Pick<Wanted, 'streams' | 'from' | 'until'>,
  most: number,
): Promise<{ count: number; streams: Stream[] }> {
  const found: Stream[] = [];
  let count = 0;
  for (const stream of streams) {
    const left = most - count;
    const lines = left > 0 ? await bills.countDocuments(filterOf(stream, span), { limit: left }) : 0;
    // Of those that were not counted nobody knows.
    if (lines > 0 || left <= 0) found.push(stream);
    count += lines;
  }
  return { count, streams: found };
}

/** Of one account no two lines have one number; of several their ids decide. */
const orderOf = ({ account }: Stream, direction: 1 | -1) =>
  ({ time: direction, seq: direction, ...(account === undefined ? { _id: direction } : {}) }) as const;

async function pageOf(bills: Bills, wanted: Wanted): Promise<BillLine[]> {
  const { direction, limit } = wanted;
  const [only, ...others] = wanted.streams;
  if (only === undefined) return [];
  const read = (stream: Stream, { skip, ...span }: Pick<Wanted, 'skip' | 'from' | 'until'>, many: number) =>
    bills
      .find(filterOf(stream, span), WHOLE)
      .sort(orderOf(stream, direction))
      .skip(skip)
      .limit(many)
      .toArray();
  if (others.length === 0) return (await read(only, wanted, limit)).map(lineOf);
  const { skip, ...span } = await nearPage(bills, wanted);
  const found = await Promise.all(
    wanted.streams.map((stream) => read(stream, { ...span, skip: 0 }, skip + limit)),
  );
  return found
    .flat()
    .sort((one, other) => direction * compare(one, other))
    .slice(skip, skip + limit)
    .map(lineOf);
}

const compare = (one: BillDocument, other: BillDocument): number =>
  one.time.getTime() - other.time.getTime() || one.seq - other.seq || (one._id < other._id ? -1 : 1);

/**
 * Narrows several streams to a span in which few lines lie before the page. Where half of the way is too far and where it is too near
 * is found by counting keys, which costs less than reading the lines that are passed over.
 */
async function nearPage(
  bills: Bills,
  { streams, from, until, direction, skip }: Wanted,
): Promise<Pick<Wanted, 'from' | 'until' | 'skip'>> {
  if (skip <= MOST_MERGED) return { from, until, skip };
  const isUp = direction === 1;
  const ends = await Promise.all(
    [1 as const, -1 as const].map((way) => endOf(bills, { streams, from, until }, way)),
  );
  let [low, high] = ends as [number, number];
  high += 1;
  // Lines that lie before a moment in the wanted order.
  const passed = async (moment: number): Promise<number> => {
    const span = isUp ? { from, until: new Date(moment) } : { from: new Date(moment), until };
    return (await countAll(bills, { streams, ...span }, skip + 1)).count;
  };
  let best = { moment: isUp ? low : high, skipped: 0 };
  for (let tries = 0; tries < MOST_TRIES && high - low > 1 && skip - best.skipped > MOST_MERGED; tries += 1) {
    const middle = Math.floor((low + high) / 2);
    const skipped = await passed(middle);
    const isTooFar = skipped > skip;
    if (!isTooFar) best = { moment: middle, skipped };
    if (isTooFar === isUp) high = middle;
    else low = middle;
  }
  const rest = skip - best.skipped;
  const moment = new Date(best.moment);
  if (best.skipped === 0) return { from, until, skip };
  return isUp ? { from: moment, until, skip: rest } : { from, until: moment, skip: rest };
}

/** Time of the first line of all streams, or of the last one. */
async function endOf(
  bills: Bills,
  { streams, ...span }: Pick<Wanted, 'streams' | 'from' | 'until'>,
  direction: 1 | -1,
): Promise<number> {
  const found = await Promise.all(
    streams.map((stream) =>
      bills
        .find(filterOf(stream, span), { projection: { time: 1 } })
        .sort(orderOf(stream, direction))
        .limit(1)
        .toArray(),
    ),
  );
  const times = found.flat().map(({ time }) => time.getTime());
  return direction === 1 ? Math.min(...times) : Math.max(...times);
}
