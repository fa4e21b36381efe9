import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// An operator says who makes short addresses, tries it, and is told in words why it does not work.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let page: Page;
let faults: string[];

beforeAll(async () => {
  place = await openPlace();
  const operator = await createAccount(place.product, { account: 'pia.provider', role: 'administrator' });
  ({ page, faults } = await place.open(operator));
}, 240_000);
afterAll(() => place?.close());

test('a provider is written down, refused where it could not work, and stands in the list without its secret', async () => {
  await openScreen(page, place.product.origin, 'url_key_platform');
  await page.getByText('None: the platform').waitFor(LIMIT);
  await page.getByRole('button', { name: 'New provider', exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Inner service', LIMIT);
  const endpoint = drawer.getByLabel('Endpoint', { exact: true });
  await endpoint.fill('https://{code}.example/?u={url}');
  await drawer.getByLabel('Secret', { exact: true }).fill('never-shown-again');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await drawer.getByText('The host must not come from what is filled in.').first().waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await endpoint.fill('http://10.0.0.7/new?u={url}');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Inner service' }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(await page.content()).not.toContain('never-shown-again');
});

test('the entry that is always there offers no verb that would be refused', async () => {
  const row = page.getByRole('row').filter({ hasText: 'None: the platform' });
  await shows(row.getByRole('link'), { count: 0 });
  await shows(row.getByRole('button'), { count: 0 });
  await row.getByRole('checkbox').check({ ...LIMIT, force: true });
  await page.getByText('1 selected').waitFor(LIMIT);
  await shows(page.getByRole('button', { name: 'Delete', exact: true }), { count: 0 });
  await row.getByRole('checkbox').uncheck({ force: true });
});

test('a trial tells what came of it', async () => {
  await page.getByRole('button', { name: 'Try it: Inner service', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Long address', { exact: true }).fill('https://example.com/menu', LIMIT);
  await drawer.getByRole('button', { name: 'Try it', exact: true }).click(LIMIT);
  await drawer.getByRole('status').getByText('No address', { exact: true }).waitFor(LIMIT);
  await drawer
    .getByRole('status')
    .getByText(/public/)
    .waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  // The browser itself tells of refused forms.
  expect(faults.filter((fault) => !fault.includes('status of 422'))).toEqual([]);
});
