export * from './DayRangePicker.tsx';
export * from './day-range-error.ts';
export * from './day-range-fault.ts';
export * from './use-day-range.ts';
