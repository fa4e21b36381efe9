import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { openScreen } from '../../e2e/browser.ts';
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
  for (const name of ['Print', 'Share', 'Duplicate'])
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
  // Elsewhere: another place of the list, and nothing of the view in it.
  await openScreen(page, place.product.origin, 'qr_code_list?state=off');
  await open('Views');
  await page.getByRole('menuitemradio', { name: 'First windows' }).or(item('First windows')).click(LIMIT);
  await page.waitForURL((url) => url.hash.includes('search=Window') && !url.hash.includes('state=off'));
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
