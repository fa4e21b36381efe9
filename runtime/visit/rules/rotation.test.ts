import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { pollingTarget, sequentialTarget, weightedTarget } from './rotation.ts';

const numbers = (max: number) => fc.array(fc.integer({ min: 0, max }), { minLength: 1, maxLength: 12 });

test('sequential: each target but the last gets exactly its threshold, in order, then the last gets all', () => {
  fc.assert(
    fc.property(numbers(9), fc.integer({ min: 0, max: 120 }), (thresholds, visits) => {
      const counts = thresholds.map(() => 0);
      let before = 0;
      for (let visit = 0; visit < visits; visit++) {
        const chosen = sequentialTarget({ length: counts.length, weights: [], thresholds, counts });
        expect(chosen).toBeGreaterThanOrEqual(before);
        before = chosen;
        counts[chosen] = (counts[chosen] ?? 0) + 1;
      }
      let rest = visits;
      thresholds.forEach((threshold, position) => {
        const expected = position === thresholds.length - 1 ? rest : Math.min(rest, threshold);
        expect(counts[position]).toBe(expected);
        rest -= expected;
      });
    }),
  );
});

test('polling: no target is ever more than one visit ahead of another', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 200 }), (length, visits) => {
      const counts = new Array<number>(length).fill(0);
      for (let visit = 0; visit < visits; visit++) {
        const chosen = pollingTarget({ length, weights: [], thresholds: [], counts });
        expect(chosen).toBe(visit % length);
        counts[chosen] = (counts[chosen] ?? 0) + 1;
      }
    }),
  );
});

test('random: a target is drawn by its weight; weight 0 only when no target has one', () => {
  fc.assert(
    fc.property(numbers(50), (weights) => {
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      const steps = total === 0 ? weights.length : total;
      const drawn = weights.map(() => 0);
      for (let step = 0; step < steps; step++) {
        const chosen = weightedTarget(
          { length: weights.length, weights, thresholds: [], counts: [] },
          (step + 0.5) / steps,
        );
        drawn[chosen] = (drawn[chosen] ?? 0) + 1;
      }
      expect(drawn).toEqual(total === 0 ? weights.map(() => 1) : weights);
    }),
  );
});

test('random: a draw of almost 1 never runs past the last target', () => {
  expect(weightedTarget({ length: 3, weights: [1, 1, 0], thresholds: [], counts: [] }, 1 - 2 ** -53)).toBe(1);
  expect(weightedTarget({ length: 3, weights: [0, 0, 0], thresholds: [], counts: [] }, 1 - 2 ** -53)).toBe(2);
});
