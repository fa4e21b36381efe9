import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { LOCALES } from '@waypost/contract';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { PUBLIC } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { findPerson } from '../../find-person.ts';
import { openPaying } from '../../open-paying.ts';
import { startProduct } from '../../product.ts';
import { startTronNode, TEST_XPUB, type TronNode } from '../../tron-node.ts';

// An operator gives the money of an order back, seeing both sums first; the customer and the agent read of it; a customer
// cancels an order that nobody has paid.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };

let node: TronNode;
let place: Place;
let root: Api;
let customer: Awaited<ReturnType<typeof createAccount>>;
let agent: Awaited<ReturnType<typeof createAccount>>;
let operator: Awaited<ReturnType<typeof createAccount>>;
/** Orders that are paid, and one that waits. */
const orders: { id: string; number: string }[] = [];
let unpaid: { id: string; number: string };

const personOf = (account: string) => findPerson(root, account);

beforeAll(async () => {
  node = await startTronNode({ host: PUBLIC });
  place = await openPlace(() => startProduct({ env: { OUTGOING_TEST_ADDRESSES: PUBLIC } }));
  root = await signIn(place.product.origin, place.product.administrator);
  operator = await createAccount(place.product, { account: 'olga.refunds', role: 'administrator' });
  customer = await createAccount(place.product, { account: 'cora.refunds', role: 'customer' });
  agent = await createAccount(place.product, { account: 'alma.refunds', role: 'agent' });
  const [buyer, seller] = [await personOf('cora.refunds'), await personOf('alma.refunds')];
  await root.call('user/update', { id: seller.id, version: seller.version, share_ratio: 12.5 });
  await root.call('user/move', { id: buyer.id, version: buyer.version, superior: seller.id });
  await root.call('user/edit_balance', {
    id: buyer.id,
    amount: '200',
    remark: 'For the test',
    key: 'refunds-test-balance-1',
  });
  const plan = await root.call<{ id: string }>('vip_combo/add', {
    name: 'Starter',
    price: '9900000',
    days: 30,
    codes: 5,
    state: 'on',
  });
  const api = await signIn(place.product.origin, customer);
  const buy = async (kind: string) => {
    const { content } = await api.call<{ id: string }>('buy_vip_combo/buy', {
      plan: plan.content.id,
      price: '9900000',
      kind,
      pay_type: 2,
      key: crypto.randomUUID(),
    });
    orders.push(
      (await api.call<{ id: string; number: string }>('order/details', { id: content.id })).content,
    );
  };
  await buy('purchase');
  for (const _locale of LOCALES) await buy('renewal');
  await openPaying(root, node, { xpub: TEST_XPUB });
  unpaid = (
    await api.call<{ id: string; number: string }>('balance_recharge/add', {
      amount: '10000000',
      key: crypto.randomUUID(),
    })
  ).content;
}, 240_000);
afterAll(async () => {
  await place?.close();
  await node?.stop();
});

const look = looking('refunds');

/** Sums that a page asks for from now on: once the money is back there are none, and it would be told of that. */
function sumsAsked(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/refund_offer')) asked.push(request.url());
  });
  return asked;
}

test('an operator reads both sums, is held to the last order, and gives its money back with a reason', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, `order?id=${orders[0]?.id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click(LIMIT);
  // Later ones stand on its membership: they have to go first, and the drawer names the last.
  await page
    .getByText(`Order ${orders.at(-1)?.number} stands on the membership`)
    .first()
    .waitFor(LIMIT);
  await look(page);
  const last = orders.pop();
  await openScreen(page, place.product.origin, `order?id=${last?.id}`);
  await page.getByRole('button', { name: 'Refund', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  for (const part of ['The whole price', 'The days that are left']) {
    const sums = drawer.getByRole('region', { name: part });
    await sums.getByText('9.90 USDT').waitFor(LIMIT);
    await sums.getByText('1.2375 USDT').waitFor(LIMIT);
  }
  await look(page);
  await drawer.getByRole('button', { name: 'Refund', exact: true }).click(LIMIT);
  // A reason is asked for.
  await drawer.locator('[aria-invalid=true]').first().waitFor(LIMIT);
  await drawer.getByLabel('Reason', { exact: true }).fill('Paid twice by mistake', LIMIT);
  const asked = sumsAsked(page);
  await drawer.getByRole('button', { name: 'Refund', exact: true }).click(LIMIT);
  await page.getByText('9.90 USDT are on the customer’s balance.').waitFor(LIMIT);
  await page.getByText('Refunded', { exact: true }).first().waitFor(LIMIT);
  await page.getByText('Paid twice by mistake').waitFor(LIMIT);
  await page
    .getByRole('button', { name: 'Refund', exact: true })
    .first()
    .waitFor({ ...LIMIT, state: 'detached' });
  await look(page);
  expect([...asked, ...faults.filter((fault) => !/status of 409/.test(fault))]).toEqual([]);
});

test('the customer reads of it and cancels an order that nobody has paid; the agent sees what went back', async () => {
  const mine = await place.open(customer);
  await openScreen(mine.page, place.product.origin, 'message_list');
  await mine.page.getByText('was refunded').first().waitFor(LIMIT);
  await openScreen(mine.page, place.product.origin, `user_order?id=${unpaid.id}`);
  await mine.page.getByRole('button', { name: 'Cancel order', exact: true }).click(LIMIT);
  const question = mine.page.getByRole('dialog');
  await question.getByText(`Cancel order ${unpaid.number}?`).waitFor(LIMIT);
  await look(mine.page);
  await question.getByRole('button', { name: 'Cancel order', exact: true }).click(LIMIT);
  await mine.page.getByText(`Order ${unpaid.number} is cancelled.`).waitFor(LIMIT);
  await mine.page.getByText('It was cancelled. Make a new one.').waitFor(LIMIT);
  await mine.page
    .getByRole('button', { name: 'Cancel order', exact: true })
    .first()
    .waitFor({ ...LIMIT, state: 'detached' });
  await look(mine.page);
  const seller = await place.open(agent);
  await openScreen(seller.page, place.product.origin, 'order_customer');
  await seller.page.getByText('Refunded', { exact: true }).first().waitFor(LIMIT);
  await seller.page
    .getByRole('row')
    .filter({ hasText: 'Refunded' })
    .getByRole('link', { name: /^\d{8}-/ })
    .click(LIMIT);
  await seller.page.getByText('Share taken back').waitFor(LIMIT);
  await look(seller.page);
  expect([...mine.faults, ...seller.faults]).toEqual([]);
});
