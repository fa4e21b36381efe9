import { decodeText } from '@waypost/contract';
import { type CsvRecord, givingWay, readCsv } from '@waypost/sdk';
import { qrErrors } from '../errors.ts';
import { unreadHeads } from './head-columns.ts';

/** Most lines of one file, and letters of one line. */
export const MOST_LINES = 100_000;
export const LONGEST_LINE = 8_192;

/** What the lines of a file are read by. */
export interface LineReading<Column extends string, Row> {
  /** The columns that a head names; undefined where the first record is no head. */
  columnsOf(record: CsvRecord): readonly (Column | undefined)[] | undefined;
  /** Whether a first record without those columns is a head all the same; left out: it never is. */
  isForeignHead?(cells: readonly string[]): boolean;
  /** Columns of a file without a head. */
  usual: readonly Column[];
  rowOf(record: CsvRecord, columns: readonly (Column | undefined)[]): Row;
}

/** What stands in a file. */
export interface ReadLines<Row> {
  rows: Row[];
  /** Line of its head, and the heads of columns that nothing is read from; undefined: all are read, or it has none. */
  unread: { line: number; heads: string[] } | undefined;
}

/**
 * Reads the lines of a file that people have made.
 * Errors: `qr.import_unreadable`, `qr.import_head`, `qr.import_too_long`, `qr.import_empty` 422.
 */
export async function readLines<Column extends string, Row>(
  bytes: Uint8Array,
  { columnsOf, isForeignHead, usual, rowOf }: LineReading<Column, Row>,
): Promise<ReadLines<Row>> {
  const text = decodeText(bytes);
  if (text === undefined) throw qrErrors.importUnreadable.create();
  const rows: Row[] = [];
  let unread: ReadLines<Row>['unread'];
  let columns: readonly (Column | undefined)[] | undefined;
  for await (const record of givingWay(readCsv(text, { longest: LONGEST_LINE }))) {
    if (columns === undefined) {
      const head = columnsOf(record);
      columns = head ?? usual;
      if (head === undefined) {
        if (isForeignHead?.(record.cells))
          throw qrErrors.importHead.create({
            columns: record.cells.filter(Boolean).join(', ').slice(0, 300),
          });
      } else {
        const heads = unreadHeads(record.cells, head);
        if (heads.length > 0) unread = { line: record.line, heads };
        continue;
      }
    }
    if (rows.length === MOST_LINES) throw qrErrors.importTooLong.create({ lines: MOST_LINES });
    rows.push(rowOf(record, columns));
  }
  if (rows.length === 0) throw qrErrors.importEmpty.create();
  return { rows, unread };
}
