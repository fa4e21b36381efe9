import { BarChart, Panel, Skeleton, useWords } from '@waypost/host-sdk';
import type { Today } from '../calls.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Visits of each hour beside those of the same hour yesterday. */
export function HoursChart({ today }: { today: Today | undefined }) {
  const words = useWords();
  return (
    <Panel title={words('qr.today.hours')}>
      {today ? (
        <BarChart
          title={words('qr.today.hours')}
          labels={HOURS}
          values={today.hours}
          previous={today.yesterday_hours}
          valueLabel={words('qr.today.hours.today')}
          previousLabel={words('qr.today.hours.yesterday')}
          labelName={words('qr.today.hour')}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </Panel>
  );
}
