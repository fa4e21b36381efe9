import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { OperationRun } from '@waypost/sdk';
import { type Person, readPdf, type TestPlugin } from '@waypost/sdk/testing';
import jsQR from 'jsqr';
import type { z } from 'zod';
import { BUILT_IN } from '../codes/design/presets/built-in.ts';
import { drawPages } from '../testing/draw-page.ts';
import { startCodes } from '../testing/start-codes.ts';
import { labelLayout } from './label-layout.ts';
import {
  cornerOf,
  cutMarks,
  LABEL_TEXTS,
  type Labels,
  labelsOf,
  PAPERS,
  pagesOf,
  SHEET_NAMES,
  SHEETS,
  TEXT_PLACES,
  zLabels,
} from './values.ts';
import { writeLabels, type zLabelInput } from './write-labels.ts';

setDefaultTimeout(120_000);
const LABELS: Labels = {
  sheet: SHEETS.l7160,
  start: 1,
  texts: ['name', 'short_url', 'number'],
  text_place: 'below',
  has_marks: false,
};
/** One white pixel: what the logo shows does not matter to what it hides. */
const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=';

describe('sheets', () => {
  test('lie in the middle of their paper, with the margins that their makers print', () => {
    const margins = SHEET_NAMES.map((name) => [SHEETS[name].left, SHEETS[name].top]);
    expect(margins).toEqual([
      [7.25, 15.15],
      [7.25, 12.9],
      [4.65, 15.15],
      [4.75, 10.7],
      [4.763, 12.7],
      [3.969, 12.7],
      [15.875, 15.875],
    ]);
    for (const name of SHEET_NAMES) expect(zLabels.parse({ ...LABELS, sheet: SHEETS[name] })).toBeDefined();
  });

  test('labels beyond the paper, or a start beyond the sheet, are refused at their field', () => {
    const faultsOf = (change: object) =>
      zLabels.safeParse({ ...LABELS, ...change }).error?.issues.map(({ path }) => path.join('.'));
    expect(faultsOf({ sheet: { ...SHEETS.l7160, columns: 4 } })).toEqual(['sheet.width']);
    expect(faultsOf({ sheet: { ...SHEETS.l7160, top: 40 } })).toEqual(['sheet.height']);
    expect(faultsOf({ start: 22 })).toEqual(['start']);
    expect(faultsOf({ start: 21 })).toBeUndefined();
  });

  test('a page is counted with the labels that are used already, and cut beside its labels alone', () => {
    expect([0, 1, 19, 20].map((count) => pagesOf({ sheet: SHEETS.l7160, start: 3 }, count))).toEqual([
      1, 1, 1, 2,
    ]);
    for (const name of SHEET_NAMES) {
      const sheet = SHEETS[name];
      const last = cornerOf(sheet, labelsOf(sheet) - 1);
      for (const { x1, y1, x2, y2 } of cutMarks(sheet)) {
        const isBeside = x2 < sheet.left || x1 > last.x + sheet.width;
        expect(isBeside || y2 < sheet.top || y1 > last.y + sheet.height).toBe(true);
      }
    }
  });

  test('code and lines of every label stand within it and beside each other', () => {
    for (const name of SHEET_NAMES)
      for (const text_place of TEXT_PLACES)
        for (const texts of [[], ['name'], [...LABEL_TEXTS]] as const) {
          const { width, height } = SHEETS[name];
          const layout = labelLayout(SHEETS[name], { texts: [...texts], text_place });
          const { code, lines, isCentred, text } = layout;
          expect(code.side).toBeGreaterThan(10);
          for (const [at, size] of [
            [code.x, width],
            [code.y, height],
          ] as const) {
            expect(at).toBeGreaterThan(0);
            expect(at + code.side).toBeLessThan(size);
          }
          for (const { x, y } of lines) {
            expect(y).toBeLessThan(height);
            if (isCentred) expect(y - text.size).toBeGreaterThanOrEqual(code.y + code.side - 1e-9);
            else expect(x).toBeGreaterThan(code.x + code.side);
          }
        }
  });
});

describe('what is printed', () => {
  let t: TestPlugin;
  let anna: Person;
  let made: { id: string; name: string; short_url: string; qr_url: string }[];
  beforeAll(async () => {
    t = await startCodes();
    anna = await t.person('anna.labels');
    const logo = { ...BUILT_IN.forest, logo: LOGO, error_level: 'H' };
    const designs = [null, BUILT_IN.dots, BUILT_IN.sunset, logo, { ...logo, module_shape: 'dot' }];
    made = [];
    for (const [at, design] of designs.entries()) {
      const body = { name: `三号桌 ${at}`, targets: [{ url: 'https://example.com/' }], design };
      const { id } = await t.call<{ id: string }>('qr_code_list/add', body, { as: anna });
      made.push(await t.call('qr_code_list/details', { id }, { as: anna }));
    }
    // The newest is printed first; of one moment the one with the larger id.
    made.sort((one, other) => (one.id < other.id ? 1 : -1));
  });
  afterAll(() => t?.dispose());

  async function print(change: Partial<Labels>): Promise<Buffer> {
    const pieces: Buffer[] = [];
    const run: OperationRun<z.infer<typeof zLabelInput>> = {
      input: { ids: made.map(({ id }) => id), labels: { ...LABELS, ...change }, title: 'Labels' },
      kept: undefined,
      owner: anna.id,
      locale: 'en-US',
      translate: (key) => key,
      signal: new AbortController().signal,
      progress: () => undefined,
      createFile: async () => ({
        write: async (piece) =>
          void pieces.push(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : Buffer.from(piece)),
        keep: async () => undefined,
      }),
    };
    await writeLabels(t.context, run);
    return Buffer.concat(pieces);
  }

  test.each(SHEET_NAMES)(
    'a phone reads every code of %s where its label is, from the first free one on',
    async (name) => {
      const sheet = SHEETS[name];
      const start = labelsOf(sheet) - 2;
      for (const text_place of TEXT_PLACES) {
        const pages = drawPages(await print({ sheet, start, text_place, texts: ['name'] }));
        expect(pages).toHaveLength(2);
        const read = (page: number, index: number) => {
          const { width, height } = sheet;
          const label = pages[page]?.cut({ ...cornerOf(sheet, index), width, height });
          if (label === undefined) throw new Error(`there is no page ${page}`);
          return jsQR(label.data, label.width, label.height)?.data;
        };
        const printed = made.map((_, at) => (at < 3 ? read(0, start - 1 + at) : read(1, at - 3)));
        expect(printed).toEqual(made.map(({ qr_url }) => qr_url));
        expect(read(0, 0)).toBeUndefined();
        expect(read(1, 2)).toBeUndefined();
      }
    },
  );

  test('name, short link and number stand on each, in letters that can be copied', async () => {
    const { pages, text } = readPdf(await print({}));
    expect(pages).toBe(1);
    const lines = made.flatMap(({ name, short_url }, at) => [
      name,
      short_url.replace(/^https?:\/\//, ''),
      `${at + 1}`,
    ]);
    expect(text).toBe(lines.join(''));
  });

  test('nothing but the logo is a picture, and that is in the file once', async () => {
    const file = (await print({ has_marks: true })).toString('latin1');
    expect(file.match(/\/Subtype \/Image/g)).toHaveLength(1);
    expect(file.match(/\/Subtype \/Form/g)).toHaveLength(made.length);
    const { width, height } = PAPERS.a4;
    const box = [width, height].map((length) => String(Number(((length / 25.4) * 72).toFixed(2)))).join(' ');
    expect(file).toContain(`/MediaBox [0 0 ${box}]`);
  });
});
