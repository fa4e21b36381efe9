import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { RemoveStatus } from '@waypost/contract';
import { startChain, TEST_XPUB } from '../../../../tests/chain-place.ts';
import type { KeyFacts } from '../../signing/signer.ts';
import { addressAt, factsOfXpub } from '../../signing/vault/derive.ts';
import { rechargeAdd, rechargeFacts } from '../balance_recharge/calls.ts';
import { tronRefresh } from './calls.ts';
import { tronResource } from './resource.ts';
import { takeDeposits, takeKey, takeKeys } from './rows.ts';

setDefaultTimeout(120_000);

/** Somebody who pays, and is none of the key's own addresses. */
const PAYER = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';

let it: Awaited<ReturnType<typeof startChain>>;
let key: KeyFacts;
beforeAll(async () => {
  it = await startChain();
  const facts = factsOfXpub(TEST_XPUB);
  if (facts === undefined) throw new Error('the key of the tests is none');
  key = { ...facts, id: 'a'.repeat(16), create_time: it.t.clock.date().toISOString(), remove_time: null };
});
afterAll(() => it.stop());

const rows = () => it.t.rows(tronResource).all();
const boss = () => it.t.person(`boss.${crypto.randomUUID().slice(0, 8)}`, { role: 'administrator' });

test('what an account has is what the chain says, with when it was asked', async () => {
  const { t, node } = it;
  const row = await takeKey(t.context, key);
  expect(row).toMatchObject({
    address: key.address,
    balance_time: null,
    remove_status: RemoveStatus.not_deleted,
  });
  await node.control('grant', { to: key.address, sun: '2000000' });
  await node.pay({ from: PAYER, to: key.address, value: '7000000' });
  await node.settle();
  const seen = await t.call(tronRefresh, { id: String(row._id) }, { as: await boss() });
  expect(seen).toMatchObject({
    usdt_balance: '7000000',
    real_time_balance: '7000000',
    balance_time: t.clock.date().toISOString(),
  });
  expect(seen.trx_balance).toBe('2000000');
  expect((await rows())[0]).toMatchObject({ usdt_balance: '7000000', real_time_balance: '7000000' });
});

test('an address that money came to is an account of its key, linked to whoever paid there; taken up once', async () => {
  const { t, node } = it;
  const payer = await t.person('paying.customer', { role: 'customer' });
  await t.call(rechargeFacts, {}, { as: payer });
  const open = () => t.call(rechargeAdd, { amount: '5000000', key: crypto.randomUUID() }, { as: payer });
  const { address } = await open();
  await node.pay({ from: PAYER, to: address, value: '5000000' });
  await node.settle();
  await it.look();
  for (let run = 0; run < 2; run += 1) await takeDeposits(t.context, [key]);
  const deposits = (await rows()).filter(({ kind }) => kind === 'deposit');
  expect(deposits).toHaveLength(1);
  expect(deposits[0]).toMatchObject({ address, account: payer.id, key: key.id });
  expect(addressAt(key, deposits[0]?.index)).toBe(address);
});

test('a key that is removed is said to be deleted, with when, and its row stays', async () => {
  const removed = { ...key, remove_time: it.t.clock.date().toISOString() };
  for (let run = 0; run < 2; run += 1) await takeKeys(it.t.context, [removed]);
  const found = (await rows()).filter(({ address }) => address === key.address);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ remove_status: RemoveStatus.deleted, remove_time: it.t.clock.date() });
});
