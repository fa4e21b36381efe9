import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { type DomainPlace, startDomainPlace } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { wordsOf } from '../../e2e/words.ts';

// What is missing while the plugin of the domains is off is said on the screens of the codes, and the other way round.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 40_000 };
const HOST = 'shop.example.com';

let domains: DomainPlace;
let place: Place;
let root: Api;
let customer: Awaited<ReturnType<typeof createAccount>>;
let code: { id: string };
let domain: string;

beforeAll(async () => {
  domains = await startDomainPlace();
  place = await openPlace(async () => domains.product);
  const { origin, administrator } = place.product;
  root = await signIn(origin, administrator);
  customer = await createAccount(place.product, { account: 'olga.off', role: 'customer' });
  const api = await signIn(origin, customer);
  domain = (await api.call<{ id: string }>('domain_list/add', { name: HOST })).content.id;
  const { txt_name, txt_value } = (
    await api.call<{ txt_name: string; txt_value: string }>('domain_list/details', { id: domain })
  ).content;
  await domains.publish(`${txt_name}. TXT "${txt_value}"`);
  expect((await api.call('domain_list/check', { id: domain })).content).toMatchObject({ state: 'proved' });
  const targets = [{ url: 'https://example.net/' }];
  const made = { name: 'Table card', targets, entry_domain: HOST, jump_type: 6 };
  code = (await api.call<{ id: string; short_code: string }>('qr_code_list/add', made)).content;
  await api.call('group/add', { name: 'Old town', entry_domain: HOST });
  const { short_code } = code as unknown as { short_code: string };
  const visited = await fetch(`${origin}/${short_code}`, { headers: { host: HOST }, redirect: 'manual' });
  expect(visited.status).toBe(302);
}, 240_000);
afterAll(() => place?.close());

const look = looking('switched');
const words = wordsOf('en-US');

test('domains off: what codes and groups lose is said', async () => {
  const { origin } = place.product;
  await root.call('plugins/disable', { id: 'domain' });
  try {
    const { page, faults } = await place.open(customer);
    await openScreen(page, origin, `set_qr_code?id=${code.id}&tab=access`);
    await page.getByText(words('qr.domains.off')).waitFor(LIMIT);
    await page.getByText(`${HOST}/`).first().waitFor(LIMIT);
    await look(page);
    await openScreen(page, origin, 'set_qr_code');
    await page.getByText(words('qr.domains.off.new')).waitFor(LIMIT);
    await look(page);
    await openScreen(page, origin, 'group');
    await page.getByText(words('qr.group.domains_off')).waitFor(LIMIT);
    await page.getByText(HOST).first().waitFor(LIMIT);
    await look(page);
    await openScreen(page, origin, 'qr_code_list');
    await page
      .getByRole('row')
      .filter({ hasText: 'Table card' })
      .getByRole('checkbox')
      .check({ ...LIMIT, force: true });
    await page.getByRole('button', { name: words('qr.domains.change'), exact: true }).click(LIMIT);
    await page.getByRole('dialog').getByText(words('qr.domains.off.many')).waitFor(LIMIT);
    await look(page);
    // Sums by domain are those of the codes, and lose nothing.
    const operator = await place.open(place.product.administrator);
    await openScreen(operator.page, origin, 'visit_summary?by=domain');
    await operator.page.getByRole('row').filter({ hasText: HOST }).first().waitFor(LIMIT);
    await look(operator.page);
    // An old link to a domain leads to no screen.
    await openScreen(page, origin, `domain_list?id=${domain}`);
    await page.getByText(words('not_found.title')).waitFor(LIMIT);
    await look(page);
    expect([...faults, ...operator.faults]).toEqual([]);
  } finally {
    await root.call('plugins/enable', { id: 'domain' });
  }
});

test('codes off: what domains lose is said', async () => {
  const { origin } = place.product;
  await root.call('plugins/disable', { id: 'qr' });
  try {
    const { page, faults } = await place.open(customer);
    await openScreen(page, origin, 'domain_list');
    await page.getByText(HOST).first().waitFor(LIMIT);
    await look(page);
    await openScreen(page, origin, `domain_list?id=${domain}&tab=codes`);
    await page.getByText(words('domain.codes.away.title')).waitFor(LIMIT);
    await look(page);
    await page.getByRole('button', { name: words('domain.move.action') }).click(LIMIT);
    await page.getByRole('dialog').getByText(words('domain.move.away')).waitFor(LIMIT);
    await look(page);
    expect(faults).toEqual([]);
  } finally {
    await root.call('plugins/enable', { id: 'qr' });
  }
});
