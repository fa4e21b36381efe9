import type { Clock, RefusedVisit, RefusedVisitQuery } from '@waypost/sdk';
import { anyLiteral, formatAddress, parseAddress } from '@waypost/sdk';
import mongoose, { type mongo } from 'mongoose';
import type { RawVisitDocument, VisitCollections } from '../store/collections.ts';
import { readKeeping } from './keeping.ts';
import { oldestKept } from './kept-filter.ts';
import { keptVisit } from './read-kept.ts';

const { ObjectId } = mongoose.mongo;
/** Rules that are asked about at once. */
const MOST_RULES = 1_000;
/** Rows that a list counts at most. */
const COUNT_LIMIT = 10_000;
/** A list that takes longer is refused rather than holding the store up. */
const TIME_LIMIT_MS = 10_000;

interface Sources {
  collections: VisitCollections;
  clock: Clock;
}

/** One page of the visits that rules of shields refused, the newest first unless asked otherwise. Errors: RangeError for more than 1,000 rules. */
export async function readRefusedVisits(
  sources: Sources,
  query: RefusedVisitQuery,
): Promise<{ content: RefusedVisit[]; count: number; is_at_least: boolean }> {
  const { refusedVisits } = sources.collections;
  const filter = await refusedFilter(sources, query);
  const [rows, count] = await Promise.all([
    refusedVisits
      .find(filter, { maxTimeMS: TIME_LIMIT_MS })
      .sort(orderOf(query))
      .skip((query.page - 1) * query.page_size)
      .limit(query.page_size)
      .toArray(),
    refusedVisits.countDocuments(filter, { maxTimeMS: TIME_LIMIT_MS, limit: COUNT_LIMIT + 1 }),
  ]);
  return {
    content: rows.map(refusedVisit),
    count: Math.min(count, COUNT_LIMIT),
    is_at_least: count > COUNT_LIMIT,
  };
}

/** Of visits of one moment their ids decide, so that each is on one page. */
function orderOf({ sort_order }: RefusedVisitQuery) {
  const direction = sort_order === 'asc' ? 1 : -1;
  return { time: direction, _id: direction } as const;
}

async function refusedFilter(
  { clock, collections }: Sources,
  { ip, link, owner, place, rules, system, time_from, time_to }: RefusedVisitQuery,
): Promise<mongo.Filter<RawVisitDocument>> {
  if ((rules?.length ?? 0) > MOST_RULES)
    throw new RangeError(`at most ${MOST_RULES} rules are asked about at once`);
  const { days } = await readKeeping(collections);
  const oldest = oldestKept(clock, days);
  const from = time_from === undefined ? oldest : Math.max(oldest, Date.parse(time_from));
  const address = ip === undefined ? undefined : parseAddress(ip);
  return {
    time: { $gte: new Date(from), ...(time_to === undefined ? {} : { $lte: new Date(time_to) }) },
    ...(owner === undefined ? {} : { owner: new ObjectId(owner) }),
    ...(link === undefined ? {} : { link: new ObjectId(link) }),
    ...(rules === undefined ? {} : { target: { $in: [...rules] } }),
    // A text that is no address is nobody's.
    ...(ip === undefined ? {} : { ip: address === undefined ? ip : formatAddress(address) }),
    ...(place === undefined
      ? {}
      : {
          $or: [
            { location: { $regex: anyLiteral(place.parts) } },
            { country: { $in: [...place.countries] } },
          ],
        }),
    ...(system === undefined ? {} : { system: { $regex: anyLiteral([system]) } }),
  };
}

function refusedVisit(document: RawVisitDocument): RefusedVisit {
  const { target: rule, ...visit } = keptVisit(document);
  return { ...visit, rule, owner: document.owner.toHexString() };
}
