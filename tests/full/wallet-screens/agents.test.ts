import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { scan } from '../../e2e/scan.ts';
import { findPerson } from '../../find-person.ts';

// An agent hands an address on; somebody registers through it and buys; the agent sees the order, what was earned of it and the
// customer, and gives them money. Nobody else sees any of it but operators.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const AGENT = 'aster.agents';
const NEWCOMER = { account: 'newton.agents', password: 'apple2026tree' };

let place: Place;
let root: Api;
let agent: Awaited<ReturnType<typeof createAccount>>;
let other: Awaited<ReturnType<typeof createAccount>>;
let customer: Awaited<ReturnType<typeof createAccount>>;
let operator: Awaited<ReturnType<typeof createAccount>>;
let link = '';

const personOf = (account: string) => findPerson(root, account);
/** The answer is looked at, so that a refusal fails the test here. */
const give = async (account: string, amount: string): Promise<unknown> => {
  const { id } = await personOf(account);
  const given = { id, amount, remark: 'For the test', key: `agents-test-balance-${id}` };
  return (await root.call('user/edit_balance', given)).content;
};

beforeAll(async () => {
  place = await openPlace();
  root = await signIn(place.product.origin, place.product.administrator);
  const { product } = place;
  operator = await createAccount(product, { account: 'oscar.agents', role: 'administrator' });
  customer = await createAccount(product, { account: 'carla.agents', role: 'customer' });
  agent = await createAccount(product, { account: AGENT, role: 'agent' });
  other = await createAccount(product, { account: 'otto.agents', role: 'agent' });
  const { id, version } = await personOf(AGENT);
  await root.call('user/update', { id, version, share_ratio: 12.5 });
  await give(AGENT, '100');
  await root.call('vip_combo/add', {
    name: 'Agents plan',
    price: '8000000',
    days: 30,
    codes: 20,
    state: 'on',
    sort: 900,
  });
}, 240_000);
afterAll(() => place?.close());

const look = looking('agents');
const open = (page: Page, screen: string) => openScreen(page, place.product.origin, screen);

test('an agent copies the address that brings customers, and saves its picture, which leads there', async () => {
  const { page, context, faults } = await place.open(agent);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, 'user_customer');
  await page.getByText('No customers yet').waitFor(LIMIT);
  await page.getByText('You get 12.5 % of what your customers pay').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Copy link' }).click(LIMIT);
  await page.getByText('The link is copied.').waitFor(LIMIT);
  link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#\/admin_register\?code=[a-z0-9]{8}$/);
  const [download] = await Promise.all([
    page.waitForEvent('download', LIMIT),
    page.getByRole('button', { name: 'Save PNG' }).click(LIMIT),
  ]);
  expect(await scan(await Bun.file(await download.path()).bytes())).toBe(link);
  expect(faults).toEqual([]);
});

test('somebody registers through it and buys a plan', async () => {
  const { page, faults } = await place.open();
  await page.goto(link);
  await page.getByLabel('Account', { exact: true }).fill(NEWCOMER.account, LIMIT);
  await page.getByLabel('Password', { exact: true }).fill(NEWCOMER.password, LIMIT);
  await page.locator('input[name="repeat"]').fill(NEWCOMER.password, LIMIT);
  await page.locator('button[type="submit"]').click(LIMIT);
  await page.waitForURL(/#\/customer\//, LIMIT);
  await give(NEWCOMER.account, '20');
  await open(page, 'buy_vip_combo');
  await page
    .getByRole('button', { name: /^Buy: 8.00/ })
    .first()
    .click(LIMIT);
  await page.getByRole('dialog').getByRole('button', { name: 'Buy', exact: true }).click(LIMIT);
  await page.getByText('Paid', { exact: true }).first().waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('the agent sees the order, the share, the day and the customer, and tops the customer up', async () => {
  const { page, faults } = await place.open(agent);
  for (const [screen, figure] of [
    ['agent_divided_into', '1.00 USDT'],
    ['agent_daily_statistics', '1.00'],
    ['agent_historical_statistics', '1.00'],
    ['agent_historical_statistics?by=customer', NEWCOMER.account],
    ['order_customer', NEWCOMER.account],
  ] as const) {
    await open(page, screen);
    await page.getByText(figure).first().waitFor(LIMIT);
    await look(page);
  }
  await open(page, 'user_customer');
  await page.getByRole('link', { name: NEWCOMER.account }).click(LIMIT);
  await page.getByRole('heading', { level: 1, name: NEWCOMER.account }).waitFor(LIMIT);
  await page.getByText('Agents plan').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Top up' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('101.00 USDT').waitFor(LIMIT);
  const amount = drawer.getByLabel('Amount', { exact: true });
  await amount.fill('0.001', LIMIT);
  await amount.blur();
  await drawer.getByText('Enter an amount from 0.01').first().waitFor(LIMIT);
  await look(page);
  await amount.fill('200', LIMIT);
  await drawer.getByLabel('Note', { exact: true }).fill('For a good start', LIMIT);
  await drawer.getByRole('button', { name: 'Top up', exact: true }).click(LIMIT);
  await drawer.getByText('There is not enough money for this').first().waitFor(LIMIT);
  await amount.fill('2.50', LIMIT);
  await drawer.getByRole('button', { name: 'Top up', exact: true }).click(LIMIT);
  // What is told of it goes by itself, before a busy machine has looked.
  await drawer.waitFor({ ...LIMIT, state: 'hidden' });
  await page.getByText('For a good start').waitFor(LIMIT);
  await look(page);
  await page.getByRole('tab', { name: 'Orders' }).click(LIMIT);
  await page.getByText('12.5 %').waitFor(LIMIT);
  await look(page);
  const newcomer = await signIn(place.product.origin, NEWCOMER);
  const { content } = await newcomer.call<{ content: { title: string }[] }>('message/inquire', {});
  expect(content.content.map(({ title }) => title)).toContain('2.50 USDT are on your balance');
  const { id } = await personOf(NEWCOMER.account);
  const { content: bill } = await root.call<{ content: { type: string; change: string; remark: string }[] }>(
    'user/bill',
    {
      id,
    },
  );
  expect(bill.content[0]).toMatchObject({ type: 'wallet.customer_top_up', change: '2.50' });
  expect(bill.content[0]?.remark).toBe(`${AGENT} → ${NEWCOMER.account}: For a good start`);
  // The refusal of the 200 USDT.
  expect(faults.filter((fault) => !/status of 409/.test(fault))).toEqual([]);
});

test('a customer sees no screen of agents, another agent nobody’s customers, an operator everybody’s', async () => {
  const { id } = await personOf(NEWCOMER.account);
  const plain = await signIn(place.product.origin, customer);
  const foreign = await signIn(place.product.origin, other);
  for (const call of [
    ...['agent_divided_into/inquire', 'agent_daily_statistics/inquire', 'user_customer/inquire'],
    ...['agent_historical_statistics/inquire', 'agent_historical_statistics/customers'],
  ]) {
    expect([call, (await plain.call(call, {})).status]).toEqual([call, 403]);
    expect([call, (await foreign.call<{ count: number }>(call, {})).content.count]).toEqual([call, 0]);
  }
  const top = { customer: id, amount: '1000000', key: 'agents-test-foreign-1' };
  expect((await plain.call('user_customer/top_up', top)).status).toBe(403);
  expect((await foreign.call('user_customer/top_up', top)).status).toBe(404);
  expect((await foreign.call('user_customer/details', { id })).status).toBe(404);
  const { content: tree } = await plain.call('menu/tree', {});
  expect(JSON.stringify(tree)).not.toMatch(/user_customer|agent_/);

  const { page, faults } = await place.open(operator);
  const seller = await personOf(AGENT);
  await open(page, `agent_divided_into?agent=${seller.id}`);
  await page.getByText(NEWCOMER.account).first().waitFor(LIMIT);
  await look(page);
  await page.getByRole('link', { name: 'Earnings by day' }).click(LIMIT);
  await page.waitForURL(new RegExp(`agent_daily_statistics.*agent=${seller.id}`), LIMIT);
  await page.getByText(AGENT).first().waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
  // Which day it is only the server knows: a link to days that are yet to come says what is wrong with them.
  await page.goto(
    `${place.product.origin}/#/customer/agent_daily_statistics?range=custom&first=2099-01-01&last=2099-01-02`,
  );
  await page.reload();
  await page.getByText('The last day must not be after today.').first().waitFor(LIMIT);
});
