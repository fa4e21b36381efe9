import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { cellText, csvRow } from './csv.ts';
import { readCsv } from './read-csv.ts';

const LONGEST = 200;
const read = (text: string) => [...readCsv(text, { longest: LONGEST })];
const cells = (text: string) => read(text).map((record) => record.cells);

describe('tables as spreadsheets and people write them', () => {
  test('commas, semicolons and tabs, quotes, ends of lines of every kind, and lines with nothing', () => {
    expect(cells('a,b\r\nc,d\re,f\n\n,\ng,h')).toEqual([
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
      ['g', 'h'],
    ]);
    expect(cells('a;b, c;x\nd;e;y')).toEqual([
      ['a', 'b, c', 'x'],
      ['d', 'e', 'y'],
    ]);
    expect(cells('a\tb\n')).toEqual([['a', 'b']]);
    expect(cells('"a, ""b""",c\n"two\r\nlines",d')).toEqual([
      ['a, "b"', 'c'],
      ['two\r\nlines', 'd'],
    ]);
    expect(cells('5" pipe,x')).toEqual([['5" pipe', 'x']]);
  });

  test('a record is told by the line in which it begins, also behind one of several lines', () => {
    expect(read('a\n"b\nc"\n\nd').map(({ line }) => line)).toEqual([1, 2, 5]);
  });

  test('what was written as a table is read as it was', () => {
    const cell = fc.stringMatching(/^[a-z0-9 ,;"'\n]{0,12}$/).map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }), (rows) => {
        const written = rows.filter((row) => row.some((text) => text !== ''));
        const found = cells(`x,y\r\n${rows.map((row) => csvRow(row)).join('')}`).slice(1);
        expect(found.map((row) => row.map(cellText))).toEqual(written);
      }),
    );
  });
});

describe('damage costs nothing but its own line', () => {
  test('a line that is too long, and a quotation that never ends', () => {
    const text = `a,b\n${'x'.repeat(LONGEST + 50)},c\n"never ends,d\ne,f\n${'g'.repeat(LONGEST)}`;
    expect(read(text).map(({ line, isTooLong, isOpen }) => [line, isTooLong, isOpen])).toEqual([
      [1, false, false],
      [2, true, false],
      [3, false, true],
      [4, false, false],
      [5, false, false],
    ]);
  });

  test('a quote that is closed only by one of a later line takes no line with it', () => {
    expect(read('a,"b\nc,d\ne,"f"\ng,h\n').map(({ line, cells, isOpen }) => [line, cells, isOpen])).toEqual([
      [1, [], true],
      [2, ['c', 'd'], false],
      [3, ['e', 'f'], false],
      [4, ['g', 'h'], false],
    ]);
    const cell = fc.stringMatching(/^[a-z0-9 ,;"']{0,8}$/).map((text) => text.trim());
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 8 }),
        fc.nat(7),
        fc.constantFrom('"', 'word,"', 'word,"open, '),
        (rows, at, damage) => {
          const lines = rows.map((row) => csvRow(['x', ...row]));
          const damaged = at % lines.length;
          const text = lines.map((line, index) => (index === damaged ? `${damage}open\r\n` : line)).join('');
          const records = [...readCsv(text, { longest: 5_000, separator: ',' })];
          expect(records.map(({ line, isOpen }) => [line, isOpen])).toEqual(
            rows.map((_, index) => [index + 1, index === damaged]),
          );
          for (const [index, row] of rows.entries())
            if (index !== damaged) expect(records[index]?.cells).toEqual(['x', ...row]);
        },
      ),
    );
  });

  test('a row of nothing at the end is no record, however a spreadsheet writes it', () => {
    for (const end of ['', '\n', ',', ',\r\n', '"",""', '" ", ', '\t', '\r\n\r\n', ' \u00a0,'])
      expect([end, cells(`a,b\r\nc,d\r\n${end}`)]).toEqual([
        end,
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
      ]);
  });

  test('fifty megabytes in one line, or of quotation marks, are over at once', () => {
    for (const text of ['x'.repeat(50_000_000), '"'.repeat(50_000_000), '"a\n'.repeat(500_000)]) {
      let records = 0;
      for (const _ of readCsv(text, { longest: 4_096 })) records += 1;
      expect(records).toBeGreaterThan(0);
    }
  }, 20_000);
});
