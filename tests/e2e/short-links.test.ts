import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { axeViolations } from './axe.ts';
import { openScreen, settle } from './browser.ts';
import { openPlace, type Place } from './place.ts';

// A customer pastes lines, takes a file, and gets short links and a report of what was wrong.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let page: Page;
let faults: string[];

beforeAll(async () => {
  place = await openPlace();
  const customer = await createAccount(place.product, { account: 'sara.short', role: 'customer' });
  ({ page, faults } = await place.open(customer));
}, 240_000);
afterAll(() => place?.close());

test('pasted lines become links, the others are told in a report that can be had', async () => {
  await openScreen(page, place.product.origin, 'short_qr_code_list');
  await page.getByRole('button', { name: 'New short links', exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  const lines =
    'https://pasted.example/menu,Pasted menu\nno address at all\nhttps://pasted.example/card,Pasted card';
  await drawer.getByLabel('Lines', { exact: true }).fill(lines, LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Make links', exact: true }).click(LIMIT);
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
  const report = page.waitForEvent('download', LIMIT);
  await page
    .getByRole('button', { name: /Download/ })
    .first()
    .click(LIMIT);
  const text = await Bun.file((await (await report).path()) ?? '').text();
  expect(text).toContain('No web address');
  await openScreen(page, place.product.origin, 'short_qr_code_list');
  await page.getByRole('row').filter({ hasText: 'Pasted menu' }).waitFor(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Pasted card' }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
});

test('a file goes the same way', async () => {
  await page.getByRole('button', { name: 'New short links', exact: true }).first().click(LIMIT);
  const file = {
    name: 'links.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('url,name\nhttps://filed.example/,Out of a file\n'),
  };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file, LIMIT);
  await page.getByRole('dialog').waitFor({ ...LIMIT, state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Out of a file' }).waitFor(LIMIT);
  expect(faults).toEqual([]);
});
