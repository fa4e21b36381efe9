import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, until } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

setDefaultTimeout(180_000);

const AGENTS = [
  'Mozilla/5.0 (Linux; Android 14; 23049RAD8C Build/UKQ1; wv) Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.47',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
];

let place: Place;
let owner: Credentials;
let owning: Api;
beforeAll(async () => {
  place = await openPlace();
  owner = await createAccount(place.product, { account: 'kept.owner', role: 'customer' });
  owning = await signIn(place.product.origin, owner);
}, 180_000);
afterAll(() => place?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const answer = (page: Page, verb: string) =>
  page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody tr');

test('an owner keeps every visit of a code, finds among them, clears some, takes it back and erases a person', async () => {
  const targets = [{ url: 'https://example.com/' }];
  const add = { name: 'Kept door', targets, jump_type: 6 };
  const { id, short_url } = (await owning.call<{ id: string; short_url: string }>('qr_code_list/add', add))
    .content;
  const { page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, `set_qr_code?id=${id}&tab=visits`);
  // Where nothing is kept the sentence says so, and the switch stands below it.
  await page.getByText('Visits are only counted').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await button(page, 'Keep every visit').click();
  await page.getByText('No visits yet').waitFor();
  // What is not there is neither cleared nor exported.
  await shows(button(page, 'Clear all'), { count: 0 });

  const details = async () =>
    (await owning.call<{ view_number: number; ip_view_number: number }>('qr_code_list/details', { id }))
      .content;
  await until('visits are kept', async () => {
    // The path of visits hears of the switch within a second.
    await fetch(short_url, { redirect: 'manual', headers: { 'x-forwarded-for': '203.0.113.1' } });
    const { count } = (await owning.call<{ count: number }>('qr_code_access/inquire', { id })).content;
    return count > 0;
  });
  for (const [at, address] of ['203.0.113.2', '8.8.8.8', '8.8.8.8'].entries())
    await fetch(short_url, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': address, 'user-agent': AGENTS[at % 2] as string },
    });
  const kept = async () =>
    (await owning.call<{ count: number }>('qr_code_access/inquire', { id, ip: '8.8.8.8' })).content.count;
  await until('all are counted', async () => (await kept()) === 2);
  const { view_number, ip_view_number } = await details();
  const all = (await owning.call<{ count: number }>('qr_code_access/inquire', { id })).content.count;

  await page.reload();
  await shows(rows(page), { count: all });
  expect(await axeViolations(page)).toEqual([]);
  await button(page, /^More filters/).click();
  const drawer = page.getByRole('dialog');
  // Closed before the pause after which typing counts: what stands there narrows the list all the same.
  await drawer.getByRole('textbox', { name: 'System' }).fill('android');
  await page.keyboard.press('Escape');
  await shows(rows(page), { count: 2 });
  await button(page, 'Reset').click();
  await shows(rows(page), { count: all });

  // Chosen ones, and the way back in the same moment.
  await rows(page).first().getByRole('checkbox').check({ force: true });
  await button(page, 'Clear').click();
  await answer(page, 'Clear');
  await shows(rows(page), { count: all - 1 });
  await page.getByText('1 visit cleared').locator('..').getByRole('button', { name: 'Undo' }).click();
  await shows(rows(page), { count: all });

  // All of them, and the way back out of the bin.
  await button(page, 'Clear all').click();
  await answer(page, 'Clear');
  await page.getByText('No visits yet').waitFor();
  await button(page, 'Bin (1)').click();
  await page.getByRole('dialog').getByText('all that there were').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await answer(page, 'Restore');
  await shows(rows(page), { count: all });

  await rows(page)
    .filter({ hasText: '8.8.8.8' })
    .first()
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Erase visits of this address' }).click();
  await page.getByText('Erase the visits of 8.8.8.8?').waitFor();
  await answer(page, 'Erase visits of this address');
  await shows(rows(page), { count: all - 2 });
  await until('nothing of the person is kept', async () => (await kept()) === 0);
  expect(await details()).toMatchObject({ view_number, ip_view_number });

  await page.getByRole('tab', { name: 'History' }).click();
  const entries = page.getByRole('tabpanel').getByRole('listitem');
  await entries.first().getByText('Visits of an address erased').waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('who asks to be forgotten is erased from all codes of an owner at once, also from one that is gone', async () => {
  const add = { targets: [{ url: 'https://example.com/' }], jump_type: 6, open_log: 2 };
  const made = await Promise.all(
    ['First door', 'Second door', 'Gone door'].map(async (name) => {
      const { content } = await owning.call<{ id: string; short_url: string }>('qr_code_list/add', {
        ...add,
        name,
      });
      return content;
    }),
  );
  const ip = '9.9.9.9';
  for (const { short_url } of made)
    await fetch(short_url, { redirect: 'manual', headers: { 'x-forwarded-for': ip } });
  const seen = async () =>
    (await owning.call<{ count: number }>('visitor/user_inquire', { search: ip })).content.count;
  await until('all are counted', async () => (await seen()) === made.length);
  const gone = made[2] as { id: string };
  await owning.call('qr_code_list/update_remove', { id: gone.id, remove: 2 });
  await owning.call('qr_code_list/remove', { id: gone.id });
  const figures = () =>
    Promise.all(
      made
        .slice(0, 2)
        .map(async ({ id }) => (await owning.call<object>('qr_code_list/details', { id })).content),
    );
  const before = await figures();

  const { page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, `visitor?search=${ip}`);
  const listed = page.locator('tbody tr').filter({ hasText: ip });
  await listed
    .first()
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Erase this address from all my codes' }).click();
  await page.getByText(`Erase ${ip} from all your codes?`).waitFor();
  await answer(page, 'Erase this address from all my codes');
  await page.getByText(`${ip} erased from all codes, with 3 kept visits`).waitFor();
  await until('nobody tells the address', async () => (await seen()) === 0);
  expect(await figures()).toEqual(before);
  expect(faults).toEqual([]);
  await page.context().close();
});
