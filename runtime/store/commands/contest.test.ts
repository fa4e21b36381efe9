import { expect, test } from 'bun:test';
import type { AccessPath } from '../storage/row-source.ts';
import { createContest } from './contest.ts';

const RIVAL: AccessPath = { kind: 'idRange', ranges: [], isBackward: false };
const contestWith = (keys: number, wanted = 20) =>
  createContest({
    ...{ rivals: [RIVAL], sieving: undefined, look: (_path, most) => Math.min(keys, most) },
    ...{ wanted, passed: 0 },
  });

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

const other = (says: string[]) => ({ path: RIVAL, says });
/** An order in which `asked` is to be found, with one index beside it that has so many keys. */
const sievedContest = (keys: number, { asked = ['a'], passed = 0 }: { asked?: string[]; passed?: number }) =>
  createContest({
    ...{ rivals: [RIVAL], sieving: { asked, said: [], others: [other(['a'])] } },
    ...{ look: (_path, most) => Math.min(keys, most), wanted: passed + 20, passed },
  });

test('rows that another index rules out by many keys are not read for long', () => {
  const contest = sievedContest(100_000, {});
  let read = 0;
  while (!contest.missed()) read += 1;
  expect(read).toBeLessThan(5_000);
  expect(contest.better).toMatchObject({ kind: 'sieve', sieve: { isExact: false } });
});

test('rows that are only passed over are counted by keys, where keys say all that is asked', () => {
  const passing = (asked: string[]) => {
    const contest = sievedContest(100_000, { asked, passed: 20_000 });
    for (let read = 0; read < 20_000; read++) if (contest.found()) return contest.better;
    return undefined;
  };
  expect(passing(['a'])).toMatchObject({ kind: 'sieve', sieve: { isExact: true } });
  expect(passing(['a', 'b'])).toBeUndefined();
});
