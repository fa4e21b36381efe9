import { afterAll, beforeAll, expect, test } from 'bun:test';
import { DEFAULT_CURRENCY } from '@waypost/contract';
import { PAYER, startChain } from '../../../../tests/chain-place.ts';
import { paymentDetails, rechargeAdd } from '../balance_recharge/calls.ts';
import { transferResolve } from './calls.ts';
import { transferResource } from './resource.ts';

let place: Awaited<ReturnType<typeof startChain>>;
beforeAll(async () => {
  place = await startChain();
});
afterAll(() => place?.stop());

const TEN = '10000000';
let made = 0;

/** A transfer that is on the chain and was credited to nobody, and an order that waits. */
async function unmatched(state: 'unmatched' | 'wrong_token' = 'unmatched') {
  const { t } = place;
  made += 1;
  const ada = await t.person(`adala${made}`);
  const boss = await t.person('bosss', { role: 'administrator' });
  const order = await t.call(rechargeAdd, { amount: TEN, key: crypto.randomUUID() }, { as: ada });
  const row = await t.rows(transferResource).add({
    network: 'nile',
    transaction: made.toString(16).padStart(64, '0'),
    log_index: 0,
    state,
    amount: TEN,
    block: 7,
    time: new Date(),
    sender: PAYER,
    receiver: order.address,
    contract: order.contract,
    symbol: 'USDT',
    reason: 'account_closed',
  });
  const balance = async () => (await t.context.ledger.balances([ada.id], DEFAULT_CURRENCY))[0]?.available;
  return { t, ada, boss, order, id: row._id, balance };
}

test('given to an order it is on the balance, and the order is paid; a second decision is refused', async () => {
  const { t, ada, boss, order, id, balance } = await unmatched();
  const body = { id, decision: 'order', order: order.id, reason: 'They sent a picture of it' } as const;
  expect(await t.call(transferResolve, body, { as: boss })).toEqual({ state: 'credited' });
  expect(await balance()).toBe(TEN);
  expect(await t.call(paymentDetails, { id: order.id }, { as: ada })).toMatchObject({
    status: 2,
    settlement: 'settled',
    received: TEN,
  });
  for (const decision of ['account', 'not_ours'] as const) {
    const again = t.call(transferResolve, { id, decision, account: boss.id, reason: 'again' }, { as: boss });
    await expect(again).rejects.toMatchObject({ code: 'wallet.transfer_over' });
  }
  expect(await balance()).toBe(TEN);
  expect((await t.audit()).at(-1)).toMatchObject({
    type: 'wallet.transfer.resolve',
    account: 'bosss',
    target: id,
    after: { state: 'credited', remark: 'They sent a picture of it' },
  });
});

test('of twenty decisions at once one is taken', async () => {
  const { t, ada, boss, id, balance } = await unmatched();
  const decide = () =>
    t.call(transferResolve, { id, decision: 'account', account: ada.id, reason: 'theirs' }, { as: boss });
  const ends = await Promise.allSettled(Array.from({ length: 20 }, decide));
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await balance()).toBe(TEN);
});

test('another token is nobody’s money, and who it belongs to has to be said', async () => {
  const { t, ada, boss, id, balance } = await unmatched('wrong_token');
  const give = t.call(
    transferResolve,
    { id, decision: 'account', account: ada.id, reason: 'theirs' },
    { as: boss },
  );
  await expect(give).rejects.toMatchObject({ code: 'wallet.transfer_over' });
  const nobody = t.call(transferResolve, { id, decision: 'order', reason: 'theirs' }, { as: boss });
  await expect(nobody).rejects.toMatchObject({ code: 'invalid_input', errors: [{ path: 'order' }] });
  const dismissed = { id, decision: 'not_ours', reason: 'an advertisement' } as const;
  expect(await t.call(transferResolve, dismissed, { as: boss })).toEqual({ state: 'not_ours' });
  expect(await balance()).toBe('0');
});

test('a record has its moment under both names, the specification’s among them', async () => {
  const { t, boss, id } = await unmatched();
  const row = await t.call<{ time: string; timestamp: string }>(
    'usdt_transaction_record/details',
    { id },
    { as: boss },
  );
  expect(row.timestamp).toBe(row.time);
  expect(Date.parse(row.timestamp)).not.toBeNaN();
});

test('the payment of somebody else is not there', async () => {
  const { t, order } = await unmatched();
  const ben = await t.person('bennn');
  await expect(t.call(paymentDetails, { id: order.id }, { as: ben })).rejects.toMatchObject({
    code: 'not_found',
  });
});
