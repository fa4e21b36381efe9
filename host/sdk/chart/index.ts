export * from './BarChart.tsx';
export * from './Sparkline.tsx';
export * from './StatFigure.tsx';
