import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { drawHouse, type House, upwardArrows } from './drawing.ts';
import { DRAWINGS, houseBefore, houseNow } from './houses.ts';

/** Which folder imports which; how many files do it changes with every day's work. */
const arrowsIn = (drawing: string) =>
  [...drawing.matchAll(/data-arrow="([^"]+)"/g)].map(([, arrow]) => arrow).sort();

test('the drawing shows the folders that import each other today; draw it with `bun scripts/draw-structure.ts`', async () => {
  const house = await houseNow();
  expect(house.arrows.size).toBeGreaterThan(30);
  expect(arrowsIn(readFileSync(DRAWINGS.now, 'utf8'))).toEqual(arrowsIn(drawHouse(house)));
  expect(upwardArrows(house)).toEqual([]);
});

test('before there were floors five arrows ran upwards', () => {
  const house = houseBefore();
  expect(readFileSync(DRAWINGS.before, 'utf8')).toBe(drawHouse(house));
  expect(upwardArrows(house)).toEqual([
    'kernel launcher',
    'kernel outside',
    'store launcher',
    'visit kernel',
    'visit launcher',
  ]);
});

test('an arrow to a higher floor, or along one, is drawn as one that runs up', () => {
  const house: House = {
    title: 'Two floors',
    floors: [['low'], ['left', 'right']],
    arrows: new Map([
      ['low left', 2],
      ['left right', 3],
      ['right low', 4],
    ]),
  };
  expect(upwardArrows(house)).toEqual(['low left', 'left right']);
  const drawing = drawHouse(house);
  expect(drawing).toContain('3 arrows, 2 of them upwards');
  expect(
    [...drawing.matchAll(/class="(up|down)" data-arrow="([^"]+)"/g)].map(
      ([, kind, arrow]) => `${kind} ${arrow}`,
    ),
  ).toEqual(['up left right', 'up low left', 'down right low']);
});
