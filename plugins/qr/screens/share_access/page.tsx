import { BarChart, EmptyState, Panel, Skeleton, StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import styles from './parts/share.module.css';
import { takeCredentials } from './parts/take-credentials.ts';
import { useShared } from './parts/use-shared.ts';

/** The statistics of one code for people without an account; the address holds share name and password once. */
export function Page() {
  const words = useWords();
  const [given] = useState(() => takeCredentials(location, history));
  const { statistics, hasFailed } = useShared(given);
  if (hasFailed)
    return (
      <>
        <h1 className="wp-visually-hidden">{words('qr.share.title')}</h1>
        <EmptyState title={words('qr.share.failed')} text={words('qr.share.failed.help')} />
      </>
    );
  if (!statistics) return <Skeleton lines={6} height={20} />;
  const { name, id, view_number, ip_view_number, hours, time_zone } = statistics;
  return (
    <div className={styles.share}>
      <h1 className={styles.title}>{name || id}</h1>
      <StatGrid>
        <StatFigure label={words('qr.share.view_number')} value={view_number} unit={words('qr.share.unit')} />
        <StatFigure
          label={words('qr.share.ip_view_number')}
          value={ip_view_number}
          unit={words('qr.share.unit')}
        />
      </StatGrid>
      <Panel title={words('qr.share.hours')} text={words('qr.share.zone', { zone: time_zone })}>
        <BarChart
          title={words('qr.share.hours')}
          labels={hours.map(({ hour }) => String(hour).padStart(2, '0'))}
          values={hours.map(({ view_number: visits }) => visits)}
          valueLabel={words('qr.share.view_number')}
          labelName={words('qr.today.hour')}
        />
      </Panel>
    </div>
  );
}
