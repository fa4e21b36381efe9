import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { addDays } from '@waypost/contract';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { runCommand } from '../../command-line.ts';
import { PUBLIC } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { type Opened, openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { findPerson } from '../../find-person.ts';
import { hastenMoney } from '../../hasten-money.ts';
import { openPaying } from '../../open-paying.ts';
import { startProduct } from '../../product.ts';
import { giveSecondFactor } from '../../second-factor.ts';
import { withStore } from '../../security/world.ts';
import { FAKE_USDT, PAYER, startTronNode, type TronNode } from '../../tron-node.ts';
import { until } from '../../until.ts';

// The day of an operator beside the signer and a chain: three withdrawals are paid, what a customer has paid is collected, and the
// next morning the day is closed and adds up.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 60_000 };
const DAY_MS = 86_400_000;
const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
const COLLECTION = 'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA';
const WALLET_MASTER_KEY = '8f1c5b0e9a7d42633b5f0c9e1d7a48261e3f9b8c7d6a5f4e3d2c1b0a99887766';
const variables = { WALLET_MASTER_KEY };
/** What the agent asks for; half a USDT of each stays as the fee. */
const ASKED = ['20000000', '30000000', '40000000'];
const PAID = ['19500000', '29500000', '39500000'];
const DEPOSIT = '50000000';

let node: TronNode;
let place: Place;
let root: Api;
let operator: Awaited<ReturnType<typeof createAccount>>;
let desk: Opened;
let house: string;
let payments: string;

const signer = (...words: string[]) => runCommand(place.product, ['signer', ...words], { variables });
async function makeKey(): Promise<{ address: string; xpub: string }> {
  const { id } = (await root.call<{ id: string }>('tron/make', {})).content;
  return (await root.call<{ address: string; xpub: string }>('tron/details', { id })).content;
}

beforeAll(async () => {
  node = await startTronNode({ host: PUBLIC });
  // The chain's clock stays near ours: what is sent today is of today.
  await node.control('pace', { ms: 200 });
  place = await openPlace(() => startProduct({ env: { OUTGOING_TEST_ADDRESSES: PUBLIC, ...variables } }));
  const { product } = place;
  root = await signIn(product.origin, product.administrator);
  const [payouts, fees, paying] = [await makeKey(), await makeKey(), await makeKey()];
  house = payouts.address;
  await openPaying(root, node, {
    withdraw_minimum: '1000000',
    withdraw_fee: '500000',
    xpub: paying.xpub,
    payout_switch: 1,
    payout_account: house,
    fee_account: fees.address,
  });
  for (const [name, value] of [
    ['network', 'nile'],
    ['contract', FAKE_USDT],
    ['collect-to', COLLECTION],
    ...['single', 'daily', 'two-above', 'fund-single', 'fund-run', 'fund-daily', 'fee-limit'].map(
      (name) => [name, '1000'] as const,
    ),
  ] as const)
    await signer('set', name, value);
  for (const to of [house, fees.address]) await node.control('grant', { to, sun: '100000000000' });
  await node.pay({ from: PAYER, to: house, value: '1000000000' });
  operator = await createAccount(product, { account: 'olive.day', role: 'administrator' });
  const login = await createAccount(product, { account: 'aron.day', role: 'agent' });
  const { id } = await findPerson(root, 'aron.day');
  const money = { id, amount: '200', remark: 'For the test', key: 'operators-day-balance' };
  (await root.call('user/edit_balance', money)).content;
  const agent = await signIn(product.origin, login);
  (await agent.call('acting_withdrawal_list/change_address', { address: PAYOUT })).content;
  await withStore(product, (database) =>
    database
      .collection('wallet_payout_address')
      .updateMany({}, { $set: { next_time: new Date(Date.now() - 1_000) } }),
  );
  for (const amount of ASKED)
    (await agent.call('acting_withdrawal_list/add', { amount, key: `operators-day-${amount}` })).content;
  const customer = await signIn(
    product.origin,
    await createAccount(product, { account: 'carla.day', role: 'customer' }),
  );
  const body = { amount: DEPOSIT, key: 'operators-day-payment' };
  payments = (await customer.call<{ address: string }>('balance_recharge/add', body)).content.address;
  desk = await place.open(operator);
  await trustBrowser();
}, 300_000);
afterAll(async () => {
  await place?.close();
  await node?.stop();
});

/** The browser of the operator has a key, which the command line has confirmed. */
async function trustBrowser(): Promise<void> {
  const { page } = desk;
  const { product } = place;
  const codeOf = await giveSecondFactor(await signIn(product.origin, operator), operator.password);
  await openScreen(page, product.origin, 'update_password?tab=second_factor');
  await page.getByRole('button', { name: 'Make key', exact: true }).click(LIMIT);
  const asked = page.locator('.arco-modal');
  await asked.getByRole('textbox').fill(codeOf(1), LIMIT);
  await asked.getByRole('button', { name: 'Continue', exact: true }).click(LIMIT);
  await page.getByText('Waits to be confirmed on the server').waitFor(LIMIT);
  const print = (await page.getByText(/^(?:[0-9a-f]{4}-){7}[0-9a-f]{4}$/).textContent()) ?? '';
  await signer('trust', print);
  // Its code of this half minute is used up, and waiting for the next shows nothing.
  await withStore(product, (database) => database.collection('system_second_factor').deleteMany({}));
}

/** With blocks, and the jobs that look at the chain made due, until it is so. */
const soon = (what: string, isSo: () => Promise<boolean>) =>
  until(
    what,
    async () => {
      if (await isSo()) return true;
      await node.control('mine', { blocks: 8 });
      await hastenMoney(place.product);
      return false;
    },
    { everyMs: 700, withinMs: 120_000, explain: () => place.product.output().slice(-3_000) },
  );
const countOf = async (path: string, filter: object) =>
  (await root.call<{ count: number }>(path, { ...filter, page: 1, page_size: 1 })).content.count;
const balanceOf = async (of: string) => ((await node.control('balance', { of })) as { token: string }).token;

/** What was done today lies a day back. */
const letNightPass = () =>
  withStore(place.product, async (database) => {
    for (const [name, fields] of [
      ['wallet_transfer', ['create_time', 'credited_time']],
      ['wallet_sending', ['end_time']],
      ['system_ledger_bill', ['time']],
      ['system_ledger_journal', ['time']],
    ] as const) {
      const rows = database.collection(name);
      for (const row of await rows.find().toArray())
        for (const field of fields)
          if (row[field] instanceof Date)
            await rows.updateOne(
              { _id: row._id },
              { $set: { [field]: new Date(row[field].getTime() - DAY_MS) } },
            );
    }
  });

const look = looking('operators-day');

test('three withdrawals are paid, what came is collected, and the day is closed the next morning: all of it adds up', async () => {
  await payWithdrawals(desk.page);
  await collectDeposit(desk.page);
  await letNightPass();
  await closeDay(desk.page);
  expect(desk.faults.filter((fault) => !/status of 403/.test(fault))).toEqual([]);
});

async function payWithdrawals(page: Page): Promise<void> {
  for (const [at] of ASKED.entries()) {
    await openScreen(page, place.product.origin, 'withdrawal_list?phase=waiting');
    const waiting = page.getByRole('link', { name: /^\d{8}-/ });
    await shows(waiting, { count: ASKED.length - at });
    await waiting.first().click(LIMIT);
    await page.getByRole('button', { name: 'Approve', exact: true }).click(LIMIT);
    await page.locator('.arco-modal').getByRole('button', { name: 'Approve', exact: true }).click(LIMIT);
    await shows(page.getByRole('button', { name: 'Approve', exact: true }), { count: 0 });
  }
  const paid = { phase: ['paid'] };
  await soon('all are paid', async () => (await countOf('withdrawal_list/inquire', paid)) === ASKED.length);
  await page.getByText('Paid, and booked.').waitFor(LIMIT);
  await openScreen(page, place.product.origin, 'withdrawal_list?phase=paid');
  await shows(page.getByRole('link', { name: /^\d{8}-/ }), { count: ASKED.length });
  await look(page, 'paid');
  const sent = (await node.control('signed', { by: house })) as { to: string; value: string }[];
  expect(sent.map(({ to, value }) => [to, value]).sort()).toEqual(PAID.map((value) => [PAYOUT, value]));
}

async function collectDeposit(page: Page): Promise<void> {
  await node.pay({ from: PAYER, to: payments, value: DEPOSIT });
  const credited = { state: ['credited'] };
  await soon(
    'it is credited',
    async () => (await countOf('usdt_transaction_record/inquire', credited)) === 1,
  );
  await openScreen(page, place.product.origin, 'tron_transaction_summary');
  await page.getByRole('button', { name: 'Collect deposits' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'What would it cost?' }).click(LIMIT);
  await drawer.getByText('50.00 USDT').waitFor(LIMIT);
  await drawer.getByRole('button', { name: 'Collect now' }).click(LIMIT);
  const collected = { purpose: ['collect'], status: ['success'] };
  await soon(
    'it is collected',
    async () => (await countOf('tron_transaction_summary/inquire', collected)) === 1,
  );
  await page.reload();
  await page.getByText('50.00 USDT').first().waitFor(LIMIT);
  await look(page, 'collected');
  expect([await balanceOf(payments), await balanceOf(COLLECTION)]).toEqual(['0', DEPOSIT]);
}

async function closeDay(page: Page): Promise<void> {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: place.product.timeZone }).format(Date.now());
  const day = addDays(today, -1);
  await openScreen(page, place.product.origin, 'bill?tab=closing');
  await page.getByRole('button', { name: 'Close a day', exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  // Yesterday, until another day is chosen.
  await shows(drawer.getByLabel('Day', { exact: true }), { value: day });
  await drawer.getByRole('button', { name: 'Close a day', exact: true }).click(LIMIT);
  await page.getByText('The day adds up.').first().waitFor(LIMIT);
  const { content } = await root.call<{ content: { id: string }[] }>('bill_closing/inquire', {
    day_from: day,
    day_to: day,
  });
  expect(content.content).toMatchObject([
    {
      state: 'balanced',
      received: DEPOSIT,
      credited: DEPOSIT,
      deposited: DEPOSIT,
      paid_out: '88500000',
      sent_out: '88500000',
      collected: DEPOSIT,
      on_the_way: '0',
    },
  ]);
  await openScreen(page, place.product.origin, `bill?tab=closing&drawer=view:${content.content[0]?.id}`);
  await drawer.getByText('All of it adds up.').waitFor(LIMIT);
  await shows(drawer.getByText('88.50 USDT'), { count: 2 });
  await look(page, 'closed');
}
