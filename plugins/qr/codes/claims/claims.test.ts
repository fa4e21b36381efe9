import { expect, test } from 'bun:test';
import { csvRow, readCsv } from '@waypost/sdk';
import fc from 'fast-check';
import { BATCH_EXPORT_COLUMNS } from '../../print-batches/export-batch.ts';
import { columnsOf } from '../import/read-lines.ts';
import { shortCodeIn } from '../short-code-in.ts';
import { newClaimCode } from './claim-code.ts';
import { CLAIM_COLUMNS, CLAIM_HEAD, claimRow, filledIn } from './claim-row.ts';

const random = {
  bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  number: () => Math.random(),
};
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-';
const shortCode = fc.string({
  unit: fc.constantFrom(...SIGNS),
  minLength: 1,
  maxLength: 64,
});

test('a claim code holds nothing that is read as something else on paper, and no two are one', () => {
  const codes = Array.from({ length: 2_000 }, () => newClaimCode(random));
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
  expect(new Set(codes).size).toBe(codes.length);
});

test('a short code is found however its address is written', () => {
  fc.assert(
    fc.property(
      shortCode,
      fc.constantFrom('', 'https://go.example/', 'go.example/', 'http://127.0.0.1:6009/'),
      fc.constantFrom('', '/', '?s=abc/def', '#x', '?s=/&t=#/', '.', '。', ')/'),
      (code, before, after) =>
        shortCodeIn(before + code + after) === code &&
        shortCodeIn(`${before}%${code.charCodeAt(0).toString(16)}${code.slice(1)}${after}`) === code,
    ),
  );
});

test('the table for the printer is read as it was written: a code that begins like a formula is found', () => {
  const name = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    fc.constantFrom('-50% Rabatt', '+254 712 345678', '@waypost_app', "'=1"),
  );
  const code = fc.oneof(
    shortCode,
    shortCode.map((text) => `-${text}`.slice(0, 64)),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(code, name), { minLength: 1, maxLength: 6 }), (given) => {
      const rows = given.map(([short_code, text]) => ({
        number: 1,
        code: short_code,
        url: 'https://a.example/?q=1,2',
        name: text.trim(),
        short_url: `https://go.example/${short_code}`,
        qr_url: '',
        claim_code: '23456-789AB',
      }));
      const file = [csvRow([...BATCH_EXPORT_COLUMNS])].concat(
        rows.map((row) => csvRow(BATCH_EXPORT_COLUMNS.map((column) => row[column]))),
      );
      const [head, ...records] = [...readCsv(file.join(''), { longest: 8_192 })];
      const columns = (head && columnsOf(head.cells, CLAIM_HEAD)) ?? [];
      expect(records.map((record) => claimRow(record, columns))).toMatchObject(
        rows.map(({ code: short_code, url, name: text }) => ({ code: short_code, url, name: text })),
      );
    }),
  );
});

test('a line is what its columns say, whatever their order, and without a head code and target', () => {
  const read = (text: string) => {
    const [first, second] = [...readCsv(text, { longest: 8_192 })];
    if (first === undefined) throw new Error('nothing was read');
    const head = columnsOf(first.cells, CLAIM_HEAD);
    return claimRow(head === undefined || second === undefined ? first : second, head ?? CLAIM_COLUMNS);
  };
  expect(read('aB3,https://a.example/')).toMatchObject({ code: 'aB3', url: 'https://a.example/', name: '' });
  expect(read('网址,number,短码\nhttps://a.example/,7,aB3')).toMatchObject({
    code: 'aB3',
    url: 'https://a.example/',
  });
  // A line that begins with words of a head is none without its columns.
  expect(read('code,https://a.example/').fault).toBeUndefined();
  for (const [text, fault] of [
    ['aB3,', 'target'],
    ['aB3', 'target'],
    ['aB3,data:text/html,x', 'url'],
    [',https://a.example/', 'code'],
    ['a b,https://a.example/', 'code'],
    [`aB3,https://a.example/,${'n'.repeat(101)}`, 'name'],
    [`aB3,https://a.example/,,${'n'.repeat(501)}`, 'remark'],
    ['aB3,"https://a.example/', 'open_quote'],
    [`aB3,https://a.example/${'x'.repeat(9_000)}`, 'too_long'],
  ] as const)
    expect([text.slice(0, 30), read(text).fault]).toEqual([text.slice(0, 30), fault]);
});

test('what is left blank in a table stays as it is; a target that was forgotten is told, and so is a table without any', () => {
  const read = (text: string) =>
    filledIn([...readCsv(text, { longest: 8_192 })].map((record) => claimRow(record, CLAIM_COLUMNS))).map(
      ({ code, fault }) => [code, fault],
    );
  expect(read('one,https://a.example/\ntwo,,Table 2\nthree')).toEqual([
    ['one', undefined],
    ['three', 'target'],
  ]);
  expect(read('one,\ntwo,')).toEqual([
    ['one', 'target'],
    ['two', 'target'],
  ]);
});
