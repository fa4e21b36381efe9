import { useQuery } from '@waypost/host-sdk';
import { type DayFault, dayFault, RANGES, type Range } from '../range.ts';

/** What the address says of the days that are shown. */
export interface DayRangeState {
  range: Range;
  /** As calls take it. */
  asked: { range: Range; first_day?: string; last_day?: string };
  /** Why own days cannot be shown; undefined: ask the server. */
  fault: DayFault | undefined;
  change(values: Readonly<Record<string, string | undefined>>): void;
}

/** Keys of the address by which the days are chosen. */
export const RANGE_KEYS = ['range', 'first', 'last'];

/** @param today by the server; before its first answer only it knows what day it is */
export function useDayRange(today: string | undefined): DayRangeState {
  const [params, set] = useQuery();
  const range = RANGES.find((one) => one === params.get('range')) ?? RANGES[0];
  const days = { first_day: params.get('first') ?? '', last_day: params.get('last') ?? '' };
  return {
    range,
    asked: range === 'custom' ? { range, ...days } : { range },
    fault: range === 'custom' ? dayFault(days, today ?? '9999-12-31') : undefined,
    change: (values) => set({ ...values, page: undefined }),
  };
}
