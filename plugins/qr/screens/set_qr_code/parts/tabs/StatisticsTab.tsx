import { RelativeTime, ScreenLink, StatFigure, StatGrid, usePermission, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { useVisitorsOf } from '../../../../codes/parts/use-visitors-of.ts';
import { StatisticsView } from '../../../../statistics/parts/StatisticsView.tsx';
import { TodayOfCode } from './TodayOfCode.tsx';
import styles from './tabs.module.css';

/** The statistics of a code, as of all; its sums alone for whoever may not look at visits. */
export function StatisticsTab({ code }: { code: CodeRow }) {
  const words = useWords();
  const may = usePermission();
  const visitors = useVisitorsOf(code);
  if (!may('qr.visit:read'))
    return (
      <div className={styles.tab}>
        <StatGrid>
          <StatFigure label={words('qr.code.view_number')} value={code.view_number} />
          <StatFigure label={words('qr.code.ip_view_number')} value={code.ip_view_number} />
          <StatFigure label={words('qr.code.bot_view_number')} value={code.bot_view_number} />
          {code.expired_view_number > 0 ? (
            <StatFigure label={words('qr.code.expired_view_number')} value={code.expired_view_number} />
          ) : null}
        </StatGrid>
        <p className={styles.minor}>
          {words('qr.code.last_view_time')} <RelativeTime value={code.last_view_time} />
        </p>
      </div>
    );
  return (
    <div className={styles.tab}>
      <TodayOfCode code={code}>
        <ScreenLink to={`visitor?${new URLSearchParams(visitors)}`}>{words('menu.visitor')}</ScreenLink>
      </TodayOfCode>
      {code.expired_view_number > 0 ? (
        <p className={styles.minor}>{words('qr.page.expired_views', { count: code.expired_view_number })}</p>
      ) : null}
      <StatisticsView scope={{ code: code.id }} />
    </div>
  );
}
