import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { buildPlugin } from '@waypost/host-sdk/build';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { ADMINISTRATOR, type System, startSystem } from '../contract/harness.ts';
import { axeViolations } from '../e2e/axe.ts';
import {
  arriveAt,
  DESKTOP,
  openBrowser,
  openContext,
  openScreen,
  settle,
  signInOn,
  until,
  type View,
  watchFaults,
} from '../e2e/browser.ts';
import { shows } from '../e2e/shows.ts';

// A field that points to a thing, and the page of a thing, in a plugin as any author would write it.
setDefaultTimeout(240_000);

const PLUGIN = join(import.meta.dir, '../plugins/shelves');
/** More than two pages of the picker. */
const SHELVES = 45;
const ENGLISH: View = { locale: 'en-US', theme: 'light', size: DESKTOP };

let system: System;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let admin: Api;
let faults: string[];
const shelves: string[] = [];

beforeAll(async () => {
  await buildPlugin(PLUGIN);
  [system, browser] = await Promise.all([
    startSystem({
      registry: join(PLUGIN, '../shelves-registry.json'),
      arguments: ['--rate-scale', '1000'],
    }),
    openBrowser(),
  ]);
  admin = await signIn(system.origin, ADMINISTRATOR);
  for (let number = 1; number <= SHELVES; number += 1) {
    const name = `Shelf ${String(number).padStart(2, '0')}`;
    const { content } = await admin.call<{ id: string }>('shelf_list/add', { name, room: 'Attic' });
    shelves.push(content.id);
  }
  await admin.call('book_list/add', { name: 'The sea', shelf: shelves[6], also: [shelves[1], shelves[2]] });
  await admin.call('book_list/add', { name: 'The hill', shelf: shelves[7] });
  context = await openContext(browser, ENGLISH);
  page = await context.newPage();
  faults = watchFaults(page);
  await signInOn(page, system.origin, ADMINISTRATOR);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

const options = (of: Page) => of.getByRole('option');
const picker = (of: Page | Locator, name: string) => of.getByRole('combobox', { name, exact: true });
/** The list anew: going to where one is already would load nothing. */
async function openBooks(): Promise<void> {
  await openScreen(page, system.origin, 'book_list');
  await page.reload();
  await settle(page);
}
async function seriousFaults(of: Page): Promise<string[]> {
  await settle(of);
  // Lists of choices hang at the end of the page, outside its landmarks, as every select's does.
  return axeViolations(of, '.arco-select-popup');
}

test('a form chooses a thing by its title: paged and searched on the server', async () => {
  await openScreen(page, system.origin, 'book_list');
  await shows(page.getByRole('row', { name: /The sea/ }), { contains: 'Shelf 07' });
  await shows(page.getByRole('row', { name: /The sea/ }), { contains: 'Shelf 02, Shelf 03' });
  await page.getByRole('button', { name: 'New book' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Title' }).fill('The river');
  await picker(form, 'Shelf').click();
  await until('the first page', async () => (await options(page).count()) === 20);
  expect(await seriousFaults(page)).toEqual([]);
  await shows(options(page).first(), { text: 'Shelf 45' });
  await page.getByRole('button', { name: 'Show more' }).click();
  await until('the second page', async () => (await options(page).count()) === 40);
  await page.keyboard.type('Shelf 03');
  await until('what was looked for', async () => (await options(page).count()) === 1);
  await options(page).first().click();
  await shows(picker(form, 'Shelf'), { contains: 'Shelf 03' });
  await form.getByRole('button', { name: 'Create', exact: true }).click();
  await page.getByRole('row', { name: /The river.*Shelf 03/ }).waitFor();
});

test('what is chosen stays chosen when the form is opened again, and nothing is sent for it', async () => {
  await openBooks();
  await page.getByRole('link', { name: 'The river' }).click();
  const form = page.getByRole('dialog');
  await until(
    'its title',
    async () => (await picker(form, 'Shelf').textContent())?.includes('Shelf 03') === true,
  );
  await form.getByRole('textbox', { name: 'Title' }).fill('The long river');
  const sent = page.waitForRequest(/book_list\/update$/);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  expect(Object.keys(JSON.parse((await sent).postData() ?? '{}')).sort()).toEqual(['id', 'name', 'version']);
  await page.getByRole('row', { name: /The long river/ }).waitFor();
});

test('a day without an hour is picked, shown and filtered as the day that it is, wherever the browser stands', async () => {
  await openBooks();
  await page.getByRole('link', { name: 'The long river' }).click();
  const form = page.getByRole('dialog');
  const day = form.getByRole('textbox', { name: 'Bought on' });
  await day.fill('2026-03-01');
  await page.keyboard.press('Enter');
  const sent = page.waitForRequest(/book_list\/update$/);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  expect(JSON.parse((await sent).postData() ?? '{}')).toMatchObject({ bought_on: '2026-03-01' });
  await page.getByRole('row', { name: /The long river.*Sun, 1 Mar 2026/ }).waitFor();
  const list = (from: string) => openScreen(page, system.origin, `book_list?bought_on_from=${from}`);
  await list('2026-03-01');
  await until('the one since that day', async () => (await page.locator('tbody tr').count()) === 1);
  await list('2026-03-02');
  await page.getByText('The long river').waitFor({ state: 'detached' });
});

test('a list is narrowed to the things of one, and the address says which', async () => {
  await openBooks();
  await picker(page.getByRole('search'), 'Shelf').click();
  await page.keyboard.type('Shelf 08');
  await until('what was looked for', async () => (await options(page).count()) === 1);
  await options(page).first().click();
  await arriveAt(page, new RegExp(`shelf=${shelves[7]}`));
  await until('one row', async () => (await page.locator('tbody tr').count()) === 1);
  await page.reload();
  await settle(page);
  await shows(picker(page.getByRole('search'), 'Shelf'), { contains: 'Shelf 08' });
});

test('no match, a failure and a way to try again are told where one would choose', async () => {
  await openBooks();
  await page.getByRole('button', { name: 'New book' }).click();
  const form = page.getByRole('dialog');
  await picker(form, 'Shelf').click();
  await page.keyboard.type('nowhere');
  await page.getByText('No match', { exact: true }).waitFor();
  await page.route('**/api/shelf_list/inquire', (route) => route.abort());
  await page.keyboard.type('!');
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await page.unroute('**/api/shelf_list/inquire');
  await retry.click();
  await page.getByText('No match', { exact: true }).waitFor();
  faults.splice(0, faults.length, ...faults.filter((fault) => !fault.includes('ERR_FAILED')));
});

test('a thing that is gone, and things that the caller may not read, are told instead of ids', async () => {
  const { content } = await admin.call<{ id: string }>('shelf_list/add', { name: 'Doomed' });
  await admin.call('book_list/add', { name: 'The loss', shelf: content.id });
  expect((await admin.call('shelf_list/remove', { id: content.id })).status).toBe(200);
  await openBooks();
  await page.getByRole('row', { name: /The loss.*No longer there/ }).waitFor();
  const reader = await createAccount(
    { dataDir: system.dataDirectory },
    { account: 'reader', role: 'customer' },
  );
  const own = await openContext(browser, ENGLISH);
  const theirs = await own.newPage();
  await signInOn(theirs, system.origin, reader);
  await openScreen(theirs, system.origin, 'book_list');
  await shows(picker(theirs, 'Shelf'), { count: 0 });
  await theirs.getByRole('button', { name: 'New book' }).first().click();
  await theirs.getByRole('dialog').getByText('You may not see these').first().waitFor();
  await own.close();
});

test('a thing has a page: tabs in its address, only those that the caller may use, and no entry in the menu', async () => {
  await openScreen(page, system.origin, 'shelf_list');
  await shows(page.getByRole('navigation').getByRole('link', { name: 'Shelf', exact: true }), { count: 0 });
  await page.getByRole('link', { name: 'Shelf 45' }).last().click();
  await page.getByRole('heading', { level: 1, name: 'Shelf 45' }).waitFor();
  await shows(page.getByRole('tabpanel'), { contains: 'RoomAttic' });
  await page.getByRole('tab', { name: 'Edit' }).click();
  await arriveAt(page, /#\/customer\/shelf\?id=[0-9a-f]{24}&tab=edit$/);
  await page.reload();
  await page.getByRole('textbox', { name: 'Room' }).fill('Cellar');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await until(
    'the new room',
    async () => (await page.getByRole('tabpanel').textContent())?.includes('Cellar') === true,
  );
  await page.goto(`${system.origin}/#/customer/shelf?id=${'0'.repeat(24)}`);
  await page.getByRole('heading', { level: 1, name: 'Not shown' }).waitFor();
  await page.getByRole('link', { name: 'Shelves' }).last().click();
  await arriveAt(page, /#\/customer\/shelf_list$/);
  expect(faults.filter((fault) => !/40[34]|Failed to load resource/.test(fault))).toEqual([]);
});

test('a form for a call checks as the server does, sends what was typed, and is empty again', async () => {
  await page.goto(`${system.origin}/#/customer/shelf?id=${shelves[6]}&tab=move`);
  await settle(page);
  const send = page.getByRole('button', { name: 'Move books', exact: true });
  await send.click();
  await until(
    'two faults',
    async () => (await page.getByText('This field is required.', { exact: true }).count()) === 2,
  );
  await picker(page, 'Target shelf').click();
  await options(page).first().click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Dust');
  const sent = page.waitForRequest(/shelf_list\/move_books$/);
  await send.click();
  expect(JSON.parse((await sent).postData() ?? '{}')).toEqual({
    from: shelves[6],
    to: shelves[44],
    note: 'Dust',
  });
  await page.getByText('1 moved').waitFor();
  await shows(page.getByRole('textbox', { name: 'Note' }), { value: '' });
});

test('an address without a thing says that nothing is here and leads to the list', async () => {
  for (const address of ['shelf', 'shelf?id=', 'shelf?id=nothing']) {
    await page.goto(`${system.origin}/#/customer/${address}`);
    await page.getByText('Nothing is here', { exact: true }).waitFor();
    await shows(page.getByText('invalid_input'), { count: 0 });
    await shows(page.getByRole('button', { name: 'Try again' }), { count: 0 });
    await page.getByRole('main').getByRole('link', { name: 'Shelves' }).last().click();
    await arriveAt(page, /#\/customer\/shelf_list$/);
  }
});

/** A book on the tenth shelf, and the shelf's page at the tab of its books. */
async function openBooksOf(name: string): Promise<string> {
  const { content } = await admin.call<{ id: string }>('book_list/add', { name, shelf: shelves[9] });
  await page.goto(`${system.origin}/#/customer/shelf?id=${shelves[9]}&tab=books`);
  await page.reload();
  await page.getByRole('row', { name }).waitFor();
  return content.id;
}
/** What somebody else does meanwhile to the tenth shelf. */
async function moveShelf(room: string): Promise<void> {
  const { content } = await admin.call<{ version: number }>('shelf_list/details', { id: shelves[9] });
  await admin.call('shelf_list/update', { id: shelves[9], version: content.version, room });
}

test('a list in a tab is a part of the page: one heading of the first level', async () => {
  await openBooksOf('The part');
  await page.getByRole('heading', { level: 1, name: 'Shelf 10' }).waitFor();
  await shows(page.getByRole('heading', { level: 1 }), { count: 1 });
  await shows(page.getByRole('heading', { level: 2, name: /^Books/ }), { count: 1 });
  // All of them stand on this shelf: no column says so.
  const columns = page.getByRole('columnheader');
  await shows(columns.filter({ hasText: /^Spare shelf$/ }), { count: 1 });
  await shows(columns.filter({ hasText: /^Shelf$/ }), { count: 0 });
});

test('after a removal and a save in a tab the page shows the thing as it is now, and both are said', async () => {
  await openBooksOf('The gone');
  await moveShelf('Kitchen');
  await page.getByRole('button', { name: 'More actions: The gone' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText(/Deleted “The gone”/).waitFor();
  await page.getByRole('main').getByText('Kitchen', { exact: true }).waitFor();
  await openBooksOf('The kept');
  await moveShelf('Hall');
  await page.getByRole('link', { name: 'The kept' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('The changed');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('main').getByText('Hall', { exact: true }).waitFor();
});

test('what a list in a tab keeps in the address goes with a change of tab', async () => {
  await openBooksOf('The sought');
  await page.getByRole('textbox', { name: 'Search' }).fill('sought');
  await arriveAt(page, /search=sought/);
  await page.getByRole('tab', { name: 'Overview' }).click();
  await arriveAt(page, /#\/customer\/shelf\?id=[0-9a-f]{24}$/);
});

test('the name in a row leads to the page of the thing, and its pencil to the drawer', async () => {
  await openScreen(page, system.origin, 'shelf_list');
  await page
    .getByRole('row', { name: /Shelf 45/ })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: 'Shelf 45' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Edit: Shelf 45' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Room' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
});
