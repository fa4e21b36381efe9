import { BarChart, Panel, Skeleton, useWords } from '@waypost/host-sdk';
import type { Home } from '../calls.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Today's visits by hour, beside yesterday's. */
export function HoursCard({ home }: { home: Home | undefined }) {
  const words = useWords();
  const title = words('home.hours');
  return (
    <Panel title={title}>
      {home ? (
        <BarChart
          title={title}
          labels={HOURS}
          values={home.today.hours}
          previous={home.yesterday.hours}
          valueLabel={words('home.today')}
          previousLabel={words('home.yesterday')}
          labelName={words('home.hour')}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </Panel>
  );
}
