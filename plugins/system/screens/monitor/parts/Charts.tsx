import type { MonitorHistory, MonitorRange, MonitorSettings } from '@waypost/contract/platform';
import { MEASURES } from '@waypost/contract/platform';
import {
  Button,
  LinesChart,
  LinesTable,
  Panel,
  Skeleton,
  useFormat,
  useIsPhone,
  useWords,
} from '@waypost/host-sdk';
import { type ReactNode, useMemo, useState } from 'react';
import { CHART_GROUPS, type MonitorChart } from './chart-list.ts';
import { figureTeller } from './figures.ts';
import { hasCourse, isRoundTime, limitsOf, linesOf } from './lines-of.ts';
import styles from './monitor.module.css';

interface ChartsProps {
  history: MonitorHistory | undefined;
  limits: Partial<MonitorSettings> | undefined;
  range: MonitorRange;
}

/** The course of everything that is measured, by what it is about. */
export function Charts(props: ChartsProps) {
  return CHART_GROUPS.map(({ name, charts }) => (
    <ChartGroup key={name} name={name}>
      {charts.map((chart) => (
        <ChartPanel key={chart.name} chart={chart} {...props} />
      ))}
    </ChartGroup>
  ));
}

/** Charts under a heading; on a phone, where they are a long way below each other, folded until somebody asks for them. */
function ChartGroup({ name, children }: { name: string; children: ReactNode }) {
  const words = useWords();
  const isPhone = useIsPhone();
  const [isOpen, setOpen] = useState(false);
  const title = words(`system.monitor.group.${name}`);
  const charts = <div className={styles.charts}>{children}</div>;
  if (!isPhone)
    return (
      <section className={styles.group} aria-label={title}>
        <h2 className={styles.groupTitle}>{title}</h2>
        {charts}
      </section>
    );
  return (
    <details className={styles.folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.fold}>{title}</summary>
      {/* A chart that is not seen is not drawn. */}
      {isOpen ? charts : null}
    </details>
  );
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
        drawn !== undefined && hasCourse(drawn.lines) ? (
          <Button kind="text" size="small" onClick={() => setTable(!isTable)}>
            {words(isTable ? 'chart.as_chart' : 'chart.as_table')}
            <span className="wp-visually-hidden">: {title}</span>
          </Button>
        ) : null
      }
    >
      {drawn === undefined ? (
        <Skeleton lines={6} height={20} />
      ) : !hasCourse(drawn.lines) ? (
        <p className={styles.note}>{words('system.monitor.no_figures')}</p>
      ) : isTable ? (
        <LinesTable title={title} {...drawn} />
      ) : (
        <LinesChart title={title} {...drawn} />
      )}
    </Panel>
  );
}
