import { afterAll, afterEach, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { apiOf } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import {
  arriveAt,
  closeContexts,
  DESKTOP,
  openContext,
  settle,
  shareBrowser,
  until,
} from '../e2e/browser.ts';
import { shows } from '../e2e/shows.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

let product: Product;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let password: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([shareProduct(), shareBrowser()]);
  password = product.administrator.password;
});
afterAll(async () => {
  await closeContexts(browser);
});
beforeEach(async () => {
  context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  page = await context.newPage();
});
afterEach(() => context.close());

const remembering = () => page.getByLabel('Remember my password on this device');
const unlocking = () => page.getByRole('button', { name: 'Unlock my saved password' });
const passwordField = () => page.locator('input[name=password]');

/** Signs in with the box ticked, at this name of the server. */
async function signInRemembered(origin = product.origin, isWanted = true): Promise<void> {
  await page.goto(`${origin}/`);
  await page.fill('input[name=account]', product.administrator.account);
  await passwordField().fill(password);
  await shows(remembering(), { checked: false });
  if (isWanted) await remembering().check();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await arriveAt(page, /#\/customer\//);
  await settle(page);
}
/** The session is lost without anybody having said so: the page's storage was cleared in part, say. */
async function comeBack(origin = product.origin): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('waypost.session'));
  await page.goto('about:blank');
  await page.goto(`${origin}/`);
  await remembering().waitFor();
}
/** Everything that scripts of the page can read, and whether the browser lets a key out of its hands. */
const held = () =>
  page.evaluate(async () => {
    const opening = indexedDB.open('waypost', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('keys');
    await new Promise((resolve) => {
      opening.onsuccess = resolve;
    });
    const reading = opening.result.transaction('keys').objectStore('keys').getAll();
    await new Promise((resolve) => {
      reading.onsuccess = resolve;
    });
    opening.result.close();
    const keys = reading.result as CryptoKey[];
    return {
      texts: JSON.stringify({ ...localStorage, ...sessionStorage }),
      isRemembered: localStorage.getItem('waypost.remembered') !== null,
      keys: keys.map(({ extractable, algorithm }) => [extractable, algorithm.name]),
    };
  });
const nothing = { isRemembered: false, keys: [] };

test('nothing is kept unless it is asked for', async () => {
  await signInRemembered(product.origin, false);
  expect(await held()).toMatchObject(nothing);
});

test('what was asked for is there when the form comes back, and no script can read it or its key', async () => {
  await signInRemembered();
  const kept = await held();
  expect(kept).toMatchObject({ isRemembered: true, keys: [[false, 'AES-GCM']] });
  expect(kept.texts).not.toContain(password);
  await comeBack();
  await until('the password is filled in', async () => (await passwordField().inputValue()) === password);
  await shows(remembering(), { checked: true });
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await arriveAt(page, /#\/customer\//);
});

test('who signs out leaves no password behind', async () => {
  await signInRemembered();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await arriveAt(page, /admin_login/);
  await until('the key is gone', async () => (await held()).keys.length === 0);
  expect(await held()).toMatchObject(nothing);
  await page.reload();
  await remembering().waitFor();
  await shows(passwordField(), { value: '' });
});

test('a session that the server has ended takes the password with it', async () => {
  await signInRemembered();
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('waypost.session') ?? '{}') as { token: string }).token,
  );
  await apiOf(product.origin, token).call('administrator/logout');
  await page.reload();
  const question = page.getByRole('dialog', { name: 'Your session has ended' });
  await question.waitFor();
  await until('the key is gone', async () => (await held()).keys.length === 0);
  expect(await held()).toMatchObject(nothing);
  await shows(passwordField(), { value: '' });
});

test('a remembered password that is refused is forgotten', async () => {
  await signInRemembered();
  await comeBack();
  await passwordField().fill('Wrong12345');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByText('Account or password is wrong.').waitFor();
  await until('the key is gone', async () => (await held()).keys.length === 0);
  expect(await held()).toMatchObject(nothing);
});

test('a device that knows its owner gives the key out to nobody else', async () => {
  const origin = product.origin.replace('127.0.0.1', 'localhost');
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      hasPrf: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signInRemembered(origin);
  const kept = await held();
  expect(kept).toMatchObject({ isRemembered: true, keys: [] });
  expect(kept.texts).not.toContain(password);
  await comeBack(origin);
  await unlocking().waitFor();
  await shows(passwordField(), { value: '' });
  expect(await axeViolations(page)).toEqual([]);

  await unlocking().click();
  await until('the password is filled in', async () => (await passwordField().inputValue()) === password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await arriveAt(page, /#\/customer\//);

  // A session that the server has ended: the device still asks its owner, who then goes on in the place.
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('waypost.session') ?? '{}') as { token: string }).token,
  );
  await apiOf(product.origin, token).call('administrator/logout');
  await page.reload();
  await unlocking().click();
  await until('the password is filled in', async () => (await passwordField().inputValue()) === password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor({ state: 'detached' });

  await comeBack(origin);
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await unlocking().click();
  await page.getByText('The saved password could not be unlocked. Enter it instead.').waitFor();
  await shows(passwordField(), { value: '' });
});
