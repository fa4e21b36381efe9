import { type ExportColumn, showAmount } from '@waypost/contract';
import { decimalCell, type TableValue } from '@waypost/sdk';

type Row = Readonly<Record<string, unknown>>;

/** Titles of things that a column points to, by their id; undefined: nobody tells the reader. */
export type TitleOf = (
  reference: NonNullable<ExportColumn['reference']>,
  id: string,
) => Promise<string | undefined>;

const AMOUNT = /^-?\d{1,40}$/;

/** A row's cells, as whoever reads the list would say them. */
export async function exportCells(
  row: Row,
  columns: readonly ExportColumn[],
  titleOf: TitleOf,
): Promise<TableValue[]> {
  const cells: TableValue[] = [];
  for (const column of columns) cells.push(await cellOf(row, column, titleOf));
  return cells;
}

async function cellOf(row: Row, column: ExportColumn, titleOf: TitleOf): Promise<TableValue> {
  const { known_as: known, reference, words = {} } = column;
  if (known !== undefined) {
    const told = valueAt(row, known);
    if (typeof told === 'string' && told !== '') return told;
  }
  const value = valueAt(row, column.path);
  if (value === null || value === undefined || value === '') return '';
  if (reference !== undefined) {
    const titles: string[] = [];
    for (const id of [value].flat()) titles.push((await titleOf(reference, String(id))) ?? String(id));
    return titles.join(', ');
  }
  if (Array.isArray(value)) return value.map((one) => String(plain(one, words))).join(', ');
  if (typeof value === 'string' && column.as !== undefined) return numberOrTime(value, column.as);
  return plain(value, words);
}

function numberOrTime(text: string, as: NonNullable<ExportColumn['as']>): TableValue {
  if (as === 'time') {
    const time = new Date(text);
    return Number.isNaN(time.getTime()) ? text : time;
  }
  if (as === 'money') return AMOUNT.test(text) ? decimalCell(showAmount(text)) : text;
  return decimalCell(text);
}

function plain(value: unknown, words: Readonly<Record<string, string>>): string | number {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  const code = String(value);
  if (Object.hasOwn(words, code)) return words[code] ?? code;
  return typeof value === 'number' ? value : code;
}

/** What stands at the end of a path; of a list in between what stands there in each of its parts. */
function valueAt(row: Row, path: string): unknown {
  const [name = '', ...rest] = path.split('.');
  const value = Object.hasOwn(row, name) ? row[name] : undefined;
  if (rest.length === 0) return value;
  const inner = rest.join('.');
  if (Array.isArray(value)) return value.filter(isRow).map((one) => valueAt(one, inner) ?? '');
  return isRow(value) ? valueAt(value, inner) : undefined;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
