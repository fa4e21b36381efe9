import { expect, test } from 'bun:test';
import { csvRow, readCsv } from '@waypost/sdk';
import fc from 'fast-check';
import { LINK_EXPORT_COLUMNS } from '../export/export-links.ts';
import { LINK_COLUMNS, LINK_HEAD, linkRow } from './link-row.ts';
import { columnsOf } from './read-lines.ts';

const CLOCK = { now: 0, timeZone: 'Africa/Nairobi' };

test('an expiry ends with its day in the time zone, and a date that could be another day is refused', () => {
  const read = (end: string) => {
    const [record] = [...readCsv(`https://a.example/,Name,,${end}`, { longest: 1_000 })];
    if (record === undefined) throw new Error('one line makes no record');
    return linkRow(record, LINK_COLUMNS, CLOCK);
  };
  expect(read('2027-03-01')).toMatchObject({ expires_at: new Date('2027-03-01T20:59:59.999Z') });
  expect(read('2027-03-01T10:00:00+02:00')).toMatchObject({ expires_at: new Date('2027-03-01T08:00:00Z') });
  expect(read('')).toMatchObject({ expires_at: null });
  for (const end of ['01.03.2027', '03/04/2027', '46447', 'soon'])
    expect([end, read(end).fault]).toEqual([end, 'expires_at']);
});

test('what looks like a formula is read as it was before an export put an apostrophe before it', () => {
  const text = csvRow(LINK_COLUMNS) + csvRow(['https://a.example/', '=1+1', '', '', '-']);
  const [head, record] = [...readCsv(text, { longest: 1_000 })];
  if (head === undefined || record === undefined) throw new Error('two lines make no two records');
  expect(linkRow(record, columnsOf(head.cells, LINK_HEAD) ?? [], CLOCK)).toMatchObject({
    name: '=1+1',
    remark: '-',
  });
});

test('exported links are read as they were, whatever their names, notes and codes begin with', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
    fc.constantFrom(
      '-50% Rabatt',
      '+254 712 345678',
      '@waypost_app',
      "'=1",
      'two\nlines',
      '"quoted"; and, more',
    ),
  );
  const link = fc.record({
    url: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    name: text.map((one) => one.trim()).filter((one) => one !== ''),
    short_code: fc.stringMatching(/^[0-9A-Za-z_-]{1,64}$/),
    expires_at: fc.option(fc.date({ min: new Date(1), max: new Date('9999-12-31'), noInvalidDate: true })),
    remark: fc.oneof(
      fc.constant(''),
      text,
      text.map((one) => ` ${one}\n`),
    ),
  });
  fc.assert(
    fc.property(fc.array(link, { minLength: 1, maxLength: 6 }), (links) => {
      const rest = {
        short_url: '',
        address: '',
        status: '',
        view_number: 1,
        ip_view_number: 1,
        create_time: '',
      };
      const lines = links.map((one) => ({
        ...one,
        ...rest,
        expires_at: one.expires_at?.toISOString() ?? '',
      }));
      const file = [csvRow([...LINK_EXPORT_COLUMNS])].concat(
        lines.map((one) => csvRow(LINK_EXPORT_COLUMNS.map((column) => one[column]))),
      );
      const [head, ...records] = [...readCsv(file.join(''), { longest: 8_192 })];
      const columns = (head && columnsOf(head.cells, LINK_HEAD)) ?? [];
      const read = records.map((record) => linkRow(record, columns, CLOCK));
      expect(read.map(({ fault }) => fault)).toEqual(links.map(() => undefined));
      expect(read).toMatchObject(links);
    }),
  );
});
