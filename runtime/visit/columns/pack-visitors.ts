import { OF_AGENTS, OF_PLACES, OF_REFERRERS } from '../aggregator/dimensions.ts';
import { bitsOf, dayOf } from '../aggregator/recent-hours.ts';
import { storedValue } from '../aggregator/stored-values.ts';
import { timesOfDays } from '../derive/days.ts';
import { NEWEST_FIRST } from '../store/list-indexes.ts';
import type { PackingSources } from './pack-visits.ts';
import { gatherRows, type RowGathering } from './row-portions.ts';

const READ_AT_ONCE = 1_000;
/** Packing has time; whoever waits for figures has less and says so. */
const TIME_LIMIT_MS = 600_000;
const ID_BYTES = 12;
const OF_VISITORS = Object.keys({ ...OF_AGENTS, ...OF_PLACES, ...OF_REFERRERS }) as (
  | keyof typeof OF_AGENTS
  | keyof typeof OF_PLACES
  | keyof typeof OF_REFERRERS
)[];
/** The day on which it came before, empty where it never had: by it an address counts once in a range of days. */
export const BEFORE = 'before';
export const VISITOR_COLUMNS: readonly string[] = [...OF_VISITORS, BEFORE];

/**
 * The addresses of each link on some days, the last of them before an hour, 24 for all of it, with what they came with last: in one
 * reading of the visitors, because a visitor stands in no order of days.
 */
export async function gatherVisitors(
  { collections, dayHourOf }: PackingSources,
  days: readonly number[],
  until: number,
): Promise<Map<number, RowGathering>> {
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const { from } = timesOfDays({ first, last }, dayHourOf);
  const gathered = new Map(days.map((day) => [day, gatherRows(VISITOR_COLUMNS)]));
  const found = collections.visitors.find(
    { last: { $gte: from }, days: { $elemMatch: { $gte: first, $lte: last } } },
    {
      projection: {
        owner: 1,
        days: 1,
        recent: 1,
        kind: 1,
        country: 1,
        location: 1,
        isp: 1,
        device: 1,
        system: 1,
        app: 1,
        browser: 1,
        referrer: 1,
      },
      batchSize: READ_AT_ONCE,
      maxTimeMS: TIME_LIMIT_MS,
      // In the order in which they came last: whoever comes again while this is read is not passed over.
      sort: { last: 1, _id: 1 },
      hint: NEWEST_FIRST,
    },
  );
  const seen = new Set<string>();
  for await (const visitor of found) {
    // Whoever comes again meanwhile goes to the end, and is met once more there.
    const id = Buffer.from(visitor._id.buffer).toString('latin1', 0, visitor._id.position);
    if (seen.has(id)) continue;
    seen.add(id);
    const came = visitor.days.toSorted((one, other) => one - other);
    const owner = visitor.owner.toHexString();
    const link = Buffer.from(visitor._id.buffer).toString('hex', 0, ID_BYTES);
    const values = OF_VISITORS.map((name) => storedValue({ ...visitor }, name));
    for (const [index, day] of came.entries()) {
      const rows = gathered.get(day);
      if (rows === undefined) continue;
      if (day === last && !cameBefore(visitor.recent, day, until)) continue;
      rows.add(owner, link, [...values, String(came[index - 1] ?? '')]);
    }
  }
  return gathered;
}

/** Whether an address came on a day before an hour. */
function cameBefore(recent: readonly number[], day: number, until: number): boolean {
  if (until === 24) return true;
  const hours = recent.find((one) => dayOf(one) === day);
  return hours !== undefined && (bitsOf(hours) & (2 ** until - 1)) !== 0;
}
