import type { DayPreset, DayRange } from '@waypost/contract';
import { useQuery } from '@waypost/host-sdk';
import { useMemo } from 'react';
import { DEVICE_KINDS, type StatisticsQuery } from '../calls.ts';
import { FILTERS } from '../dimensions/values.ts';
import type { StatisticsScreen } from '../screens.ts';

export const METRICS = ['view_number', 'ip_view_number', 'new_visitor_number'] as const;
export type Metric = (typeof METRICS)[number];

/** What the view is narrowed to, as the address says it. */
export type Narrowing = Pick<StatisticsQuery, 'kind' | 'only'>;

export interface StatisticsState {
  /** What the server is asked; the same for every part of the screen. */
  query: StatisticsQuery & { range: DayPreset };
  /** All that the address narrows it to, also what this screen has no figures for. */
  asked: Narrowing;
  /** The page is one code's, and not narrowed to it: nobody can take it back. */
  isOfOne: boolean;
  range: DayPreset;
  /** What the figures stand beside: the period before, days that were chosen, or nothing. */
  comparison: 'before' | 'days' | 'off';
  metric: Metric;
  /** The country whose regions and cities are shown, ISO 3166. */
  country: string | undefined;
  isTable: boolean;
  /** Changes the address; undefined takes a value out. */
  change(values: Readonly<Record<string, string | undefined>>): void;
}

const ID = /^[0-9a-f]{24}$/;

/** The address's form of one value of a dimension: `region:CN 广东`. */
export const onlyText = ({ by, value }: NonNullable<Narrowing['only']>): string => `${by}:${value}`;

function readOnly(text: string | null): Narrowing['only'] {
  const [, name, value] = /^([a-z_]+):(.*)$/s.exec(text ?? '') ?? [];
  const by = FILTERS.find((one) => one === name);
  return by === undefined || value === undefined ? undefined : { by, value: value.slice(0, 100) };
}

/**
 * What a statistics screen shows, as its address says; values that it does not know are as if they were not there.
 * @param code the one code that is looked at, wherever the address leads
 */
export function useStatisticsState(
  screen: DayRange & Pick<StatisticsScreen, 'hasFilters'>,
  code?: string,
): StatisticsState {
  const [params, set] = useQuery();
  const text = params.toString();
  const change = (values: Readonly<Record<string, string | undefined>>): void => set({ ...values });
  const read = useMemo(() => {
    const given = new URLSearchParams(text);
    const one = <T extends string>(name: string, known: readonly T[]): T | undefined =>
      known.find((value) => value === given.get(name));
    const range = one('range', screen.presets) ?? screen.presets[0];
    const kind = one('kind', DEVICE_KINDS);
    const only = kind === undefined ? readOnly(given.get('only')) : undefined;
    const named = given.get('link') ?? '';
    const link = code ?? (ID.test(named) ? named : undefined);
    const asked: Narrowing = {
      ...(kind === undefined ? {} : { kind }),
      ...(only === undefined ? {} : { only }),
    };
    const query: StatisticsState['query'] = {
      range,
      ...(range === 'custom'
        ? { first_day: given.get('first') ?? undefined, last_day: given.get('last') ?? undefined }
        : {}),
      ...(given.get('compare') === 'off' ? { compare: false } : {}),
      ...(given.get('compare') === 'days'
        ? {
            compare_first_day: given.get('before_first') ?? undefined,
            compare_last_day: given.get('before_last') ?? undefined,
          }
        : {}),
      ...(link === undefined ? {} : { link }),
      ...(screen.hasFilters
        ? { ...(kind === undefined ? {} : { kind }), ...(only === undefined ? {} : { only }) }
        : {}),
    };
    return {
      query,
      asked,
      isOfOne: code !== undefined,
      range,
      comparison: one('compare', ['days', 'off'] as const) ?? ('before' as const),
      metric: one('metric', METRICS) ?? 'view_number',
      country: /^[A-Z]{2}$/.exec(given.get('country') ?? '')?.[0],
      isTable: given.get('view') === 'table',
    };
  }, [text, screen, code]);
  return { ...read, change };
}
