import { expect, test } from 'bun:test';
import { codeSizeOf, MIN_MODULE_MM, moduleOf, readingDistance, smallestSize } from './print-size.ts';

const longer = (length: number) => codeSizeOf(`https://a.example/${'a'.repeat(length)}`, null);
/** Centimetres of the code and of its picture, and millimetres of a module, for a metre. */
const forOneMetre = (size: ReturnType<typeof codeSizeOf>) => {
  const { module, code, picture } = smallestSize(size, 1);
  return [size.count, code / 10, picture / 10, module].map((value) => Number(value.toFixed(2)));
};

test('a code of a short link is a tenth of the distance wide, one of more modules wider by just as many', () => {
  expect(forOneMetre(codeSizeOf('https://a.example/aB3xY9z', null))).toEqual([25, 10, 13.2, 4]);
  expect(forOneMetre(longer(14))).toEqual([29, 10, 12.76, 3.45]);
  expect(forOneMetre(longer(30))).toEqual([33, 11.38, 14.14, 3.45]);
  expect(forOneMetre(longer(200))).toEqual([61, 21.03, 23.79, 3.45]);
});

test('modules are never too small to print', () => {
  expect(smallestSize(longer(14), 0.01).module).toBe(MIN_MODULE_MM);
});

test('a picture of the smallest side is read from just that distance', () => {
  const size = codeSizeOf('https://go.example.com/aB3xY9z?s=Zm9vYmFyYmF6cXV4', null);
  expect(readingDistance(size, smallestSize(size, 1.5).picture)).toBeCloseTo(1.5, 6);
  expect(moduleOf(size, 20)).toBeCloseTo(20 / size.side, 6);
});
