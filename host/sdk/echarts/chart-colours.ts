import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { clientStore } from '../session/session.ts';
import { themeAtom } from '../theme/theme.ts';

const NAMES = {
  text: '--wp-text',
  faint: '--wp-text-3',
  line: '--wp-line',
  axis: '--wp-line-strong',
  hover: '--wp-hover',
  surface: '--wp-surface',
  series1: '--wp-series-1',
  series2: '--wp-series-2',
  series3: '--wp-series-3',
  series4: '--wp-series-4',
  warning: '--wp-warning',
  bad: '--wp-bad',
  font: '--wp-sans',
} as const;

export type ChartColours = Readonly<Record<keyof typeof NAMES, string>>;

/** The colours of the theme in force: a canvas knows no CSS variables. */
export function useChartColours(): ChartColours {
  const theme = useAtomValue(themeAtom, { store: clientStore });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the variables follow the theme
  return useMemo(() => readColours(), [theme]);
}

function readColours(): ChartColours {
  const style = getComputedStyle(document.body);
  return Object.fromEntries(
    Object.entries(NAMES).map(([name, variable]) => [name, style.getPropertyValue(variable).trim()]),
  ) as ChartColours;
}
