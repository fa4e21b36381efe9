import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locator, Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { arriveAt, openScreen, until } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import type { Product } from '../../product.ts';

// What people do here day after day, each from Home: one press more is one press for everybody, every day.
setDefaultTimeout(60_000);

const TARGET = 'example.com/menu-of-march';
let place: Place;
let product: Product;
let owning: Api;
let owner: Page;
let operator: Page;
let code: { id: string; short_code: string };
const report: string[] = [];

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  const asha = await createAccount(product, { account: 'daily.owner', role: 'customer' });
  const olga = await createAccount(product, { account: 'daily.operator', role: 'administrator' });
  owning = await signIn(product.origin, asha);
  const body = { name: 'Menu of March', targets: [{ url: `https://${TARGET}` }] };
  code = (await owning.call<typeof code>('qr_code_list/add', body)).content;
  await fetch(`${product.origin}/${code.short_code}`, { redirect: 'manual' });
  await until('the visit is counted', async () => (await details()).view_number === 1);
  [{ page: owner }, { page: operator }] = await Promise.all([place.open(asha), place.open(olga)]);
}, 180_000);
afterAll(async () => {
  await place?.close();
  console.log(['task: presses (at most), seconds', ...report].join('\n'));
});

const details = async () =>
  (
    await owning.call<{
      view_number: number;
      is_shared: boolean;
      is_frozen: boolean;
      targets: { url: string }[];
    }>('qr_code_list/details', { id: code.id })
  ).content;

/** A person's hand: each press of a button or key, and each field that is filled, is one. */
function handOn(page: Page) {
  let presses = 0;
  const count = async (act: Promise<unknown>) => {
    presses += 1;
    await act;
  };
  return {
    page,
    presses: () => presses,
    press: (target: Locator) => count(target.click()),
    key: (keys: string) => count(page.keyboard.press(keys)),
    fill: (field: Locator, text: string) => count(field.fill(text)),
    button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
    link: (name: string) => page.getByRole('link', { name, exact: true }),
    field: (name: string) => page.getByRole('textbox', { name, exact: true }),
    heading: (name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor(),
  };
}
type Hand = ReturnType<typeof handOn>;

/** Does a task from Home and holds its presses to what it takes now. */
function daily(name: string, most: number, who: () => Page, act: (hand: Hand) => Promise<void>): void {
  test(`${name}: at most ${most} presses from Home`, async () => {
    const page = who();
    await openScreen(page, product.origin, page === operator ? 'home_admin' : 'home');
    const hand = handOn(page);
    const began = performance.now();
    await act(hand);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    report.push(`${name}: ${hand.presses()} (${most}), ${seconds}`);
    expect(hand.presses()).toBeLessThanOrEqual(most);
  });
}
const ofOwner = () => owner;
const ofOperator = () => operator;
const toTheCode = async ({ press, link, heading }: Hand) => {
  await press(link('Menu of March').first());
  await heading('Menu of March');
};

daily('new code', 3, ofOwner, async ({ page, fill, field, key, press, button }) => {
  await fill(field('Paste a link to make a QR code'), 'example.com/summer');
  await key('Enter');
  await press(button('Create'));
  await arriveAt(page, /set_qr_code\?id=/);
  await page.getByRole('img', { name: /^QR code of http/ }).waitFor();
});

daily('find a code by its target', 3, ofOwner, async ({ page, key, fill, heading }) => {
  await key('Control+k');
  await fill(page.getByRole('combobox', { name: 'Command palette' }), TARGET);
  await page.getByRole('option', { name: /Menu of March/ }).waitFor();
  await key('Enter');
  await heading('Menu of March');
});

daily('one code’s figures of today', 1, ofOwner, async (hand) => {
  await toTheCode(hand);
  const visits = hand.page
    .getByRole('region', { name: 'Today' })
    .locator('dl > div')
    .filter({ hasText: 'Visits' });
  await visits.getByText('1', { exact: true }).waitFor();
});

daily('change a target', 4, ofOwner, async (hand) => {
  const { page, press, fill, field, button } = hand;
  await toTheCode(hand);
  await press(page.getByRole('tab', { name: 'Targets and rules' }));
  await fill(field('Address').first(), `https://${TARGET}-2`);
  await press(button('Save'));
  await until('it is kept', async () => (await details()).targets[0]?.url === `https://${TARGET}-2`);
});

daily('download a picture', 3, ofOwner, async (hand) => {
  const { page, press, button } = hand;
  await toTheCode(hand);
  await press(button('Download'));
  const file = page.waitForEvent('download');
  await press(page.getByRole('dialog').getByRole('button', { name: 'Download PNG' }));
  expect((await file).suggestedFilename()).toMatch(/\.png$/);
});

daily('share', 3, ofOwner, async (hand) => {
  await toTheCode(hand);
  await hand.press(hand.button('Share'));
  await hand.press(hand.button('Start sharing'));
  await until('it is shared', async () => (await details()).is_shared);
});

daily('who visited', 2, ofOwner, async ({ page, press, link }) => {
  await press(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Analytics' }));
  await press(page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Visitors' }));
  await link('Menu of March').first().waitFor();
});

daily('export a month', 6, ofOwner, async ({ page, press, button }) => {
  await press(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Analytics' }));
  await press(page.getByRole('navigation', { name: 'Analytics' }).getByRole('link', { name: 'Over time' }));
  await press(page.getByRole('combobox', { name: 'Range' }));
  await press(page.getByRole('option', { name: 'Last 30 days' }));
  await press(button('Export CSV'));
  const tray = page.getByRole('region', { name: 'Started on this page' });
  const file = page.waitForEvent('download');
  await press(tray.getByRole('button', { name: 'Download' }));
  expect((await file).suggestedFilename()).toMatch(/\.csv$/);
});

daily('a message to one customer', 9, ofOperator, async ({ page, press, fill, link, button }) => {
  await press(link('My account'));
  await press(link('Messages'));
  await press(button('Send message'));
  const drawer = page.getByRole('dialog', { name: 'Send message' });
  const account = drawer.getByRole('combobox', { name: 'Account' });
  await press(account);
  await fill(account.locator('input'), 'daily.owner');
  await press(page.getByRole('option', { name: /daily[.]owner/ }));
  await fill(drawer.getByLabel('Title', { exact: true }), 'Your menu');
  await fill(drawer.getByLabel('Text', { exact: true }), 'Thank you.');
  await press(drawer.getByRole('button', { name: 'Send', exact: true }));
  await drawer.waitFor({ state: 'detached' });
});

daily('freeze', 5, ofOperator, async ({ page, press, fill, link }) => {
  await press(link('Codes'));
  await press(link('All QR codes'));
  const row = page.getByRole('row').filter({ hasText: 'Menu of March' });
  await press(row.getByRole('button', { name: 'Freeze: Menu of March' }));
  const drawer = page.getByRole('dialog', { name: 'Freeze Menu of March' });
  await fill(drawer.getByLabel('Reason'), 'Asks for the number of a bank card');
  await press(drawer.getByRole('button', { name: 'Freeze', exact: true }));
  await until('it is frozen', async () => (await details()).is_frozen);
});
