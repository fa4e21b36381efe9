import { Radio } from '@arco-design/web-react';
import { addDays } from '@waypost/contract';
import { Button, EmptyState, Panel, Skeleton, TimeChart, useGo, useQuery, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import type { Point, Statistics } from '../calls.ts';
import type { StatisticsScreen } from '../screens.ts';
import { CourseTable } from './CourseTable.tsx';
import type { PointLabels } from './point-labels.ts';
import styles from './statistics.module.css';
import { METRICS, type Metric, type StatisticsState } from './use-statistics-state.ts';

/** More places than this are a line: bars would be hairs. */
const MOST_BARS = 48;
const HOURS = 24;

export interface CourseProps {
  statistics: Statistics | undefined;
  screen: StatisticsScreen;
  state: StatisticsState;
  labels: PointLabels;
  /** Key of the address that names the preset, where that is how another is opened. */
  preset?: string | undefined;
}

/** The course of one figure over the range as a chart, or of all of them as a table. */
export function CoursePanel(props: CourseProps) {
  const { statistics, screen, state, labels } = props;
  const words = useWords();
  const known = METRICS.filter((name) => statistics?.points.some((point) => point[name] !== null) ?? true);
  const metric = known.includes(state.metric) ? state.metric : 'view_number';
  return (
    <Panel
      title={words(`qr.statistics.course.${screen.grain}`)}
      actions={
        <div className={styles.courseActions}>
          {known.length > 1 && !state.isTable ? (
            <Radio.Group
              type="button"
              size="small"
              aria-label={words('qr.statistics.metric')}
              value={metric}
              options={known.map((value) => ({ value, label: words(`qr.statistics.${value}`) }))}
              onChange={(value: Metric) =>
                state.change({ metric: value === 'view_number' ? undefined : value })
              }
            />
          ) : null}
          <Radio.Group
            type="button"
            size="small"
            aria-label={words('qr.statistics.view')}
            value={state.isTable ? 'table' : 'chart'}
            options={(['chart', 'table'] as const).map((value) => ({
              value,
              label: words(`qr.statistics.view.${value}`),
            }))}
            onChange={(value: 'chart' | 'table') =>
              state.change({ view: value === 'table' ? value : undefined })
            }
          />
        </div>
      }
    >
      {statistics === undefined ? (
        <Skeleton lines={8} height={22} />
      ) : isEmpty(statistics) ? (
        <Nothing state={state} screen={screen} />
      ) : state.isTable ? (
        <CourseTable statistics={statistics} screen={screen} labels={labels} />
      ) : (
        <Course {...props} statistics={statistics} metric={metric} />
      )}
    </Panel>
  );
}

/** Neither the range nor the period before has a visit. */
export function isEmpty({ totals, previous_points }: Statistics): boolean {
  return totals.view_number === 0 && (previous_points ?? []).every(({ view_number }) => view_number === 0);
}

function Nothing({ state, screen }: Pick<CourseProps, 'state' | 'screen'>) {
  const words = useWords();
  const wider = screen.presets.includes('90_days') ? '90_days' : '30_days';
  const { link, kind, only } = state.query;
  const isNarrowed = (link !== undefined && !state.isOfOne) || kind !== undefined || only !== undefined;
  return (
    <EmptyState
      title={words(
        state.range === 'all' && !isNarrowed ? 'qr.live.empty.title' : 'qr.statistics.empty.title',
      )}
      text={words(isNarrowed ? 'qr.statistics.empty.narrowed' : 'qr.statistics.empty.text')}
      action={
        isNarrowed ? (
          <Button onClick={() => state.change({ link: undefined, kind: undefined, only: undefined })}>
            {words('list.clear_filters')}
          </Button>
        ) : state.range === wider || state.range === 'all' ? undefined : (
          <Button onClick={() => state.change({ range: wider, first: undefined, last: undefined })}>
            {words(`day_range.${wider}`)}
          </Button>
        )
      }
    />
  );
}

function Course({
  statistics,
  screen,
  state,
  labels,
  metric,
  preset,
}: CourseProps & { statistics: Statistics; metric: Metric }) {
  const words = useWords();
  const go = useGo();
  const [params] = useQuery();
  const whose = {
    link: state.query.link,
    scope: params.get('scope') ?? undefined,
  };
  const { points, previous_points, previous, previous_running, previous_until } = statistics;
  // A chart is drawn anew when what it shows is a new object.
  const props = useMemo(() => {
    const cut = ({ key }: Point) => (key === previous_running?.key ? previous_running : undefined);
    return {
      labels: points.map(({ key }) => labels.short(key)),
      // Hours of several days: each day is named where it begins.
      ...(points[0]?.key.includes('T') && points.length > HOURS
        ? { isNamed: (index: number) => points[index]?.key.endsWith('T00') ?? false }
        : {}),
      names: points.map(({ key }) => labels.long(key)),
      series: { name: words(`qr.statistics.${metric}`), values: points.map((point) => point[metric] ?? 0) },
      previous:
        previous_points === null || previous === null
          ? undefined
          : {
              name: words('qr.statistics.before'),
              // Days that were chosen may be more than these; a day that goes on stands beside as much of one.
              values: previous_points
                .slice(0, points.length)
                .map((point) => cut(point)?.[metric] ?? point[metric] ?? 0),
              labels: previous_points.map((point) =>
                (cut(point)?.[metric] ?? null) === null
                  ? labels.long(point.key)
                  : `${labels.long(point.key)}, 00:00 – ${previous_until}`,
              ),
            },
    };
  }, [points, previous_points, previous, previous_running, previous_until, labels, metric, words]);
  const open = (index: number): void => {
    const key = points[index]?.key;
    const target = key === undefined ? undefined : inDetail(screen, key);
    if (target === undefined) return;
    if (preset === undefined) go(target.to, { ...target.values, ...whose });
    else state.change({ ...target.values, [preset]: target.to });
  };
  return (
    <TimeChart
      title={words(`qr.statistics.course.${screen.grain}`)}
      kind={points.length > MOST_BARS ? 'line' : 'bar'}
      {...props}
      {...(screen.grain === 'day' || screen.grain === 'history' ? { onSelect: open } : {})}
    />
  );
}

/** Where a place on the axis is seen more closely: a day by its hours, a month by its days. */
function inDetail(
  { grain, kind }: StatisticsScreen,
  key: string,
): { to: string; values: Record<string, string> } | undefined {
  if (kind !== undefined || (grain !== 'day' && grain !== 'history')) return undefined;
  if (key.length > 7) return { to: 'hourly_statistics', values: { range: 'custom', first: key, last: key } };
  const first = `${key}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
  return { to: 'daily_statistics', values: { range: 'custom', first, last } };
}
