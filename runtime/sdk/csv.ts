/** Byte order mark: without it Excel takes UTF-8 for the machine's own character set. */
export const CSV_START = '\uFEFF';

export type CsvValue = string | number | null | undefined;

/**
 * What spreadsheets take for the beginning of a formula (docs/threats.md, row Exports): also as full-width signs, and
 * behind blanks, which some programs pass over.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL before a formula is passed over by some programs
const FORMULA = /^[\s\u0000]*[=+\-@＝＋－＠]|^[\t\r\n\u0000]/;
const NEEDS_QUOTES = /[",;\r\n\t']|^\s|\s$/;

/**
 * One cell by RFC 4180. Text that a spreadsheet would run gets an apostrophe before it and so stays text; numbers, also
 * negative ones, stay numbers.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line with its end. */
export function csvRow(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}
