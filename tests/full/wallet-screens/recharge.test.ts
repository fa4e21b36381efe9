import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../accounts.ts';
import { apiOf, signIn } from '../../api.ts';
import { PUBLIC } from '../../domain-place.ts';
import { openScreen, until } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { startProduct } from '../../product.ts';
import { withStore } from '../../security/world.ts';
import { FAKE_USDT, PAYER, startTronNode, TEST_XPUB, type TronNode } from '../../tron-node.ts';

// An operator sets up paying over the chain, a customer pays what the screen shows, watches it come in, and an operator says
// whose a transfer is that matches nothing.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };

let node: TronNode;
let place: Place;
let customer: Awaited<ReturnType<typeof createAccount>>;
beforeAll(async () => {
  node = await startTronNode({ host: PUBLIC });
  place = await openPlace(() => startProduct({ env: { OUTGOING_TEST_ADDRESSES: PUBLIC } }));
  customer = await createAccount(place.product, { account: 'paula.pays', role: 'customer' });
}, 240_000);
afterAll(async () => {
  await place?.close();
  await node?.stop();
});

const look = looking('recharge');

test('an operator sets it up: a provider that is tested, the key of a wallet, and the contract that the chain knows', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'pay_config');
  await page.getByText('Enter the public key of a wallet').waitFor(LIMIT);
  await look(page);
  await page.getByRole('tab', { name: 'Providers' }).click(LIMIT);
  await page.getByText('No providers yet').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'New provider' }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Nile', LIMIT);
  await drawer.getByLabel('Address', { exact: true }).fill(node.providers[0] ?? '', LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  const row = page.getByRole('row').filter({ hasText: 'Nile' });
  // On a busy machine its first answer may come later than a test waits: that is said, and it is tried again.
  await until('the provider answers a test', async () => {
    await row.getByRole('button', { name: 'Test' }).click(LIMIT);
    const said = page.getByText(/Nile answered in/).waitFor({ timeout: 15_000 });
    return said.then(
      () => true,
      () => false,
    );
  });
  await page.getByRole('tab', { name: 'Settings' }).click(LIMIT);
  await page.getByLabel('Network', { exact: true }).click(LIMIT);
  await page.getByRole('option', { name: 'Nile (test)' }).click(LIMIT);
  await page
    .getByLabel('Contract of USDT', { exact: true })
    .fill('41a614f803b6fd780986a42c78ec9c7f77e6ded13c', LIMIT);
  await page.getByLabel('Contract of USDT', { exact: true }).blur();
  await page.getByText('This is an address in hex').first().waitFor(LIMIT);
  await page.getByLabel('Contract of USDT', { exact: true }).fill(FAKE_USDT, LIMIT);
  await page.getByLabel('Extended public key', { exact: true }).fill(TEST_XPUB, LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('Customers can pay by transfer now.').waitFor(LIMIT);
  await page.getByText('Address 2', { exact: true }).waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('a customer is shown where and how much, pays, leaves, and finds the money on the balance', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'balance_recharge');
  await page.getByLabel('Amount', { exact: true }).fill('1e3', LIMIT);
  await page.getByLabel('Amount', { exact: true }).blur();
  await page.getByText('Enter an amount such as 9.90').first().waitFor(LIMIT);
  await page.getByLabel('Amount', { exact: true }).fill('25.5', LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Show payment address' }).click(LIMIT);
  await page.getByRole('img', { name: 'The address as a QR code' }).waitFor(LIMIT);
  await page.getByText('25.50 USDT').first().waitFor(LIMIT);
  await look(page);
  const id = new URL(page.url().replace('#', '')).searchParams.get('id') ?? '';
  const api = await signIn(place.product.origin, customer);
  const { address } = (await api.call<{ address: string }>('balance_recharge/details', { id })).content;
  await node.pay({ from: PAYER, to: address, value: '20000000' });
  await page.getByText(/20.00 USDT have been seen/).waitFor(LIMIT);
  await look(page);
  await node.settle();
  await page.getByText(/5.50 USDT are missing/).waitFor(LIMIT);
  await look(page);
  // The rest comes while nobody looks.
  await openScreen(page, place.product.origin, 'balance_recharge');
  await page.getByRole('link', { name: /25.50 USDT, until/ }).waitFor(LIMIT);
  await look(page);
  await node.pay({ from: PAYER, to: address, value: '5500000' });
  await node.settle();
  await openScreen(page, place.product.origin, `balance_recharge?id=${id}`);
  await page.getByText('Paid. 25.50 USDT have come.').waitFor(LIMIT);
  await look(page);
  await page.getByRole('link', { name: 'Balance and other payments' }).click(LIMIT);
  await page.getByText('25.50 USDT').first().waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('who buys a plan pays by transfer unless something else is chosen', async () => {
  const root = await signIn(place.product.origin, place.product.administrator);
  await root.call('vip_combo/add', { name: 'Starter', price: '9900000', days: 30, codes: 5, state: 'on' });
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'buy_vip_combo');
  await page.getByRole('button', { name: /^Buy: 9.90/ }).click(LIMIT);
  const transfer = page.getByRole('dialog').getByRole('radio', { name: 'Transfer of TRC20-USDT' });
  await until('the transfer is preselected', () => transfer.isChecked());
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click(LIMIT);
  await page.getByRole('img', { name: 'The address as a QR code' }).waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('an operator sees each transfer, and gives one that matched nothing to whom it belongs', async () => {
  await withStore(place.product, (database) =>
    database
      .collection('wallet_transfer')
      .updateOne({ amount: '20000000' }, { $set: { state: 'unmatched', reason: 'no_order', account: null } }),
  );
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'usdt_transaction_record');
  await page.getByText('Credited', { exact: true }).first().waitFor(LIMIT);
  await look(page);
  const row = page.getByRole('row').filter({ hasText: 'Unmatched' });
  await row.getByRole('button', { name: 'Resolve' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Nobody: not ours').click(LIMIT);
  await drawer.getByRole('button', { name: 'Resolve' }).click(LIMIT);
  await look(page);
  await drawer.getByLabel('Reason', { exact: true }).fill('An advertisement', LIMIT);
  await drawer.getByRole('button', { name: 'Resolve' }).click(LIMIT);
  await page.getByText('Resolved.', { exact: true }).waitFor(LIMIT);
  await page.getByText('Not ours', { exact: true }).first().waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('what everybody is told of paying says whether the picture is shown', async () => {
  const { content } = await apiOf(place.product.origin).call('pay_config/inquire');
  expect(content).toEqual({ qr_code_switch: 1 });
});
