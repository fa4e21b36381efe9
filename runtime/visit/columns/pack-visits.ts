import type { Clock } from '@waypost/sdk';
import { DIMENSIONS, type DimensionName } from '../aggregator/dimensions.ts';
import { storedValue } from '../aggregator/stored-values.ts';
import { type DayHour, timesOfDays } from '../derive/days.ts';
import { notClearedOf } from '../kept/kept-filter.ts';
import type { VisitCollections } from '../store/collections.ts';
import { gatherRows, type RowGathering } from './row-portions.ts';

const READ_AT_ONCE = 1_000;
/** Packing has time; whoever waits for figures has less and says so. */
const TIME_LIMIT_MS = 600_000;
/** What kept visits are counted by, in the order of their columns. */
export const VISIT_COLUMNS = Object.keys(DIMENSIONS) as DimensionName[];

export interface PackingSources {
  collections: VisitCollections;
  clock: Clock;
  dayHourOf(time: number): DayHour;
}

/** The kept visits of people of a day before an hour, 24 for all of it, without those in the bin. */
export async function gatherVisits(
  { collections, dayHourOf }: PackingSources,
  day: number,
  until: number,
): Promise<RowGathering> {
  const times = timesOfDays({ first: day, last: day }, dayHourOf);
  const rows = gatherRows(VISIT_COLUMNS);
  const found = collections.rawVisits.find(
    {
      time: { $gte: times.from, $lt: times.until },
      isCrawler: false,
      ...(await notClearedOf(collections, undefined)),
    },
    { projection: { _id: 0, ip: 0, agent: 0 }, batchSize: READ_AT_ONCE, maxTimeMS: TIME_LIMIT_MS },
  );
  for await (const visit of found) {
    if (dayHourOf(visit.time.getTime()).hour >= until) continue;
    rows.add(
      visit.owner.toHexString(),
      visit.link.toHexString(),
      VISIT_COLUMNS.map((name) => storedValue({ ...visit }, name)),
    );
  }
  return rows;
}
