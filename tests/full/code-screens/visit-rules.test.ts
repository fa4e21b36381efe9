import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// A customer lets nobody in but WeChat, reads that nobody at all would get through with one rule more, and sees whom it stopped.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let customer: Awaited<ReturnType<typeof createAccount>>;
let api: Api;
let code: { id: string; short_code: string };
beforeAll(async () => {
  place = await openPlace();
  customer = await createAccount(place.product, { account: 'vera.rules', role: 'customer' });
  api = await signIn(place.product.origin, customer);
  const body = { name: 'Menu', targets: [{ url: 'https://menu.example/' }], jump_type: 6, open_log: 2 };
  code = (await api.call<typeof code>('qr_code_list/add', body)).content;
}, 240_000);
afterAll(() => place?.close());

const look = looking('visit-rules');

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: field, exact: true }).click(LIMIT);
  await page.getByRole('option', { name: option, exact: true }).click(LIMIT);
}
const pick = (page: Page, text: string) =>
  page.getByRole('dialog').getByText(text, { exact: true }).click(LIMIT);
const create = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
const visit = async () =>
  (await fetch(`${place.product.origin}/${code.short_code}`, { redirect: 'manual' })).status;

test('a customer makes a rule, tries it over kept visits, and sees whom it refused', async () => {
  expect(await visit()).toBe(302);
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'shield_configuration');
  await page.getByText('No visit rules yet').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'New rule' }).first().click(LIMIT);
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('WeChat only', LIMIT);
  await choose(page, 'Condition', 'WeChat');
  await pick(page, 'All other visits');
  await look(page);
  await create(page);
  await page.getByRole('row').filter({ hasText: 'All but WeChat' }).waitFor(LIMIT);
  expect(await visit()).toBe(403);

  await page.getByRole('button', { name: 'New rule' }).first().click(LIMIT);
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('Not in WeChat', LIMIT);
  await choose(page, 'Condition', 'WeChat');
  await create(page);
  await page.getByText('With this nobody gets to the codes any more.').first().waitFor(LIMIT);
  await look(page);
  // Off, it refuses nobody, and can be tried.
  await page.getByRole('dialog').getByText('Off', { exact: true }).click(LIMIT);
  await create(page);
  const newest = page.getByRole('row').filter({ hasText: 'Not in WeChat' });
  await newest.getByRole('cell', { name: '2', exact: true }).waitFor(LIMIT);
  for (const [verb, rank] of [
    ['Move up', '1'],
    ['Move down', '2'],
  ] as const) {
    await newest.getByRole('button', { name: 'More actions: Not in WeChat' }).click(LIMIT);
    await page.getByRole('menuitem', { name: verb, exact: true }).click(LIMIT);
    await newest.getByRole('cell', { name: rank, exact: true }).waitFor(LIMIT);
  }
  await look(page);

  await page.getByRole('button', { name: 'Dry run' }).click(LIMIT);
  await page.getByRole('button', { name: 'See who would be refused' }).click(LIMIT);
  await page.getByText('Nobody would have got through: 1 of 1 visits').waitFor(LIMIT);
  await look(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(LIMIT);
  await page.getByRole('dialog').waitFor({ ...LIMIT, state: 'detached' });

  await page.getByRole('row').filter({ hasText: 'All but WeChat' }).getByText('WeChat only').click(LIMIT);
  await page.getByText('Who was refused').waitFor(LIMIT);
  await page
    .getByRole('dialog')
    .getByRole('link', { name: 'Menu' })
    .or(page.getByRole('dialog').getByText('Menu', { exact: true }))
    .first()
    .waitFor(LIMIT);
  await look(page);
  // The rule that would leave nobody was refused by the server.
  expect(faults.filter((fault) => !fault.includes('status of 422'))).toEqual([]);
});

test('a customer keeps a rule by app to a group, reads that it is never reached, and lists the single visits that were refused', async () => {
  await api.call('group/add', { name: 'Branch 3' });
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'shield_configuration');
  await page.getByRole('button', { name: 'New rule' }).first().click(LIMIT);
  const form = page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('No work apps', LIMIT);
  for (const [kind, field] of [
    ['System', 'Systems'],
    ['Language', 'Languages'],
  ] as const) {
    await choose(page, 'Condition', kind);
    await form.getByRole('combobox', { name: field, exact: true }).waitFor(LIMIT);
    await look(page);
  }
  await choose(page, 'Condition', 'App');
  for (const app of ['DingTalk', 'Feishu']) await pick(page, app);
  await choose(page, 'Groups', 'Branch 3');
  await pick(page, 'Scope and state');
  // The rule "WeChat only", which comes first, takes all that is not WeChat.
  await form.getByText('Never reached: rule “WeChat only” above takes the same visits').waitFor(LIMIT);
  await look(page);
  await create(page);
  const row = page.getByRole('row').filter({ hasText: 'App: DingTalk, Feishu' });
  await row.getByText('Branch 3').waitFor(LIMIT);
  await row.getByText('Never reached', { exact: true }).waitFor(LIMIT);
  await look(page);
  await page.getByRole('row').filter({ hasText: 'All but WeChat' }).getByText('WeChat only').click(LIMIT);
  await form.getByRole('link', { name: 'Show single visits' }).click(LIMIT);
  const refused = page.getByRole('row').filter({ hasText: 'WeChat only' });
  await refused.getByText('Menu', { exact: true }).first().waitFor(LIMIT);
  await page.getByRole('button', { name: 'Export CSV' }).waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('a map is not shown while nobody knows where a visit came from', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, `set_qr_code?id=${code.id}`);
  const locations = page.locator('section').filter({
    has: page.getByRole('heading', { name: 'Locations', exact: true }),
  });
  await locations.getByText('Unknown', { exact: true }).waitFor(LIMIT);
  await shows(page.getByRole('region', { name: /^World map of visits/ }), { count: 0 });
  await look(page);
  expect(faults).toEqual([]);
});
