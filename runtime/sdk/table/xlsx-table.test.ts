import { expect, test } from 'bun:test';
import fc from 'fast-check';
import readXlsx from 'read-excel-file/node';
import type { PluginContext } from '../context.ts';
import { createTable, type TableFile } from './create-table.ts';
import { LONGEST_CELL } from './sheet-xml.ts';
import { clocksAhead, decimalCell, type TableValue } from './table-value.ts';
import { createXlsx, type XlsxState } from './xlsx-table.ts';

const words = { ahead: clocksAhead('Asia/Shanghai'), cut: '… [cut]' };

/** Every sheet as another program reads it. */
async function read(bytes: Uint8Array): Promise<unknown[][][]> {
  const sheets = (await readXlsx(Buffer.from(bytes) as never)) as unknown as { data: unknown[][] }[];
  return sheets.map(({ data }) => data);
}

/** A file in memory, and runs that begin where the one before was killed. */
function disk() {
  let bytes = Buffer.alloc(0);
  return {
    bytes: () => bytes,
    write: async (piece: string | Uint8Array) => {
      bytes = Buffer.concat([bytes, typeof piece === 'string' ? Buffer.from(piece) : piece]);
    },
    cutTo: (size: number) => {
      bytes = bytes.subarray(0, size);
    },
  };
}

async function made(rows: TableValue[][], mostRows?: number): Promise<unknown[][][]> {
  const file = disk();
  const options = mostRows === undefined ? {} : { mostRows };
  const table = await createXlsx(file, { name: 'All', columns: ['a', 'b'], words, ...options });
  for (const row of rows) await table.write(row);
  await table.end();
  return read(file.bytes());
}

test('what was written is what another program reads: texts, figures, long numbers, and moments by the platform’s clock', async () => {
  const [sheet] = await made([
    ['行 <&>"\'', 12.5],
    ['=HYPERLINK("http://evil.example")', -3],
    ['_x0041_ and \u0001', decimalCell('-12.340000')],
    [new Date('2026-03-01T16:30:15.900Z'), decimalCell('12345678901234567.123456')],
    [null, 'last'],
  ]);
  expect(sheet?.slice(0, 4)).toEqual([
    ['a', 'b'],
    ['行 <&>"\'', 12.5],
    ['=HYPERLINK("http://evil.example")', -3],
    ['_x0041_ and \u0001', -12.34],
  ]);
  // A moment has no zone in a sheet: it shows what the clock on the platform's wall shows.
  expect(sheet?.[4]).toEqual([new Date('2026-03-02T00:30:15.000Z'), '12345678901234567.123456']);
  expect(sheet?.[5]).toEqual([null, 'last']);
});

test('a sheet that is full is followed by another, each with its heads, and no row is on two', async () => {
  const sheets = await made(
    Array.from({ length: 25 }, (_, row) => [row, `row ${row}`]),
    11,
  );
  expect(sheets.map((sheet) => sheet.length)).toEqual([11, 11, 6]);
  for (const sheet of sheets) expect(sheet[0]).toEqual(['a', 'b']);
  expect(sheets.flatMap((sheet) => sheet.slice(1).map(([number]) => number))).toEqual(
    Array.from({ length: 25 }, (_, row) => row),
  );
});

test('a text that no cell holds is cut, and says so', async () => {
  const [sheet] = await made([[`${'x'.repeat(LONGEST_CELL - 8)}😀${'y'.repeat(9_000)}`, 'beside']]);
  const cell = String(sheet?.[1]?.[0]);
  expect(cell.length).toBeLessThanOrEqual(LONGEST_CELL);
  expect(cell.endsWith('… [cut]')).toBe(true);
  expect(sheet?.[1]?.[1]).toBe('beside');
});

test('whatever text it is, and wherever the process is killed, the file is the same as of one run', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, fc.integer()), { minLength: 1, maxLength: 40 }),
      fc.array(fc.nat({ max: 39 }), { maxLength: 4 }),
      async (rows, kills) => {
        const expected = await made(rows, 9);
        const file = disk();
        const begin = (state?: XlsxState) =>
          createXlsx(file, { name: 'All', columns: ['a', 'b'], words, mostRows: 9, state });
        let table = await begin();
        for (const [number, row] of rows.entries()) {
          if (kills.includes(number)) {
            const state = JSON.parse(JSON.stringify(await table.state())) as XlsxState;
            const size = file.bytes().length;
            // What comes after the state is lost with the process.
            await table.write(['lost', 0]);
            await table.state();
            file.cutTo(size);
            table = await begin(state);
          }
          await table.write(row);
        }
        await table.end();
        expect(await read(file.bytes())).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test('a table in each form goes on where the run before kept it', async () => {
  let now = 0;
  const context = {
    platform: { timeZone: 'Asia/Shanghai' },
    clock: { now: () => now },
    points: {
      contributions: async () => [
        {
          plugin: 'p',
          name: 'p.lines',
          contribution: {
            title: 't',
            extension: 'txt',
            type: 'text/plain',
            begin: async (columns: string[]) => `${columns.join()}\n`,
            rows: async (rows: unknown[][]) => rows.map((row) => `${row.join()}\n`).join(''),
          },
        },
      ],
    },
  } as unknown as PluginContext;
  const rows = Array.from({ length: 30 }, (_, row) => [`=${row}`, new Date(Date.UTC(2026, 0, 1, 0, 0, row))]);
  for (const format of [undefined, 'xlsx', 'p.lines']) {
    const file = disk();
    let kept: { state: unknown; size: number } | undefined;
    const begin = (): Promise<TableFile> =>
      createTable(
        context,
        {
          kept: kept?.state,
          createFile: async () => ({
            write: file.write,
            keep: async (state) => {
              kept = { state: JSON.parse(JSON.stringify(state)), size: file.bytes().length };
            },
          }),
        },
        { name: 'Table', columns: ['a', 'b'], format },
      );
    let table = await begin();
    for (const [number, row] of rows.entries()) {
      if (number === 5) {
        // A moment after it began there is nothing to be kept yet.
        await table.keepWhenDue({ after: number });
        expect(kept).toBeUndefined();
      }
      if (number === 13) {
        now += 1_500;
        await table.keepWhenDue({ after: number });
        await table.write(['lost', 1]);
        file.cutTo(kept?.size ?? 0);
        table = await begin();
        expect(table.kept).toEqual({ after: 13 });
      }
      await table.write(row as TableValue[]);
    }
    await table.end();
    const read30 =
      format === 'xlsx'
        ? ((await read(file.bytes()))[0] ?? [])
        : file.bytes().toString().trim().split(/\r?\n/);
    expect([format, read30.length]).toEqual([format, 31]);
    if (format === undefined) expect(read30[30]).toBe(`"'=29",2026-01-01 08:00:29`);
    if (format === 'p.lines') expect(read30[30]).toBe(`=29,2026-01-01 08:00:29`);
  }
});
