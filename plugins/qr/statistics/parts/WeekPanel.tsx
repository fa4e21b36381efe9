import { HeatChart, Panel, Skeleton, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import type { Statistics } from '../calls.ts';
import type { PointLabels } from './point-labels.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** When in the week people come: weekdays and hours. */
export function WeekPanel({
  statistics,
  labels,
}: {
  statistics: Statistics | undefined;
  labels: PointLabels;
}) {
  const words = useWords();
  const week = statistics?.week;
  const chart = useMemo(
    () => ({ columns: HOURS, rows: labels.weekdays, values: week ?? [] }),
    [labels, week],
  );
  return (
    <Panel title={words('qr.statistics.week')} text={words('qr.statistics.week.text')}>
      {week == null ? (
        <Skeleton lines={7} height={22} />
      ) : (
        <HeatChart
          title={words('qr.statistics.week')}
          valueLabel={words('qr.statistics.view_number')}
          {...chart}
        />
      )}
    </Panel>
  );
}
