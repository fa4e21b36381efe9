import { zId } from '@waypost/contract';
import { ErrorState, Page as Screen, useFormat, useQuery, useWords } from '@waypost/host-sdk';
import { CodeFilter } from '../visitor/parts/CodeFilter.tsx';
import { useVisitScope } from '../visitor/parts/use-visit-scope.ts';
import { HoursChart } from './parts/HoursChart.tsx';
import { LiveState } from './parts/LiveState.tsx';
import { TodayFeed } from './parts/TodayFeed.tsx';
import { TodayFigures } from './parts/TodayFigures.tsx';
import { TopCodes } from './parts/TopCodes.tsx';
import styles from './parts/today.module.css';
import { useToday } from './parts/use-today.ts';

/** Today's visits, of all codes or one, refreshed while one looks at them. */
export function Page() {
  const words = useWords();
  const format = useFormat();
  const scope = useVisitScope();
  const [params] = useQuery();
  const link = zId.safeParse(params.get('link')).data;
  const { today, error, isLive, isPaused, setPaused, reload } = useToday(scope, link);
  return (
    <Screen
      title={words('qr.today.title')}
      // A line from the beginning, so that nothing moves when it is known.
      text={today ? words('qr.today.day', { day: format.day(today.day), zone: today.time_zone }) : '\u00a0'}
      actions={
        <LiveState
          lag={today?.lag}
          isLive={isLive}
          isPaused={isPaused}
          onPause={setPaused}
          hasFailed={error !== null}
        />
      }
    >
      <div className={styles.filters}>
        <CodeFilter scope={scope} />
      </div>
      {error !== null && !today ? (
        <ErrorState error={error} onRetry={reload} />
      ) : (
        <div className={styles.parts}>
          <TodayFigures today={today} />
          <HoursChart today={today} />
          {link === undefined ? <TopCodes today={today} /> : null}
          <TodayFeed scope={scope} link={link} isPaused={isPaused} />
        </div>
      )}
    </Screen>
  );
}
