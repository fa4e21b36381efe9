import {
  ErrorState,
  ExportButton,
  Page as Screen,
  useCall,
  useLocale,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useRef } from 'react';
import { CodeFilter } from '../../screens/visitor/parts/CodeFilter.tsx';
import { ScopeSwitch } from '../../screens/visitor/parts/ScopeSwitch.tsx';
import { useVisitScope } from '../../screens/visitor/parts/use-visit-scope.ts';
import { EXPORT, type Statistics, statisticsCalls } from '../calls.ts';
import { statisticsScreen } from '../screens.ts';
import type { StatisticsArea } from '../values.ts';
import { Breakdowns } from './Breakdowns.tsx';
import { CoursePanel, isEmpty } from './CoursePanel.tsx';
import { CourseTable } from './CourseTable.tsx';
import { Figures } from './Figures.tsx';
import { KindFilter } from './KindFilter.tsx';
import { pointLabels } from './point-labels.ts';
import { customFault, RangePicker } from './RangePicker.tsx';
import styles from './statistics.module.css';
import { useStatisticsState } from './use-statistics-state.ts';
import { WeekPanel } from './WeekPanel.tsx';

/** A statistics screen: its range, figures beside the period before, their course, what they are made of, the table. */
export function StatisticsPage({ area }: { area: StatisticsArea }) {
  const words = useWords();
  const locale = useLocale();
  const may = usePermission();
  const screen = statisticsScreen(area);
  const calls = useMemo(() => statisticsCalls(area), [area]);
  const scope = useVisitScope();
  const state = useStatisticsState(screen);
  const last = useRef<Statistics>(undefined);
  const hasFault = customFault(screen, state, last.current?.today) !== undefined;
  const call = scope.isOwn ? calls.userInquire : calls.inquire;
  const { data, error, refetch, isPlaceholderData } = useCall(call, state.query, { enabled: !hasFault });
  if (data !== undefined) last.current = data;
  const statistics = error === null ? data : undefined;
  const isOneDay = statistics !== undefined && statistics.first_day === statistics.last_day;
  const labels = useMemo(() => pointLabels(locale, screen.grain, isOneDay), [locale, screen, isOneDay]);
  const isNothing = statistics !== undefined && isEmpty(statistics);
  const ownQuery = { ...state.query, ...(scope.isOwn ? { own: true } : {}) };
  return (
    <Screen
      title={words(`menu.${area}`)}
      // A line from the beginning, so that nothing moves when it is known.
      text={
        statistics
          ? words(aboutKey(statistics), {
              time: statistics.previous_until ?? '',
              span: labels.span(statistics.first_day, statistics.last_day),
              zone: statistics.time_zone,
              before:
                statistics.previous === null
                  ? ''
                  : labels.span(statistics.previous.first_day, statistics.previous.last_day),
            })
          : '\u00a0'
      }
      actions={
        <>
          <ScopeSwitch scope={scope} />
          {may(EXPORT) ? (
            <ExportButton call={calls.export} body={ownQuery} isDisabled={hasFault || error !== null} />
          ) : null}
        </>
      }
    >
      <div className={styles.filters}>
        <RangePicker screen={screen} state={state} today={last.current?.today} shown={last.current} />
        <CodeFilter />
        {screen.hasKinds ? <KindFilter state={state} /> : null}
      </div>
      {error !== null ? (
        <ErrorState error={rangeError(error)} onRetry={() => void refetch()} />
      ) : hasFault && statistics === undefined ? null : (
        <div className={styles.parts} data-stale={isPlaceholderData || hasFault}>
          <Figures statistics={statistics} screen={screen} />
          <CoursePanel statistics={statistics} screen={screen} state={state} labels={labels} />
          {screen.grain === 'hour_of_day' && !isNothing ? (
            <WeekPanel statistics={statistics} labels={labels} />
          ) : null}
          {isNothing ? null : (
            <>
              <Breakdowns
                screen={screen}
                calls={calls}
                query={ownQuery}
                state={state}
                isEnabled={!hasFault}
              />
              <CourseTable statistics={statistics} screen={screen} labels={labels} />
            </>
          )}
        </div>
      )}
    </Screen>
  );
}

function aboutKey({ previous, previous_until }: Statistics): string {
  if (previous === null) return 'qr.statistics.about';
  return previous_until === null ? 'qr.statistics.about_compared' : 'qr.statistics.about_compared_until';
}

/** A refused range says what is wrong with it, not that "some fields are". */
function rangeError<E extends Error & { issues?: readonly { message: string }[] }>(error: E): Error {
  const [issue] = error.issues ?? [];
  return issue === undefined
    ? error
    : Object.assign(new Error(issue.message), error, { message: issue.message });
}
