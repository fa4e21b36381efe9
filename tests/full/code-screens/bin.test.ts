import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { DESKTOP, openScreen, PHONE, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';

// A customer brings a deleted code back and is rid of another; an operator sees who deleted what, in other languages too.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const TARGETS = [{ url: 'https://binned.example/' }];

let place: Place;
let page: Page;
let faults: string[];
let customer: Api;

beforeAll(async () => {
  place = await openPlace();
  const account = await createAccount(place.product, { account: 'bina.bin', role: 'customer' });
  customer = await signIn(place.product.origin, account);
  for (const name of ['Old menu', 'Old poster', 'Old card']) await removed(name);
  ({ page, faults } = await place.open(account));
}, 240_000);
afterAll(() => place?.close());

async function removed(name: string): Promise<void> {
  const { id } = (await customer.call<{ id: string }>('qr_code_list/add', { name, targets: TARGETS }))
    .content;
  await customer.call('qr_code_list/update_remove', { id, remove: 2 });
}
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name });

test('a code comes back from the bin, another goes for good after the question, and old addresses lead there', async () => {
  await openScreen(page, place.product.origin, 'qr_code_list?view=bin');
  await page.getByRole('heading', { name: 'Bin', level: 1 }).waitFor(LIMIT);
  await rowOf('Old menu').getByText('bina.bin').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore: Old menu', exact: true }).click(LIMIT);
  await rowOf('Old menu').waitFor({ ...LIMIT, state: 'detached' });
  await page.getByRole('button', { name: 'Delete for good: Old poster', exact: true }).click(LIMIT);
  const question = page.getByRole('dialog');
  await question
    .getByText('This operation will permanently delete the data record, continue?')
    .waitFor(LIMIT);
  await question.getByRole('button', { name: 'Delete for good', exact: true }).click(LIMIT);
  await rowOf('Old poster').waitFor({ ...LIMIT, state: 'detached' });
  const { content } = await customer.call<{ content: { name: string }[] }>('qr_code_list/user_inquire');
  expect(content.content.map(({ name }) => name)).toEqual(['Old menu']);
});

test('chosen codes come back together, from what goes soonest', async () => {
  await page.getByText('Gone soonest', { exact: true }).click(LIMIT);
  await page.waitForURL(/customer\/recover/, LIMIT);
  await rowOf('Old card')
    .getByRole('checkbox')
    .check({ ...LIMIT, force: true });
  await page.getByRole('button', { name: 'Restore', exact: true }).first().click(LIMIT);
  await page.getByText('The bin is empty').waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('on a phone the offer to undo a deletion leaves the heading free', async () => {
  await page.setViewportSize(PHONE);
  await openScreen(page, place.product.origin, 'qr_code_list');
  await page.getByRole('button', { name: 'More actions: Old card', exact: true }).click(LIMIT);
  await page.getByRole('menuitem', { name: 'Delete', exact: true }).click(LIMIT);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click(LIMIT);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await undo.waitFor(LIMIT);
  await settle(page);
  const [offer, heading] = [await undo.boundingBox(), await page.locator('h1').boundingBox()];
  expect(offer?.y).toBeGreaterThan(PHONE.height / 2);
  expect(heading?.y).toBeLessThan(PHONE.height / 4);
  await undo.click(LIMIT);
  await page.getByRole('button', { name: 'More actions: Old card', exact: true }).waitFor(LIMIT);
  await page.setViewportSize(DESKTOP);
  expect(faults).toEqual([]);
});
