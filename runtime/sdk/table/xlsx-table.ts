import { z } from 'zod';
import type { OperationFile } from '../operations.ts';
import { type CellWords, MOST_ROWS, rowXml } from './sheet-xml.ts';
import type { TableValue } from './table-value.ts';
import { SHEET_END, sheetPath, sheetStart, workbookParts } from './workbook-parts.ts';
import { createZipStream, emptyZip } from './zip-stream.ts';

export const XLSX = {
  extension: 'xlsx',
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Letters that are compressed at once. */
const PIECE_LENGTH = 128 * 1024;

const zEntry = z.object({
  name: z.string(),
  offset: z.int(),
  crc: z.int(),
  size: z.int(),
  compressed: z.int(),
});
/** Where a workbook stands; the next process goes on from it. */
export const zXlsxState = z.object({
  zip: z.object({ offset: z.int(), ended: z.array(zEntry), open: zEntry.nullable() }),
  sheet: z.int(),
  /** Rows of the sheet, its head among them. */
  rows: z.int(),
});
export type XlsxState = z.infer<typeof zXlsxState>;

/** Writes a workbook row by row; what does not go into a sheet is on the next one. Little of it is in memory at a time. */
export async function createXlsx(
  file: Pick<OperationFile, 'write'>,
  given: {
    name: string;
    columns: readonly string[];
    words: CellWords;
    state?: XlsxState | undefined;
    /** Rows of a sheet; default Excel's. */
    mostRows?: number;
  },
) {
  const { columns, words, mostRows = MOST_ROWS } = given;
  const state: XlsxState = given.state ?? { zip: emptyZip(), sheet: 0, rows: mostRows };
  const zip = createZipStream((piece) => file.write(piece), state.zip);
  let waiting = '';
  const flush = async (): Promise<void> => {
    const text = waiting;
    waiting = '';
    await zip.write(text);
  };

  async function nextSheet(): Promise<void> {
    if (state.sheet > 0) {
      waiting += SHEET_END;
      await flush();
    }
    state.sheet += 1;
    state.rows = 1;
    await zip.begin(sheetPath(state.sheet));
    waiting = sheetStart(columns) + rowXml(columns, { number: 1, words, isHead: true });
  }

  if (state.sheet === 0) await nextSheet();
  return {
    async write(row: readonly TableValue[]): Promise<void> {
      if (state.rows >= mostRows) await nextSheet();
      state.rows += 1;
      waiting += rowXml(row, { number: state.rows, words });
      if (waiting.length >= PIECE_LENGTH) await flush();
    },
    /** What has been written is in the file; answers from where to go on. */
    async state(): Promise<XlsxState> {
      await flush();
      return structuredClone(state);
    },
    async end(): Promise<void> {
      waiting += SHEET_END;
      await flush();
      for (const [path, content] of workbookParts(given.name, state.sheet)) {
        await zip.begin(path);
        await zip.write(content);
      }
      await zip.close();
    },
  };
}
