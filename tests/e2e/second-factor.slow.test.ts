import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';
import { axeViolations } from './axe.ts';
import {
  arriveAt,
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  shareBrowser,
  watchFaults,
} from './browser.ts';

// Somebody sets a second factor up, comes back with a code of the app, and without the telephone with a recovery code.

setDefaultTimeout(180_000);

let product: Product;
let browser: Browser;
let person: { account: string; password: string };
let secret = '';
let recovery = '';

beforeAll(async () => {
  [product, browser] = await Promise.all([shareProduct(), shareBrowser()]);
  person = await createAccount(product, { account: 'factor.browser', role: 'customer' });
}, 240_000);
afterAll(() => closeContexts(browser));

/** The code that the app shows so many steps from now; one step either way is taken, so that none turns too early. */
const codeOf = (steps: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

async function freshPage(): Promise<Page> {
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  return context.newPage();
}

/** As far as the login page asks for the code. */
async function logInUntilAsked(): Promise<Page> {
  const page = await freshPage();
  await page.goto(`${product.origin}/`);
  await page.locator('input[name=account]').fill(person.account);
  await page.locator('input[name=password]').fill(person.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByLabel('One-time code').waitFor();
  return page;
}

test('a second factor is set up with the password, the picture and a code; the recovery codes are shown once', async () => {
  const page = await freshPage();
  const faults = watchFaults(page);
  await enterAs(page, product.origin, person);
  await openScreen(page, product.origin, 'update_password?tab=second_factor');
  await page.getByRole('button', { name: 'Set up' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Password', { exact: true }).fill(person.password);
  await drawer.getByRole('button', { name: 'Next' }).click();
  await drawer.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  const address = await drawer
    .getByRole('link', { name: 'Open the app on this device' })
    .getAttribute('href');
  secret = new URL(address ?? '').searchParams.get('secret') ?? '';
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByLabel('Code', { exact: true }).fill(codeOf(0));
  await drawer.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await codes.waitFor();
  const shown = await codes.getByRole('listitem').allTextContents();
  expect(shown).toHaveLength(10);
  recovery = shown[0] ?? '';
  await codes.getByRole('button', { name: 'I saved them' }).click();
  await page.getByText('Recovery codes left: 10').waitFor();
  expect(faults).toEqual([]);
});

test('the login page asks for the code and goes on with it', async () => {
  const page = await logInUntilAsked();
  // The one of now was used up by the set-up.
  await page.getByLabel('One-time code').fill(codeOf(1));
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await arriveAt(page, /#\/customer\//);
});

test('without the telephone a recovery code opens the same door', async () => {
  const page = await logInUntilAsked();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await arriveAt(page, /#\/customer\//);
});
