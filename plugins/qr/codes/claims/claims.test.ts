import { expect, test } from 'bun:test';
import { readCsv } from '@waypost/sdk';
import fc from 'fast-check';
import { newClaimCode } from './claim-code.ts';
import { CLAIM_COLUMNS, claimColumnsOf, claimRow, filledIn, shortCodeIn } from './claim-row.ts';

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

test('a line is what its columns say, whatever their order, and without a head code and target', () => {
  const read = (text: string) => {
    const [first, second] = [...readCsv(text, { longest: 8_192 })];
    if (first === undefined) throw new Error('nothing was read');
    const head = claimColumnsOf(first);
    return claimRow(head === undefined || second === undefined ? first : second, head ?? CLAIM_COLUMNS);
  };
  expect(read('aB3,https://a.example/')).toMatchObject({ code: 'aB3', url: 'https://a.example/', name: '' });
  expect(read('网址,number,短码\nhttps://a.example/,7,aB3')).toMatchObject({
    ...{ code: 'aB3', url: 'https://a.example/' },
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
