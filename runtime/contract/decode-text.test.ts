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

test('what could as well be another encoding is not read as other letters than were written', () => {
  const texts = {
    // Crème brûlée; Привет мир; ひらがな
    latin1: [0x43, 0x72, 0xe8, 0x6d, 0x65, 0x20, 0x62, 0x72, 0xfb, 0x6c, 0xe9, 0x65],
    windows1251: [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0],
    shiftJis: [0x82, 0xd0, 0x82, 0xe7, 0x82, 0xaa, 0x82, 0xc8],
  };
  for (const [name, bytes] of Object.entries(texts))
    expect([name, decodeText(Uint8Array.from(bytes))]).toEqual([name, undefined]);
  // 鑫源商行，１号店：one character that is rare beside others that are not.
  const chinese = [
    0xf6, 0xce, 0xd4, 0xb4, 0xc9, 0xcc, 0xd0, 0xd0, 0xa3, 0xac, 0xa3, 0xb1, 0xba, 0xc5, 0xb5, 0xea,
  ];
  expect(decodeText(Uint8Array.from(chinese))).toBe('鑫源商行，１号店');
});
