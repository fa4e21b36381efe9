import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// A customer has addresses made by a provider that an operator has set up, is told why one fails, and hides a code.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let page: Page;
let faults: string[];
let customer: Awaited<ReturnType<typeof createAccount>>;
let api: Api;

beforeAll(async () => {
  place = await openPlace();
  const operator = await createAccount(place.product, { account: 'omar.addresses', role: 'administrator' });
  const root = await signIn(place.product.origin, operator);
  const texts = { generation_type: 2, endpoint: 'https://go.example/?to={url}' };
  await root.call('url_key_platform/add', { name: 'Put together', ...texts });
  const inside = { generation_type: 1, endpoint: 'http://10.0.0.7/?u={url}', retries: 0 };
  await root.call('url_key_platform/add', { name: 'Unreachable', ...inside });
  customer = await createAccount(place.product, { account: 'rita.addresses', role: 'customer' });
  api = await signIn(place.product.origin, customer);
  await api.call('qr_code_list/add', { name: 'Door sign', targets: [{ url: 'https://example.com/door' }] });
  ({ page, faults } = await place.open(customer));
}, 240_000);
afterAll(() => place?.close());

async function choose(provider: string): Promise<void> {
  await page.getByRole('button', { name: 'New address: Door sign', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox').click(LIMIT);
  await page.getByRole('option', { name: new RegExp(provider) }).click(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'New address', exact: true }).click(LIMIT);
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
}

test('a list without short codes offers to make the first', async () => {
  const nobody = await createAccount(place.product, { account: 'nina.empty', role: 'customer' });
  const { page: other, context } = await place.open(nobody);
  await openScreen(other, place.product.origin, 'short_code');
  await other.getByText('No short codes yet').waitFor(LIMIT);
  await other.getByRole('main').getByRole('button', { name: 'New QR code', exact: true }).click(LIMIT);
  await other.waitForURL(/customer\/set_qr_code/, LIMIT);
  await context.close();
});

test('a provider makes an address; one that fails is told in words and leaves what works', async () => {
  await openScreen(page, place.product.origin, 'short_code');
  const row = page.getByRole('row').filter({ hasText: 'Door sign' });
  await row.getByText('Own', { exact: true }).waitFor(LIMIT);
  await choose('Put together');
  await row.getByText('Made', { exact: true }).waitFor(LIMIT);
  await choose('Unreachable');
  await row.getByText('Failed', { exact: true }).waitFor(LIMIT);
  await shows(row, { contains: 'go.example' });
  await row.getByRole('link', { name: 'Door sign' }).click(LIMIT);
  await page
    .getByRole('status')
    .filter({ hasText: /could not be reached/ })
    .waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
});

test('a hidden code is gone from the list of codes, and found among the short codes', async () => {
  await page.getByRole('button', { name: 'Hide from lists', exact: true }).click(LIMIT);
  await page.getByRole('button', { name: 'Show in lists', exact: true }).waitFor(LIMIT);
  await openScreen(page, place.product.origin, 'qr_code_list');
  await page.getByText('No QR codes yet').waitFor(LIMIT);
  await openScreen(page, place.product.origin, 'short_code');
  await page.getByRole('row').filter({ hasText: 'Hidden' }).waitFor(LIMIT);
  expect(faults).toEqual([]);
});
