import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { DEFAULT_CURRENCY } from '@waypost/contract';
import type { Person } from '@waypost/sdk/testing';
import { bankTopUpResource } from '../bank/resource.ts';
import { startWallet } from '../testing/start-wallet.ts';
import { withdrawalResource } from '../withdrawals/resource.ts';
import { closeDay } from './close-day.ts';
import { createMoneyNow } from './money-now.ts';
import { closingResource } from './resource.ts';

setDefaultTimeout(60_000);
let it: Awaited<ReturnType<typeof startWallet>>;
let ada: Person;
beforeAll(async () => {
  it = await startWallet({ now: '2026-03-02T10:00:00.000Z' });
  ada = await it.t.person('ada.lovelace', { role: 'customer' });
});
afterAll(() => it?.t.dispose());

let serial = 0;
async function topUp(amount: string, decided: string, state: 'approved' | 'refused' = 'approved') {
  serial += 1;
  const one = `${serial}`;
  await it.t.rows(bankTopUpResource).add(
    {
      number: one,
      amount,
      reference: one,
      reference_key: one,
      key: one,
      state,
      decided_time: new Date(decided),
    },
    { owner: ada.id },
  );
}

test('operators see what came in, what people have and who waits, the same before and after a day is closed', async () => {
  const root = await it.t.person('root.person', { role: 'administrator' });
  const look = () => it.t.call<object>('bill_closing/totals', {}, { as: root });
  expect(await look()).toEqual({
    received: '0',
    received_before: '0',
    owed: '0',
    withdrawals: 0,
    withdrawn: '0',
  });
  await topUp('7000000', '2026-03-01T12:00:00.000Z');
  await topUp('5000000', '2026-03-02T09:00:00.000Z');
  await topUp('9000000', '2026-03-02T09:00:00.000Z', 'refused');
  const { ledger } = it.t.context;
  await ledger.transfer({
    key: 'planted',
    type: 'wallet.bank_top_up',
    postings: [
      { account: 'wallet.bank', amount: '-12000000' },
      { account: ada.id, amount: '12000000' },
    ],
  });
  await ledger.placeHold({
    key: 'held',
    type: 'wallet.withdrawal',
    account: ada.id,
    amount: '4000000',
    currency: DEFAULT_CURRENCY,
  });
  for (const phase of ['waiting', 'broadcast', 'rejected', 'paid'] as const)
    await it.t.rows(withdrawalResource).add(
      {
        number: `W-${phase}`,
        key: phase,
        amount: '4000000',
        payout: '4000000',
        phase,
        address: 'T',
        address_since: new Date(),
        network: 'nile',
        contract: 'c',
      },
      { owner: ada.id },
    );
  const seen = { received_before: '7000000', owed: '12000000', withdrawals: 2, withdrawn: '8000000' };
  // It is read again after half a minute.
  it.t.clock.set(new Date('2026-03-02T10:01:00.000Z'));
  expect(await look()).toEqual({ received: '5000000', ...seen });
  await closeDay(it.t.context, { day: '2026-03-01' });
  it.t.clock.set(new Date('2026-03-02T10:02:00.000Z'));
  expect(await look()).toEqual({ received: '5000000', ...seen });
});

test('no bill of before is read for it, also where no day was ever closed', async () => {
  const { context } = it.t;
  await context.model(closingResource).deleteMany({});
  const { ledger } = context;
  const asked: unknown[] = [];
  const standing: typeof ledger.standing = (query) => {
    asked.push(query);
    return ledger.standing(query);
  };
  await createMoneyNow(Object.create(context, { ledger: { value: { standing } } }))();
  expect(asked).toEqual([{ known: { until: context.clock.date().toISOString(), billed: '0' } }]);
});
