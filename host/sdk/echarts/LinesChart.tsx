import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { useWords } from '../words/context.tsx';
import { baseOption, categoryAxis, valueAxis } from './base-option.ts';
import { ChartCanvas } from './ChartCanvas.tsx';
import { type ChartColours, useChartColours } from './chart-colours.ts';
import styles from './echarts.module.css';
import { type ChartLimit, type ChartLine, pointsOf, stepOf, upperEnd } from './lines.ts';
import { tooltipNode } from './tooltip.ts';

export interface LinesChartProps {
  /** Read out as the chart's name. */
  title: string;
  /** One for each place on the axis. */
  labels: readonly string[];
  /** Longer ones for the tooltip. */
  names: readonly string[];
  /** Which places the axis names. */
  isNamed?: ((index: number) => boolean) | undefined;
  lines: readonly ChartLine[];
  /** Drawn across and named at their end, as far as they are near what the lines show. */
  limits?: readonly ChartLimit[] | undefined;
  /** A figure with its unit. */
  tell: (value: number) => string;
  /** The same for the axis; default as `tell`. */
  tellShort?: ((value: number) => string) | undefined;
  /** Things are counted: no line of the axis lies between two of them. */
  isWhole?: boolean;
  /** Pixels; default 180. */
  height?: number;
}

/** Pixels that the name of a limit takes at most. */
const LABEL_WIDTH = 72;
/** Part of the height within which two names would cover each other. */
const CLOSE = 0.12;
/** Colours of lines before they begin again, dashed. */
const COLOURS = ['series1', 'series2', 'series3', 'series4'] as const;

/** Courses of the same figure beside each other, with gaps where nothing is known and the limits that they are held against. */
export function LinesChart(props: LinesChartProps) {
  const colours = useChartColours();
  const words = useWords();
  const nothing = words('chart.unknown');
  const option = useMemo(() => optionOf(props, colours, nothing), [props, colours, nothing]);
  const { lines, labels, names, tell } = props;
  const told = (value: number | null | undefined) => (typeof value === 'number' ? tell(value) : nothing);
  return (
    <figure className={styles.figure}>
      <figcaption className={`${styles.legend} ${styles.level}`}>
        {lines.length < 2
          ? null
          : lines.map(({ name }, index) => (
              <span key={name}>
                <i
                  className={styles.keyLine}
                  style={{ borderTopColor: colourOf(index, colours), borderTopStyle: styleOf(index) }}
                  aria-hidden="true"
                />
                {name}
              </span>
            ))}
        {drawnLimits(props).map(({ name, value, tone }) => (
          <span key={name}>
            <i className={`${styles.keyLimit} ${styles[tone]}`} aria-hidden="true" />
            {`${name} ${tell(value)}`}
          </span>
        ))}
      </figcaption>
      <ChartCanvas
        title={props.title}
        option={option}
        height={props.height ?? 180}
        points={labels.length}
        describe={(index) =>
          [
            names[index] ?? labels[index],
            ...lines.map(({ name, values }) => `${name} ${told(values[index])}`),
          ].join(' · ')
        }
      />
    </figure>
  );
}

const colourOf = (index: number, colours: ChartColours): string =>
  colours[COLOURS[index % COLOURS.length] ?? 'series1'];
const styleOf = (index: number): 'solid' | 'dashed' => (index < COLOURS.length ? 'solid' : 'dashed');

const topOf = ({ lines, limits = [], isWhole }: LinesChartProps): number => {
  const end = upperEnd(lines, limits);
  return isWhole ? Math.ceil(end) : end;
};

const drawnLimits = (props: LinesChartProps): readonly ChartLimit[] =>
  (props.limits ?? []).filter(({ value }) => value <= topOf(props));

function optionOf(props: LinesChartProps, colours: ChartColours, nothing: string): EChartsCoreOption {
  const { labels, names, lines, tell, tellShort = tell } = props;
  const base = baseOption(colours);
  const top = topOf(props);
  const drawn = drawnLimits(props);
  const heights = drawn.map(({ value }) => value / top);
  // Names of lines that lie on each other stand side by side.
  const isClose = Math.max(...heights) - Math.min(...heights) < CLOSE;
  return {
    ...base,
    tooltip: {
      ...(base.tooltip as object),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: colours.axis, type: 'solid' } },
      formatter: (given: unknown) => {
        const [first] = given as { dataIndex: number }[];
        const index = first?.dataIndex ?? 0;
        return tooltipNode(
          names[index] ?? labels[index] ?? '',
          lines.map(({ name, values }, line) => {
            const value = values[index];
            return {
              name,
              value: typeof value === 'number' ? tell(value) : nothing,
              colour: colourOf(line, colours),
            };
          }),
        );
      },
    },
    xAxis: categoryAxis(labels, colours, props.isNamed, true),
    yAxis: {
      ...valueAxis(colours, tellShort),
      minInterval: 0,
      max: top,
      interval: stepOf(top, props.isWhole ?? false),
    },
    series: [
      ...lines.map(({ name, values }, index) => ({
        type: 'line',
        name,
        data: pointsOf(values),
        connectNulls: false,
        lineStyle: { color: colourOf(index, colours), width: 1.5, type: styleOf(index) },
        itemStyle: { color: colourOf(index, colours) },
        showSymbol: true,
        symbolSize: 5,
        z: 3,
      })),
      ...drawn.map(({ name, value, tone }, index) => ({
        type: 'line',
        name,
        data: labels.map(() => value),
        lineStyle: {
          color: tone === 'bad' ? colours.bad : colours.warning,
          width: 1,
          type: tone === 'bad' ? 'solid' : [6, 4],
        },
        endLabel: {
          show: true,
          formatter: name,
          color: tone === 'bad' ? colours.bad : colours.warning,
          align: 'right',
          verticalAlign: 'bottom',
          offset: [-8 - (isClose ? index * LABEL_WIDTH : 0), -3],
        },
        itemStyle: { color: tone === 'bad' ? colours.bad : colours.warning },
        showSymbol: false,
        symbol: 'none',
        silent: true,
        z: 2,
      })),
    ],
  };
}
