import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { turnedPositions } from './turned-positions.ts';

const positionsOf = (asked: readonly number[]) =>
  turnedPositions(asked.map((position) => ({ position }))).map(({ position }) => position);

test('rules are asked in the same order after their positions were turned round', () => {
  const positions = fc.array(fc.integer({ min: 1, max: 9_999 }), { maxLength: 200 });
  fc.assert(
    fc.property(positions, (any) => {
      const asked = any.toSorted((one, other) => one - other);
      const turned = positionsOf(asked);
      expect(turned).toHaveLength(asked.length);
      for (const [at, position] of turned.entries()) {
        expect(position).toBeWithin(1, 10_000);
        if (at > 0) expect(position).toBeLessThan(turned[at - 1] ?? 0);
      }
    }),
  );
});

test('where there is room a position is mirrored, so that a new rule still comes last', () => {
  expect(positionsOf([10, 100, 100, 200])).toEqual([9_990, 9_900, 9_899, 9_800]);
  expect(positionsOf([9_999, 9_999, 9_999])).toEqual([3, 2, 1]);
});
