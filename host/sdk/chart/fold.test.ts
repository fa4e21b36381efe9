import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { foldEmpty } from './fold.ts';

const fold = (rows: readonly number[]) => foldEmpty(rows, (row) => row === 0);

test('a night without visits is one line, a quiet hour or two are not hidden', () => {
  expect(fold([0, 0, 0, 5, 0, 0, 7])).toEqual([
    { empty: [0, 0, 0] },
    { row: 5 },
    { row: 0 },
    { row: 0 },
    { row: 7 },
  ]);
  expect(fold([])).toEqual([]);
});

test('no row is lost or moved, and none with a figure is folded', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 })), (rows) => {
      const folded = fold(rows);
      expect(folded.flatMap((one) => ('row' in one ? [one.row] : [...one.empty]))).toEqual(rows);
      for (const one of folded)
        if ('empty' in one)
          expect([one.empty.length >= 3, one.empty.every((row) => row === 0)]).toEqual([true, true]);
    }),
  );
});
