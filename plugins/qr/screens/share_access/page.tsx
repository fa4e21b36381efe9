import { Alert } from '@arco-design/web-react';
import { BarChart, Panel, Skeleton, StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import { NotShared } from './parts/NotShared.tsx';
import styles from './parts/share.module.css';
import { useShared } from './parts/use-shared.ts';

/** The statistics of one code for people without an account; the address holds share name and password once. */
export function Page() {
  const words = useWords();
  const shared = useShared();
  const { statistics, failure } = shared.state;
  if (!statistics) return failure ? <NotShared {...shared} /> : <Skeleton lines={6} height={20} />;
  const { name, id, view_number, ip_view_number, hours, time_zone } = statistics;
  return (
    <div className={styles.share}>
      <h1 className={styles.title}>{name || id}</h1>
      {failure ? (
        <Alert
          type="warning"
          title={words('qr.share.failed')}
          content={words(failure === 'passing' ? 'qr.share.failed.again' : 'qr.share.failed.help')}
        />
      ) : null}
      <StatGrid>
        <StatFigure
          label={words('qr.share.view_number')}
          value={view_number}
          unit={words('qr.share.unit', { count: view_number })}
        />
        <StatFigure
          label={words('qr.share.ip_view_number')}
          value={ip_view_number}
          unit={words('qr.share.ip_unit', { count: ip_view_number })}
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
