import {
  askedHeads,
  type ColumnChoices,
  chosenColumns,
  decodeText,
  type ImportColumns,
} from '@waypost/contract';
import { type CsvRecord, givingWay, readCsv } from '@waypost/sdk';
import { qrErrors } from '../errors.ts';
import { headColumns, looksLikeHead, type Spellings, unreadHeads } from './head-columns.ts';

/** Most lines of one file, and letters of one line. */
export const MOST_LINES = 100_000;
export const LONGEST_LINE = 8_192;

/** What the lines of a file are read by. */
export interface LineReading<Column extends string, Row> {
  /** What a head may call its columns. */
  spellings: Spellings<Column>;
  /** Columns that a first record has to name to be a head. */
  needed: readonly Column[];
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
  reading: LineReading<Column, Row>,
  chosen?: ColumnChoices,
): Promise<ReadLines<Row>> {
  const { isForeignHead, usual, rowOf } = reading;
  const text = decodeText(bytes);
  if (text === undefined) throw qrErrors.importUnreadable.create();
  const rows: Row[] = [];
  let unread: ReadLines<Row>['unread'];
  let columns: readonly (Column | undefined)[] | undefined;
  for await (const record of givingWay(readCsv(text, { longest: LONGEST_LINE }))) {
    if (columns === undefined) {
      const head = columnsOf(record.cells, reading, chosen);
      columns = head ?? usual;
      if (head === undefined) {
        if (isForeignHead?.(record.cells))
          throw qrErrors.importHead.create({
            columns: record.cells.filter(Boolean).join(', ').slice(0, 300),
          });
      } else {
        const heads = unreadHeads(record.cells, head).filter((name) => !Object.hasOwn(chosen ?? {}, name));
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

/** The columns that a head names, with what a person has said of them; undefined where the first record is no head. */
export function columnsOf<Column extends string>(
  cells: readonly string[],
  { spellings, needed, usual }: Pick<LineReading<Column, unknown>, 'spellings' | 'needed' | 'usual'>,
  chosen?: ColumnChoices,
): (Column | undefined)[] | undefined {
  const columns = chosenColumns(cells, headColumns(cells, spellings), { fields: usual, chosen });
  return needed.every((column) => columns.includes(column)) ? columns : undefined;
}

/**
 * What the first line of a file names, for whoever is asked what its columns are.
 * Errors: `qr.import_unreadable` 422
 */
export function readColumns<Column extends string>(
  bytes: Uint8Array,
  reading: Pick<LineReading<Column, unknown>, 'spellings' | 'needed' | 'usual'>,
): Pick<ImportColumns, 'read' | 'unread'> {
  const text = decodeText(bytes);
  if (text === undefined) throw qrErrors.importUnreadable.create();
  const [first] = readCsv(text, { longest: LONGEST_LINE });
  const cells = first?.cells ?? [];
  if (columnsOf(cells, reading) === undefined && !looksLikeHead(cells)) return { read: [], unread: [] };
  const columns = headColumns(cells, reading.spellings);
  return {
    read: columns.flatMap((field, at) =>
      field === undefined ? [] : [{ head: (cells[at] ?? '').trim(), field }],
    ),
    unread: askedHeads(unreadHeads(cells, columns)),
  };
}
