import type { MeasureUnit } from '@waypost/contract/platform';
import type { Format, useWords } from '@waypost/host-sdk';

type Words = ReturnType<typeof useWords>;

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;

/** Says a figure with its unit. */
export function figureTeller(unit: MeasureUnit, { format, words }: { format: Format; words: Words }) {
  const withUnit = (value: number) =>
    words(`system.monitor.figure.${unit}`, { figure: format.number(toldNumber(value)) });
  return (value: number): string => {
    if (unit === 'percent') return format.percent(value / 100);
    if (unit === 'bytes') return format.bytes(value);
    if (unit === 'count') return format.number(value);
    if (unit === 'seconds' && value >= 2 * MINUTE) return spanText(value, words);
    if (unit === 'hours') return spanText(value * HOUR, words);
    return withUnit(value);
  };
}

/** Small ones to a tenth, all others whole. */
const toldNumber = (value: number): number => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

/** Seconds in the largest unit that fits. */
export function spanText(seconds: number, words: Words): string {
  const [unit, length] =
    seconds < MINUTE
      ? (['seconds', 1] as const)
      : seconds < HOUR
        ? (['minutes', MINUTE] as const)
        : seconds < 2 * DAY
          ? (['hours', HOUR] as const)
          : (['days', DAY] as const);
  return words(`system.monitor.span.${unit}`, { count: Math.floor(seconds / length) });
}

/** Seconds from one moment to another; 0 where clocks differ and it lies ahead. */
export const secondsBetween = (from: string, to: string): number =>
  Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
