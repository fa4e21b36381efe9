import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Member } from '../../members/member.ts';
import { shareOf } from '../share.ts';
import { refundSums } from './refund-sums.ts';
import { type SteppedOrder, type Steps, termAfter } from './term-after.ts';

const DAY = 86_400_000;
const LIMITS = { codes: 5, domains: null, visits: null, api_keys: null, kept_visits: null };
const member = (fields: Partial<Member> = {}): Member => ({
  _id: 'ada',
  plan: 'small',
  plan_name: 'Small',
  limits: LIMITS,
  value: '30',
  order: 'two',
  seq: 2,
  value_from: new Date(0),
  value_until: new Date(30 * DAY),
  update_time: new Date(0),
  ...fields,
});
const order = (fields: Partial<SteppedOrder> = {}): SteppedOrder => ({
  kind: 'purchase',
  price: 30n,
  credit: 0n,
  from: 0,
  days: 30,
  ...fields,
});
const until = (
  steps: Partial<Steps>,
  fields: Partial<SteppedOrder> = {},
  part: 'whole' | 'rest' = 'whole',
) => {
  const all = { member: member(), before: undefined, until: 30 * DAY, now: 10 * DAY, ...steps };
  const after = termAfter(order(fields), all, part);
  return { ...after, until: after.until === null ? null : after.until / DAY };
};

test('a purchase that is refunded ends now, and days that were given stay', () => {
  expect(until({})).toMatchObject({ until: 10, terms: { plan: 'small', value: '0', order: '' } });
  expect(until({ until: 35 * DAY }, {}, 'rest').until).toBe(15);
  // Given before it was bought: its own time begins behind them.
  expect(until({ until: 35 * DAY, now: 2 * DAY }, { from: 5 * DAY }).until).toBe(5);
  // An operator has made it shorter, or taken the end away.
  expect(until({ until: 12 * DAY }).until).toBe(10);
  expect(until({ until: null }).until).toBeNull();
});

test('a renewal that is refunded leaves what was there before it', () => {
  const before = member({ order: 'one', value: '30', seq: 1 });
  const renewed = { kind: 'renewal', from: 30 * DAY } as const;
  const early = until({ before, until: 60 * DAY }, renewed, 'rest');
  expect(early).toMatchObject({ until: 30, terms: { order: 'one', value: '30' } });
  expect(until({ before, until: 60 * DAY, now: 40 * DAY }, renewed).until).toBe(40);
});

test('after a change the plan before comes back: whole as it would have lasted, else the same part of its time', () => {
  const before = member({ order: 'one', plan: 'tiny', value: '12', value_until: new Date(20 * DAY) });
  const changed = { kind: 'change', from: 10 * DAY, credit: 6n, days: 30 } as const;
  const held = { before, until: 40 * DAY, now: 25 * DAY };
  expect(until(held, changed)).toMatchObject({ until: 25, terms: { plan: 'tiny', order: 'one' } });
  expect(until({ ...held, now: 13 * DAY }, changed)).toMatchObject({ until: 20, terms: { value: '12' } });
  // Half of the new one is left, so half of the ten days that it had cost.
  expect(until(held, changed, 'rest')).toMatchObject({ until: 30, terms: { plan: 'tiny', value: '3' } });
});

test('days that were given before the plan before began are there once, whichever part of the change is refunded', () => {
  const days = { value_from: new Date(30 * DAY), value_until: new Date(60 * DAY) };
  const before = member({ order: 'one', plan: 'tiny', value: '12', ...days });
  const changed = { kind: 'change', from: 10 * DAY, credit: 12n, days: 30 } as const;
  // Thirty days of its own, and the twenty that were left of those that were given.
  const held = { before, until: 60 * DAY, now: 10 * DAY };
  expect(until(held, changed)).toMatchObject({ until: 60, terms: { value: '12' } });
  expect(until({ ...held, now: 50 * DAY }, changed).until).toBe(60);
  // Half of the change is left, so half of the thirty days that it had cost, and the twenty behind them.
  expect(until({ ...held, now: 25 * DAY }, changed, 'rest')).toMatchObject({
    until: 60,
    terms: { value: '6' },
  });
});

test('whatever is refunded, the agent keeps the share of what the house keeps, and nobody has less time than is over', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.integer({ min: 1, max: 400 }),
      fc.integer({ min: 0, max: 500 * DAY }),
      (price, sharePoints, days, now) => {
        const share = shareOf(price, sharePoints);
        const sums = refundSums({ price, share, sharePoints, from: 0, days }, now);
        expect(sums.whole).toEqual({ refund: price, shareReturn: share });
        for (const { refund, shareReturn } of Object.values(sums)) {
          expect(refund >= 0n && refund <= price).toBe(true);
          expect(shareReturn >= 0n && shareReturn <= share).toBe(true);
          expect(share - shareReturn).toBe(shareOf(price - refund, sharePoints));
        }
        const steps = { member: member(), before: undefined, until: days * DAY, now };
        const after = termAfter(order({ days, price }), steps, 'whole').until ?? 0;
        expect(after).toBe(Math.min(now, days * DAY));
      },
    ),
  );
});
