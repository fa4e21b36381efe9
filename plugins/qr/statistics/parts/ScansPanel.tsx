import { LinesChart, Panel, StatFigure, StatGrid, useCall, useFormat, useWords } from '@waypost/host-sdk';
import { useMemo } from 'react';
import type { Statistics, StatisticsCalls, StatisticsQuery } from '../calls.ts';
import type { PointLabels } from './point-labels.ts';
import styles from './statistics.module.css';

const ENTRIES = ['scan', 'link'] as const;

/** How many scanned the picture, and how many followed the link, over the range and day by day. */
export function ScansPanel({
  call,
  query,
  statistics,
  labels,
}: {
  call: StatisticsCalls['inquire' | 'userInquire'];
  query: StatisticsQuery;
  statistics: Statistics | undefined;
  labels: PointLabels;
}) {
  const words = useWords();
  const format = useFormat();
  const scans = useEntry(call, query, 'scan');
  const clicks = useEntry(call, query, 'link');
  const [scanned, clicked] = [scans, clicks].map((one) => one?.totals.view_number);
  const all = statistics?.totals.view_number;
  const told = scanned === undefined || clicked === undefined ? undefined : scanned + clicked;
  const rest = all === undefined || told === undefined ? 0 : all - told;
  const chart = useMemo(
    () =>
      scans === undefined || clicks === undefined
        ? undefined
        : {
            labels: scans.points.map(({ key }) => labels.short(key)),
            names: scans.points.map(({ key }) => labels.long(key)),
            lines: [scans, clicks].map(({ points }, index) => ({
              name: words(`qr.statistics.entry.${ENTRIES[index]}`),
              values: points.map(({ view_number }) => view_number),
            })),
          },
    [scans, clicks, labels, words],
  );
  return (
    <Panel
      title={words('qr.statistics.scans')}
      {...(rest > 0 ? { text: words('qr.statistics.scans.rest', { count: format.number(rest) }) } : {})}
    >
      <div className={styles.scans}>
        <StatGrid>
          {ENTRIES.map((entry, index) => (
            <StatFigure
              key={entry}
              label={words(`qr.statistics.entry.${entry}`)}
              help={words(`qr.statistics.help.${entry}`)}
              value={[scanned, clicked][index]}
              {...(told ? { unit: format.percent(([scanned, clicked][index] ?? 0) / told) } : {})}
            />
          ))}
        </StatGrid>
        {chart === undefined || chart.labels.length < 2 ? null : (
          <LinesChart title={words('qr.statistics.scans')} {...chart} tell={format.number} isWhole />
        )}
      </div>
    </Panel>
  );
}

function useEntry(
  call: StatisticsCalls['inquire' | 'userInquire'],
  query: StatisticsQuery,
  value: (typeof ENTRIES)[number],
): Statistics | undefined {
  return useCall(call, { ...query, compare: false, only: { by: 'entry', value } }).data;
}
