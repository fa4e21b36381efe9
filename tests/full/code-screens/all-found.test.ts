import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { DESKTOP, openScreen, PHONE, until } from '../../e2e/browser.ts';
import { lookByNight, looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';

// A customer narrows the list of codes by a group in sight and changes all that it finds, on all pages, at once.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const IN_GROUP = 23;
const look = looking('all-found');

let place: Place;
let owner: Credentials;
let owning: Api;
beforeAll(async () => {
  place = await openPlace();
  owner = await createAccount(place.product, { account: 'fay.found', role: 'customer' });
  owning = await signIn(place.product.origin, owner);
  const group = (await owning.call<{ id: string }>('group/add', { name: 'Shop windows' })).content.id;
  for (let number = 1; number <= IN_GROUP + 2; number += 1)
    await owning.call('qr_code_list/add', {
      name: `Window ${number}`,
      targets: [{ url: 'https://example.com/' }],
      tags: number % 2 === 0 ? ['spring'] : ['autumn'],
      ...(number <= IN_GROUP ? { group } : {}),
    });
}, 240_000);
afterAll(() => place?.close());

const countOf = async (state: string) =>
  (await owning.call<{ count: number }>('qr_code_list/user_inquire', { state: [state] })).content.count;

test('a chip narrows the list, all that it finds is chosen and switched off, the others stay on', async () => {
  const { page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, 'qr_code_list');
  const chip = page.getByRole('button', { name: 'Shop windows 23' });
  await chip.click(LIMIT);
  await page.getByRole('button', { name: 'Shop windows 23', pressed: true }).waitFor(LIMIT);
  await page.waitForURL(/group=[0-9a-f]{24}/);
  await look(page);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true });
  await page.getByRole('button', { name: 'Select all 23' }).click(LIMIT);
  await page.getByText('23 selected').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Turn off', exact: true }).click(LIMIT);
  await page.getByText('23 codes').first().waitFor(LIMIT);
  expect([await countOf('off'), await countOf('on')]).toEqual([IN_GROUP, 2]);
  await page
    .getByRole('button', { name: /^More actions: Window/ })
    .first()
    .click(LIMIT);
  for (const name of ['Print sheet', 'Share', 'Duplicate'])
    await page.getByRole('menuitem', { name, exact: true }).waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('what is narrowed is kept as a view, found again elsewhere, and taken away', async () => {
  const { page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, 'qr_code_list?search=Window 1&sort_field=name&sort_order=asc');
  const open = (name: string) => page.getByRole('button', { name, exact: true }).click(LIMIT);
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await open('Views');
  await item('Save this view').click(LIMIT);
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByLabel('Name').fill('First windows');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByRole('button', { name: /First windows/ }).waitFor(LIMIT);
  await look(page);
  // Elsewhere: another place of the list on a phone, and nothing of the view in it.
  await page.setViewportSize(PHONE);
  await openScreen(page, place.product.origin, 'qr_code_list?state=off');
  await open('More');
  await open('Views');
  await page.getByRole('menuitemradio', { name: 'First windows' }).or(item('First windows')).click(LIMIT);
  await page.waitForURL((url) => url.hash.includes('search=Window') && !url.hash.includes('state=off'));
  await page.setViewportSize(DESKTOP);
  await page.getByRole('button', { name: /First windows/ }).click(LIMIT);
  await item('Remove “First windows”').click(LIMIT);
  await page.getByRole('button', { name: 'Views', exact: true }).waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('by night on a phone', () =>
  lookByNight(place, { locale: 'zh-CN', look }, [
    [owner, 'qr_code_list', 'Shop windows'],
    [owner, 'home', 'Window 25'],
  ]));

test('on a phone the bar of verbs is one row: two of them, the others behind "More"', async () => {
  const { page, faults } = await place.open(owner, { locale: 'sw-KE', size: PHONE });
  await openScreen(page, place.product.origin, 'qr_code_list');
  await page.getByRole('checkbox', { name: /Window 25/ }).check({ ...LIMIT, force: true });
  const bar = page.getByRole('region', { name: 'Vitendo vya pamoja' });
  await look(page);
  expect((await bar.boundingBox())?.height).toBeLessThan(64);
  await bar.getByRole('button', { name: 'Zaidi' }).click(LIMIT);
  await page.getByRole('menuitem', { name: 'Washa', exact: true }).waitFor(LIMIT);
  expect(faults).toEqual([]);
});

const LIST = { named: 'Window', all: IN_GROUP + 2 };
const countBy = async (status: string) =>
  (await owning.call<{ count: number }>('qr_code_list/user_inquire', { status })).content.count;

async function chooseAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check({ force: true });
  await page.getByRole('button', { name: `Select all ${LIST.all}` }).click(LIMIT);
  await page.getByText(`${LIST.all} selected`).waitFor(LIMIT);
}

test('an operator freezes all that a search finds and lifts it again, asked how many', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, `qr_code_list_admin?search=${LIST.named}`);
  await chooseAll(page);
  await page.getByRole('button', { name: 'Freeze', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog', { name: `Freeze ${LIST.all} QR codes` });
  await drawer.getByLabel('Reason', { exact: true }).fill('Reported', LIMIT);
  await drawer.getByRole('button', { name: 'Freeze', exact: true }).click(LIMIT);
  await page.getByText('Freeze codes').waitFor(LIMIT);
  await until('all are frozen', async () => (await countBy('frozen')) === LIST.all);
  await page.getByText('Frozen', { exact: true }).first().waitFor(LIMIT);
  await look(page);
  await chooseAll(page);
  await page.getByRole('button', { name: 'Lift the freeze', exact: true }).click(LIMIT);
  const question = page.getByRole('dialog').filter({ hasText: `Lift the freeze of ${LIST.all} QR codes?` });
  await question.waitFor(LIMIT);
  await look(page);
  await question.getByRole('button', { name: 'Lift the freeze' }).click(LIMIT);
  await until('none is frozen', async () => (await countBy('frozen')) === 0);
  expect(faults).toEqual([]);
});

test('all that the list finds is printed together, and goes to the bin together', async () => {
  const { page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, 'qr_code_list');
  await chooseAll(page);
  await page.getByRole('button', { name: 'Print sheet', exact: true }).click(LIMIT);
  // Whether codes that nobody outside could open are to be printed all the same.
  await page.getByRole('dialog').getByRole('button', { name: 'Continue', exact: true }).click(LIMIT);
  await page.locator('[data-printed=yes]').waitFor({ ...LIMIT, state: 'attached' });
  await page.getByRole('button', { name: 'Delete', exact: true }).click(LIMIT);
  const question = page.getByRole('dialog').filter({ hasText: `Delete ${LIST.all} records?` });
  await question.getByRole('button', { name: 'Delete' }).click(LIMIT);
  await page.getByText('Delete codes').waitFor(LIMIT);
  await page.getByText('No QR codes yet').waitFor(LIMIT);
  const bin = await owning.call<{ count: number }>('qr_code_list/qr_code_remove');
  expect(bin.content.count).toBe(LIST.all);
  await look(page);
  expect(faults).toEqual([]);
});
