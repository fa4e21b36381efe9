import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { PUBLIC } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { findPerson } from '../../find-person.ts';
import { openPaying } from '../../open-paying.ts';
import { startProduct } from '../../product.ts';
import { withStore } from '../../security/world.ts';
import { PAYER, startTronNode, TEST_XPUB, type TronNode } from '../../tron-node.ts';

// An agent earns of what a customer buys, asks for it, two operators approve, one of them takes it on, pays from a wallet of
// their own and enters the transaction; the agent sees that it is paid.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };
const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
const AGENT = 'alma.payout';
const CUSTOMER = 'cora.payout';

type Login = Awaited<ReturnType<typeof createAccount>>;
let node: TronNode;
let place: Place;
let root: Api;
let agent: Login;
let customer: Login;
let first: Login;
let second: Login;

const personOf = (account: string) => findPerson(root, account);

beforeAll(async () => {
  node = await startTronNode({ host: PUBLIC });
  place = await openPlace(() => startProduct({ env: { OUTGOING_TEST_ADDRESSES: PUBLIC } }));
  root = await signIn(place.product.origin, place.product.administrator);
  [first, second] = [
    await createAccount(place.product, { account: 'olga.payout', role: 'administrator' }),
    await createAccount(place.product, { account: 'oskar.payout', role: 'administrator' }),
  ];
  customer = await createAccount(place.product, { account: CUSTOMER, role: 'customer' });
  agent = await createAccount(place.product, { account: AGENT, role: 'agent' });
  const [buyer, seller] = [await personOf(CUSTOMER), await personOf(AGENT)];
  await root.call('user/update', { id: seller.id, version: seller.version, share_ratio: 60 });
  await root.call('user/move', { id: buyer.id, version: buyer.version, superior: seller.id });
  await root.call('user/edit_balance', {
    id: buyer.id,
    amount: '200',
    remark: 'For the test',
    key: 'withdrawal-test-balance',
  });
  await openPaying(root, node, {
    xpub: TEST_XPUB,
    withdraw_fee: '500000',
    withdraw_minimum: '5000000',
    // What is above wants two people.
    withdraw_two_people: '50000000',
  });
}, 240_000);
afterAll(async () => {
  await place?.close();
  await node?.stop();
});

const look = looking('withdrawals');
const idOf = (page: Page) => new URL(page.url().replace('#', '')).searchParams.get('id') ?? '';
/** The day that a new address waits, over at once. */
const letAddressesWait = () =>
  withStore(place.product, (database) =>
    database
      .collection('wallet_payout_address')
      .updateMany({ next_time: { $ne: null } }, { $set: { next_time: new Date(Date.now() - 1_000) } }),
  );

test('an agent earns, and enters a payout address: what is none is refused, and a new one waits a day', async () => {
  const made = await root.call<{ id: string }>('vip_combo/add', {
    name: 'Business',
    price: '100000000',
    days: 30,
    state: 'on',
    sort: 5,
    description: '',
  });
  const buyer = await signIn(place.product.origin, customer);
  const bought = await buyer.call('buy_vip_combo/buy', {
    plan: made.content.id,
    price: '100000000',
    kind: 'purchase',
    pay_type: 2,
    key: 'withdrawal-test-purchase',
  });
  expect(bought.status).toBe(200);
  const { page, faults } = await place.open(agent);
  await openScreen(page, place.product.origin, 'acting_withdrawal_list');
  await page.getByText('60.00 USDT').first().waitFor(LIMIT);
  await page.getByText('No withdrawals yet').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Enter address' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  const address = drawer.getByLabel('Address', { exact: true });
  for (const [text, sentence] of [
    ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'This is an address in hex'],
    ['TDmEWPYotmrXW4X49WMJTMostcezCiksPx', 'This address has a typing error'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'This is an address of another network'],
  ] as const) {
    await address.fill(text, LIMIT);
    await address.blur();
    await drawer.getByText(sentence).first().waitFor(LIMIT);
  }
  await look(page);
  await address.fill(PAYOUT, LIMIT);
  await drawer.getByRole('button', { name: 'Save address' }).click(LIMIT);
  await page.getByText('Can be used from').waitFor(LIMIT);
  await page.getByText('If you did not enter this address').waitFor(LIMIT);
  await look(page);
  await shows(page.getByRole('button', { name: 'Withdraw', exact: true }), { count: 0 });
  await openScreen(page, place.product.origin, 'message_list');
  await page.getByText('A new payout address was entered').first().waitFor(LIMIT);
  await letAddressesWait();
  await openScreen(page, place.product.origin, 'acting_withdrawal_list');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('asks for it, two people approve, the operator enters the transaction, and the agent sees it paid', async () => {
  const mine = await place.open(agent);
  await openScreen(mine.page, place.product.origin, 'acting_withdrawal_list');
  await mine.page.getByRole('button', { name: 'Withdraw', exact: true }).click(LIMIT);
  const drawer = mine.page.getByRole('dialog');
  const amount = drawer.getByLabel('Amount', { exact: true });
  for (const text of ['-5', '1e3', '1234567890123456789']) {
    await amount.fill(text, LIMIT);
    await amount.blur();
    await drawer.getByText('Enter an amount such as 9.90').first().waitFor(LIMIT);
  }
  await amount.fill('55', LIMIT);
  await look(mine.page);
  await drawer.getByRole('button', { name: 'Ask for it' }).click(LIMIT);
  await mine.page.getByText('An operator looks at it.').waitFor(LIMIT);
  await look(mine.page);
  const id = idOf(mine.page);

  const one = await place.open(first);
  await openScreen(one.page, place.product.origin, 'withdrawal_list');
  await one.page.getByText(AGENT).first().waitFor(LIMIT);
  await look(one.page);
  await one.page
    .getByRole('link', { name: /^\d{8}-/ })
    .first()
    .click(LIMIT);
  await one.page.getByText('0 of 2').waitFor(LIMIT);
  await look(one.page);
  await one.page.getByRole('button', { name: 'Approve', exact: true }).click(LIMIT);
  await one.page.getByText('Approve 55.00 USDT for').waitFor(LIMIT);
  await one.page.locator('.arco-modal').getByRole('button', { name: 'Approve', exact: true }).click(LIMIT);
  await one.page.getByText('1 of 2').waitFor(LIMIT);
  // Who has approved it is not asked again.
  await one.page
    .getByRole('button', { name: 'Approve', exact: true })
    .waitFor({ ...LIMIT, state: 'detached' });
  await mine.page.getByText('One of two people has approved it.').waitFor(LIMIT);

  const two = await place.open(second);
  await openScreen(two.page, place.product.origin, `withdrawal_list?id=${id}`);
  await two.page.getByRole('button', { name: 'Approve', exact: true }).click(LIMIT);
  await two.page.locator('.arco-modal').getByRole('button', { name: 'Approve', exact: true }).click(LIMIT);
  await two.page.getByText('Nobody pays it yet.').waitFor(LIMIT);
  await look(two.page);
  await payOnce(id, one.page, two.page);
  // The fee stays.
  const wrong = await node.pay({ from: PAYER, to: PAYOUT, value: '55000000' });
  const right = await node.pay({ from: PAYER, to: PAYOUT, value: '54500000' });
  await one.page.getByRole('button', { name: 'Enter transaction' }).click(LIMIT);
  const pay = one.page.getByRole('dialog');
  const transaction = pay.getByLabel('Transaction', { exact: true });
  await transaction.fill('abc', LIMIT);
  await transaction.blur();
  await pay.getByText('A transaction has 64 letters').first().waitFor(LIMIT);
  await look(one.page);
  await transaction.fill(wrong, LIMIT);
  await pay.getByRole('button', { name: 'Verify' }).click(LIMIT);
  await one.page.getByText('does not send exactly 54.50 USDT').first().waitFor(LIMIT);
  await transaction.fill(right, LIMIT);
  await pay.getByRole('button', { name: 'Verify' }).click(LIMIT);
  await one.page.getByText('The transaction is being verified').waitFor(LIMIT);
  await look(one.page);
  await mine.page.getByText('is being verified on the network').waitFor(LIMIT);
  await look(mine.page);
  await node.settle();
  for (const { page } of [one, two]) await page.getByText('Paid, and booked.').waitFor(LIMIT);
  await mine.page.getByText('Paid. The money is at your payout address.').waitFor(LIMIT);
  await look(mine.page);
  await mine.page.getByRole('link', { name: 'My withdrawals' }).first().click(LIMIT);
  await mine.page.getByText('5.00 USDT').first().waitFor(LIMIT);
  await mine.page.getByText('Paid', { exact: true }).first().waitFor(LIMIT);
  await openScreen(mine.page, place.product.origin, 'message_list');
  await mine.page.getByText('Your withdrawal is paid').first().waitFor(LIMIT);
  // The refusal of the wrong transaction.
  const all = [...mine.faults, ...one.faults, ...two.faults];
  expect(all.filter((fault) => !/status of 409/.test(fault))).toEqual([]);
});

/** Two operators and one withdrawal: one takes it on, lets go, takes it on and forgets it; the other takes it over. */
async function payOnce(id: string, one: Page, two: Page): Promise<void> {
  const verb = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const copying = (page: Page) => page.getByRole('button', { name: /^Copy / });
  const answer = (page: Page, name: string) =>
    page.locator('.arco-modal').getByRole('button', { name, exact: true }).click(LIMIT);
  for (const page of [one, two]) await shows(copying(page), { count: 0 });
  await shows(two.getByText(PAYOUT), { count: 0 });
  await verb(two, 'I am paying this now').click(LIMIT);
  await two.getByText('You are paying it. Pay exactly the amount below').waitFor(LIMIT);
  await two.getByText(PAYOUT).first().waitFor(LIMIT);
  await shows(copying(two), { count: 2 });
  await look(two);
  await one.getByText(`${second.account} is paying it since`).waitFor(LIMIT);
  for (const name of ['Enter transaction', 'Give back', 'Take over', 'I am paying this now'])
    await shows(verb(one, name), { count: 0 });
  await shows(copying(one), { count: 0 });
  await look(one);
  await verb(two, 'Let go').click(LIMIT);
  await two.getByText('Only if you have sent nothing').waitFor(LIMIT);
  await answer(two, 'Let go');
  await verb(one, 'I am paying this now').waitFor(LIMIT);
  await verb(two, 'I am paying this now').click(LIMIT);
  await one.getByText(`${second.account} is paying it since`).waitFor(LIMIT);
  // The list says who pays it; each finds what they pay themselves.
  const number = /^\d{8}-/;
  await openScreen(two, place.product.origin, 'withdrawal_list?phase=paying&is_mine=true');
  await two.getByRole('link', { name: number }).first().waitFor(LIMIT);
  await two.getByText(second.account).first().waitFor(LIMIT);
  await look(two);
  await openScreen(one, place.product.origin, 'withdrawal_list?phase=paying&is_mine=true');
  await one.getByText('Nothing fits the search and filters.').first().waitFor(LIMIT);
  await shows(one.getByRole('link', { name: number }), { count: 0 });
  await withStore(place.product, (database) =>
    database
      .collection('wallet_withdrawal')
      .updateOne({ _id: id } as never, { $set: { paying_since: new Date(Date.now() - 3_700_000) } }),
  );
  for (const page of [one, two]) await openScreen(page, place.product.origin, `withdrawal_list?id=${id}`);
  await one.getByText('It may have been paid already').waitFor(LIMIT);
  await verb(one, 'Give back').waitFor(LIMIT);
  await look(one);
  await verb(one, 'Take over').click(LIMIT);
  await one.getByText('what is paid twice cannot be called back').waitFor(LIMIT);
  await answer(one, 'It was not paid, take over');
  await one.getByText('You are paying it.').waitFor(LIMIT);
  await two.getByText(`${first.account} is paying it since`).waitFor(LIMIT);
}

test('one that is rejected comes back with the reason, and an own one can be cancelled', async () => {
  const api = await signIn(place.product.origin, agent);
  const ask = async (key: string) =>
    (await api.call<{ id: string }>('acting_withdrawal_list/add', { amount: '5000000', key })).content.id;
  const id = await ask('withdrawal-test-rejected');
  const one = await place.open(first);
  await openScreen(one.page, place.product.origin, `withdrawal_list?id=${id}`);
  await one.page.getByRole('button', { name: 'Reject', exact: true }).click(LIMIT);
  const drawer = one.page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Reject', exact: true }).click(LIMIT);
  await look(one.page);
  await drawer.getByLabel('Reason', { exact: true }).fill('Please send your documents first', LIMIT);
  await drawer.getByRole('button', { name: 'Reject', exact: true }).click(LIMIT);
  await one.page.getByText('Rejected. The money is on the balance again.').waitFor(LIMIT);
  await look(one.page);
  const mine = await place.open(agent);
  await openScreen(mine.page, place.product.origin, `acting_withdrawal_list?id=${id}`);
  await mine.page.getByText('Please send your documents first').first().waitFor(LIMIT);
  await look(mine.page);
  await openScreen(
    mine.page,
    place.product.origin,
    `acting_withdrawal_list?id=${await ask('withdrawal-test-cancelled')}`,
  );
  await mine.page.getByRole('button', { name: 'Cancel withdrawal' }).click(LIMIT);
  await mine.page.locator('.arco-modal').getByRole('button', { name: 'Cancel withdrawal' }).click(LIMIT);
  await mine.page.getByText('You cancelled it.').waitFor(LIMIT);
  const facts = (await api.call<{ available: string; held: string }>('acting_withdrawal_list/facts')).content;
  expect(facts).toMatchObject({ available: '5000000', held: '0' });
  expect([...mine.faults, ...one.faults]).toEqual([]);
});

test('a limit that one operator raises waits, and applies once another one has confirmed it', async () => {
  const { origin } = place.product;
  const one = await place.open(first);
  await openScreen(one.page, origin, 'pay_config');
  await one.page.getByLabel('Two people approve above', { exact: true }).fill('500', LIMIT);
  await one.page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await one.page.getByText('Higher payout limits wait').waitFor(LIMIT);
  await one.page.getByText(/the limit of 50\.00 USDT still applies/).waitFor(LIMIT);
  await shows(one.page.getByRole('button', { name: 'Confirm limits' }), { count: 0 });
  await look(one.page);
  const two = await place.open(second);
  await openScreen(two.page, origin, 'pay_config');
  await look(two.page);
  await two.page.getByRole('button', { name: 'Confirm limits' }).click(LIMIT);
  await two.page.getByText('The new limits apply now.').waitFor(LIMIT);
  await shows(two.page.getByText('Higher payout limits wait'), { count: 0 });
  expect([...one.faults, ...two.faults]).toEqual([]);
});
