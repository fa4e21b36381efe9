import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { zPrice } from '../money/values.ts';
import { basisPoints, shareOf } from '../orders/share.ts';
import { type HeldTerm, leftOf, quoteFor } from './quote.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const at = { now: NOW, graceMs: 7 * DAY };
const small = { plan: 'small', price: 10_000_000n, days: 30 };
const large = { plan: 'large', price: 30_000_000n, days: 30 };
const held = (more: Partial<HeldTerm> = {}): HeldTerm => ({
  plan: 'small',
  value: 10_000_000n,
  valueFrom: NOW - 10 * DAY,
  valueUntil: NOW + 20 * DAY,
  until: NOW + 20 * DAY,
  ...more,
});

test('who has nothing pays the price and is a member from now on', () => {
  expect(quoteFor(small, undefined, at)).toMatchObject({
    kind: 'purchase',
    price: 10_000_000n,
    credit: 0n,
    from: NOW,
    until: NOW + 30 * DAY,
  });
});

test('the same plan again is added at its end, also in the days of grace, and begins anew after them', () => {
  expect(quoteFor(small, held(), at)).toMatchObject({ kind: 'renewal', until: NOW + 50 * DAY });
  const inGrace = held({ valueUntil: NOW - 2 * DAY, until: NOW - 2 * DAY });
  expect(quoteFor(small, inGrace, at)).toMatchObject({ kind: 'renewal', until: NOW + 28 * DAY });
  const over = held({ valueUntil: NOW - 8 * DAY, until: NOW - 8 * DAY });
  expect(quoteFor(small, over, at)).toMatchObject({ kind: 'purchase', until: NOW + 30 * DAY });
});

test('another plan begins at once, and what is left of the first is taken off, rounded down', () => {
  // 20 of 30 days are left of 10 USDT.
  expect(quoteFor(large, held(), at)).toMatchObject({
    kind: 'change',
    credit: 6_666_666n,
    isRounded: true,
    price: 23_333_334n,
    from: NOW,
    until: NOW + 30 * DAY,
  });
});

test('a price holds until the hour is over', () => {
  const price = (minutes: number) => quoteFor(large, held(), { ...at, now: NOW + minutes * 60_000 }).price;
  expect(price(59)).toBe(price(0));
  expect(price(60) > price(59)).toBe(true);
});

test('days that were given are worth nothing and are not lost', () => {
  const given = held({ until: NOW + 25 * DAY });
  expect(quoteFor(large, given, at)).toMatchObject({ credit: 6_666_666n, until: NOW + 35 * DAY });
  expect(quoteFor(small, given, at)).toMatchObject({ until: NOW + 55 * DAY });
  const onlyGiven = { plan: null, value: 0n, valueFrom: 0, valueUntil: 0, until: NOW + 5 * DAY };
  expect(quoteFor(small, onlyGiven, at)).toMatchObject({ kind: 'purchase', until: NOW + 35 * DAY });
});

test('days that were given before something was bought are not lost by buying something else', () => {
  const onlyGiven = { plan: null, value: 0n, valueFrom: 0, valueUntil: 0, until: NOW + 30 * DAY };
  const { value, valueFrom, valueUntil, until } = quoteFor(small, onlyGiven, at);
  expect(until).toBe(NOW + 60 * DAY);
  const bought: HeldTerm = { plan: small.plan, value, valueFrom, valueUntil, until };
  // Nothing of what was bought is used up while the given days last.
  const later = { ...at, now: NOW + 10 * DAY };
  const change = quoteFor(large, bought, later);
  expect(change).toMatchObject({ credit: small.price, until: later.now + (large.days + 20) * DAY });
  const renewed = quoteFor(small, bought, later);
  expect(renewed).toMatchObject({
    value: 2n * small.price,
    valueFrom: NOW + 30 * DAY,
    until: NOW + 90 * DAY,
  });
});

const amount = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n });
const span = fc.record({
  value: amount,
  begun: fc.integer({ min: 0, max: 400 * DAY }),
  left: fc.integer({ min: 0, max: 400 * DAY }),
});

test('whatever is bought in whatever order, nobody gets time worth more than what was paid', () => {
  const step = fc.record({
    offered: fc.record({
      plan: fc.constantFrom('a', 'b', 'c'),
      price: fc.bigInt({ min: 1n, max: 10n ** 9n }),
      days: fc.integer({ min: 1, max: 366 }),
    }),
    wait: fc.integer({ min: 0, max: 60 * DAY }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let now = NOW;
      let paid = 0n;
      let held: HeldTerm | undefined;
      for (const { offered, wait } of steps) {
        now += wait;
        const quote = quoteFor(offered, held, { now, graceMs: 7 * DAY });
        if (quote.price <= 0n) continue;
        paid += quote.price;
        expect(quote.credit + quote.price).toBe(offered.price);
        expect(quote.until).toBeGreaterThan(now);
        const { value, valueFrom, valueUntil } = quote;
        held = { plan: offered.plan, value, valueFrom, valueUntil, until: quote.until };
        expect(leftOf(held, now).left <= paid).toBe(true);
      }
    }),
  );
});

test('what is left never grows, and is nothing at the end', () => {
  fc.assert(
    fc.property(span, fc.integer({ min: 0, max: 400 * DAY }), ({ value, begun, left }, later) => {
      const term = { value, valueFrom: NOW - begun, valueUntil: NOW + left };
      const now = leftOf(term, NOW).left;
      expect(now <= value).toBe(true);
      expect(leftOf(term, NOW + later).left <= now).toBe(true);
      expect(leftOf(term, NOW + left).left).toBe(0n);
    }),
  );
});

test('a share and the rest are the price, and a share is never rounded up', () => {
  fc.assert(
    fc.property(amount, fc.double({ min: 0, max: 100, noNaN: true }), (price, percent) => {
      const points = basisPoints(percent);
      const share = shareOf(price, points);
      expect(share >= 0n && share <= price).toBe(true);
      expect(share * 10_000n <= price * BigInt(points)).toBe(true);
      expect((share + 1n) * 10_000n > price * BigInt(points)).toBe(true);
    }),
  );
  expect([0, 0.01, 12.34, 12.345, 29.99, 100].map(basisPoints)).toEqual([0, 1, 1234, 1234, 2999, 10_000]);
});

test.each(['0', '-1', '+1', '1e3', '01', '1.5', '1234567890123456789', ' 1'])(
  '%p is refused where prices are taken',
  (text) => {
    expect(zPrice.safeParse(text).success).toBe(false);
  },
);
