import { decodeText } from '@waypost/contract';
import { type CsvRecord, givingWay, readCsv } from '@waypost/sdk';
import { qrErrors } from '../errors.ts';

/** Most lines of one file, and letters of one line. */
export const MOST_LINES = 100_000;
export const LONGEST_LINE = 8_192;

/** What the lines of a file are read by. */
export interface LineReading<Column, Row> {
  /** The columns that a head names; undefined where the first record is no head. */
  columnsOf(record: CsvRecord): readonly (Column | undefined)[] | undefined;
  /** Columns of a file without a head. */
  usual: readonly Column[];
  rowOf(record: CsvRecord, columns: readonly (Column | undefined)[]): Row;
}

/**
 * Reads the lines of a file that people have made.
 * Errors: `qr.import_unreadable`, `qr.import_too_long`, `qr.import_empty` 422.
 */
export async function readLines<Column, Row>(
  bytes: Uint8Array,
  { columnsOf, usual, rowOf }: LineReading<Column, Row>,
): Promise<Row[]> {
  const text = decodeText(bytes);
  if (text === undefined) throw qrErrors.importUnreadable.create();
  const rows: Row[] = [];
  let columns: readonly (Column | undefined)[] | undefined;
  for await (const record of givingWay(readCsv(text, { longest: LONGEST_LINE }))) {
    if (columns === undefined) {
      const head = columnsOf(record);
      columns = head ?? usual;
      if (head !== undefined) continue;
    }
    if (rows.length === MOST_LINES) throw qrErrors.importTooLong.create({ lines: MOST_LINES });
    rows.push(rowOf(record, columns));
  }
  if (rows.length === 0) throw qrErrors.importEmpty.create();
  return rows;
}
