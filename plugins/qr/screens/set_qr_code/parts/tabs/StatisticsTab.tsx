import {
  Panel,
  RelativeTime,
  ScreenLink,
  StatFigure,
  StatGrid,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import styles from './tabs.module.css';

const SCREENS = [
  'daily_statistics',
  'hourly_statistics',
  'visit_hour_statistics',
  'historical_statistics',
] as const;

/** The sums of a code, and the ways to its statistics over time. */
export function StatisticsTab({ code }: { code: CodeRow }) {
  const words = useWords();
  const may = usePermission();
  return (
    <div className={styles.tab}>
      <StatGrid>
        <StatFigure label={words('qr.code.view_number')} value={code.view_number} />
        <StatFigure label={words('qr.code.ip_view_number')} value={code.ip_view_number} />
        <StatFigure label={words('qr.code.bot_view_number')} value={code.bot_view_number} />
      </StatGrid>
      <p className={styles.minor}>
        {words('qr.code.last_view_time')} <RelativeTime value={code.last_view_time} />
      </p>
      {may('qr.visit:read') ? (
        <Panel title={words('qr.page.more_statistics')}>
          <ul className={styles.links}>
            {SCREENS.map((screen) => (
              <li key={screen}>
                <ScreenLink to={`${screen}?link=${code.id}`}>{words(`menu.${screen}`)}</ScreenLink>
              </li>
            ))}
            <li>
              <ScreenLink to={`visitor?link=${code.id}`}>{words('menu.visitor')}</ScreenLink>
            </li>
          </ul>
        </Panel>
      ) : null}
    </div>
  );
}
