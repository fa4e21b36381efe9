import { Alert } from '@arco-design/web-react';
import { IconExclamationCircle } from '@arco-design/web-react/icon';
import { BarChart, EmptyState, Panel, Skeleton, StatFigure, StatGrid, useWords } from '@waypost/host-sdk';
import styles from './parts/share.module.css';
import { useShared } from './parts/use-shared.ts';

/** The statistics of one code for people without an account; the address holds share name and password once. */
export function Page() {
  const words = useWords();
  const { statistics, failure } = useShared();
  const help = words(failure === 'passing' ? 'qr.share.failed.again' : 'qr.share.failed.help');
  if (!statistics)
    return failure ? (
      <div role="alert">
        <h1 className="wp-visually-hidden">{words('qr.share.title')}</h1>
        <EmptyState icon={<IconExclamationCircle />} title={words('qr.share.failed')} text={help} />
      </div>
    ) : (
      <Skeleton lines={6} height={20} />
    );
  const { name, id, view_number, ip_view_number, hours, time_zone } = statistics;
  return (
    <div className={styles.share}>
      <h1 className={styles.title}>{name || id}</h1>
      {failure ? <Alert type="warning" title={words('qr.share.failed')} content={help} /> : null}
      <StatGrid>
        <StatFigure
          label={words('qr.share.view_number')}
          value={view_number}
          unit={words('qr.share.unit', { count: view_number })}
        />
        <StatFigure
          label={words('qr.share.ip_view_number')}
          value={ip_view_number}
          unit={words('qr.share.unit', { count: ip_view_number })}
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
