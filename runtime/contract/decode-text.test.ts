import { expect, test } from 'bun:test';
import { decodeText } from './decode-text.ts';

const TEXT = 'url,name\r\nhttps://example.com/menu,春季菜单';
const wide = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

test('a table is read in whatever encoding it was saved, with a mark or without', () => {
  expect(decodeText(Buffer.from(TEXT))).toBe(TEXT);
  expect(decodeText(Buffer.from(`\uFEFF${TEXT}`))).toBe(TEXT);
  for (const isBig of [false, true])
    for (const mark of ['', '\uFEFF']) expect(decodeText(wide(mark + TEXT, isBig))).toBe(TEXT);
  // 短链 as a Chinese Excel saves it.
  const chinese = Buffer.concat([
    Buffer.from('https://example.com/,'),
    Buffer.from([0xb6, 0xcc, 0xc1, 0xb4]),
  ]);
  expect(decodeText(chinese)).toBe('https://example.com/,短链');
});

test('what is no text is told apart from a table', () => {
  for (const bytes of [
    [0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70],
    [0x50, 0x4b, 3, 4, 0x14, 0, 6, 0xff, 0xff],
  ])
    expect([bytes, decodeText(Uint8Array.from(bytes))]).toEqual([bytes, undefined]);
});
