import { expect, test } from 'bun:test';
import { codeSizeOf, MIN_MODULE_MM, moduleOf, readingDistance, smallestSide } from './print-size.ts';

test('a tenth of the distance for a code of few modules, more for one of many, and never modules too small to print', () => {
  const few = codeSizeOf('https://a.example/aB3xY9z', null);
  expect(few).toEqual({ count: 25, side: 33 });
  // A tenth without the quiet zone, which the printed side has as well.
  expect(smallestSide(few, 2)).toBeCloseTo((200 * 33) / 25, 6);
  const many = codeSizeOf(`https://a.example/${'a'.repeat(200)}`, null);
  expect(smallestSide(many, 2) / many.side).toBeCloseTo(smallestSide(few, 2) / few.side, 6);
  expect(smallestSide(many, 2)).toBeGreaterThan(smallestSide(few, 2));
  expect(smallestSide(few, 0.01)).toBeCloseTo(MIN_MODULE_MM * 33, 6);
});

test('a picture of the smallest side is read from just that distance', () => {
  const size = codeSizeOf('https://go.example.com/aB3xY9z?s=Zm9vYmFyYmF6cXV4', null);
  expect(readingDistance(size, smallestSide(size, 1.5))).toBeCloseTo(1.5, 6);
  expect(moduleOf(size, 20)).toBeCloseTo(20 / size.side, 6);
});
