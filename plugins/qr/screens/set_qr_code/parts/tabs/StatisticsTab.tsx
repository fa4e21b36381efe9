import { RelativeTime, ScreenLink, StatFigure, StatGrid, usePermission, useWords } from '@waypost/host-sdk';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { useVisitorsOf } from '../../../../codes/parts/use-visitors-of.ts';
import { StatisticsView } from '../../../../statistics/parts/StatisticsView.tsx';
import styles from './tabs.module.css';

/** The statistics of a code, as of all; its sums alone for whoever may not look at visits. */
export function StatisticsTab({ code }: { code: CodeRow }) {
  const words = useWords();
  const may = usePermission();
  const visitors = useVisitorsOf(code);
  return (
    <div className={styles.tab}>
      {may('qr.visit:read') ? (
        <StatisticsView scope={{ code: code.id }} />
      ) : (
        <StatGrid>
          <StatFigure label={words('qr.code.view_number')} value={code.view_number} />
          <StatFigure label={words('qr.code.ip_view_number')} value={code.ip_view_number} />
          <StatFigure label={words('qr.code.bot_view_number')} value={code.bot_view_number} />
        </StatGrid>
      )}
      <p className={styles.minor}>
        {words('qr.code.last_view_time')} <RelativeTime value={code.last_view_time} />
        {may('qr.visit:read') ? (
          <>
            {' · '}
            <ScreenLink to={`visitor?${new URLSearchParams(visitors)}`}>{words('menu.visitor')}</ScreenLink>
          </>
        ) : null}
      </p>
    </div>
  );
}
