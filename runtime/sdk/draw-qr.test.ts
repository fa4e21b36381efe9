import { expect, test } from 'bun:test';
import jsQR from 'jsqr';
import { drawQr } from './draw-qr.ts';

/** Pixels of a dot, and dots of white around. */
const DOT = 4;
const QUIET = 4;

/** What a phone reads of it. */
function read({ size, path }: { size: number; path: string }): string | undefined {
  const side = (size + 2 * QUIET) * DOT;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let at = 0; at < DOT * DOT; at += 1) {
      const left = (Number(x) + QUIET) * DOT + (at % DOT);
      const top = (Number(y) + QUIET) * DOT + Math.floor(at / DOT);
      pixels.fill(0, (top * side + left) * 4, (top * side + left) * 4 + 3);
    }
  return jsQR(pixels, side, side)?.data;
}

test.each([
  'TDmEWPYotmrXW4X49WMJTMostcezCiksPw',
  'otpauth://totp/Waypost:ada?secret=JBSWY3DPEHPK3PXP&issuer=Waypost',
  'https://shop.example/#/register?invitation=abcd2345',
])('whoever scans the picture of %s has it', async (text) => {
  const picture = await drawQr(text);
  expect(picture.path).toMatch(/^(M\d+ \d+h1v1h-1z)+$/);
  expect(read(picture)).toBe(text);
});
