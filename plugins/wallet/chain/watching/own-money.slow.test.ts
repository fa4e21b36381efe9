import { afterEach, expect, setDefaultTimeout, test } from 'bun:test';
import { startChain, TEST_XPUB } from '../../../../tests/chain-place.ts';
import { findCollectable } from '../../collection/find-deposits.ts';
import { rechargeAdd } from '../../screens/balance_recharge/calls.ts';
import { takeKey } from '../../screens/tron/rows.ts';
import { transferResolve } from '../../screens/usdt_transaction_record/calls.ts';
import { transferResource } from '../../screens/usdt_transaction_record/resource.ts';
import { hexOfAddress } from '../../signing/tron-hex.ts';
import { factsOfXpub } from '../../signing/vault/derive.ts';
import { accountOf } from '../addresses/xpub.ts';
import { readPayConfig, writePayConfig } from '../config/pay-config.ts';
import { deposits } from '../deposits/deposit.ts';

// What the operator moves between accounts of their own is money that no customer has paid.
setDefaultTimeout(120_000);
const TEN = '10000000';
/** Somebody who pays, and is none of the key's own addresses. */
const PAYER = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
const account = accountOf(TEST_XPUB);
/** Far from every deposit: the account that pays withdrawals, and the one that pays for collecting. */
const [HOUSE, FEES] = [account.address(1_000_001), account.address(1_000_002)];
let place: Awaited<ReturnType<typeof startChain>>;
let stop: (() => Promise<void>) | undefined;
afterEach(async () => {
  await stop?.();
  stop = undefined;
});

async function start() {
  place = await startChain();
  ({ stop } = place);
  const { t, node, look } = place;
  const ada = await t.person('adala');
  const { version, ...config } = await readPayConfig(t.context);
  await t.context.transaction((session) =>
    writePayConfig(t.context, version, { ...config, payout_account: HOUSE, fee_account: FEES }, session),
  );
  const pay = async (from: string, to: string, value = TEN) => {
    await node.pay({ from, to, value });
    await node.settle();
    await look();
  };
  return {
    ...place,
    ada,
    pay,
    open: () => t.call(rechargeAdd, { amount: TEN, key: crypto.randomUUID() }, { as: ada }),
    balance: async () => (await t.context.ledger.balances([ada.id]))[0]?.available,
    record: async (receiver: string) =>
      (await t.rows(transferResource).all({ receiver } as never)).map(
        ({ state, reason, account: whose }) => ({ state, reason, whose }),
      ),
    /** The key is one of the signer's: its first address is an account of the operator. */
    haveKey: async () => {
      const facts = factsOfXpub(TEST_XPUB);
      if (facts === undefined) throw new Error('the key of the tests is none');
      const made = { id: 'a'.repeat(16), create_time: t.clock.date().toISOString(), remove_time: null };
      await takeKey(t.context, { ...facts, ...made });
    },
    /** Accounts that pay out have keys of their own in the signer. */
    haveHouse: async () => {
      for (const [at, address] of [HOUSE, FEES].entries())
        await takeKey(t.context, {
          id: String(at).repeat(16),
          kind: 'private_key',
          address,
          address_hex: hexOfAddress(address),
          public_key: '',
          xpub: '',
          create_time: t.clock.date().toISOString(),
          remove_time: null,
        });
    },
    /** As a release before has given it out: the first address of the key. */
    giveFirst: async (order: string) => {
      const found = await deposits(t.context).findOne({ order }).lean();
      const address = account.address(0);
      await deposits(t.context).deleteOne({ order });
      await deposits(t.context).create([{ ...found, _id: `nile/${address}`, address, index: 0 } as never]);
      return address;
    },
    collectable: () =>
      findCollectable(t.context, {
        network: 'nile',
        least: 1n,
        keys: { limits: {}, depositKey: () => 'key' } as never,
      }),
  };
}
const OWN = { state: 'unmatched', reason: 'own_account', whose: null } as const;

test('the first address of a key is an account of whoever has it, and is given to no order', async () => {
  const it = await start();
  const opened = [await it.open(), await it.open()];
  expect(opened.map(({ address }) => address)).toEqual([account.address(1), account.address(2)]);
  const given = opened.map(({ address }) => address);
  expect(given).not.toContain(factsOfXpub(TEST_XPUB)?.address);
});

test('what the operator sends from an account or a deposit address of their own to an order is credited to nobody', async () => {
  const it = await start();
  await it.haveHouse();
  for (const from of [HOUSE, FEES]) {
    const { address } = await it.open();
    await it.pay(from, address);
    expect(await it.record(address)).toEqual([OWN]);
  }
  const [one, other] = [await it.open(), await it.open()];
  await it.pay(one.address, other.address);
  expect(await it.record(other.address)).toEqual([OWN]);
  expect(await it.balance()).toBe('0');
  // Whoever pays from elsewhere is credited as ever.
  await it.pay(PAYER, other.address);
  expect(await it.balance()).toBe(TEN);
});

test('an order that has the first address from before: a refill of that account is not its payment, and a person says what was', async () => {
  const it = await start();
  const { id } = await it.open();
  const address = await it.giveFirst(id);
  await it.haveKey();
  await it.pay(PAYER, address);
  expect(await it.record(address)).toEqual([OWN]);
  expect(await it.balance()).toBe('0');
  const [row] = await it.t.rows(transferResource).all({ receiver: address } as never);
  await it.t.call(
    transferResolve,
    { id: String(row?._id), decision: 'order', order: id, reason: 'Named the transaction' },
    { as: await it.t.person('the.boss', { role: 'administrator' }) },
  );
  expect(await it.balance()).toBe(TEN);
  expect(await deposits(it.t.context).findOne({ order: id }).lean()).toMatchObject({ settlement: 'settled' });
});

test('an order that has the first address of a key that no signer of ours has: it is the key’s own account all the same', async () => {
  const it = await start();
  const { id } = await it.open();
  const address = await it.giveFirst(id);
  await it.pay(PAYER, address);
  expect(await it.record(address)).toEqual([OWN]);
  expect(await it.balance()).toBe('0');
});

test('an account that is entered to send from and that no key is for is anybody’s: what comes from there is a payment', async () => {
  const it = await start();
  const { version, ...config } = await readPayConfig(it.t.context);
  await it.t.context.transaction((session) =>
    writePayConfig(it.t.context, version, { ...config, payout_account: PAYER, fee_account: PAYER }, session),
  );
  const { address } = await it.open();
  await it.pay(PAYER, address);
  expect(await it.balance()).toBe(TEN);
});

test('an address that all pay to may be the account that pays out: what customers pay there is theirs', async () => {
  const it = await start();
  const { version, ...config } = await readPayConfig(it.t.context);
  await it.t.context.transaction((session) =>
    writePayConfig(
      it.t.context,
      version,
      { ...config, address_mode: 2, shared_address: HOUSE, payout_account: HOUSE },
      session,
    ),
  );
  const { address, amount } = await it.open();
  expect(address).toBe(HOUSE);
  await it.pay(PAYER, address, amount);
  expect(await it.balance()).toBe(amount);
});

test('what came to an address and was credited to nobody lies there, and is collected; what a person counts for an order lies where it came', async () => {
  const it = await start();
  const [refunded, paid] = [await it.open(), await it.open()];
  await deposits(it.t.context).updateOne({ order: refunded.id }, { $set: { settlement: 'refunded' } });
  await it.pay(PAYER, refunded.address);
  expect(await it.record(refunded.address)).toEqual([{ ...OWN, reason: 'refunded' }]);
  const lies = [{ address: refunded.address, amount: BigInt(TEN) }];
  expect(await it.collectable()).toMatchObject(lies);
  const [row] = await it.t.rows(transferResource).all({ receiver: refunded.address } as never);
  await it.t.call(
    transferResolve,
    { id: String(row?._id), decision: 'order', order: paid.id, reason: 'Meant for that one' },
    { as: await it.t.person('the.boss', { role: 'administrator' }) },
  );
  const found = await it.collectable();
  expect(found).toMatchObject(lies);
  expect(found).toHaveLength(1);
});
