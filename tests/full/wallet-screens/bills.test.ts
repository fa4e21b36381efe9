import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { findPerson } from '../../find-person.ts';
import { withStore } from '../../security/world.ts';

// A customer reads the own bill and takes a statement along; an operator finds somebody's bill and closes the day, which does not
// add up, because a deposit is there that nobody has seen on the chain.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const CUSTOMER = 'bibi.bills';
const OTHER = 'omari.bills';
const DAY_MS = 86_400_000;

let place: Place;
let root: Api;
let customer: Awaited<ReturnType<typeof createAccount>>;
let operator: Awaited<ReturnType<typeof createAccount>>;
let customerId: string;

const personOf = (account: string) => findPerson(root, account);
/** As the platform's clock has it, a day after which nobody else has moved money in this process. */
const dayBefore = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: place.product.timeZone }).format(Date.now() - days * DAY_MS);

beforeAll(async () => {
  place = await openPlace();
  root = await signIn(place.product.origin, place.product.administrator);
  operator = await createAccount(place.product, { account: 'olga.bills', role: 'administrator' });
  customer = await createAccount(place.product, { account: CUSTOMER, role: 'customer' });
  await createAccount(place.product, { account: OTHER, role: 'customer' });
  customerId = (await personOf(CUSTOMER)).id;
  const edit = async (id: string, amount: string, remark: string) =>
    root.call('user/edit_balance', { id, amount, remark, key: `bills-${crypto.randomUUID()}` });
  await edit(customerId, '50', 'Gift at the opening');
  await edit(customerId, '-12.345678', 'Taken back');
  await edit((await personOf(OTHER)).id, '7', 'Of somebody else');
}, 240_000);
afterAll(() => place?.close());

const look = looking('bills');

test('a customer reads the own bill, line by line, and nobody else’s, and takes a statement along', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'bill');
  await page.getByText('-12.345678').first().waitFor(LIMIT);
  await page.getByText('+50.00').first().waitFor(LIMIT);
  await page.getByText('37.654322').first().waitFor(LIMIT);
  await shows(page.getByText('Of somebody else'), { count: 0 });
  await shows(page.getByText('Daily closing'), { count: 0 });
  await look(page);
  await page.getByRole('button', { name: 'Statement', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Custom range', { exact: true }).click(LIMIT);
  await drawer.getByRole('button', { name: 'Write statement' }).click(LIMIT);
  await drawer.getByText('Choose the first and the last day.').first().waitFor(LIMIT);
  await look(page);
  await drawer.getByText('This month', { exact: true }).click(LIMIT);
  await drawer.getByText(/^CSV/).click(LIMIT);
  await drawer.getByRole('button', { name: 'Write statement' }).click(LIMIT);
  const [download] = await Promise.all([
    page.waitForEvent('download', LIMIT),
    page.getByRole('button', { name: 'Download' }).first().click(LIMIT),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Statement bibi\.bills .*\.csv$/);
  const text = await Bun.file(await download.path()).text();
  expect(text).toContain(',0.00,50.00,,50.00,Gift at the opening');
  expect(text).toContain(',50.00,,12.345678,37.654322,Taken back');
  await openScreen(page, place.product.origin, 'bill_credit');
  await page.getByText('Taken back').first().waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('an operator finds somebody’s bill by the account', async () => {
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'bill');
  await page.getByText('Of somebody else').first().waitFor(LIMIT);
  await look(page);
  await openScreen(page, place.product.origin, 'bill?search=bibi.bil');
  await page.getByText('Gift at the opening').first().waitFor(LIMIT);
  await shows(page.getByText('Of somebody else'), { count: 0 });
  await page.getByRole('button', { name: 'Statement', exact: true }).click(LIMIT);
  await page.getByRole('dialog').getByText('Whose', { exact: true }).waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('a deposit that nobody saw on the chain is a day that does not add up: it is told, shown, and mended', async () => {
  const day = dayBefore(40);
  const time = new Date(Date.now() - 40 * DAY_MS);
  const planted = {
    account: customerId,
    currency: 'USDT',
    type: 'wallet.deposit',
    plugin: 'wallet',
    remark: '',
  };
  const journal = 'd'.repeat(24);
  await withStore(place.product, async (database) => {
    const [bills, entries] = ['bill', 'journal'].map((name) =>
      database.collection<{ _id: string }>(`system_ledger_${name}`),
    );
    const last = await bills
      ?.find({ account: customerId } as never)
      .sort({ seq: -1 })
      .limit(1)
      .toArray();
    const { seq = 0 } = (last?.[0] ?? {}) as { seq?: number };
    const line = { seq: seq + 1, before: 0n, change: 9_000_000n, after: 9_000_000n, journal, time };
    await bills?.insertOne({ _id: journal, ...planted, ...line } as never);
    await entries?.insertOne({
      _id: journal,
      plugin: 'wallet',
      type: 'wallet.deposit',
      remark: '',
      hold: null,
      actor: null,
      time,
      postings: [
        { account: 'wallet.deposits', part: 'counter', currency: 'USDT', amount: -9_000_000n },
        { account: customerId, part: 'available', currency: 'USDT', amount: 9_000_000n },
      ],
    } as never);
  });
  const { page, faults } = await place.open(operator);
  await openScreen(page, place.product.origin, 'bill');
  await page.getByRole('tab', { name: 'Daily closing' }).click(LIMIT);
  await page.getByRole('button', { name: 'Close a day', exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Day', { exact: true }).fill(day, LIMIT);
  await page.keyboard.press('Enter');
  await look(page);
  await drawer.getByRole('button', { name: 'Close a day', exact: true }).click(LIMIT);
  // It goes on in the tray, by its day, until whoever pressed is told of its end.
  await page.getByText(day, { exact: false }).first().waitFor(LIMIT);
  await page.getByText('The day does not add up').first().waitFor(LIMIT);
  await page.getByText('Difference', { exact: true }).first().waitFor(LIMIT);
  await look(page);
  const { content } = await root.call<{ content: { id: string; faults: string[] }[] }>(
    'bill_closing/inquire',
    { day_from: day, day_to: day },
  );
  const [closing] = content.content;
  expect(closing?.faults).toEqual(['deposits', 'balances']);
  await openScreen(page, place.product.origin, `bill?tab=closing&drawer=view:${closing?.id}`);
  await page.getByText(/deposits that the ledger has booked are 9\.00 USDT apart/).waitFor(LIMIT);
  await page.getByRole('dialog').getByRole('link', { name: 'USDT transfers' }).first().waitFor(LIMIT);
  await look(page);
  await openScreen(page, place.product.origin, 'message_list');
  await page.getByText(`The money of ${day} does not add up`).first().waitFor(LIMIT);
  await openScreen(page, place.product.origin, 'home_admin');
  await page.getByText('Days whose money does not add up').first().waitFor(LIMIT);
  await withStore(place.product, async (database) => {
    for (const name of ['bill', 'journal'])
      await database.collection<{ _id: string }>(`system_ledger_${name}`).deleteOne({ _id: journal });
  });
  await openScreen(page, place.product.origin, 'bill?tab=closing&state=different');
  await page
    .getByRole('button', { name: /^Check again/ })
    .first()
    .click(LIMIT);
  await page.getByText('The day adds up.').first().waitFor(LIMIT);
  expect(faults).toEqual([]);
});
