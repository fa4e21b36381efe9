import { expect, test } from 'bun:test';
import type { AccessPath } from '../storage/row-source.ts';
import { documentOf, encodeDocument } from '../value/index.ts';
import { createContest } from './contest.ts';

const STORED = encodeDocument(documentOf({ a: 1 }));
const OWN: AccessPath = { kind: 'table', isBackward: false };
const RIVAL: AccessPath = { kind: 'idRange', ranges: [], isBackward: false };
/** `own`: keys of the way that is walked. */
const lookOf =
  (keys: number, own = 10_000_000) =>
  (path: AccessPath, most: number) =>
    Math.min(path === OWN ? own : keys, most);
const contestWith = (keys: number, wanted = 20) =>
  createContest({ own: OWN, rivals: [RIVAL], sieving: undefined, look: lookOf(keys), wanted, passed: 0 });

/** Rows that are read in vain before the other path is taken, at most so many. */
function readInVain(keys: number, most: number): number {
  const contest = contestWith(keys);
  for (let read = 1; read <= most; read++) if (contest.missed(STORED)) return read;
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
  for (let read = 0; read < 300; read++) contest.missed(STORED);
  expect(contest.better).toBeUndefined();
});

const other = (says: string[]) => ({ path: RIVAL, says });
/** An order in which `asked` is to be found, with one index beside it that has so many keys. */
const sievedContest = (
  keys: number,
  { asked = ['a'], passed = 0, own }: { asked?: string[]; passed?: number; own?: number },
) =>
  createContest({
    own: OWN,
    rivals: [RIVAL],
    sieving: { asked, said: [], others: [other(['a'])], holds: () => false },
    look: lookOf(keys, own),
    wanted: passed + 20,
    passed,
  });

test('rows that another index rules out by many keys are not read for long', () => {
  const contest = sievedContest(100_000, { asked: ['a', 'b'] });
  let read = 0;
  while (!contest.missed(STORED)) read += 1;
  expect(read).toBeLessThan(5_000);
  expect(contest.better).toMatchObject({ kind: 'sieve', sieve: { isExact: false } });
});

/** An order in which `a` and `b` are asked, with an index of each beside it; what is read in vain fails at `failing`. */
const pairContest = (failing: string, passed = 0) => {
  const sieving = {
    asked: ['a', 'b'],
    said: [],
    others: [other(['a']), { ...other(['b']), path: { ...RIVAL } }],
    holds: (says: readonly string[]) => !says.includes(failing),
  };
  const contest = createContest({
    own: OWN,
    rivals: [],
    sieving,
    look: lookOf(100_000),
    wanted: passed + 20,
    passed,
  });
  while (!contest.missed(STORED)) {}
  return { better: contest.better, others: sieving.others };
};

test('the index that would have ruled out what was read in vain is taken, and a finer sieve if it leaves much in vain', () => {
  for (const [at, failing] of ['a', 'b'].entries()) {
    const { better, others } = pairContest(failing);
    if (better?.kind !== 'sieve') throw new Error('no sieve');
    expect(better.sieve.paths).toEqual([others[at]?.path as AccessPath]);
    expect(better.sieve.paths[0]).toBe(others[at]?.path as AccessPath);
    expect(better.finer?.(64)).toBeUndefined();
    expect(better.finer?.(2_048)).toMatchObject({ isExact: true });
  }
});

test('two indexes that say everything together are taken before one where rows are passed over', () => {
  expect(pairContest('a', 10_000).better).toMatchObject({ kind: 'sieve', sieve: { isExact: true } });
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

test('a way that is soon at its end is walked to it: to make a sieve would take longer', () => {
  const contest = sievedContest(100_000, { own: 1_100 });
  for (let read = 0; read < 1_100; read++) expect(contest.missed(STORED)).toBeFalse();
  expect(contest.better).toBeUndefined();
});
