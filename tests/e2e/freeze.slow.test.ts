import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { axeViolations } from './axe.ts';
import { openScreen, settle } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

const REASON = 'Leads to a page that asks for bank passwords';

let place: Place;
let product: Product;
let operator: Page;
let owner: Page;
let owning: Api;
let code: { id: string; short_code: string };
let faults: string[][];

async function seriousFaults(of: Page): Promise<string[]> {
  await settle(of);
  return axeViolations(of);
}
const rowOn = (page: Page, name = 'Menu of Anna') => page.getByRole('row').filter({ hasText: name });
const visited = async () =>
  (await fetch(`${product.origin}/${code.short_code}`, { redirect: 'manual' })).status;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  const people = {
    owner: await createAccount(product, { account: 'anna.owner', role: 'customer' }),
    operator: await createAccount(product, { account: 'olga.operator', role: 'administrator' }),
  };
  owning = await signIn(product.origin, people.owner);
  const add = (name: string) =>
    owning.call<typeof code>('qr_code_list/add', { name, targets: [{ url: 'https://example.com/' }] });
  await add('Other of Anna');
  code = (await add('Menu of Anna')).content;
  const opened = await Promise.all([place.open(people.operator), place.open(people.owner)]);
  [operator, owner] = [opened[0].page, opened[1].page];
  faults = opened.map((one) => one.faults);
}, 240_000);
afterAll(() => place?.close());

test('an operator freezes a customer’s code and has to say why', async () => {
  await openScreen(operator, product.origin, 'qr_code_list_admin');
  await shows(rowOn(operator), { contains: 'anna.owner' });
  await rowOn(operator).getByRole('button', { name: 'Freeze: Menu of Anna' }).click();
  const drawer = operator.getByRole('dialog', { name: 'Freeze Menu of Anna' });
  // Whoever opens it can begin to write.
  await drawer.locator(':focus').and(drawer.getByLabel('Reason')).waitFor();
  await drawer.getByRole('button', { name: 'Freeze', exact: true }).click();
  await drawer.getByText('Say why, so that the owner knows what to mend.', { exact: true }).waitFor();
  expect(await seriousFaults(operator)).toEqual([]);
  await drawer.getByLabel('Reason').fill(REASON);
  await drawer.getByRole('button', { name: 'Freeze', exact: true }).click();
  await rowOn(operator).getByText('Frozen', { exact: true }).waitFor();
  expect(await visited()).toBe(451);
  await operator.getByRole('search').getByRole('button', { name: 'Frozen', exact: true }).click();
  await rowOn(operator).getByText(REASON).waitFor();
  await rowOn(operator, 'Other of Anna').waitFor({ state: 'detached' });
  expect(await seriousFaults(operator)).toEqual([]);
  // Whoever froze it is not sent to the operator.
  await rowOn(operator).getByText('Menu of Anna', { exact: true }).click();
  await operator.getByRole('heading', { level: 1, name: 'Menu of Anna' }).waitFor();
  const notice = operator.getByRole('alert').filter({ hasText: REASON });
  await notice.waitFor();
  await shows(notice, { text: /^(?!.*ask the operator)/s });
  await shows(notice, { contains: 'The owner reads this reason' });
}, 240_000);

test('the owner reads why wherever the code is shown, and finds no switch that would lift it', async () => {
  await openScreen(owner, product.origin, 'qr_code_list');
  await rowOn(owner).getByText('Frozen', { exact: true }).waitFor();
  await rowOn(owner).getByRole('button', { name: /More/ }).click();
  await shows(owner.getByRole('menuitem', { name: /Turn o/ }), { count: 0 });
  await owner.keyboard.press('Escape');
  await rowOn(owner).getByText('Menu of Anna', { exact: true }).click();
  await owner.getByRole('alert').filter({ hasText: REASON }).waitFor();
  await shows(owner.getByRole('switch'), { count: 0 });
  expect(await seriousFaults(owner)).toEqual([]);

  await openScreen(owner, product.origin, `set_qr_code?id=${code.id}&tab=targets`);
  await owner.getByRole('alert').filter({ hasText: REASON }).waitFor();
  await owner.getByRole('textbox', { name: 'Name', exact: true }).fill('Menu of Anna, mended');
  await owner.getByRole('button', { name: 'Save', exact: true }).click();
  await owner.getByRole('heading', { level: 1, name: 'Menu of Anna, mended' }).waitFor();
  await openScreen(owner, product.origin, 'qr_code_list');
  await rowOn(owner, 'Menu of Anna, mended').getByText('Frozen', { exact: true }).waitFor();
  expect(await visited()).toBe(451);
}, 240_000);

test('lifting brings visits back', async () => {
  await openScreen(operator, product.origin, 'qr_code_list_admin?view=frozen');
  await rowOn(operator)
    .getByRole('button', { name: /^Lift the freeze: / })
    .click();
  await operator.getByText(REASON, { exact: false }).last().waitFor();
  await operator.getByRole('button', { name: 'Lift the freeze', exact: true }).click();
  await rowOn(operator).waitFor({ state: 'detached' });
  expect(await visited()).toBe(200);
}, 240_000);

test('nothing went wrong that a person would not see', () => {
  expect(faults.flat()).toEqual([]);
});
