import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';

// A customer makes a picture of the guest network, which a phone joins without passing here.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let page: Page;
let faults: string[];

beforeAll(async () => {
  place = await openPlace();
  const customer = await createAccount(place.product, { account: 'paula.plain', role: 'customer' });
  ({ page, faults } = await place.open(customer));
}, 240_000);
afterAll(() => place?.close());

test('the picture of a network is shown as it is typed, said to be uncounted, and saved', async () => {
  await openScreen(page, place.product.origin, 'qr_code_list');
  await page.getByRole('button', { name: 'Static QR code', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog', { name: 'Static QR code' });
  await drawer.getByText('nothing is counted').waitFor(LIMIT);
  await drawer.getByText('Wi-Fi', { exact: true }).click(LIMIT);
  await drawer.getByLabel('Name of the network', { exact: true }).fill('Guests', LIMIT);
  await drawer.getByLabel('Password (empty: none)', { exact: true }).fill('sesame2026', LIMIT);
  await drawer.getByRole('img').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  for (const format of ['PNG', 'SVG']) {
    const saved = page.waitForEvent('download', LIMIT);
    await drawer.getByRole('button', { name: `Download ${format}`, exact: true }).click(LIMIT);
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`wifi.${format.toLowerCase()}`);
    expect(Bun.file((await file.path()) ?? '').size).toBeGreaterThan(500);
  }
  expect(faults).toEqual([]);
});
