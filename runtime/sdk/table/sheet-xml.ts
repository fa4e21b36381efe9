import { FORMULA_LIKE } from '../formula-like.ts';
import type { TableValue } from './table-value.ts';

/** Letters (UTF-16 units) of the longest cell that Excel has. */
export const LONGEST_CELL = 32_767;
/** Rows and columns of the largest sheet that Excel has. */
export const MOST_ROWS = 1_048_576;

/** Places of the formats in `styles.xml`. */
export const STYLE = { plain: 0, head: 1, time: 2, text: 3 } as const;
/** Digits of which a number in a cell keeps all. */
const EXACT_DIGITS = 15;
/** Days from 30 December 1899, where Excel's days begin, to 1 January 1970. */
const EPOCH_DAYS = 25_569;
const DAY_MS = 86_400_000;
/** The first moment that a cell can show as one. */
const FIRST_TIME = Date.UTC(1900, 2, 1);

export interface CellWords {
  /** Milliseconds by which the clocks of the table are ahead of Greenwich at a moment. */
  ahead(time: number): number;
  /** Said at the end of a text that was cut to what a cell holds. */
  cut: string;
}

/** One row; `number` from 1. */
export function rowXml(
  values: readonly TableValue[],
  { number, words, isHead = false }: { number: number; words: CellWords; isHead?: boolean },
): string {
  let cells = '';
  for (const [column, value] of values.entries()) {
    const content = cellXml(value, words, isHead);
    if (content !== '') cells += `<c r="${columnName(column)}${number}"${content}</c>`;
  }
  return `<row r="${number}">${cells}</row>`;
}

/** From the attributes of a cell on; empty for one that holds nothing. */
function cellXml(value: TableValue, words: CellWords, isHead: boolean): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'number') return Number.isFinite(value) ? `><v>${value}</v>` : '';
  if (value instanceof Date) return timeXml(value, words);
  if (typeof value === 'object') {
    const { decimal } = value;
    return decimal.replace(/\D/g, '').length <= EXACT_DIGITS
      ? `><v>${decimal}</v>`
      : textXml(decimal, STYLE.text);
  }
  // With the mark "text" it stays one also when somebody edits the cell.
  return textXml(
    cutText(value, words.cut),
    isHead ? STYLE.head : FORMULA_LIKE.test(value) ? STYLE.text : STYLE.plain,
  );
}

function timeXml(value: Date, { ahead }: CellWords): string {
  const time = value.getTime();
  if (Number.isNaN(time)) return '';
  if (time < FIRST_TIME) return textXml(value.toISOString(), STYLE.plain);
  // Whole seconds: what is shown and what is counted with are the same.
  const days = EPOCH_DAYS + (Math.floor((time + ahead(time)) / 1_000) * 1_000) / DAY_MS;
  return ` s="${STYLE.time}"><v>${days}</v>`;
}

function textXml(text: string, style: number): string {
  const attribute = style === STYLE.plain ? '' : ` s="${style}"`;
  return `${attribute} t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is>`;
}

function cutText(text: string, said: string): string {
  if (text.length <= LONGEST_CELL) return text;
  // `escapeXml` mends half a letter.
  return `${text.slice(0, LONGEST_CELL - said.length)}${said}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for them, the format writes them as _x0001_
const NOT_XML = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;
const SPECIAL = /[&<>"]|_x[0-9a-fA-F]{4}_/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const TO_MEND = /[&<>"\u0000-\u0008\u000b-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9a-fA-F]{4}_/;

/** A text within XML as ECMA-376 has it (ST_Xstring): what XML cannot hold becomes `_x001B_`, and what looks so stays what it was. */
export function escapeXml(text: string): string {
  if (!TO_MEND.test(text)) return text;
  const whole = text.toWellFormed();
  const marked = SPECIAL.test(whole)
    ? whole
        .replaceAll(/_(?=x[0-9a-fA-F]{4}_)/g, '_x005F_')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
    : whole;
  return marked.replaceAll(
    NOT_XML,
    (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
}

/** A to Z, AA …: the name of a column by its place from 0. */
export function columnName(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : columnName(Math.floor(place / 26) - 1) + letter;
}
