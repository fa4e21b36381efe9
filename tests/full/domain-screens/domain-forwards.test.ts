import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { signIn } from '../../api.ts';
import { type DomainPlace, startDomainPlace } from '../../domain-place.ts';
import { openScreen, until } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// A customer makes a rule for a domain, tries a path, and copies the records that the domain needs.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let domains: DomainPlace;
let place: Place;
let customer: Awaited<ReturnType<typeof createAccount>>;
let id: string;
/** A domain that nothing points here yet. */
let waiting: string;

beforeAll(async () => {
  domains = await startDomainPlace();
  place = await openPlace(async () => domains.product);
  customer = await createAccount(place.product, { account: 'fay.forwards', role: 'customer' });
  const api = await signIn(place.product.origin, customer);
  const add = async (name: string) =>
    (await api.call<{ id: string }>('domain_list/add', { name })).content.id;
  waiting = await add('example.org');
  id = await add('old.example.com');
  const { content } = await api.call<{ txt_name: string; txt_value: string }>('domain_list/details', { id });
  await domains.publish(`${content.txt_name}. TXT "${content.txt_value}"`);
  await api.call('domain_list/check', { id });
}, 240_000);
afterAll(() => place?.close());

const lookAt = looking('forwards');
const look = async (page: Page, name: string) => {
  // What is told of a button while the pointer is over it is not looked at.
  await page.mouse.move(0, 0);
  const tips = page.locator('.arco-tooltip:visible, [role=tooltip]:visible');
  await until('no tip is shown any more', async () => (await tips.count()) === 0);
  await lookAt(page, name);
};

test('a rule is made, a path is tried, and the rule stands on the page of its domain', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'forward');
  await page.getByText('No forwarding rules yet').waitFor(LIMIT);
  await look(page, 'forward-empty');
  await page.getByRole('button', { name: 'New rule' }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox', { name: 'Domain' }).click(LIMIT);
  await page.getByRole('option', { name: 'old.example.com' }).waitFor(LIMIT);
  // What is not proved leads nobody on.
  await shows(page.getByRole('option'), { texts: ['old.example.com'] });
  await page.getByRole('option', { name: 'old.example.com' }).click(LIMIT);
  const path = drawer.getByLabel('Path', { exact: true });
  // What is wrong is said before anything is sent.
  await path.fill('old?x', LIMIT);
  await path.blur();
  await drawer.getByText('Enter a path such as /old').first().waitFor(LIMIT);
  await path.fill('/old/*', LIMIT);
  const target = drawer.getByLabel('Target', { exact: true });
  await target.fill('https://old.example.com/old/x', LIMIT);
  await look(page, 'forward-form');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await drawer.getByText('This rule leads visitors back to itself').first().waitFor(LIMIT);
  await look(page, 'forward-refused');
  await target.fill('https://shop.example/new', LIMIT);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByText('/old/*', { exact: true }).first().waitFor(LIMIT);
  await look(page, 'forward-list');
  await page.setViewportSize({ width: 1024, height: 768 });
  await look(page, 'forward-list-1024');

  await openScreen(page, place.product.origin, `domain_list?id=${id}&tab=forwards`);
  await page.getByText('/old/*', { exact: true }).first().waitFor(LIMIT);
  await page.getByRole('button', { name: 'Try a path' }).click(LIMIT);
  await drawer.getByLabel('Path', { exact: true }).fill('/old/a/b', LIMIT);
  await drawer.getByRole('button', { name: 'See where it leads' }).click(LIMIT);
  await drawer.getByText('https://shop.example/new/a/b').waitFor(LIMIT);
  await look(page, 'forward-tried');
  await drawer.getByLabel('Path', { exact: true }).fill('/else', LIMIT);
  await drawer.getByRole('button', { name: 'See where it leads' }).click(LIMIT);
  await drawer.getByText('No rule meets /else.').waitFor(LIMIT);
  await look(page, 'forward-tried-none');
  expect(faults.filter((fault) => !/status of 422/.test(fault))).toEqual([]);
});

test('the records that domains need are shown, and taken along as a zone', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'export_domain_resolution');
  await page.getByText('_waypost.old.example.com').first().waitFor(LIMIT);
  // Nobody knows the platform's address here, and what was registered itself cannot be an alias.
  await page
    .getByText('The platform’s IP address')
    .or(page.getByText("The platform's IP address"))
    .waitFor(LIMIT);
  await look(page, 'records');
  const row = page.getByRole('row').filter({ hasText: '_waypost.old.example.com' });
  await row.getByRole('button', { name: /Export BIND zone/ }).click(LIMIT);
  await page
    .getByText('example.com.zone')
    .or(page.getByRole('button', { name: /Download/ }))
    .first()
    .waitFor(LIMIT);
  await look(page, 'records-exported');
  await page.setViewportSize({ width: 1024, height: 768 });
  await look(page, 'records-1024');
  expect(faults).toEqual([]);
});

test('a domain whose record lacks the address of the server says who sets it, and asks again', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, `domain_list?id=${waiting}`);
  await page.getByText('Ask an administrator to set the public address.').waitFor(LIMIT);
  await look(page, 'no-address');
  await page.getByRole('button', { name: 'Check again' }).click(LIMIT);
  // Nobody serves this zone here: that is said, in the place of a record.
  await page.getByText(/The record is not there yet|name servers gave no usable answer/).waitFor(LIMIT);
  expect(faults).toEqual([]);
});
