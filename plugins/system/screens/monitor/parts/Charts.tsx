import type { MonitorHistory, MonitorRange, MonitorSettings } from '@waypost/contract/platform';
import { MEASURES } from '@waypost/contract/platform';
import { Button, LinesChart, LinesTable, Panel, Skeleton, useFormat, useWords } from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import { CHART_GROUPS, type MonitorChart } from './chart-list.ts';
import { figureTeller } from './figures.ts';
import { isRoundTime, limitsOf, linesOf } from './lines-of.ts';
import styles from './monitor.module.css';

interface ChartsProps {
  history: MonitorHistory | undefined;
  limits: Partial<MonitorSettings> | undefined;
  range: MonitorRange;
}

/** The course of everything that is measured, by what it is about. */
export function Charts(props: ChartsProps) {
  const words = useWords();
  return CHART_GROUPS.map(({ name, charts }) => (
    <section key={name} className={styles.group} aria-label={words(`system.monitor.group.${name}`)}>
      <h2 className={styles.groupTitle}>{words(`system.monitor.group.${name}`)}</h2>
      <div className={styles.charts}>
        {charts.map((chart) => (
          <ChartPanel key={chart.name} chart={chart} {...props} />
        ))}
      </div>
    </section>
  ));
}

function ChartPanel({ chart, history, limits, range }: ChartsProps & { chart: MonitorChart }) {
  const words = useWords();
  const format = useFormat();
  const [isTable, setTable] = useState(false);
  // A chart is drawn anew when what it shows is a new object.
  const drawn = useMemo(() => {
    if (history === undefined) return undefined;
    const from = Date.parse(history.from_time);
    const times = Array.from({ length: history.steps }, (_, index) => from + index * history.step * 1000);
    const labels = times.map((time) => format.time(time));
    return {
      labels,
      names: times.map((time) => format.exact(time)),
      isNamed: (index: number) => isRoundTime(labels[index] ?? '', range),
      lines: linesOf(history, chart, words),
      limits: limitsOf(limits, chart, words),
      isWhole: MEASURES[chart.measures[0]] === 'count',
      tell: figureTeller(MEASURES[chart.measures[0]], { format, words }),
    };
  }, [history, limits, chart, range, words, format]);
  const title = words(`system.monitor.chart.${chart.name}`);
  return (
    <Panel
      title={title}
      actions={
        <Button kind="text" size="small" onClick={() => setTable(!isTable)}>
          {words(isTable ? 'chart.as_chart' : 'chart.as_table')}
          <span className="wp-visually-hidden">: {title}</span>
        </Button>
      }
    >
      {drawn === undefined ? (
        <Skeleton lines={6} height={20} />
      ) : drawn.lines.length === 0 ? (
        <p className={styles.note}>{words('system.monitor.no_figures')}</p>
      ) : isTable ? (
        <LinesTable title={title} {...drawn} />
      ) : (
        <LinesChart title={title} {...drawn} />
      )}
    </Panel>
  );
}
