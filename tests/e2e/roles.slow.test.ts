import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { makeRole, operatorWith, roleOf, setRights } from '../security/role-people.ts';
import { axeViolations } from './axe.ts';
import { arriveAt, openScreen, settle, until } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

// Somebody puts a role together, and whoever has it sees what it gives at once.

let place: Place;
let product: Product;
let page: Page;
let root: Api;
let role: string;
let faults: string[];

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  root = await signIn(product.origin, product.administrator);
  role = await makeRole(root, 'Night desk', ['system.role:read', 'qr.code:read']);
  ({ page, faults } = await place.open(product.administrator));
}, 240_000);
afterAll(() => place?.close());

const item = (name: string | RegExp) => page.getByRole('treeitem', { name }).first();

test('rights are found, ticked by the keyboard and saved; a screen over its buttons says how many it has', async () => {
  await openScreen(page, product.origin, 'role');
  await page.getByRole('link', { name: 'Night desk' }).click();
  await arriveAt(page, /role\?id=/);
  const tree = page.getByRole('tree', { name: 'Tree of rights' });
  await tree.waitFor();
  await settle(page);
  // Whoever ticks rights has to know what they are of.
  await shows(tree, { text: /^(?!.*(?:permission\.|[a-z]+\.[a-z_]+\.))/s });
  expect(await axeViolations(page)).toEqual([]);
  const search = page.getByRole('searchbox', { name: 'Search screens, buttons, rights' });
  await search.fill('qr_code_list');
  const codes = item(/^QR codes/);
  await codes.waitFor();
  await shows(codes, { attribute: ['aria-checked', 'mixed'] });
  await codes.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Save rights' }).click();
  await until('the right is stored', async () => (await roleOf(root, role)).permissions.length === 3);
  await page.getByText('Saved.').waitFor();
  await settle(page);
  // Whoever goes on ticking finds the tree as they left it.
  await shows(search, { value: 'qr_code_list' });
  await shows(codes, { attribute: ['aria-expanded', 'true'] });
}, 240_000);

test('whoever has the role loses a screen where they stand, and is told so', async () => {
  const { permissions } = await roleOf(root, role);
  const night = await operatorWith(product, root, { account: 'night.desk', role });
  const credentials = { account: 'night.desk', password: 'nightdesk1Own' };
  const { page: own, faults: ownFaults } = await place.open(credentials);
  await openScreen(own, product.origin, 'role');
  await own.getByRole('link', { name: 'Night desk' }).waitFor();
  // Who may only look is offered nothing that would be refused.
  await shows(own.getByRole('button', { name: 'New role' }), { count: 0 });
  expect(
    await setRights(
      root,
      role,
      permissions.filter((node) => node !== 'system.role:read'),
    ),
  ).toBe(200);
  await own.getByText('You may not open this screen any more').waitFor();
  await shows(own.getByRole('navigation').getByRole('link', { name: 'Roles' }), { count: 0 });
  expect((await night.api.call('role/inquire')).status).toBe(403);
  expect(await setRights(root, role, permissions)).toBe(200);
  await own.getByRole('link', { name: 'Night desk' }).waitFor();
  expect(ownFaults.filter((fault) => !fault.includes('403'))).toEqual([]);
}, 240_000);

test('an address outside stands in the menu of those who have it, and opens apart from this page', async () => {
  const { id, permission } = (
    await root.call<{ id: string; permission: string }>('role/node_add', {
      name: 'House rules',
      path: 'https://example.com/rules',
      parent: 'people',
    })
  ).content;
  const { permissions } = await roleOf(root, role);
  await setRights(root, role, [...permissions, permission]);
  const link = page.getByRole('navigation').getByRole('link', { name: /House rules/ });
  await link.waitFor();
  await shows(link, { attribute: ['rel', 'noopener noreferrer'] });
  await shows(link, { attribute: ['target', '_blank'] });
  await openScreen(page, product.origin, 'role?view=menu');
  await page.getByRole('button', { name: 'Edit House rules' }).click();
  const drawer = page.getByRole('dialog', { name: 'Edit House rules' });
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Rules of the house');
  await drawer.getByRole('button', { name: 'Save' }).click();
  await drawer.waitFor({ state: 'detached' });
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Rules of the house/ })
    .waitFor();
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await root.call('role/node_remove', { id });
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /Rules of the house/ })
    .waitFor({ state: 'detached' });
}, 240_000);

test('why can they see this? is answered on the role, and two roles show only what differs', async () => {
  const customer = await createAccount(product, { account: 'why.customer', role: 'customer' });
  expect(customer.account).toBe('why.customer');
  await openScreen(page, product.origin, `role?id=${role}&tab=explain&what=system.plugin:read`);
  await page.getByText('Cannot use it').waitFor();
  await page.getByText(/The role Night desk does not have it\. Roles that do:.*Administrator/).waitFor();
  const other = (await root.call<{ id: string }>('role/copy', { id: role, name: 'Day desk' })).content.id;
  await openScreen(page, product.origin, `role?id=${role}&tab=compare&with=${other}`);
  await page.getByText('The two roles have the same rights.').waitFor();
}, 240_000);

test('a role in use is not deleted before it is said where its people go', async () => {
  await openScreen(page, product.origin, `role?id=${role}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the role Night desk?' });
  await dialog.getByText('1 person has it.').waitFor();
  await dialog.getByRole('combobox', { name: 'Their new role' }).click();
  await page.getByRole('option', { name: 'Day desk' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await arriveAt(page, /role$/);
  expect((await root.call('role/details', { id: role })).status).toBe(404);
}, 240_000);

test('nothing went wrong that a person would not see', () => {
  // The page of a role that goes may hear of it, and ask for it, before the answer to its own call is there.
  expect(faults.filter((fault) => !fault.includes('status of 404'))).toEqual([]);
});
