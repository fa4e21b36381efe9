import { expect, test } from 'bun:test';
import type { StoredDomain } from '../domains/stored.ts';
import { nextState } from './next-state.ts';

const DAY = 24 * 3_600_000;
const now = new Date('2026-03-01T12:00:00Z');
const claim = {
  state: 'waiting',
  tries: 9,
  create_time: new Date(now.getTime() - 15 * DAY),
  missed_time: null,
} as unknown as StoredDomain;
const judging = { now, chance: 0, unprovedDays: 14, lostDays: 3, isAsked: false, isTaken: false };

test('a claim that ran out is told what stood against it: no proof, or somebody else who has the name', () => {
  const released = { state: 'released', is_there: false, ended_time: now };
  const absent = { verdict: 'absent', fault: 'no_record' } as const;
  expect(nextState(claim, absent, judging)).toMatchObject({ ...released, notice: 'unproved' });
  const found = { verdict: 'found', method: 'txt', fault: '' } as const;
  expect(nextState(claim, found, { ...judging, isTaken: true })).toMatchObject({
    ...released,
    notice: 'taken',
    fault: 'taken',
  });
});
