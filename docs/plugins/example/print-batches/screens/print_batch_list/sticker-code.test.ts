import { expect, test } from 'bun:test';
import { newStickerCode, readStickerCode } from './sticker-code.ts';

const random = {
  bytes: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
  number: () => Math.random(),
};

test('a code holds nothing that is read as something else on paper', () => {
  for (let count = 0; count < 500; count += 1)
    expect(newStickerCode(random)).toMatch(/^[2-9A-HJ-NP-Za-km-z]{8}$/);
});

test('a thousand codes are a thousand different ones', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newStickerCode(random))).size).toBe(1000);
});

test('a code is found however it was typed', () => {
  expect(readStickerCode(' Ab3d-E5gh ')).toBe('Ab3dE5gh');
});
