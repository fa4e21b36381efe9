import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { LOCALES } from '@waypost/contract';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { PUBLIC } from '../../domain-place.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, PHONE, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { wordsOf } from '../../e2e/words.ts';
import { startProduct } from '../../product.ts';
import { withStore } from '../../security/world.ts';
import { FAKE_USDT, startTronNode, type TronNode } from '../../tron-node.ts';

// An agent earns of what a customer buys, asks for it, two operators approve, one of them pays from a wallet of their own and
// enters the transaction; the agent sees that it is paid.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };
const HOUSE = 'TWer2Ygk5TEheHp3TPuYeqxmB6SsGZmaL6';
const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
const XPUB =
  'xpub6BuRy7ZmkGfP2RWhoor1kWB1w9DvrtmJbFBvnC1bQ4SB5NbCHTyQYCJSXZtxDbFyHTmC7wkU2he3nYYdpZ3Vf6qUAkXSnL6RPif4BDtDEKr';
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

interface Person {
  id: string;
  version: number;
  account: string;
}
async function personOf(account: string): Promise<Person> {
  const { content } = await root.call<{ content: Person[] }>('user/inquire', { search: account });
  const found = content.content.find((one) => one.account === account);
  if (found === undefined) throw new Error(`${account} is nobody`);
  return found;
}

/** Sets up paying over the chain; withdrawals above 50 USDT want two people. */
async function openPaying(): Promise<void> {
  await root.call('pay_provider/add', { name: 'Nile', url: node.providers[0], per_second: 400, sort: 1 });
  const { first_addresses, is_open, missing, contract_symbol, contract_decimals, ...values } = (
    await root.call('pay_config/details')
  ).content;
  const answer = await root.call('pay_config/update', {
    ...{ ...values, network: 'nile', contract: FAKE_USDT, xpub: XPUB },
    ...{ withdraw_two_people: '50000000', withdraw_fee: '500000', withdraw_minimum: '5000000' },
  });
  expect([answer.status, first_addresses, is_open, missing, contract_symbol, contract_decimals]).toEqual([
    ...[200, [], false, ['xpub', 'contract'], '', 0],
  ]);
}

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
    ...{ id: buyer.id, amount: '200', remark: 'For the test', key: 'withdrawal-test-balance' },
  });
  await openPaying();
}, 240_000);
afterAll(async () => {
  await place?.close();
  await node?.stop();
});

const look = async (page: Page) => {
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
};
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
    ...{ name: 'Business', price: '100000000', days: 30, state: 'on', sort: 5, description: '' },
  });
  const buyer = await signIn(place.product.origin, customer);
  const bought = await buyer.call('buy_vip_combo/buy', {
    ...{ plan: made.content.id, price: '100000000', kind: 'purchase', pay_type: 2 },
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
  expect(await page.getByRole('button', { name: 'Withdraw', exact: true }).count()).toBe(0);
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
  await two.page.getByText('Pay exactly the amount below').waitFor(LIMIT);
  await look(two.page);
  // The fee stays.
  const wrong = await node.pay({ from: HOUSE, to: PAYOUT, value: '55000000' });
  const right = await node.pay({ from: HOUSE, to: PAYOUT, value: '54500000' });
  await two.page.getByRole('button', { name: 'Enter transaction' }).click(LIMIT);
  const pay = two.page.getByRole('dialog');
  const transaction = pay.getByLabel('Transaction', { exact: true });
  await transaction.fill('abc', LIMIT);
  await transaction.blur();
  await pay.getByText('A transaction has 64 letters').first().waitFor(LIMIT);
  await look(two.page);
  await transaction.fill(wrong, LIMIT);
  await pay.getByRole('button', { name: 'Verify' }).click(LIMIT);
  await two.page.getByText('does not send exactly 54.50 USDT').first().waitFor(LIMIT);
  await transaction.fill(right, LIMIT);
  await pay.getByRole('button', { name: 'Verify' }).click(LIMIT);
  await two.page.getByText('The transaction is being verified').waitFor(LIMIT);
  await look(two.page);
  await mine.page.getByText('is being verified on the network').waitFor(LIMIT);
  await look(mine.page);
  await node.settle();
  await two.page.getByText('Paid, and booked.').waitFor(LIMIT);
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

test.each(LOCALES)('the screens in %s, by night and on a phone', async (locale) => {
  const words = wordsOf(locale);
  const view = { locale, theme: 'dark', size: PHONE } as const;
  const mine = await place.open(agent, view);
  await openScreen(mine.page, place.product.origin, 'acting_withdrawal_list');
  await mine.page.getByText(words('wallet.withdrawal.phase.paid')).first().waitFor(LIMIT);
  await look(mine.page);
  const all = await place.open(first, view);
  await openScreen(all.page, place.product.origin, 'withdrawal_list');
  await all.page.getByText(AGENT).first().waitFor(LIMIT);
  await look(all.page);
  expect([...mine.faults, ...all.faults]).toEqual([]);
});

/** Pictures of each screen, for whoever looks at them: `WAYPOST_SHOTS` names a folder. */
const shots = process.env.WAYPOST_SHOTS;
test.skipIf(shots === undefined)(
  'pictures',
  async () => {
    const api = await signIn(place.product.origin, agent);
    const body = { amount: '5000000', key: 'withdrawal-test-pictures' };
    const { id } = (await api.call<{ id: string }>('acting_withdrawal_list/add', body)).content;
    await api.call('acting_withdrawal_list/change_address', { address: HOUSE });
    for (const locale of LOCALES)
      for (const theme of ['light', 'dark'] as const)
        for (const size of [{ width: 1024, height: 768 }, PHONE]) {
          const take = async (page: Page, screen: string) => {
            await openScreen(page, place.product.origin, screen);
            await settle(page);
            const name = `${screen.replace(/\W.*/, '')}${screen.includes('?') ? '-page' : ''}-${locale}-${theme}-${size.width}`;
            await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true });
          };
          const mine = await place.open(agent, { locale, theme, size });
          for (const screen of ['acting_withdrawal_list', `acting_withdrawal_list?id=${id}`])
            await take(mine.page, screen);
          await mine.context.close();
          const all = await place.open(first, { locale, theme, size });
          for (const screen of ['withdrawal_list', `withdrawal_list?id=${id}`, 'pay_config'])
            await take(all.page, screen);
          await all.context.close();
        }
  },
  900_000,
);
