export * from './BarChart.tsx';
export * from './bar-chart-props.ts';
export * from './fold.ts';
export * from './KeyedChart.tsx';
export * from './Sparkline.tsx';
export * from './StatFigure.tsx';
export * from './Trend.tsx';
