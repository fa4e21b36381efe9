import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { DESKTOP, openContext, openScreen, PHONE, until, type View } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// A code that asks its visitors for a password: set in its form, typed by strangers in their browser.
setDefaultTimeout(120_000);

const PASSWORD = 'Terrace7imHof';
const PICTURES = process.env.WAYPOST_TEST_PICTURES;
const VIEWS: readonly View[] = [
  { locale: 'zh-CN', theme: 'light', size: PHONE },
  { locale: 'en-US', theme: 'dark', size: PHONE },
  { locale: 'sw-KE', theme: 'light', size: { ...DESKTOP, width: 1024 } },
];
const WORDS = {
  'zh-CN': { title: '请输入密码', wrong: '密码不正确，请重新输入。', open: '打开' },
  'en-US': { title: 'Enter the password', wrong: 'This password is wrong. Please try again.', open: 'Open' },
  'sw-KE': { title: 'Weka nenosiri', wrong: 'Nenosiri si sahihi. Tafadhali jaribu tena.', open: 'Fungua' },
} as const;

let place: Place;
let owner: Credentials;
let owning: Api;
/** Another site than ours: what a form's redirect would not reach. */
let target: ReturnType<typeof Bun.serve>;
const arrived: { url: string; referer: string | null }[] = [];

beforeAll(async () => {
  target = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) => {
      if (new URL(request.url).pathname === '/inside')
        arrived.push({ url: request.url, referer: request.headers.get('referer') });
      return new Response('<!doctype html><title>Inside</title><h1>Inside</h1>', {
        headers: { 'content-type': 'text/html' },
      });
    },
  });
  place = await openPlace();
  owner = await createAccount(place.product, { account: 'visit.password', role: 'customer' });
  owning = await signIn(place.product.origin, owner);
}, 180_000);
afterAll(async () => {
  await place?.close();
  await target?.stop(true);
});

interface Made {
  id: string;
  url: string;
}

async function addCode(change: object = {}): Promise<Made> {
  const { content } = await owning.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'Terrace menu',
    targets: [{ url: `http://localhost:${target.port}/inside` }],
    ...change,
  });
  return { id: content.id, url: `${place.product.origin}/${content.short_code}` };
}
const details = async (id: string) =>
  (await owning.call<{ view_number: number; has_password: boolean }>('qr_code_list/details', { id })).content;

/** As an owner does it: on the tab of the code's page that says who may visit. */
async function protect({ id }: Made): Promise<void> {
  const { context, page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, `set_qr_code?id=${id}&tab=access`);
  await page.getByRole('switch', { name: 'Password for visitors' }).click();
  const field = page.getByLabel('Password', { exact: true });
  // It is demanded as soon as the switch is on: a label that calls it optional would lead into a refusal.
  await field.waitFor();
  await shows(page.locator('label').filter({ hasText: /^Passwordoptional$/ }), { count: 0 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Type the password that visitors are to be asked for').first().waitFor();
  await field.fill(PASSWORD);
  expect(await axeViolations(page)).toEqual([]);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/password-form.png` });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until('the code is protected', async () => (await details(id)).has_password);
  // The first save had no password: that is what the browser notes of a refusal.
  expect(faults.filter((fault) => !fault.includes('status of 422'))).toEqual([]);
  await context.close();
}

const type = async (page: Page, password: string) => {
  await page.locator('#password').fill(password);
  await page.locator('form button').click();
};

test('an owner protects a code; whoever has the password is led to another site once, and counted once', async () => {
  const code = await addCode({ jump_type: 6 });
  await protect(code);
  for (const view of VIEWS) {
    const words = WORDS[view.locale as keyof typeof WORDS];
    const context = await openContext(place.browser, view);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(code.url);
    await shows(page.locator('h1').first(), { text: words.title });
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/password-${view.locale}.png` });
    await type(page, 'something else');
    await page.getByRole('alert').getByText(words.wrong).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/password-wrong-${view.locale}.png` });
    await type(page, PASSWORD);
    await page.waitForURL(/\/inside$/);
    await shows(page.locator('h1').first(), { text: 'Inside' });
    // Neither in an address nor in a cookie.
    expect(asked.filter((url) => /Terrace|something/.test(decodeURIComponent(url)))).toEqual([]);
    expect(await context.cookies()).toEqual([]);
    await context.close();
  }
  // The way back is the question, not the answer.
  const context = await openContext(place.browser, VIEWS[0] as View);
  const page = await context.newPage();
  await page.goto(code.url);
  await type(page, PASSWORD);
  await page.waitForURL(/\/inside$/);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: WORDS['zh-CN'].title }).waitFor();
  await context.close();

  const visits = VIEWS.length + 1;
  expect(arrived.map(({ referer }) => referer)).toEqual(Array(visits).fill(null));
  await until('the visits are counted', async () => (await details(code.id)).view_number >= visits);
  expect((await details(code.id)).view_number).toBe(visits);
});

test('whoever guesses is told how long to wait, in every way to the target', async () => {
  const code = await addCode();
  await protect(code);
  const context = await openContext(place.browser, VIEWS[1] as View);
  const page = await context.newPage();
  await page.goto(code.url);
  for (let guess = 0; guess < 4; guess++) {
    await type(page, `guess ${guess}`);
    await page.getByRole('alert').waitFor();
  }
  await type(page, 'guess 5');
  await page.getByText('Too many wrong passwords. Try again in 15 minutes.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/password-locked.png` });
  await page.getByRole('link', { name: 'Try again' }).click();
  await type(page, PASSWORD);
  await page.getByText(/Too many wrong passwords. Try again in 1[45] minutes./).waitFor();
  await context.close();
});
