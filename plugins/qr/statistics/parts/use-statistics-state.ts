import { useQuery } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { DEVICE_KINDS, type StatisticsQuery } from '../calls.ts';
import type { StatisticsScreen } from '../screens.ts';
import type { RangePreset } from '../values.ts';

export const METRICS = ['view_number', 'ip_view_number', 'new_visitor_number'] as const;
export type Metric = (typeof METRICS)[number];

export interface StatisticsState {
  /** What the server is asked; the same for every part of the screen. */
  query: StatisticsQuery;
  range: RangePreset;
  metric: Metric;
  change(values: Readonly<Record<string, string | undefined>>): void;
}

const LINK = /^[0-9a-f]{24}$/;

/** What a statistics screen shows, as its address says; values that it does not know are as if they were not there. */
export function useStatisticsState(screen: StatisticsScreen): StatisticsState {
  const [params, set] = useQuery();
  const text = params.toString();
  const change = (values: Readonly<Record<string, string | undefined>>): void => set({ ...values });
  const read = useMemo(() => {
    const given = new URLSearchParams(text);
    const one = <T extends string>(name: string, known: readonly T[]): T | undefined =>
      known.find((value) => value === given.get(name));
    const range = one('range', screen.presets) ?? screen.presets[0] ?? 'custom';
    const link = given.get('link');
    const kind = screen.hasKinds ? one('kind', DEVICE_KINDS) : undefined;
    const query: StatisticsQuery = {
      range,
      ...(range === 'custom'
        ? { first_day: given.get('first') ?? undefined, last_day: given.get('last') ?? undefined }
        : {}),
      ...(given.get('compare') === 'off' ? { compare: false } : {}),
      ...(link !== null && LINK.test(link) ? { link } : {}),
      ...(kind === undefined ? {} : { kind }),
    };
    return { query, range, metric: one('metric', METRICS) ?? 'view_number' };
  }, [text, screen]);
  return { ...read, change };
}
