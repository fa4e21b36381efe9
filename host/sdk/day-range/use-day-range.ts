import type { DayPreset, DayRange, DaySpanFault } from '@waypost/contract';
import { useQuery } from '../parts/use-navigation.tsx';
import { dayRangeFault } from './day-range-fault.ts';

/** What a screen shows the days of. */
export interface DayRangeState {
  /** As calls with `dayRangeShape` take it. */
  asked: { range: DayPreset; first_day?: string; last_day?: string };
  /** Why the days cannot be shown; undefined: ask the server. */
  fault: DaySpanFault | undefined;
  /** Changes keys of the address, and leads back to the first page of a list; undefined takes one out. */
  change(values: Readonly<Record<string, string | undefined>>): void;
}

/** Keys of the address by which the days are chosen: `narrowedBy` of a list beside them. */
export const DAY_RANGE_KEYS: readonly string[] = ['range', 'first', 'last'];

/**
 * The days that a screen shows, in its address: `?range=custom&first=2026-03-01&last=2026-03-05`. What the screen opens
 * with is left out, and a range that it does not offer is as if it were not there.
 * @param today by the server, in TIME_ZONE; undefined until it has answered once
 */
export function useDayRange(offered: DayRange, today: string | undefined): DayRangeState {
  const [params, set] = useQuery();
  const [opening] = offered.presets;
  const range = offered.presets.find((one) => one === params.get('range')) ?? opening;
  const days = { first_day: params.get('first') ?? '', last_day: params.get('last') ?? '' };
  const asked = range === 'custom' ? { range, ...days } : { range };
  return {
    asked,
    fault: dayRangeFault(asked, offered, today),
    change: (values) =>
      set({ ...values, ...(values.range === opening ? { range: undefined } : {}), page: undefined }),
  };
}
