import { expect, test } from 'bun:test';
import type { CsvRecord } from '@waypost/sdk';
import fc from 'fast-check';
import { CLAIM_HEAD } from '../claims/claim-row.ts';
import { looksLikeHead, unreadHeads } from './head-columns.ts';
import { LINK_HEAD, type LinkColumn, linkRow } from './link-row.ts';
import { columnsOf, readColumns, readLines } from './read-lines.ts';

const CLOCK = { now: 0, timeZone: 'UTC' };

const named = (head: string): (string | null)[] | undefined =>
  columnsOf(head.split(','), LINK_HEAD)?.map((column) => column ?? null);

test('exports of other products keep their printed codes, and the old short link is no target', () => {
  expect(named('url,keyword')).toEqual(['url', 'short_code']);
  expect(named('keyword,url,title,timestamp,ip,clicks')).toEqual([
    'short_code',
    'url',
    'name',
    null,
    null,
    null,
  ]);
  expect(named('url,shortCode')).toEqual(['url', 'short_code']);
  expect(named('link,long_url,title')).toEqual(['short_code', 'url', 'name']);
  expect(named('destination,slashtag,shortUrl,title')).toEqual(['url', 'short_code', null, 'name']);
  expect(named('originalURL,path,Title,Expires At')).toEqual(['url', 'short_code', 'name', 'expires_at']);
  expect(named('longUrl,customBackHalf')).toEqual(['url', 'short_code']);
  expect(named('address,target')).toEqual([null, 'url']);
  expect(named('link,name')).toEqual(['url', 'name']);
  expect(named('url,name,short_code,expires_at,remark,short_url,address,status')).toEqual([
    ...['url', 'name', 'short_code', 'expires_at', 'remark'],
    ...[null, null, null],
  ]);
  expect(columnsOf(['shortUrl', 'longUrl'], CLAIM_HEAD)).toEqual(['code', 'url']);
});

test('a head is read the same however its words are joined and whatever their order', () => {
  const words = [
    ['short', 'code'],
    ['long', 'url'],
    ['expires', 'at'],
  ];
  const join = fc.constantFrom(
    (parts: string[]) => parts.join('_'),
    (parts: string[]) => parts.join(' ').toUpperCase(),
    (parts: string[]) => parts.join('-'),
    (parts: string[]) =>
      parts.map((part, at) => (at === 0 ? part : part[0]?.toUpperCase() + part.slice(1))).join(''),
  );
  const wanted = new Map([
    ['short', 'short_code'],
    ['long', 'url'],
    ['expires', 'expires_at'],
  ]);
  fc.assert(
    fc.property(fc.shuffledSubarray(words, { minLength: 3 }), join, (heads, write) => {
      expect(named(heads.map(write).join(','))).toEqual(
        heads.map(([first = '']) => wanted.get(first) ?? null),
      );
    }),
  );
});

test('a head of names that nobody knows is not taken for a link, or every column behind it would be another', () => {
  expect(looksLikeHead(['Kurzcode', 'Zieladresse', ''])).toBe(true);
  expect(looksLikeHead(['https://a.example/', 'Name'])).toBe(false);
  expect(looksLikeHead(['menu.example', 'Name'])).toBe(false);
  expect(looksLikeHead(['javascript:alert(1)', 'Name'])).toBe(false);
  expect(looksLikeHead(['word'])).toBe(false);
  for (const name of ['constructor', '__proto__', 'valueOf'])
    expect(named(`${name},url`)).toEqual([null, 'url']);
});

test('columns that nothing is read from are named, but not those of an own export', () => {
  const unread = (head: string) => unreadHeads(head.split(','), columnsOf(head.split(','), LINK_HEAD) ?? []);
  expect(unread('keyword,url,Click Count,campaign')).toEqual(['Click Count', 'campaign']);
  expect(unread('address,target')).toEqual(['address']);
  expect(
    unread('url,name,short_code,expires_at,remark,short_url,address,status,view_number,create_time'),
  ).toEqual([]);
});

test('a file whose head names no target makes nothing, instead of links of swapped columns', async () => {
  const reading = {
    ...LINK_HEAD,
    isForeignHead: looksLikeHead,
    rowOf: (one: CsvRecord, columns: Parameters<typeof linkRow>[1]) => linkRow(one, columns, CLOCK),
  };
  const read = (text: string) => readLines(new TextEncoder().encode(text), reading);
  const refused = await read('Kurzcode,Ziel\nsale,https://a.example/').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'qr.import_head' });
  expect(await read('https://a.example/,Name\nb.example,B')).toMatchObject({
    rows: [{}, {}],
    unread: undefined,
  });
  expect(await read('keyword,url,clicks\nsale,https://a.example/,3')).toMatchObject({
    rows: [{ short_code: 'sale', url: 'https://a.example/' }],
    unread: { line: 1, heads: ['clicks'] },
  });
});

test('a person says what a column is that nobody knows, and leaves others out', async () => {
  const text = 'Zieladresse,Kurzname,Abteilung\nhttps://one.example/,one-1,Sales\n';
  const bytes = new TextEncoder().encode(text);
  const reading = {
    ...LINK_HEAD,
    isForeignHead: looksLikeHead,
    rowOf: (row: CsvRecord, columns: readonly (LinkColumn | undefined)[]) => linkRow(row, columns, CLOCK),
  };
  expect(readColumns(bytes, LINK_HEAD)).toEqual({
    read: [],
    unread: ['Zieladresse', 'Kurzname', 'Abteilung'],
  });
  await expect(readLines(bytes, reading)).rejects.toMatchObject({ code: 'qr.import_head' });
  const chosen = { Zieladresse: 'url', Kurzname: 'short_code', Abteilung: '' };
  const { rows, unread } = await readLines(bytes, reading, chosen);
  expect(rows).toMatchObject([{ url: 'https://one.example/', short_code: 'one-1', remark: '' }]);
  expect(unread).toBeUndefined();
});

test('lines without a head are not asked about', () => {
  const of = (text: string) => readColumns(new TextEncoder().encode(text), LINK_HEAD);
  for (const text of [
    'https://one.example/,One',
    'https://one.example/',
    'url,keyword\nhttps://a.example/,a',
  ])
    expect(of(text).unread).toEqual([]);
  expect(of('url,clicks').unread).toEqual(['clicks']);
});
