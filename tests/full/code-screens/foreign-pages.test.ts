import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// A page that frames a code is found on the list and blocked there: by its owner for the own codes, by an operator for all.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let api: Api;
const people: Record<string, Credentials> = {};
let code: string;

beforeAll(async () => {
  place = await openPlace();
  const { product } = place;
  people.customer = await createAccount(product, { account: 'farida.foreign', role: 'customer' });
  people.agent = await createAccount(product, { account: 'abdi.foreign', role: 'agent' });
  people.administrator = product.administrator;
  api = await signIn(product.origin, people.customer);
  const body = { name: 'Framed door', targets: [{ url: 'https://door.example/' }], jump_type: 6 };
  code = (await api.call<{ short_code: string }>('qr_code_list/add', body)).content.short_code;
  const isListed = async () =>
    (await api.call<{ count: number }>('stealing_list/inquire')).content.count === 2;
  for (const page of ['framer.example', 'thief.example']) await becomes(302, page);
  for (const limit = performance.now() + 40_000; !(await isListed()); await Bun.sleep(100))
    if (performance.now() > limit) throw new Error('the visits are not counted');
}, 240_000);
afterAll(async () => {
  const root = await signIn(place.product.origin, place.product.administrator);
  for (const who of [api, root]) {
    const { content } = await who.call<{ content: { id: string; value: string }[] }>(
      'visit_block/user_inquire',
    );
    for (const { id, value } of content.content)
      if (['framer.example', 'thief.example'].includes(value)) await who.call('visit_block/remove', { id });
  }
  await place.close();
});

/** Visits through a page until the visitor is let in, or refused. */
async function becomes(wanted: number, page: string): Promise<void> {
  const headers = { 'x-forwarded-for': '192.0.2.81', referer: `https://${page}/frame` };
  for (const limit = performance.now() + 40_000; ; await Bun.sleep(100)) {
    const { status } = await fetch(`${place.product.origin}/${code}`, { headers, redirect: 'manual' });
    if (status === wanted) return;
    if (performance.now() > limit) throw new Error(`a visit is still answered ${status}`);
  }
}

test.each([
  ['customer', 'stealing_list', 'framer.example', 'your codes'],
  ['administrator', 'stealing_list?scope=all&search=thief', 'thief.example', 'all codes'],
] as const)('a page is blocked beside its visits, by a %s', async (who, address, host, reach) => {
  const { page, faults } = await place.open(people[who]);
  await openScreen(page, place.product.origin, address);
  await page.getByRole('row').filter({ hasText: host }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: `Block: ${host}`, exact: true }).click(LIMIT);
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click(LIMIT);
  await page.getByText(`${host} is blocked on ${reach}`).waitFor(LIMIT);
  await becomes(403, host);
  expect(faults).toEqual([]);
});

test('its visitors are a press away', async () => {
  const { page, faults } = await place.open(people.customer);
  await openScreen(page, place.product.origin, 'stealing_list');
  await page.getByRole('button', { name: 'Visitors: thief.example', exact: true }).click(LIMIT);
  await page.waitForURL(/visitor\?.*search=thief\.example/, LIMIT);
  expect(faults).toEqual([]);
});

test('an agent without such pages reads what stands here; days that cannot be are told at their fields', async () => {
  const { page } = await place.open(people.agent);
  await openScreen(page, place.product.origin, 'stealing_list');
  await page.getByText('No foreign pages').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await openScreen(page, place.product.origin, 'stealing_list?range=custom&first=2026-01-02&last=2026-01-01');
  await page
    .getByRole('alert')
    .filter({ hasText: 'The first day must not be after the last.' })
    .waitFor(LIMIT);
  await settle(page);
  // Said once, and nothing in the list's place says it again, or that there is nothing.
  await shows(page.getByText(/first day|No foreign pages|Code /), { count: 1 });
  await shows(page.getByRole('button', { name: 'Export CSV', exact: true }), { enabled: false });
});
