import { heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import { SegmentTexts, TEXT_MAX_LENGTH } from './texts.ts';

const classified: string[] = [];
const texts = () =>
  new SegmentTexts((text) => {
    classified.push(text);
    return { isCrawler: false, isWeChat: false };
  });

test('what stands behind the part that is kept makes no text of its own', () => {
  const segment = texts();
  const long = 'x'.repeat(TEXT_MAX_LENGTH);
  expect(segment.entry(`${long}1`)).toBe(segment.entry(`${long}2`));
  expect(segment.entry(long).number).toBe(1);
  expect(segment.entry('other').number).toBe(2);
  expect(Math.max(...classified.map((text) => text.length))).toBe(TEXT_MAX_LENGTH);
});

test('a stranger who sends a new, endless user agent each time cannot fill the memory', () => {
  const segment = texts();
  const before = heapStats();
  for (let index = 0; index < 2_000; index += 1) segment.entry(`${index} `.padEnd(16_000, 'x'));
  segment.dropPending();
  classified.length = 0;
  Bun.gc(true);
  const grown = heapStats().heapSize + heapStats().extraMemorySize - before.heapSize - before.extraMemorySize;
  expect(segment.entry('0 '.padEnd(16_000, 'x')).number).toBe(1);
  // 2,000 texts of 512 characters are 1 MB; whole they would be 32 MB.
  expect(grown).toBeLessThan(8_000_000);
});
