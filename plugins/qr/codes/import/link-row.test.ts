import { expect, test } from 'bun:test';
import { csvRow, readCsv } from '@waypost/sdk';
import { columnsOf, LINK_COLUMNS, linkRow } from './link-row.ts';

test('what looks like a formula is read as it was before an export put an apostrophe before it', () => {
  const text = csvRow(LINK_COLUMNS) + csvRow(['https://a.example/', '=1+1', '', '', '-']);
  const [head, record] = [...readCsv(text, { longest: 1_000 })];
  if (head === undefined || record === undefined) throw new Error('two lines make no two records');
  expect(linkRow(record, columnsOf(head) ?? [], 0)).toMatchObject({ name: '=1+1', remark: '-' });
});
