import { expect, test } from 'bun:test';
import { drawText } from './draw-text.ts';

/** Bytes as they are said, and what follows when they are used up. */
const saying = (...rounds: number[][]) => {
  const asked: number[] = [];
  return {
    asked,
    random: {
      bytes: (count: number) => {
        asked.push(count);
        return Uint8Array.from(rounds.shift() ?? []);
      },
    } as never,
  };
};

test('bytes that are no whole round of the alphabet are drawn again', () => {
  const { random, asked } = saying([255, 0, 252, 1], [253, 251, 2]);
  // 252 is the largest multiple of 7 in a byte: bytes from 252 on would make the first letters likelier.
  expect(drawText(random, 'abcdefg', 4)).toBe('abgc');
  expect(asked).toEqual([8, 8]);
});

test('an alphabet of two hundred and fifty-six takes every byte', () => {
  const alphabet = String.fromCharCode(...Array.from({ length: 256 }, (_, at) => at + 0x100));
  expect(drawText(saying([255, 0]).random, alphabet, 2)).toBe(`${alphabet[255]}${alphabet[0]}`);
});
