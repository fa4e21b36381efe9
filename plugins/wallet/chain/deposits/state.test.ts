import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { SETTLEMENTS } from '../../orders/values.ts';
import type { Counted } from '../watching/settlement.ts';
import { type Deposit, newDeposit } from './deposit.ts';
import { DEPOSIT_STEPS, type DepositEvent, receive, settlementAfter } from './state.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const DEPOSIT: Deposit = newDeposit(
  { clock: { now: () => NOW.getTime(), date: () => NOW } },
  {
    network: 'nile',
    contract: 'T',
    address: 'T',
    account: 'a',
    index: 1,
    order: 'o',
    owner: 'p',
    amount: '10',
    tolerance: '1',
    expire_time: NOW,
  },
);
const EVENTS = fc.constantFrom(...Object.keys(DEPOSIT_STEPS).filter(isEvent));
const TRANSFERS = fc.array(
  fc.record<Counted>({
    kind: fc.constantFrom('paid', 'paid', 'wrong_token', 'failed'),
    amount: fc.bigInt({ min: 1n, max: 12n }),
    isInTime: fc.boolean(),
  }),
  { minLength: 1, maxLength: 8 },
);
function afterAll(start: Deposit, transfers: readonly Counted[]): Deposit {
  const deposit = { ...start };
  for (const counted of transfers) Object.assign(deposit, receive(deposit, counted));
  return deposit;
}

test('in whichever order transfers are seen, a deposit ends the same, and each cent of it counts once', () => {
  fc.assert(
    fc.property(
      TRANSFERS.chain((all) =>
        fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
      ),
      fc.constantFrom(DEPOSIT, { ...DEPOSIT, settlement: 'expired' as const }),
      ([all, shuffled], start) => {
        const after = afterAll(start, all);
        expect(afterAll(start, shuffled)).toEqual(after);
        const paid = all.filter(({ kind }) => kind === 'paid').reduce((sum, { amount }) => sum + amount, 0n);
        expect(after.total).toBe(String(paid));
        expect(after.is_paid).toBe(paid >= 9n);
      },
    ),
  );
});

test('what comes for a cancelled order is late, and never makes it wait again', () => {
  const cancelled: Deposit = { ...DEPOSIT, is_cancelled: true, settlement: 'cancelled' };
  fc.assert(
    fc.property(TRANSFERS, (transfers) => {
      const { settlement, total } = afterAll(cancelled, transfers);
      expect(total === '0' ? ['wrong_token', 'failed'] : ['late']).toContain(settlement);
    }),
  );
});

test('what was refunded stays so, whatever comes or ends; nothing makes a deposit wait again', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SETTLEMENTS), EVENTS, TRANSFERS, (settlement, event, transfers) => {
      const after = settlementAfter(event, settlement);
      if (settlement === 'refunded') expect(after).toBe('refunded');
      if (settlement !== 'waiting') expect(after).not.toBe('waiting');
      expect(afterAll({ ...DEPOSIT, settlement: 'refunded' }, transfers).settlement).toBe('refunded');
    }),
  );
});

test('only one that nothing has come for ends by its time', () => {
  for (const settlement of SETTLEMENTS)
    expect(settlementAfter('end', settlement)).toBe(settlement === 'waiting' ? 'expired' : settlement);
});

function isEvent(name: string): name is DepositEvent {
  return name in DEPOSIT_STEPS;
}
