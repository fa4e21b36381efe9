import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import type { Product } from '../product.ts';
import { axeViolations } from './axe.ts';
import { arriveAt, openScreen, settle, signInOn } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

let place: Place;
let product: Product;
let page: Page;
let faults: string[];
let oneTime: string;

async function seriousFaults(of: Page): Promise<string[]> {
  await settle(of);
  return axeViolations(of);
}
const row = () => page.getByRole('row').filter({ hasText: 'operator1' });
async function act(name: string, verb = name) {
  await row().getByRole('button', { name: /More/ }).click();
  await page.getByRole('menuitem', { name }).click();
  if (verb !== '') await page.getByRole('button', { name: verb, exact: true }).last().click();
}

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  ({ page, faults } = await place.open(product.administrator));
}, 180_000);
afterAll(() => place?.close());

test('a super administrator makes an administrator; the password leaves the browser sealed only', async () => {
  await openScreen(page, product.origin, 'administrators');
  await page.getByRole('button', { name: 'New administrator' }).click();
  const form = page.getByRole('dialog');
  // What is said to others is not said to whom it is not true of.
  await shows(form.getByText('Only a super administrator chooses roles'), { count: 0 });
  await form.getByRole('textbox', { name: 'Account' }).fill('operator1');
  await form.getByLabel('Password').first().fill('Operator123');
  const sent = page.waitForRequest(/administrator\/add/);
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  const body = (await sent).postData() ?? '';
  expect(body).not.toContain('Operator123');
  expect(JSON.parse(body)).toMatchObject({ account: 'operator1', password: { v: 1 } });
  await row().waitFor();
  await shows(row(), { contains: 'Administrator' });
}, 240_000);

test('disabling is seen in the list and undone by enabling', async () => {
  await act('Disable');
  await row().getByText('Disabled', { exact: true }).waitFor();
  await act('Enable', '');
  await row().getByText('Enabled', { exact: true }).waitFor();
}, 240_000);

test('the page of an operator has the verbs, another superior and why they may see what they see', async () => {
  await row().getByRole('link', { name: 'operator1' }).click();
  await page.getByRole('heading', { level: 1, name: 'operator1' }).waitFor();
  const verb = async (name: string) => {
    await page.getByRole('button', { name: 'More actions: operator1' }).click();
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  await verb('Change referrer');
  const form = page.getByRole('dialog', { name: 'New referrer of operator1' });
  await form.getByRole('combobox').click();
  await page.getByRole('option', { name: product.administrator.account, exact: true }).click();
  expect(await seriousFaults(page)).toEqual([]);
  await form.getByRole('button', { name: 'Change referrer', exact: true }).click();
  await form.waitFor({ state: 'detached' });
  await page.locator('#content').getByText(product.administrator.account, { exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Permissions', exact: true }).click();
  await page.getByRole('combobox', { name: 'Screen or button' }).click();
  await page.getByRole('option', { name: 'Administrators', exact: true }).click();
  // The first password was given: nothing may be used before an own one is chosen.
  await page.getByText(/operator1 has a one-time password/).waitFor();
  expect(await seriousFaults(page)).toEqual([]);
}, 240_000);

test('a reset password is shown once and opens nothing but the change of it', async () => {
  await openScreen(page, product.origin, 'administrators');
  await act('Reset password');
  const shown = page.getByRole('dialog').getByText(/^\w{16}$/);
  oneTime = (await shown.textContent()) ?? '';
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  const { page: operator } = await place.open();
  await signInOn(operator, product.origin, { account: 'operator1', password: oneTime });
  await arriveAt(operator, /#\/customer\/update_password/);
  await settle(operator);
  await shows(operator.getByRole('navigation').getByRole('link'), { texts: ['My account'] });
  await operator.getByLabel('Old password').fill(oneTime);
  await operator.getByLabel('New password', { exact: true }).fill('Mine12345');
  await operator.getByLabel('New password again').fill('Mine12345');
  expect(await seriousFaults(operator)).toEqual([]);
  await operator.getByRole('button', { name: 'Change password' }).click();
  // Where signing in leads everybody of the role: this is the end of it.
  await arriveAt(operator, /#\/customer\/home_admin$/);
  await operator.getByRole('link', { name: 'Administrators' }).waitFor();
  // The own name in the head is where people look for their password.
  await operator.getByRole('button', { name: 'Account menu' }).click();
  await operator.getByRole('menuitem', { name: 'Account and security' }).click();
  await arriveAt(operator, /#\/customer\/update_password$/);
}, 240_000);

test('nothing went wrong that a person would not see', () => {
  expect(faults).toEqual([]);
});
