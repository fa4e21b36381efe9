import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { signIn } from '../api.ts';
import { axeViolations } from './axe.ts';
import { openScreen, settle } from './browser.ts';
import { pickMore } from './pick.ts';
import { openPlace, type Place } from './place.ts';

// A customer makes a group, moves codes into it, tags them and finds them by it.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let page: Page;
let faults: string[];
let customer: Awaited<ReturnType<typeof createAccount>>;

beforeAll(async () => {
  place = await openPlace();
  customer = await createAccount(place.product, { account: 'gina.groups', role: 'customer' });
  const api = await signIn(place.product.origin, customer);
  for (const name of ['Table one', 'Table two', 'Window'])
    await api.call('qr_code_list/add', { name, targets: [{ url: 'https://example.com/' }] });
  ({ page, faults } = await place.open(customer));
}, 240_000);
afterAll(() => place?.close());

test('a group is made, and holds the defaults for new codes', async () => {
  await openScreen(page, place.product.origin, 'group');
  await page.getByRole('button', { name: 'New group', exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Tables', LIMIT);
  await drawer.getByText('Defaults for new codes in this group').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Tables' }).waitFor(LIMIT);
});

test('codes are moved into it and tagged from their list, and found by it', async () => {
  await openScreen(page, place.product.origin, 'qr_code_list');
  const choose = async () => {
    for (const name of ['Table one', 'Table two'])
      await page
        .getByRole('row')
        .filter({ hasText: name })
        .getByRole('checkbox')
        .check({ ...LIMIT, force: true });
  };
  await choose();
  await pickMore(page, 'Move to group');
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox').click(LIMIT);
  await page.getByRole('option', { name: 'Tables' }).click(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Move to group', exact: true }).click(LIMIT);
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
  await choose();
  await pickMore(page, 'Add tags');
  await drawer.getByLabel('Tags', { exact: true }).fill('spring', LIMIT);
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Add tags', exact: true }).click(LIMIT);
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
  await openScreen(page, place.product.origin, 'group');
  await page.getByRole('button', { name: 'Show codes: Tables', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Table one' }).waitFor(LIMIT);
  await page
    .getByRole('row')
    .filter({ hasText: 'Window' })
    .waitFor({ ...LIMIT, state: 'detached' });
  await openScreen(page, place.product.origin, 'qr_code_list?tag=spring');
  await page.getByRole('row').filter({ hasText: 'Table two' }).waitFor(LIMIT);
  await page
    .getByRole('row')
    .filter({ hasText: 'Window' })
    .waitFor({ ...LIMIT, state: 'detached' });
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
});
