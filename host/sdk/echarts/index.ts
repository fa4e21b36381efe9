export * from './HeatChart.tsx';
export * from './TimeChart.tsx';
