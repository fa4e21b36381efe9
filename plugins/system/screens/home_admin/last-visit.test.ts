import { expect, test } from 'bun:test';
import { nextVisit } from './last-visit.ts';

const at = (minutes: number) => new Date(Date.parse('2026-03-10T08:00:00Z') + minutes * 60_000);
const day = 24 * 60;

test('who comes for the first time has missed nothing', () => {
  expect(nextVisit(undefined, at(0))).toEqual({ last: at(0), since: null });
});

test('a visit lasts while somebody looks now and then, and what changed before it stays told', () => {
  const known = { last: at(0), since: at(-day) };
  expect(nextVisit(known, at(0.5))).toBe(known);
  expect(nextVisit(known, at(20))).toEqual({ last: at(20), since: at(-day) });
});

test('who comes back later is told of what changed since the last look, of a month at most', () => {
  expect(nextVisit({ last: at(0), since: at(-day) }, at(31))).toEqual({ last: at(31), since: at(0) });
  expect(nextVisit({ last: at(-90 * day), since: null }, at(0)).since).toEqual(at(-30 * day));
});
