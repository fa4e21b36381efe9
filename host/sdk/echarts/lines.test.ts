import { expect, test } from 'bun:test';
import { pointsOf, stepOf, upperEnd } from './lines.ts';

const line = (...values: (number | null)[]) => ({ name: 'one', values });
const limit = (value: number) => ({ name: `${value}`, value, tone: 'warning' as const });

test('a point between two gaps is a dot, all others are a line, and a gap is no value', () => {
  expect(pointsOf([1, null, 2, null, 3, 4])).toEqual([
    { value: 1, symbol: 'circle' },
    '-',
    { value: 2, symbol: 'circle' },
    '-',
    { value: 3, symbol: 'none' },
    { value: 4, symbol: 'none' },
  ]);
});

test('the axis reaches over lines and the first limit, and to the next one once it is near', () => {
  expect(upperEnd([line(10, 20)], [])).toBe(30);
  expect(upperEnd([line(10, 20)], [limit(90)])).toBe(100);
  expect(upperEnd([line(80)], [limit(90), limit(150)])).toBeGreaterThan(150);
  expect(upperEnd([line(1)], [limit(90), limit(500)])).toBe(100);
  expect(upperEnd([line(0)], [limit(250)])).toBe(300);
  expect(upperEnd([line(null)], [])).toBe(1);
});

test('figures of the axis are round, and whole where things are counted', () => {
  expect([100, 300, 1.5, 50, 8].map((top) => stepOf(top, false))).toEqual([25, 100, 0.5, 10, 2]);
  // Figures are told with one digit behind the point: finer lines would be named alike.
  expect([1, 2, 0.2, 0.15, 0.8].map((top) => stepOf(top, false))).toEqual([0.2, 0.5, 0.1, 0.1, 0.2]);
  expect([1, 2, 3, 15].map((top) => stepOf(top, true))).toEqual([1, 1, 1, 5]);
});
