import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { packFolder } from '../../runtime/package/index.ts';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import { openScreen, settle } from '../e2e/browser.ts';
import { looking } from '../e2e/look.ts';
import { pickMore } from '../e2e/pick.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { wordsOf } from '../e2e/words.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { startProduct } from '../product.ts';

// A customer makes a code on domains, moves it, and is told what becomes of what is printed; and what is left without that plugin.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const look = looking('code-domains');

let place: Place;
let root: Api;
let page: Page;
let faults: string[];
let customer: Awaited<ReturnType<typeof createAccount>>;
let code: { id: string };
/** Says which domains are the customer's: that plugin forgets it when it is switched off. */
let give: () => Promise<unknown>;

beforeAll(async () => {
  place = await openPlace(() => startProduct());
  const { origin, administrator } = place.product;
  root = await signIn(origin, administrator);
  // Whose a domain is says the plugin of this test.
  await root.call('plugins/disable', { id: 'domain' });
  await pluginsOf(root).install(await packFolder(join(import.meta.dir, '../plugins/named-hosts')), {
    trusted: false,
  });
  customer = await createAccount(place.product, { account: 'hosts.owner', role: 'customer' });
  const api = await signIn(origin, customer);
  const owner = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
  const names = [
    ...['go.example', 'qr.example', 'menu-of-the-old-town-restaurant.example'].map((host) => ({
      host,
      type: 3,
    })),
    { host: 'entry.example', type: 1 },
    { host: 'landing.example', type: 2 },
  ];
  const given = names.map((name) => ({ owner, ...name }));
  give = () => apiOf(origin).call('named_hosts/give', { names: given });
  await give();
  const targets = [{ url: 'https://example.com/' }];
  code = (
    await api.call<{ id: string }>('qr_code_list/add', {
      name: 'Table card',
      targets,
      short_domain: 'go.example',
      entry_domain: 'entry.example',
      landing_domain: 'landing.example',
    })
  ).content;
  for (const name of ['Window', 'Door'])
    await api.call('qr_code_list/add', { name, targets, short_domain: 'go.example' });
  await api.call('group/add', {
    name: 'Old town',
    short_domain: 'go.example',
    landing_domain: 'landing.example',
  });
  ({ page, faults } = await place.open(customer));
}, 240_000);
afterAll(() => place?.close());

async function choose(
  within: Page | ReturnType<Page['getByRole']>,
  label: string,
  host: string,
): Promise<void> {
  await within.getByLabel(label, { exact: true }).first().click(LIMIT);
  await page.keyboard.type(host.slice(0, 4));
  await page.getByRole('option', { name: host }).click(LIMIT);
}

test('a new code is put on a domain, and its picture begins with it', async () => {
  await openScreen(page, place.product.origin, 'set_qr_code?url=https%3A%2F%2Fexample.com%2F');
  await page.getByRole('button', { name: wordsOf('en-US')('form.more'), exact: true }).click(LIMIT);
  await choose(page, 'Short domain', 'qr.example');
  await page.locator('aside, dl').getByText('qr.example/').first().waitFor(LIMIT);
  await page.getByLabel('Name', { exact: true }).fill('Poster', LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.waitForURL(/id=/, LIMIT);
  await page.getByText('qr.example/').first().waitFor(LIMIT);
});

test('the page of a code tells its addresses, moves it, and says first what becomes of what is printed', async () => {
  await openScreen(page, place.product.origin, `set_qr_code?id=${code.id}&tab=access`);
  for (const host of ['go', 'entry', 'landing'])
    await page.getByText(`${host}.example/`).first().waitFor(LIMIT);
  const titles = ['Who may visit', 'Shared statistics', 'Addresses'];
  await shows(page.locator('main section').getByRole('heading', { level: 2 }), { texts: titles });
  // No provider makes addresses of this code.
  await shows(page.getByText('Generation type', { exact: true }), { count: 0 });
  await look(page);
  await page.getByRole('button', { name: 'Change domains', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await choose(drawer, 'Short domain', 'qr.example');
  await drawer.getByText('1 printed picture keeps working', { exact: false }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Change domains', exact: true }).click(LIMIT);
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
  await page.getByText('Also answers at').waitFor(LIMIT);
});

test('many codes are moved from the list as long work', async () => {
  await openScreen(page, place.product.origin, 'qr_code_list');
  for (const name of ['Window', 'Door'])
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('checkbox')
      .check({ ...LIMIT, force: true });
  await pickMore(page, 'Change domains');
  const drawer = page.getByRole('dialog');
  await choose(drawer, 'Domain', 'menu-of-the-old-town-restaurant.example');
  await drawer.getByText('2 printed pictures keep working', { exact: false }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Change domains', exact: true }).click(LIMIT);
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
  await openScreen(page, place.product.origin, 'async_operations');
  await page.getByText('Move codes to another domain').first().waitFor(LIMIT);
  expect(faults).toEqual([]);
});
