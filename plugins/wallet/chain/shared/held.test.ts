import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Restored } from '@waypost/sdk';
import type { Person } from '@waypost/sdk/testing';
import { startChain, TEST_XPUB } from '../../../../tests/chain-place.ts';
import { rechargeAdd, rechargeFacts } from '../../screens/balance_recharge/calls.ts';
import {
  type PayConfigValues,
  payConfigDetails,
  payConfigUpdate,
  zPayConfig,
} from '../../screens/pay_config/calls.ts';
import { accountOf } from '../addresses/xpub.ts';
import { payConfigs } from '../config/pay-config.ts';
import { LONGEST_ORDER_MS } from './held-until.ts';
import { KEPT_MS } from './shared-amounts.ts';

// An amount that was asked of somebody after the backup is asked of nobody else while it may still be paid.
setDefaultTimeout(180_000);
const TILL = 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C';
const OTHER = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
let place: Awaited<ReturnType<typeof startChain>>;
let restored: Restored | null = null;
let ada: Person;
let boss: Person;
beforeAll(async () => {
  place = await startChain({ restored: () => restored });
  const { t } = place;
  await payConfigs(t.context).updateOne({}, { $set: { address_mode: 2, shared_address: TILL, xpub: '' } });
  [ada, boss] = [await t.person('adala'), await t.person('the.boss', { role: 'administrator' })];
});
afterAll(() => place?.stop());

const open = () => place.t.call(rechargeAdd, { amount: '10000000', key: crypto.randomUUID() }, { as: ada });
const facts = () => place.t.call(rechargeFacts, {}, { as: ada });
const shown = () => place.t.call(payConfigDetails, {}, { as: boss });
async function set(values: Partial<PayConfigValues> & { is_new?: boolean }) {
  const before = await shown();
  const body = { ...zPayConfig.parse(before), version: before.version, ...values };
  return place.t.call(payConfigUpdate, body, { as: boss });
}

test('after a restore the address that all pay to is closed for as long as an order of before may be paid', async () => {
  await open();
  restored = { id: 'first', time: place.t.clock.date() };
  await expect(open()).rejects.toMatchObject({ code: 'wallet.pay_held' });
  const { is_open, held_until } = await facts();
  expect([is_open, (await shown()).missing]).toEqual([false, ['restored']]);
  const until = Date.parse(held_until ?? '');
  expect(until - restored.time.getTime()).toBeGreaterThanOrEqual(LONGEST_ORDER_MS + KEPT_MS);
  place.t.clock.set(new Date(until - 1));
  await expect(open()).rejects.toMatchObject({ code: 'wallet.pay_held' });
  place.t.clock.set(new Date(until));
  await open();
  expect(await facts()).toMatchObject({ is_open: true, held_until: null });
});

test('another address that nobody was asked to pay to is open at once, by the word of whoever sets it alone', async () => {
  restored = { id: 'second', time: place.t.clock.date() };
  await expect(set({ is_new: true })).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await set({ shared_address: OTHER })).toMatchObject({ is_open: false, missing: ['restored'] });
  await expect(open()).rejects.toMatchObject({ code: 'wallet.pay_held' });
  expect(await set({ shared_address: OTHER, is_new: true })).toMatchObject({ is_open: true });
  expect((await open()).address).toBe(OTHER);
});

test('a new key begins at its first address by that word, and one that may have been used far away', async () => {
  restored = { id: 'third', time: place.t.clock.date() };
  const account = accountOf(TEST_XPUB);
  const set_ = await set({ address_mode: 1, xpub: TEST_XPUB, is_new: true });
  expect(set_.restored).toMatchObject({ next_index: 1 });
  expect((await open()).address).toBe(account.address(1));
  // Restored once more it may have been.
  restored = { id: 'fourth', time: place.t.clock.date() };
  const made = await open();
  const { restored: after } = await shown();
  expect(after?.next_index).toBeGreaterThan(1_000_000);
  expect(made.address).toBe(account.address((after?.next_index ?? 0) - 1));
  await expect(set({ is_new: true })).rejects.toMatchObject({ code: 'invalid_input' });
});
