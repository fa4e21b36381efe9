import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { useFormat } from '../format/use-format.ts';
import { baseOption, categoryAxis, valueAxis } from './base-option.ts';
import { ChartCanvas } from './ChartCanvas.tsx';
import { type ChartColours, useChartColours } from './chart-colours.ts';
import styles from './echarts.module.css';
import { tooltipNode } from './tooltip.ts';

export interface TimeSeries {
  name: string;
  values: readonly number[];
  /** What each value is of, where that differs from the axis: the days of the period before. */
  labels?: readonly string[] | undefined;
}

export interface TimeChartProps {
  /** Read out as the chart's name. */
  title: string;
  /** One for each place on the axis. */
  labels: readonly string[];
  /** Longer ones for the tooltip. */
  names?: readonly string[] | undefined;
  /** Which places the axis names; left out: as many as there is room for. */
  isNamed?: ((index: number) => boolean) | undefined;
  /** What the chart is about. */
  series: TimeSeries;
  /** The same places of the period before, as a dashed line. */
  previous?: TimeSeries | undefined;
  kind: 'line' | 'bar';
  /** Pixels; default 260. */
  height?: number;
  onSelect?: ((index: number) => void) | undefined;
}

/** A figure's course over time beside that of the period before. */
export function TimeChart(props: TimeChartProps) {
  const colours = useChartColours();
  const format = useFormat();
  const option = useMemo(() => optionOf(props, colours, format), [props, colours, format]);
  const { labels, names, series, previous } = props;
  return (
    <figure className={styles.figure}>
      {previous ? (
        <figcaption className={styles.legend}>
          <span>
            <i className={styles.keyFull} aria-hidden="true" />
            {series.name}
          </span>
          <span>
            <i className={styles.keyDashed} aria-hidden="true" />
            {previous.name}
          </span>
        </figcaption>
      ) : null}
      <ChartCanvas
        title={props.title}
        option={option}
        height={props.height ?? 260}
        points={labels.length}
        describe={(index) =>
          [
            names?.[index] ?? labels[index],
            `${series.name} ${format.number(series.values[index] ?? 0)}`,
            ...(previous ? [`${previous.name} ${format.number(previous.values[index] ?? 0)}`] : []),
          ].join(' · ')
        }
        onSelect={props.onSelect}
      />
    </figure>
  );
}

/** From here on bars are too thin to be told apart by markers. */
const MANY = 40;

function optionOf(
  props: TimeChartProps,
  colours: ChartColours,
  format: ReturnType<typeof useFormat>,
): EChartsCoreOption {
  const { labels, names, series, previous, kind } = props;
  const base = baseOption(colours);
  return {
    ...base,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      axisPointer:
        kind === 'bar'
          ? { type: 'shadow', z: 0, shadowStyle: { color: colours.hover, opacity: 0.7 } }
          : { type: 'line', lineStyle: { color: colours.axis, type: 'solid' } },
      formatter: (given: unknown) => {
        const [first] = given as { dataIndex: number }[];
        const index = first?.dataIndex ?? 0;
        const before = previous?.labels?.[index];
        return tooltipNode(names?.[index] ?? labels[index] ?? '', [
          { name: series.name, value: format.number(series.values[index] ?? 0), colour: colours.series1 },
          ...(previous && index < previous.values.length
            ? [
                {
                  name: before ?? previous.name,
                  value: format.number(previous.values[index] ?? 0),
                  colour: colours.series2,
                },
              ]
            : []),
        ]);
      },
    },
    xAxis: categoryAxis(labels, colours, props.isNamed, kind === 'line'),
    yAxis: valueAxis(colours, format.compact),
    series: [
      {
        type: kind,
        name: series.name,
        data: [...series.values],
        barMaxWidth: 44,
        ...(kind === 'bar'
          ? { itemStyle: { color: colours.series1, borderRadius: [3, 3, 0, 0] } }
          : {
              lineStyle: { color: colours.series1, width: 2 },
              itemStyle: { color: colours.series1 },
              areaStyle: { color: colours.series1, opacity: 0.1 },
              showSymbol: labels.length === 1,
              symbolSize: labels.length > MANY ? 4 : 6,
            }),
      },
      ...(previous
        ? [
            {
              type: 'line',
              name: previous.name,
              data: previous.values.slice(0, labels.length),
              lineStyle: { color: colours.series2, width: 2, type: [5, 4] },
              itemStyle: { color: colours.series2 },
              showSymbol: labels.length === 1,
              symbolSize: 5,
              z: 3,
            },
          ]
        : []),
    ],
  };
}
