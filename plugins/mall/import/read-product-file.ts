import { askedHeads, type ColumnChoices, decodeText, type ImportColumns } from '@waypost/contract';
import { type CsvRecord, givingWay, readCsv } from '@waypost/sdk';
import { mallErrors } from '../errors.ts';
import {
  columnsOf,
  type IgnoredColumns,
  ignoredColumns,
  type ProductLine,
  productLine,
} from './product-line.ts';
import { LONGEST_LINE, MOST_LINES, NEEDED_COLUMNS, type ProductColumn } from './values.ts';

/** A file of products whose head names what a product needs. */
export interface ProductFile {
  /** Its lines, without the head. */
  count: number;
  /** Columns of it that are not read. */
  ignored: IgnoredColumns;
  /** How its head calls a column; undefined: it has none of that. */
  headingOf(column: ProductColumn): string | undefined;
  /**
   * Reads them portion by portion: a hundred thousand of them are half a gigabyte, and never all in memory. What is said of a
   * product a second time is wrong there.
   * @param from lines that are passed over at the beginning; whole portions
   */
  portions(size: number, from?: number): AsyncGenerator<ProductLine[]>;
}

/**
 * Looks through a file of products; its first line names the columns.
 * Errors: `mall.import_unreadable`, `mall.import_head`, `mall.import_too_long`, `mall.import_empty` 422.
 */
export async function readProductFile(bytes: Uint8Array, chosen?: ColumnChoices): Promise<ProductFile> {
  const text = decodeText(bytes);
  if (text === undefined) throw mallErrors.importUnreadable.create();
  const records = () => filledRecords(givingWay(readCsv(text, { longest: LONGEST_LINE })));
  let head: CsvRecord | undefined;
  let count = 0;
  for await (const record of records()) {
    if (head === undefined) {
      requireColumns(record, chosen);
      head = record;
    } else if (count === MOST_LINES) throw mallErrors.importTooLong.create({ lines: MOST_LINES });
    else count += 1;
  }
  if (head === undefined || count === 0) throw mallErrors.importEmpty.create();
  const { cells } = head;
  const columns = columnsOf(head, chosen);
  return {
    count,
    ignored: ignoredColumns(head, chosen),
    headingOf: (column) => cells[columns.indexOf(column)],
    portions: (size, from = 0) => portionsOf(linesOf(records(), columns), size, from),
  };
}

/**
 * What the first line of a file of products names.
 * Errors: `mall.import_unreadable` 422
 */
export function readProductColumns(bytes: Uint8Array): Pick<ImportColumns, 'read' | 'unread'> {
  const text = decodeText(bytes);
  if (text === undefined) throw mallErrors.importUnreadable.create();
  const [head] = readCsv(text, { longest: LONGEST_LINE });
  if (head === undefined) return { read: [], unread: [] };
  const read = columnsOf(head).flatMap((field, at) =>
    field === undefined ? [] : [{ head: (head.cells[at] ?? '').trim(), field }],
  );
  return { read, unread: askedHeads(ignoredColumns(head).unknown) };
}

/** Without rows of empty cells, which spreadsheets leave at the end. */
async function* filledRecords(records: AsyncIterable<CsvRecord>): AsyncGenerator<CsvRecord> {
  for await (const record of records)
    if (record.isOpen || record.isTooLong || record.cells.some((cell) => cell.trim() !== '')) yield record;
}

function requireColumns(head: CsvRecord, chosen: ColumnChoices | undefined): void {
  const columns = columnsOf(head, chosen);
  const missing = NEEDED_COLUMNS.filter((column) => !columns.includes(column));
  if (missing.length > 0) throw mallErrors.importHead.create({ missing: missing.join(', ') });
}

async function* linesOf(
  records: AsyncIterable<CsvRecord>,
  columns: readonly (ProductColumn | undefined)[],
): AsyncGenerator<ProductLine> {
  const known = new Set<string>();
  let isHead = true;
  for await (const record of records) {
    if (isHead) {
      isHead = false;
      continue;
    }
    const line = productLine(record, columns);
    const isTwice = line.fault === undefined && known.has(line.external_id);
    known.add(line.external_id);
    yield isTwice ? { ...line, fault: 'twice' } : line;
  }
}

async function* portionsOf(
  lines: AsyncIterable<ProductLine>,
  size: number,
  from: number,
): AsyncGenerator<ProductLine[]> {
  let portion: ProductLine[] = [];
  let passed = 0;
  for await (const line of lines) {
    passed += 1;
    if (passed <= from) continue;
    portion.push(line);
    if (portion.length < size) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}
