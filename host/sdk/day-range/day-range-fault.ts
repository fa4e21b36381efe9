import { type DayRange, type DayRangeQuery, type DaySpanFault, daySpanFault } from '@waypost/contract';

/** Before the server has answered once only it knows what day it is: no day is after this one. */
const NO_DAY_AFTER = '9999-12-31';

/**
 * Why the days that are chosen cannot be shown; undefined: ask the server.
 * @param today by the server, in TIME_ZONE; undefined until it has answered once
 */
export function dayRangeFault(
  { range, ...days }: DayRangeQuery,
  { longest }: Pick<DayRange, 'longest'>,
  today: string | undefined,
): DaySpanFault | undefined {
  return range === 'custom' ? daySpanFault(days, { today: today ?? NO_DAY_AFTER, longest }) : undefined;
}
