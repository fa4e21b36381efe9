import { useFormat, useWords } from '@waypost/host-sdk';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Says how long something took: `85 ms`, `1.2 s`, `12 min`, `3.5 h`. */
export function useDuration(): (milliseconds: number) => string {
  const words = useWords();
  const format = useFormat();
  return (milliseconds) => {
    const [unit, length] =
      milliseconds < SECOND
        ? (['ms', 1] as const)
        : milliseconds < MINUTE
          ? (['s', SECOND] as const)
          : milliseconds < HOUR
            ? (['min', MINUTE] as const)
            : (['h', HOUR] as const);
    const figure = milliseconds / length;
    const digits = figure < 10 && unit !== 'ms' ? Math.round(figure * 10) / 10 : Math.round(figure);
    return words(`system.database.duration.${unit}`, { figure: format.number(digits) });
  };
}
