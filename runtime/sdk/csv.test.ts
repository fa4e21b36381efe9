import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { cellText, csvCell, csvRow } from './csv.ts';
import { readCsv } from './read-csv.ts';

/** Reads one line as RFC 4180 says. */
function readRow(line: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    let cell = '';
    if (line[at] === '"') {
      at++;
      for (;;) {
        if (line[at] === '"' && line[at + 1] === '"') {
          cell += '"';
          at += 2;
        } else if (line[at] === '"') {
          at++;
          break;
        } else cell += line[at++];
      }
    } else while (at < line.length && line[at] !== ',') cell += line[at++];
    cells.push(cell);
    at++;
  }
  return cells;
}

test('every text comes back from the file, with an apostrophe where a spreadsheet would have run it', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[=+\-@\t\r\n\0 ,;"'a-c]{0,8}$/),
    fc.constantFrom('=1+1', '＝1+1', '\t=1', ' @SUM(A1)', '-2+3', '+cmd|"/C calc"!A0', '\0=1', "'=1", '"=1"'),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (values) => {
      const line = csvRow(values);
      expect(line.endsWith('\r\n')).toBe(true);
      const cells = readRow(line.slice(0, -2));
      expect(cells.length).toBe(values.length);
      cells.forEach((cell, index) => {
        const value = values[index] as string;
        expect([value, `'${value}`]).toContain(cell);
        expect(cellText(cell)).toBe(value);
        expect(cell).not.toMatch(/^[\s\0]*[=+\-@＝＋－＠]/);
        expect(cell).not.toMatch(/^[\t\r\n\0]/);
      });
    }),
    { seed: 11, numRuns: 2000 },
  );
});

test('a table that was exported is read as it was, with apostrophes, blanks and ends of lines of people’s own', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[=+\-@\t\r\n\0 ,;"'a-c]{0,8}$/),
    fc.constantFrom(
      '-50% Rabatt',
      '+254 712 345678',
      '@waypost_app',
      '-sale',
      "'-sale",
      "''=1",
      ' two ',
      '\n',
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 6 }), (rows) => {
      const file = csvRow(['key', 'a', 'b']) + rows.map((row, at) => csvRow([`k${at}`, ...row])).join('');
      const [, ...records] = [...readCsv(file, { longest: 10_000 })];
      expect(records.map(({ cells }) => cells.map(cellText))).toEqual(
        rows.map((row, at) => [`k${at}`, ...row]),
      );
    }),
    { numRuns: 1000 },
  );
});

test('text that is no formula is not changed, and numbers stay numbers', () => {
  expect(csvRow(['a', 'a=b', '二维码', -3, 0.5, null, undefined, Number.NaN])).toBe(
    'a,a=b,二维码,-3,0.5,,,\r\n',
  );
  expect(csvCell('say "no"')).toBe('"say ""no"""');
});
