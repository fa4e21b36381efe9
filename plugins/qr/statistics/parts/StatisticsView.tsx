import {
  dayRangeError,
  dayRangeFault,
  ErrorState,
  ExportButton,
  Page as Screen,
  useCall,
  useLocale,
  usePermission,
  useQuery,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useRef } from 'react';
import { CodeFilter } from '../../screens/visitor/parts/CodeFilter.tsx';
import { useVisitScope } from '../../screens/visitor/parts/use-visit-scope.ts';
import { EXPORT, type Statistics, statisticsCalls } from '../calls.ts';
import { STATISTICS, statisticsScreen } from '../screens.ts';
import type { StatisticsArea } from '../values.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { Breakdowns } from './Breakdowns.tsx';
import { CoursePanel, isEmpty } from './CoursePanel.tsx';
import { Figures } from './Figures.tsx';
import { KindFilter } from './KindFilter.tsx';
import { PresetSwitch } from './PresetSwitch.tsx';
import { type PointLabels, pointLabels } from './point-labels.ts';
import { RangePicker } from './RangePicker.tsx';
import styles from './statistics.module.css';
import { useStatisticsState } from './use-statistics-state.ts';
import { WeekPanel } from './WeekPanel.tsx';

export interface StatisticsViewProps {
  /** Which of the statistics screens it is; left out: the address chooses (`figures`), as on a thing's page. */
  area?: StatisticsArea;
  /** Whose visits; left out: everybody's that the caller may see, as the address narrows them. */
  scope?: { code: string };
}

/** Key of the address that names the preset where no screen does. */
const PRESET = 'figures';

/** Visits of a scope: their range, figures beside the period before, their course as chart or table, what they are made of. */
export function StatisticsView({ area: given, scope: whose }: StatisticsViewProps) {
  const code = whose?.code;
  const words = useWords();
  const locale = useLocale();
  const may = usePermission();
  const [params] = useQuery();
  const screen = given
    ? statisticsScreen(given)
    : (STATISTICS.find(({ area }) => area === params.get(PRESET)) ?? statisticsScreen('daily_statistics'));
  const calls = useMemo(() => statisticsCalls(screen.area), [screen]);
  // A code is one person's: on its page nobody chooses whose figures they are.
  const scope = useVisitScope({ isOffered: code === undefined });
  const state = useStatisticsState(screen, code);
  const last = useRef<Statistics>(undefined);
  const { compare_first_day: first_day, compare_last_day: last_day } = state.query;
  const compared = {
    range: state.comparison === 'days' ? ('custom' as const) : undefined,
    first_day,
    last_day,
  };
  const hasFault = [state.query, compared].some(
    (days) => dayRangeFault(days, screen, last.current?.today) !== undefined,
  );
  const isOwn = code === undefined && scope.isOwn;
  const call = isOwn ? calls.userInquire : calls.inquire;
  const query = { ...state.query, ...scope.wish };
  const { data, error, refetch, isPlaceholderData } = useCall(call, query, { enabled: !hasFault });
  if (data !== undefined) last.current = data;
  const statistics = error === null ? data : undefined;
  const isOneDay = statistics !== undefined && statistics.first_day === statistics.last_day;
  const labels = useMemo(() => pointLabels(locale, screen.grain, isOneDay), [locale, screen, isOneDay]);
  const isNothing = statistics !== undefined && isEmpty(statistics);
  const scopedQuery = { ...query, ...(isOwn ? { own: true } : {}) };
  return (
    <Screen
      title={words(`qr.statistics.title.${screen.area}`)}
      // A line from the beginning, so that nothing moves when it is known.
      text={statistics ? aboutText(statistics, labels, words) : '\u00a0'}
      actions={
        may(EXPORT) ? (
          <ExportButton call={calls.export} body={scopedQuery} isDisabled={hasFault || error !== null} />
        ) : null
      }
    >
      <div className={styles.filters}>
        {given === undefined ? <PresetSwitch name={PRESET} current={screen.area} /> : null}
        <RangePicker screen={screen} state={state} today={last.current?.today} shown={last.current} />
        {code === undefined ? <CodeFilter scope={scope} /> : null}
        {screen.hasFilters ? <KindFilter state={state} /> : null}
      </div>
      <ActiveFilters screen={screen} state={state} />
      {error !== null ? (
        <ErrorState error={dayRangeError(error)} onRetry={() => void refetch()} />
      ) : hasFault && statistics === undefined ? null : (
        <div className={styles.parts} data-stale={isPlaceholderData || hasFault}>
          <Figures statistics={statistics} />
          <CoursePanel
            statistics={statistics}
            screen={screen}
            state={state}
            labels={labels}
            preset={given ? undefined : PRESET}
          />
          {screen.grain === 'hour_of_day' && !isNothing ? (
            <WeekPanel statistics={statistics} labels={labels} />
          ) : null}
          {isNothing ? null : (
            <Breakdowns
              screen={screen}
              calls={calls}
              query={scopedQuery}
              state={state}
              isOneCode={code !== undefined}
              isEnabled={!hasFault}
            />
          )}
        </div>
      )}
    </Screen>
  );
}

function aboutText(
  { first_day, last_day, previous, previous_until, time_zone }: Statistics,
  labels: PointLabels,
  words: ReturnType<typeof useWords>,
): string {
  const key =
    previous === null
      ? 'qr.statistics.about'
      : previous_until === null
        ? 'qr.statistics.about_compared'
        : 'qr.statistics.about_compared_until';
  return words(key, {
    time: previous_until ?? '',
    span: labels.span(first_day, last_day),
    zone: time_zone,
    before: previous === null ? '' : labels.span(previous.first_day, previous.last_day),
  });
}
