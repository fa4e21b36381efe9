import { Radio } from '@arco-design/web-react';
import { BarChart, EmptyState, Panel, PendingState, useCall, useFormat, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from '../../../watching/facets.module.css';
import { HISTORY_DAYS, watchHistoryCall } from '../calls.ts';

const LOOK_EVERY = 60_000;

/** How a domain was, day by day: for how long visits did not arrive, and how long answers took. */
export function HistoryTab({ id }: { id: string }) {
  const words = useWords();
  const format = useFormat();
  const [days, setDays] = useState<(typeof HISTORY_DAYS)[number]>(30);
  const { data, error, refetch } = useCall(watchHistoryCall, { id, days }, { refetchInterval: LOOK_EVERY });
  if (data === undefined) return <PendingState error={error} onRetry={refetch} lines={6} height={24} />;
  // Of a day alone there is room: 11-25.
  const labels = data.days.map(({ day }) => day.slice('2026-'.length));
  return (
    <div className={styles.stack}>
      <div className={styles.range}>
        <Radio.Group
          type="button"
          aria-label={words('domain.watch.history.days')}
          value={days}
          onChange={setDays}
          options={HISTORY_DAYS.map((count) => ({
            value: count,
            label: words('domain.watch.history.days.count', { count }),
          }))}
        />
        <span className={styles.quiet}>
          {words('domain.watch.history.kept', { zone: data.time_zone, days: format.number(data.kept_days) })}
        </span>
      </div>
      {data.days.every(({ looks }) => looks === 0) ? (
        <EmptyState title={words('domain.watch.history.none')} text={words('domain.watch.empty.text')} />
      ) : (
        (['down', 'slowest'] as const).map((what) => (
          <Panel key={what} title={words(`domain.watch.history.${what}`)}>
            <BarChart
              title={words(`domain.watch.history.${what}`)}
              labels={labels}
              labelName={words('domain.watch.history.day')}
              values={data.days.map((day) => (what === 'down' ? day.down_minutes : day.slowest_ms))}
              valueLabel={words(`domain.watch.history.${what === 'down' ? 'minutes' : 'ms'}`)}
            />
          </Panel>
        ))
      )}
    </div>
  );
}
