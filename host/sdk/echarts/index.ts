export * from './HeatChart.tsx';
export * from './LinesChart.tsx';
export * from './LinesTable.tsx';
export type { ChartLimit, ChartLine } from './lines.ts';
export * from './TimeChart.tsx';
