import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { startSmtpServer, type TestSmtpServer } from '../../runtime/outgoing/testing/smtp-server.ts';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import { arriveAt, openScreen, until } from '../e2e/browser.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { type Product, startProduct } from '../product.ts';

// How people leave, how operators are made to secure themselves, and how letters are set up, as a person does it.

setDefaultTimeout(180_000);

let place: Place;
let product: Product;
let root: Api;
let server: TestSmtpServer;

beforeAll(async () => {
  [place, server] = await Promise.all([openPlace(startProduct), startSmtpServer({ kind: 'none' })]);
  ({ product } = place);
  root = await signIn(product.origin, product.administrator);
}, 240_000);
afterAll(async () => {
  await place?.close();
  await server?.close();
});

async function logIn(page: Page, { account, password }: { account: string; password: string }) {
  await page.goto(`${product.origin}/`);
  await page.locator('input[name=account]').fill(account);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}

test('a person says who they are and where letters go', async () => {
  const zuri = await createAccount(product, { account: 'zuri.profile', role: 'customer' });
  const { page } = await place.open(zuri);
  await openScreen(page, product.origin, 'update_password?tab=profile');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Zuri Okoye');
  await page.getByRole('button', { name: 'Save', exact: true }).first().click();
  await page.getByText('Zuri Okoye').first().waitFor();
  const email = page.getByLabel('E-mail', { exact: true });
  await email.fill('zuri@example.com');
  const save = page.getByRole('button', { name: 'Save', exact: true }).nth(1);
  await page.getByLabel('Password', { exact: true }).fill(zuri.password);
  await save.click();
  await until('it is kept', async () => {
    await page.reload();
    await email.waitFor();
    return (await email.inputValue()) === 'zuri@example.com' && (await name.inputValue()) === 'Zuri Okoye';
  });
  expect(await axeViolations(page)).toEqual([]);
});

test('an account with money cannot be closed; without, it is, and its codes tell visitors so', async () => {
  const anna = await createAccount(product, { account: 'anna.leaves', role: 'customer' });
  const api = await signIn(product.origin, anna);
  const code = await api.call<{ short_code: string }>('qr_code_list/add', {
    name: 'On a wall',
    targets: [{ url: 'https://example.com/' }],
  });
  const visit = async () =>
    (await fetch(`${product.origin}/${code.content.short_code}`, { redirect: 'manual' })).status;
  const { id } = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info;
  const give = async (amount: string) => {
    const key = `leaving${amount.replace('-', 'minus')}`.padEnd(20, '0');
    const given = await root.call('user/edit_balance', { id, amount, remark: 'leaving', key });
    expect(given.status).toBe(200);
  };
  await give('5');

  const { page } = await place.open(anna);
  await openScreen(page, product.origin, 'update_password?tab=data');
  await page.getByText('There is money in your account').waitFor();
  const close = page.getByRole('button', { name: 'Close account', exact: true });
  await shows(close, { count: 0 });
  expect(await visit()).toBeLessThan(400);

  await give('-5');
  await page.reload();
  await page.getByText('Tell visitors that they are not available').click();
  await page.getByLabel('Password', { exact: true }).fill(anna.password);
  await close.click();
  await arriveAt(page, /#\/admin_login/);
  expect(await visit()).toBe(451);
  const { page: again } = await place.open();
  await logIn(again, anna);
  await again.getByRole('alert').first().waitFor();
});

test('letters are set up on a screen: a test arrives, and what a server refuses is told in its words', async () => {
  const { page } = await place.open(product.administrator);
  await openScreen(page, product.origin, 'mail_config');
  await page.getByText('Enter a server and a sender above and save first.').waitFor();
  await page.getByLabel('SMTP server', { exact: true }).fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill(String(server.port));
  await page.getByRole('combobox', { name: 'Encryption' }).click();
  await page.getByRole('option', { name: 'None (this machine only)' }).click();
  await page.getByLabel('Sender', { exact: true }).fill('qr@shop.example');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const to = page.getByLabel('To', { exact: true });
  await to.fill('anna@shop.example');
  const send = page.getByRole('button', { name: 'Send test', exact: true });
  await send.click();
  await page.getByText('Taken by the server').waitFor();
  await until('the letter is there', () => server.received.length === 1);
  expect(server.received[0]).toMatchObject({ from: 'qr@shop.example', to: ['anna@shop.example'] });

  server.refusal = { status: 550, text: 'nobody of that name lives here' };
  await to.fill('nobody@shop.example');
  await send.click();
  const said = page.getByRole('status').filter({ hasText: 'Not sent' });
  await said.getByText('nobody of that name lives here').waitFor();
  expect(server.received).toHaveLength(1);
});

// The last one: what it demands is demanded of the super administrator, too.
test('an operator of whom a second factor is demanded sets it up first; later a recovery code opens as well', async () => {
  const otto = await createAccount(product, { account: 'otto.operator', role: 'administrator' });
  const { version } = (await root.call<{ version: number }>('configuration/inquire')).content;
  const demanded = await root.call('configuration/update', { version, operator_second_factor: 2 });
  expect(demanded.status).toBe(200);

  const { page } = await place.open();
  await logIn(page, otto);
  await arriveAt(page, /#\/customer\/update_password/);
  await page.getByRole('button', { name: 'Set up' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Password', { exact: true }).fill(otto.password);
  await drawer.getByRole('button', { name: 'Next' }).click();
  const app = drawer.getByRole('link', { name: 'Open the app on this device' });
  const secret = new URL((await app.getAttribute('href')) ?? '').searchParams.get('secret') ?? '';
  await drawer
    .getByLabel('Code', { exact: true })
    .fill(TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() }));
  await drawer.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  const shown = codes.getByRole('listitem');
  await shown.first().waitFor();
  const [recovery = ''] = await shown.allTextContents();
  await codes.getByRole('button', { name: 'I saved them' }).click();
  await arriveAt(page, /#\/customer\/home_admin/);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor();

  const { page: later } = await place.open();
  await logIn(later, otto);
  await later.getByLabel('One-time code').waitFor();
  await later.getByRole('button', { name: 'Use a recovery code' }).click();
  await later.getByLabel('Recovery code').fill(recovery);
  await later.getByRole('button', { name: 'Log in', exact: true }).click();
  await arriveAt(later, /#\/customer\//);
});
