import { expect, test } from 'bun:test';
import { dayOf, dayText } from './rule-times.ts';

test('days are read and written as calendars have them', () => {
  expect([dayOf('2026-12-31'), dayText(20261231)]).toEqual([20261231, '2026-12-31']);
  expect([dayOf(undefined), dayOf('soon'), dayText(undefined), dayText(7)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
