export type CsvValue = string | number | null | undefined;

/** A decimal number as its text, so that it keeps every digit: `-12.340000`. */
export interface Decimal {
  decimal: string;
}

/** What a cell of an exported table holds: a text, a figure, a moment, or a decimal number. */
export type TableValue = CsvValue | Date | Decimal;

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** A decimal number for a cell; a text that is none stays a text. */
export const decimalCell = (text: string): TableValue => (DECIMAL.test(text) ? { decimal: text } : text);

/** Milliseconds of a quarter of an hour: clocks are put forward and back at its beginning. */
const QUARTER_MS = 900_000;
/** Quarters that are remembered. */
const MOST_KNOWN = 10_000;

/**
 * By how many milliseconds the clocks of a time zone are ahead of Greenwich at a moment. What the calendar says of a quarter
 * of an hour is asked once: a table of 200,000 rows has several moments in each.
 */
export function clocksAhead(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...({ timeZone, hourCycle: 'h23', era: 'short' } as const),
    ...({ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const),
    second: 'numeric',
  });
  const known = new Map<number, number>();
  return (time) => {
    const quarter = Math.floor(time / QUARTER_MS);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const parts: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(quarter * QUARTER_MS)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    const ahead = Date.UTC(year, month - 1, day, hour, minute, second) - quarter * QUARTER_MS;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(quarter, ahead);
    return ahead;
  };
}

/** A cell as tables of text have it: moments by the clocks of the table, `2026-03-01 14:05:09`. */
export function textCell(value: TableValue, ahead: (time: number) => number): CsvValue {
  if (value instanceof Date) {
    const time = value.getTime();
    if (Number.isNaN(time)) return '';
    return new Date(time + ahead(time)).toISOString().slice(0, 19).replace('T', ' ');
  }
  return typeof value === 'object' && value !== null ? value.decimal : value;
}
