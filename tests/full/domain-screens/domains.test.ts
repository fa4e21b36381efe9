import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type DomainPlace, startDomainPlace } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';

// A customer adds a domain, copies the record from the screen into a real name server, and has it proved; an operator lends
// one of the platform's.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let domains: DomainPlace;
let place: Place;
let customer: Awaited<ReturnType<typeof createAccount>>;

beforeAll(async () => {
  domains = await startDomainPlace();
  place = await openPlace(async () => domains.product);
  customer = await createAccount(place.product, { account: 'dora.domains', role: 'customer' });
}, 240_000);
afterAll(() => place?.close());

/** Presses the button that copies what stands beside a name, and reads the clipboard. */
async function copied(page: Page, section: string, label: string): Promise<string> {
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: section, exact: true }) })
    .last();
  const fact = panel.locator('dl > div').filter({ has: page.locator('dt', { hasText: label }) });
  await fact.getByRole('button').click(LIMIT);
  return page.evaluate(() => navigator.clipboard.readText());
}

const look = looking('domains');

test('a domain is added, its record copied from the screen, and proved', async () => {
  const { context, page, faults } = await place.open(customer);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openScreen(page, place.product.origin, 'domain_list');
  await page.getByText('No domains yet').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Add domain' }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  const name = drawer.getByLabel('Domain', { exact: true });
  // What is wrong is said before anything is sent.
  await name.fill('https://bücher.example.com/', LIMIT);
  await name.blur();
  await drawer.getByText('Enter the domain alone, such as shop.example.com.').first().waitFor(LIMIT);
  await name.fill('bücher.example.com', LIMIT);
  // Each use is explained below its own choice.
  await drawer.getByText('Landing page', { exact: true }).waitFor(LIMIT);
  await drawer.getByText('Visitors come to it last', { exact: false }).waitFor(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('heading', { name: 'bücher.example.com', level: 1 }).waitFor(LIMIT);
  await page.getByText('Pending').first().waitFor(LIMIT);
  await look(page);

  const record = {
    type: await copied(page, 'TXT record', 'Type'),
    name: await copied(page, 'TXT record', 'Name'),
    value: await copied(page, 'TXT record', 'Value'),
  };
  expect(record.name).toBe('_waypost.xn--bcher-kva.example.com');
  await page.getByRole('button', { name: 'Check now' }).click(LIMIT);
  await page.getByText('The record is not there yet.').waitFor(LIMIT);
  await look(page);
  await domains.publish(`${record.name}. ${record.type} "${record.value}"`);
  await page.getByRole('button', { name: 'Check now' }).click(LIMIT);
  await page.getByText('bücher.example.com is verified.').waitFor(LIMIT);
  await page.getByText('Verified', { exact: true }).first().waitFor(LIMIT);
  await look(page);

  for (const tab of ['Codes', 'Settings']) {
    await page.getByRole('tab', { name: tab, exact: true }).click(LIMIT);
    await look(page);
  }
  await page.getByRole('link', { name: 'Domains', exact: true }).last().click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'xn--bcher-kva.example.com' }).waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('an operator adds one of the platform’s, and the customer gets it and gives it back', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'domain_list');
  await page.getByRole('button', { name: 'Get a platform domain' }).click(LIMIT);
  await page.getByText('No domain of the platform is free now.', { exact: false }).waitFor(LIMIT);
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Add domain' }).click(LIMIT);
  await page.getByRole('dialog', { name: 'Add your own domain' }).waitFor(LIMIT);

  const operator = await place.open(place.product.administrator);
  await openScreen(operator.page, place.product.origin, 'domain_list');
  await operator.page.getByRole('button', { name: 'Add a platform domain' }).first().click(LIMIT);
  const drawer = operator.page.getByRole('dialog');
  await drawer.getByLabel('Domain', { exact: true }).fill('go.example.org', LIMIT);
  await look(operator.page);
  await drawer.getByRole('button', { name: 'Add', exact: true }).click(LIMIT);
  await operator.page.getByText('Free', { exact: true }).first().waitFor(LIMIT);
  await look(operator.page);

  await openScreen(page, place.product.origin, 'domain_list');
  await page.getByRole('button', { name: 'Get a platform domain' }).click(LIMIT);
  await page.getByText('You have 0 of 1 domains of the platform.').waitFor(LIMIT);
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Get a platform domain' }).click(LIMIT);
  await page.getByRole('heading', { name: 'go.example.org', level: 1 }).waitFor(LIMIT);
  await page.getByText('Lent', { exact: true }).first().waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: /More actions/ }).click(LIMIT);
  await page.getByRole('menuitem', { name: 'Give back' }).click(LIMIT);
  await page.getByText('Give go.example.org back?').waitFor(LIMIT);
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Give back' }).click(LIMIT);
  await page.getByText('go.example.org was given back.').waitFor(LIMIT);
  await page.getByRole('heading', { name: 'Domains', level: 1 }).waitFor(LIMIT);
  expect([...faults, ...operator.faults].filter((fault) => !/status of 404/.test(fault))).toEqual([]);
});
