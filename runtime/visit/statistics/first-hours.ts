import type { FirstHours, VisitScope } from '@waypost/sdk';
import { ADDRESSES_BY_FIRST_HOUR, forEachValueOf, NEWCOMERS_BY_FIRST_HOUR } from '../aggregator/breakdown.ts';
import type { ScopeDayDocument, VisitCollections } from '../store/collections.ts';
import { scopeId } from './scope.ts';

const HOURS = 24;

/** Of one code it is kept by day only: there are a hundred thousand of them. */
export const NO_FIRST_HOURS: FirstHours = { ip_view_number: null, new_visitor_number: null };

type Sums = Pick<ScopeDayDocument, 'addresses' | 'newcomers' | 'parts'>;

/** In which hours of a day its addresses came first. */
export async function readFirstHours(
  collections: VisitCollections,
  scope: VisitScope,
  day: number,
): Promise<FirstHours> {
  if (scope.link !== undefined) return NO_FIRST_HOURS;
  const rows: Sums[] = await collections.scopeDays
    .find({ scope: scopeId(scope), day }, { projection: { addresses: 1, newcomers: 1, parts: 1 } })
    .toArray();
  return firstHoursOf(rows, {
    ip_view_number: rows.reduce((sum, { addresses }) => sum + addresses, 0),
    // Of days of before they were counted, nothing tells the hours.
    new_visitor_number: rows.reduce((sum, { newcomers = Number.NaN }) => sum + newcomers, 0),
  });
}

/** The same of the sums of a day, whose figures are known. */
export const firstHoursOf = (
  rows: readonly Pick<Sums, 'parts'>[],
  day: { ip_view_number: number; new_visitor_number: number },
): FirstHours => ({
  ip_view_number: hoursOf(rows, ADDRESSES_BY_FIRST_HOUR, day.ip_view_number),
  new_visitor_number: hoursOf(rows, NEWCOMERS_BY_FIRST_HOUR, day.new_visitor_number),
});

/** Null where they were not counted of all, as on days of before they were. */
function hoursOf(rows: readonly Pick<Sums, 'parts'>[], letter: string, all: number): number[] | null {
  const hours = new Array<number>(HOURS).fill(0);
  for (const { parts = '' } of rows)
    forEachValueOf(letter, parts, (hour, visits) => {
      hours[Number(hour)] = (hours[Number(hour)] ?? 0) + visits;
    });
  return hours.reduce((sum, visits) => sum + visits, 0) === all ? hours : null;
}
