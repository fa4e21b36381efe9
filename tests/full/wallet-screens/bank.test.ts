import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../accounts.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// An operator without a chain switches topping up by bank on; a customer says what was sent; the operator approves one transfer
// and refuses another.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };

let place: Place;
let customer: Awaited<ReturnType<typeof createAccount>>;
let operator: Awaited<ReturnType<typeof createAccount>>;
beforeAll(async () => {
  place = await openPlace();
  customer = await createAccount(place.product, { account: 'paul.bank', role: 'customer' });
  operator = await createAccount(place.product, { account: 'olga.bank', role: 'administrator' });
}, 240_000);
afterAll(() => place?.close());

const look = looking('bank');

test('an operator switches it on, and says where the money goes', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'pay_config');
  const group = page.getByRole('radiogroup', { name: 'Topping up by bank' });
  await group.getByText('On', { exact: true }).click(LIMIT);
  await page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('Enter where customers send the money').first().waitFor(LIMIT);
  await page.getByLabel('What customers read', { exact: true }).fill('Bank of Nowhere\nAccount 4711', LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('Saved.').first().waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('a customer reads where to send it, and says so twice', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'balance_recharge?amount=25.5');
  await page.getByText('Account 4711').waitFor(LIMIT);
  const amount = page.getByLabel('Amount', { exact: true });
  await shows(amount, { value: '25.50' });
  for (const reference of ['Invoice 12', 'Invoice 13']) {
    await amount.fill('25.5', LIMIT);
    await page.getByLabel('Reference', { exact: true }).fill(reference, LIMIT);
    await look(page);
    await page.getByRole('button', { name: 'I have sent it' }).click(LIMIT);
    await page.getByRole('row').filter({ hasText: reference }).waitFor(LIMIT);
    // Nothing that another press would send once more.
    await shows(amount, { value: '' });
  }
  await look(page);
  expect(faults).toEqual([]);
});

test('the operator puts one onto the balance and refuses the other with a reason that the customer reads', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'usdt_transaction_record?tab=bank');
  const first = page.getByRole('row').filter({ hasText: 'Invoice 12' });
  await first.getByRole('button', { name: 'Approve' }).click(LIMIT);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Put 25.50 USDT onto the balance of paul.bank?').waitFor(LIMIT);
  await look(page);
  await dialog.getByRole('button', { name: 'Approve' }).click(LIMIT);
  await page.getByText('25.50 USDT are on the balance.').waitFor(LIMIT);
  await first.getByText('Approved', { exact: true }).waitFor(LIMIT);
  const second = page.getByRole('row').filter({ hasText: 'Invoice 13' });
  await second.getByRole('button', { name: 'Refuse' }).click(LIMIT);
  await dialog.getByLabel('Reason', { exact: true }).fill('Nothing has come', LIMIT);
  await dialog.getByRole('button', { name: 'Refuse', exact: true }).click(LIMIT);
  await second.getByText('Refused', { exact: true }).waitFor(LIMIT);
  await look(page);
  const mine = await place.open(customer);
  await openScreen(mine.page, place.product.origin, 'balance_recharge');
  await mine.page.getByText('25.50 USDT').first().waitFor(LIMIT);
  await mine.page.getByText('Nothing has come').first().waitFor(LIMIT);
  await openScreen(mine.page, place.product.origin, 'bill');
  await mine.page.getByText('Bank transfer received').first().waitFor(LIMIT);
  await look(mine.page);
  expect([...faults, ...mine.faults]).toEqual([]);
});
