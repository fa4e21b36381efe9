import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { STATUSES, type Status } from '../status/values.ts';
import { type Belief, nextBelief } from './belief.ts';

const FIRST: Belief = { status: 4, isNew: true, pending: 4, streak: 0 };
const after = (...found: Status[]): Belief =>
  found.reduce<Belief>((belief, one) => ({ ...nextBelief(belief, one), isNew: false }), FIRST);
const zFound = fc.array(fc.constantFrom(...STATUSES), { maxLength: 40 });

test('one check alone blocks nothing, two in a row do, and two lift it', () => {
  expect(after(1).status).toBe(1);
  expect(after(2)).toMatchObject({ status: 4, streak: 1 });
  expect(after(2, 2).status).toBe(2);
  expect(after(1, 2).status).toBe(1);
  expect(after(1, 2, 1, 2).status).toBe(1);
  expect(after(1, 2, 2).status).toBe(2);
  expect(after(1, 2, 2, 1).status).toBe(2);
  expect(after(1, 2, 2, 1, 1).status).toBe(1);
});

test('a check that failed is no end of a block, and says after three in a row that nobody knows', () => {
  expect(after(2, 2, 4, 4, 4, 4).status).toBe(2);
  expect(after(1, 4, 4).status).toBe(1);
  expect(after(1, 4, 4, 4).status).toBe(4);
  expect(after(2, 2, 1, 4, 1).status).toBe(1);
});

// It is written back as it is: what else a row holds may have been changed while the check was on its way.
test('a check draws what is believed, and brings back nothing else of what it was drawn from', () => {
  const row = { ...FIRST, owner: 'of before', next_check_time: null };
  for (const isNew of [true, false])
    for (const status of STATUSES)
      for (const found of STATUSES)
        expect(Object.keys(nextBelief({ ...row, status, isNew }, found)).sort()).toEqual([
          ...['pending', 'status', 'streak'],
        ]);
});

test('whatever checks say: nothing becomes blocked, or is lifted, without two that say so', () => {
  fc.assert(
    fc.property(zFound, (found) => {
      let belief = FIRST;
      for (const [at, one] of found.entries()) {
        const next = { ...nextBelief(belief, one), isNew: false };
        const said = found.slice(0, at + 1).filter((status) => status !== 4);
        if (next.status !== belief.status && next.status !== 4) expect(one).toBe(next.status);
        if (next.status === 2 && belief.status !== 2) expect(said.slice(-2)).toEqual([2, 2]);
        if (belief.status === 2 && next.status !== 2) expect(said.slice(-2)).toEqual([1, 1]);
        belief = next;
      }
    }),
  );
});
