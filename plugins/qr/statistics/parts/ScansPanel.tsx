import { LinesChart, Panel, Skeleton, useCall, useFormat, useLocale, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import type { Statistics } from '../calls.ts';
import type { BreakdownsProps } from './breakdowns-props.ts';
import styles from './places.module.css';
import { pointLabels } from './point-labels.ts';
import { SliceList } from './SliceList.tsx';

const ENTRIES = ['scan', 'link'] as const;

/** How many scanned the picture and how many followed the link, day by day and, beside it, over the range. */
export function ScansPanel(props: BreakdownsProps) {
  const { calls, query, isEnabled } = props;
  const words = useWords();
  const { data, error, refetch } = useCall(
    calls.breakdown,
    { ...query, dimension: 'entry' },
    { enabled: isEnabled },
  );
  const chart = useCourse(props);
  return (
    <Panel title={words('qr.statistics.panel.entries')}>
      <div className={chart === undefined || chart.labels.length > 1 ? styles.places : undefined}>
        {chart === undefined ? (
          <Skeleton lines={6} height={24} />
        ) : chart.labels.length > 1 ? (
          <LinesChart title={words('qr.statistics.panel.entries')} {...chart} isWhole />
        ) : null}
        <SliceList
          slices={data}
          lines={ENTRIES.length}
          error={error}
          onRetry={refetch}
          dimension="entry"
          screen={props.screen}
          state={props.state}
          isOfVisitors={false}
        />
      </div>
    </Panel>
  );
}

/** The visits of each by the time of the range; undefined while they load. */
function useCourse({ screen, ...props }: BreakdownsProps) {
  const words = useWords();
  const format = useFormat();
  const locale = useLocale();
  const scans = useEntry(props, 'scan');
  const clicks = useEntry(props, 'link');
  return useMemo(() => {
    if (scans === undefined || clicks === undefined) return undefined;
    const labels = pointLabels(locale, screen.grain, false);
    return {
      labels: scans.points.map(({ key }) => labels.short(key)),
      names: scans.points.map(({ key }) => labels.long(key)),
      lines: [scans, clicks].map(({ points }, index) => ({
        name: words(`qr.statistics.entry.${ENTRIES[index]}`),
        values: points.map(({ view_number }) => view_number),
      })),
      tell: format.number,
    };
  }, [scans, clicks, words, format, locale, screen]);
}

function useEntry(
  { calls, query, isEnabled }: Omit<BreakdownsProps, 'screen'>,
  value: (typeof ENTRIES)[number],
): Statistics | undefined {
  const { own, ...asked } = query;
  return useCall(
    own === true ? calls.userInquire : calls.inquire,
    { ...asked, compare: false, only: { by: 'entry', value } },
    { enabled: isEnabled },
  ).data;
}
