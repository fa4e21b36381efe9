import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { linePath, niceTop, sparkPath, ticksOf } from './scale.ts';

test('no bar leaves the plot, and the axis does not dwarf it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5, max: 1_000_000_000 }), (largest) => {
      const top = niceTop(largest);
      expect(top).toBeGreaterThanOrEqual(largest);
      expect(top).toBeLessThanOrEqual(largest * 2.5);
    }),
  );
});

test('the axis counts whole visits from zero', () => {
  expect(ticksOf(niceTop(0))).toEqual([0, 1, 2, 3, 4]);
  expect(ticksOf(niceTop(140))).toEqual([0, 50, 100, 150, 200]);
});

test('lines run through the middle of the slots, sparks from edge to edge', () => {
  expect(linePath([0, 10], 100, 50, 10)).toBe('M25 50L75 0');
  expect(sparkPath([0, 10], 100, 50)).toBe('M0 50L100 0');
});
