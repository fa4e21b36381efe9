import { type Dimension, FILTERS } from '../dimensions/values.ts';
import type { StatisticsScreen } from '../screens.ts';
import { REST } from './slice-label.ts';
import { onlyText, type StatisticsState } from './use-statistics-state.ts';

/** What a press on a value changes in the address. */
export interface Press {
  /** The screen shows this value alone already: a press shows all again. */
  isOn: boolean;
  values: Readonly<Record<string, string | undefined>>;
}

/**
 * Narrows a screen to one value, in the place of what it was narrowed to: figures are not kept by two things at once.
 * Undefined where they are not kept by this one either: hours by anything but a code, many rare values together, domains.
 */
export function pressOf({
  dimension,
  value,
  screen,
  state,
}: {
  dimension: Dimension;
  value: string;
  screen: Pick<StatisticsScreen, 'hasFilters'>;
  state: Pick<StatisticsState, 'asked' | 'query'>;
}): Press | undefined {
  const { kind, only } = state.asked;
  if (dimension === 'code') {
    const isOn = state.query.link === value;
    return { isOn, values: { link: isOn ? undefined : value } };
  }
  if (!screen.hasFilters || value === REST) return undefined;
  if (dimension === 'kind') {
    const isOn = kind === value;
    return { isOn, values: { kind: isOn ? undefined : value, only: undefined } };
  }
  const by = FILTERS.find((one) => one === dimension);
  if (by === undefined) return undefined;
  const isOn = only?.by === by && only.value === value;
  return { isOn, values: { only: isOn ? undefined : onlyText({ by, value }), kind: undefined } };
}
