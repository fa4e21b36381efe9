import { expect, test } from 'bun:test';
import { csvRow, readCsv } from '@waypost/sdk';
import { columnsOf, LINK_COLUMNS, linkRow } from './link-row.ts';

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
  expect(linkRow(record, columnsOf(head) ?? [], CLOCK)).toMatchObject({ name: '=1+1', remark: '-' });
});
