import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { openScreen } from '../e2e/browser.ts';
import { looking } from '../e2e/look.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { findPerson } from '../find-person.ts';

// An operator sells a plan; a customer buys it from the balance and changes to a larger one; the agent above sees what was
// earned; the operator gives days.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const CUSTOMER = 'cora.wallet';
const AGENT = 'alma.wallet';

let place: Place;
let root: Api;
let customer: Awaited<ReturnType<typeof createAccount>>;
let agent: Awaited<ReturnType<typeof createAccount>>;
let operator: Awaited<ReturnType<typeof createAccount>>;

const personOf = (account: string) => findPerson(root, account);

beforeAll(async () => {
  place = await openPlace();
  root = await signIn(place.product.origin, place.product.administrator);
  operator = await createAccount(place.product, { account: 'olga.wallet', role: 'administrator' });
  customer = await createAccount(place.product, { account: CUSTOMER, role: 'customer' });
  agent = await createAccount(place.product, { account: AGENT, role: 'agent' });
  const [buyer, seller] = [await personOf(CUSTOMER), await personOf(AGENT)];
  await root.call('user/update', { id: seller.id, version: seller.version, share_ratio: 12.5 });
  await root.call('user/move', { id: buyer.id, version: buyer.version, superior: seller.id });
  await root.call('user/edit_balance', {
    id: buyer.id,
    amount: '50',
    remark: 'For the test',
    key: 'wallet-test-balance-1',
  });
}, 240_000);
afterAll(() => place?.close());

const look = looking('wallet');

test('an operator makes a plan: what is no price is refused at its field', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'vip_combo');
  await page.getByText('No plans yet').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'New plan' }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Starter', LIMIT);
  const price = drawer.getByLabel('Price', { exact: true });
  for (const text of ['-5', '1e3', '1234567890123456789']) {
    await price.fill(text, LIMIT);
    await price.blur();
    await drawer.getByText('Enter an amount such as 9.90').first().waitFor(LIMIT);
  }
  await price.fill('9.90', LIMIT);
  await drawer.getByLabel('Codes', { exact: true }).fill('2', LIMIT);
  await drawer.getByText('On sale', { exact: true }).click(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByText('9.90 USDT').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Edit limits' }).click(LIMIT);
  await drawer.getByLabel('Codes', { exact: true }).fill('3', LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('3 codes', { exact: true }).waitFor(LIMIT);
  await root.call('vip_combo/add', {
    name: 'Business',
    price: '29900000',
    days: 30,
    codes: 50,
    domains: 3,
    state: 'on',
    sort: 5,
    description: 'For a shop with several places',
  });
  await root.call('vip_combo/add', { name: 'Chain', price: '59000000', days: 30, state: 'on', sort: 4 });
  expect(faults).toEqual([]);
});

test('a customer buys it from the balance, is held to it, and changes to a larger one', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'buy_vip_combo');
  await page.getByText('None', { exact: true }).first().waitFor(LIMIT);
  // What the balance does not pay for is not offered as if it did: nobody can top up by themselves here.
  await page.getByText('Your balance lacks 9.00 USDT. Ask the operator to add it.').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: /^Buy: 9.90/ }).click(LIMIT);
  await page.getByText('Member until').waitFor(LIMIT);
  await page.getByText('3 codes → 2 codes').waitFor(LIMIT);
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click(LIMIT);
  await page.getByRole('heading', { level: 1, name: /^\d{8}-/ }).waitFor(LIMIT);
  await page.getByText('Paid', { exact: true }).first().waitFor(LIMIT);
  await page.getByRole('button', { name: 'Receipt', exact: true }).click(LIMIT);
  await page.getByText('The receipt is being written.').waitFor(LIMIT);
  const [download] = await Promise.all([
    page.waitForEvent('download', LIMIT),
    page.getByRole('button', { name: 'Download' }).first().click(LIMIT),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Receipt \d{8}-\w+\.pdf$/);
  await look(page);

  const api = await signIn(place.product.origin, customer);
  const add = (name: string) =>
    api.call('qr_code_list/add', { name, targets: [{ url: 'https://example.com/' }] });
  await add('First');
  await add('Second');
  await openScreen(page, place.product.origin, 'set_qr_code');
  await page.locator('form input:not([type=radio])').first().fill('https://example.com/third', LIMIT);
  await page.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByText('Your plan allows 2 codes').first().waitFor(LIMIT);

  await openScreen(page, place.product.origin, 'buy_vip_combo');
  await page.getByText('Your plan', { exact: true }).waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: /^Change: 20\.00 USDT/ }).click(LIMIT);
  await page.getByRole('dialog').getByText('Time left of Starter').waitFor(LIMIT);
  await page.getByRole('dialog').getByText('2 codes → 50 codes').waitFor(LIMIT);
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click(LIMIT);
  await page.getByText('Change of plan').first().waitFor(LIMIT);
  await add('Third');
  await openScreen(page, place.product.origin, 'user_order');
  await page.getByText('Business').first().waitFor(LIMIT);
  await look(page);
  await openScreen(page, place.product.origin, 'home');
  await page.getByRole('link', { name: 'See plans' }).waitFor(LIMIT);
  await look(page);
  // The refusal of the third code.
  expect(faults.filter((fault) => !/status of 409/.test(fault))).toEqual([]);
});

test('the agent sees what was earned of it, the operator all of it, and gives days', async () => {
  const seller = await place.open(agent);
  await openScreen(seller.page, place.product.origin, 'order_customer');
  await seller.page.getByText('1.2375').first().waitFor(LIMIT);
  await look(seller.page);
  await seller.page
    .getByRole('link', { name: /^\d{8}-/ })
    .last()
    .click(LIMIT);
  await seller.page.getByText('1.2375 USDT').waitFor(LIMIT);
  await look(seller.page);

  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'order');
  await page.getByText(CUSTOMER).first().waitFor(LIMIT);
  await look(page);
  await page
    .getByRole('link', { name: /^\d{8}-/ })
    .last()
    .click(LIMIT);
  await page.getByText(AGENT).first().waitFor(LIMIT);
  await look(page);
  const { id } = await personOf(CUSTOMER);
  await openScreen(page, place.product.origin, `user_list?id=${id}&tab=wallet.person_membership`);
  await page.getByRole('tab', { name: 'Membership', exact: true }).click(LIMIT);
  await page.getByRole('button', { name: 'Give days' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Days', { exact: true }).fill('10', LIMIT);
  await drawer.getByLabel('Reason', { exact: true }).fill('A long outage', LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Give days', exact: true }).click(LIMIT);
  await page.getByText(/^The membership ends on/).waitFor(LIMIT);
  // What is left of the balance, so that the account can be closed.
  await page.getByText('20.10 USDT').first().waitFor(LIMIT);
  await page.getByRole('button', { name: 'Book as paid out' }).click(LIMIT);
  await drawer.getByLabel('Reference of the payment', { exact: true }).fill('Bank 4711', LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Book as paid out' }).click(LIMIT);
  await page.getByText('20.10 USDT are booked as paid out.').waitFor(LIMIT);
  // The pointer lies above a time by now, which would tell it in full.
  await page.mouse.move(0, 0);
  await look(page);
  expect([...faults, ...seller.faults]).toEqual([]);
});
