import { expect, test } from 'bun:test';
import type { AccessPath } from '../storage/row-source.ts';
import { createContest } from './contest.ts';

const RIVAL: AccessPath = { kind: 'idRange', ranges: [], isBackward: false };
const contestWith = (keys: number, wanted = 20) =>
  createContest([RIVAL], (_path, most) => Math.min(keys, most), wanted);

/** Rows that are read in vain before the other path is taken, at most so many. */
function readInVain(keys: number, most: number): number {
  const contest = contestWith(keys);
  for (let read = 1; read <= most; read++) if (contest.missed()) return read;
  return most;
}

test('a walk that finds nothing gives way once the other path is shorter than what was read', () => {
  for (const keys of [100, 1_000, 10_000, 60_000]) {
    const read = readInVain(keys, 200_000);
    expect(read).toBeLessThan(Math.max(300, keys));
  }
  expect(readInVain(1_000_000, 200_000)).toBe(200_000);
});

test('a walk that is nearly done goes on', () => {
  const contest = contestWith(500);
  for (let found = 0; found < 19; found++) contest.found();
  for (let read = 0; read < 300; read++) contest.missed();
  expect(contest.better).toBeUndefined();
});
