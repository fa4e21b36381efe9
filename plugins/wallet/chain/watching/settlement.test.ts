import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Counted, NOTHING, settle, withTransfer } from './settlement.ts';

const USDT = 1_000_000n;
const order = { amount: 10n * USDT, tolerance: 10_000n, isExpired: false };
const paid = (amount: bigint, isInTime = true): Counted => ({ kind: 'paid', amount, isInTime });
const after = (...transfers: Counted[]) => settle(transfers.reduce(withTransfer, NOTHING), order);

test('what came decides what is said', () => {
  expect(after()).toEqual({ isPaid: false, settlement: 'waiting' });
  expect(settle(NOTHING, { ...order, isExpired: true }).settlement).toBe('expired');
  expect(after(paid(10n * USDT))).toEqual({ isPaid: true, settlement: 'settled' });
  expect(after(paid(9_990_000n))).toEqual({ isPaid: true, settlement: 'settled' });
  expect(after(paid(9_989_999n))).toEqual({ isPaid: false, settlement: 'under' });
  expect(after(paid(4n * USDT), paid(6n * USDT))).toEqual({ isPaid: true, settlement: 'settled' });
  expect(after(paid(11n * USDT))).toEqual({ isPaid: true, settlement: 'over' });
  expect(after(paid(10n * USDT, false))).toEqual({ isPaid: true, settlement: 'late' });
  expect(after({ kind: 'wrong_token', amount: 10n * USDT, isInTime: true }).settlement).toBe('wrong_token');
  expect(after({ kind: 'failed', amount: 10n * USDT, isInTime: true }).settlement).toBe('failed');
});

const transfers = fc.array(
  fc.record({
    kind: fc.constantFrom('paid' as const, 'paid' as const, 'wrong_token' as const, 'failed' as const),
    amount: fc.bigInt({ min: 1n, max: 12n * USDT }),
    isInTime: fc.boolean(),
  }),
  { maxLength: 8 },
);

test('in whatever order transfers are seen, the end is the same', () => {
  fc.assert(
    fc.property(
      transfers.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      ([one, other]) => {
        expect(after(...other)).toEqual(after(...one));
      },
    ),
  );
});

test('an order is paid if and only if so much of the right token came, and what failed or is another token never pays', () => {
  fc.assert(
    fc.property(transfers, (list) => {
      const sum = list.reduce((total, { kind, amount }) => total + (kind === 'paid' ? amount : 0n), 0n);
      const { isPaid, settlement } = after(...list);
      expect(isPaid).toBe(sum >= order.amount - order.tolerance);
      expect(isPaid).toBe(['settled', 'over', 'late'].includes(settlement));
      // One more transfer never takes a payment back.
      const [first] = list;
      if (first !== undefined && isPaid) expect(after(...list, first).isPaid).toBe(true);
    }),
  );
});
