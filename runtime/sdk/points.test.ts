import { expect, test } from 'bun:test';
import type { PluginContext } from './context.ts';
import type { CsvValue } from './csv.ts';
import { type ExportFormat, titledPoint } from './points.ts';
import { createTable } from './table/index.ts';

/** A context whose plugins contribute `formats`, and the file that an export writes. */
function exporting(formats: Record<string, ExportFormat>) {
  const context = {
    platform: { timeZone: 'Asia/Shanghai' },
    clock: { now: () => 0 },
    points: {
      contributions: async () =>
        Object.entries(formats).map(([name, contribution]) => ({ plugin: 'p', name, contribution })),
    },
  } as unknown as PluginContext;
  const written = { name: '', type: '', text: '' };
  const run = {
    async createFile({ name, type }: { name: string; type: string }) {
      Object.assign(written, { name, type });
      return {
        async write(piece: string | Uint8Array) {
          written.text += String(piece);
        },
        keep: async () => {},
      };
    },
  };
  return { context, run, written };
}

test('a table is CSV as spreadsheets read it, unless another form was asked for', async () => {
  const { context, run, written } = exporting({});
  const table = await createTable(context, run, { name: 'Days', columns: ['day', 'n'], format: undefined });
  await table.write(['=1+1', -2]);
  await table.end();
  expect(written).toEqual({
    name: 'Days.csv',
    type: 'text/csv; charset=utf-8',
    text: '\uFEFFday,n\r\n"\'=1+1",-2\r\n',
  });
});

test('a format is handed the whole table in portions, each row once and in its place', async () => {
  const places: [number, number][] = [];
  const { context, run, written } = exporting({
    'p.text': {
      title: 't',
      extension: '../t xt',
      type: 'text/plain',
      begin: async (columns) => `${columns.join()}:`,
      async rows(rows: CsvValue[][], { from }) {
        places.push([from, rows.length]);
        return `${rows[0]?.[0]}-${rows.at(-1)?.[0]};`;
      },
    },
  });
  const table = await createTable(context, run, { name: 'All', columns: ['n'], format: 'p.text' });
  for (let row = 0; row < 1_100; row += 1) await table.write([row]);
  await table.end();
  expect(places).toEqual([
    [0, 500],
    [500, 500],
    [1_000, 100],
  ]);
  expect(written).toEqual({ name: 'All.txt', type: 'text/plain', text: 'n:0-499;500-999;1000-1099;' });
});

test('a form that went with its plugin is named, and no file is begun', async () => {
  const { context, run, written } = exporting({});
  const table = createTable(context, run, { name: 'All', columns: ['n'], format: 'p.gone' });
  await expect(table).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path: 'format' }] });
  expect(written.name).toBe('');
});

test('what has no title or lacks a function is no contribution', () => {
  const { check } = titledPoint('p.point', '1.0.0', ['deliver']);
  expect(() => check({ title: 'p.name', deliver: async () => {} })).not.toThrow();
  expect(() => check({ deliver: async () => {} })).toThrow('title');
  expect(() => check({ title: 'p.name', deliver: 'soon' })).toThrow('deliver');
});
