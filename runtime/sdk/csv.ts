import { FORMULA_LIKE } from './formula-like.ts';
import { type CsvValue, type TableValue, textCell } from './table/table-value.ts';

export type { CsvValue };

/** Byte order mark: without it Excel takes UTF-8 for the machine's own character set. */
export const CSV_START = '\uFEFF';

const NEEDS_QUOTES = /[",;\r\n\t']|^\s|\s$/;

/**
 * One cell by RFC 4180. Text that a spreadsheet would run gets an apostrophe before it and so stays text, and so does such a
 * text behind apostrophes of its own, so that `cellText` gives each back as it was; numbers, also negative ones, stay numbers.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = isFormula(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a cell that was read, without the apostrophe that `csvCell` has put before it. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell;
}

/** Whether a text would be run, or would be without the apostrophes before it. */
const isFormula = (text: string): boolean => FORMULA_LIKE.test(text.replace(/^'+/, ''));

/**
 * One line with its end. Decimal numbers keep their digits and, unlike texts, their sign.
 * @param ahead by how many milliseconds the clocks of the table are ahead of Greenwich at a moment; default: not at all
 */
export function csvRow(values: readonly TableValue[], ahead: (time: number) => number = () => 0): string {
  const cell = (value: TableValue): string =>
    typeof value === 'object' && value !== null && 'decimal' in value
      ? value.decimal
      : csvCell(textCell(value, ahead));
  return `${values.map(cell).join(',')}\r\n`;
}
