import type { EChartsCoreOption } from 'echarts/core';
import { useMemo } from 'react';
import { useFormat } from '../format/use-format.ts';
import { baseOption, categoryAxis } from './base-option.ts';
import { ChartCanvas } from './ChartCanvas.tsx';
import { type ChartColours, useChartColours } from './chart-colours.ts';
import { mix, WEAKEST } from './mix.ts';
import { tooltipNode } from './tooltip.ts';

export interface HeatChartProps {
  /** Read out as the chart's name. */
  title: string;
  columns: readonly string[];
  /** Top one first. */
  rows: readonly string[];
  /** By row and column. */
  values: readonly (readonly number[])[];
  valueLabel: string;
}

const ROW_HEIGHT = 34;
const AXIS_HEIGHT = 36;

/** Figures over two scales, such as weekdays and hours: the more, the stronger the colour. */
export function HeatChart(props: HeatChartProps) {
  const colours = useChartColours();
  const format = useFormat();
  const { columns, rows, values, valueLabel } = props;
  const option = useMemo(() => optionOf(props, colours, format.number), [props, colours, format]);
  return (
    <ChartCanvas
      title={props.title}
      option={option}
      height={rows.length * ROW_HEIGHT + AXIS_HEIGHT}
      points={rows.length * columns.length}
      describe={(index) => {
        const [row, column] = placeOf(index, columns.length);
        return `${rows[row]} · ${columns[column]} · ${valueLabel} ${format.number(values[row]?.[column] ?? 0)}`;
      }}
    />
  );
}

function placeOf(index: number, width: number): [row: number, column: number] {
  return [Math.floor(index / width), index % width];
}

function optionOf(
  { columns, rows, values, valueLabel }: HeatChartProps,
  colours: ChartColours,
  number: (value: number) => string,
): EChartsCoreOption {
  const base = baseOption(colours);
  const most = Math.max(2, ...values.flat());
  return {
    ...base,
    grid: { left: 4, right: 4, top: 4, bottom: 0, containLabel: true },
    tooltip: {
      ...(base.tooltip as object),
      formatter: (given: unknown) => {
        const [row, column] = placeOf((given as { dataIndex: number }).dataIndex, columns.length);
        return tooltipNode(`${rows[row]} · ${columns[column]}`, [
          { name: valueLabel, value: number(values[row]?.[column] ?? 0) },
        ]);
      },
    },
    xAxis: { ...categoryAxis(columns, colours), axisLine: { show: false } },
    yAxis: { ...categoryAxis(rows, colours), inverse: true, axisLine: { show: false } },
    visualMap: {
      show: false,
      // One visit is told from none: only empty cells have the ground's colour.
      min: 1,
      max: most,
      inRange: { color: [mix(colours.series1, colours.surface, WEAKEST), colours.series1] },
    },
    series: [
      {
        type: 'heatmap',
        data: rows.flatMap((_, row) =>
          columns.map((_column, column) => cell([column, row, values[row]?.[column] ?? 0], colours)),
        ),
        itemStyle: { borderColor: colours.surface, borderWidth: 2, borderRadius: 4 },
        emphasis: { itemStyle: { borderColor: colours.text, borderWidth: 1 } },
      },
    ],
  };
}

/** One place of the map; one without anything has no colour of the scale. */
function cell(value: [column: number, row: number, figure: number], { hover }: ChartColours): object {
  return value[2] === 0 ? { value, visualMap: false, itemStyle: { color: hover } } : { value };
}
