export interface BarChartProps {
  /** Read out as the chart's name. */
  title: string;
  /** One for each bar. */
  labels: readonly string[];
  values: readonly number[];
  /** The same slots of the range before, drawn as a line. */
  previous?: readonly number[];
  valueLabel: string;
  previousLabel?: string;
  /** Name of what the labels are, for the table: "Hour". */
  labelName?: string;
  onSelect?: (index: number) => void;
}
