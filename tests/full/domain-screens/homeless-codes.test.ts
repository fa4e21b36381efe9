import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { startProduct } from '../../product.ts';
import { withStore } from '../../security/world.ts';

// A customer sees which of their codes have no working domain and why, and moves them; an operator sees everyone's.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };
const HOUR = 3_600_000;

let place: Place;
let customer: Awaited<ReturnType<typeof createAccount>>;
let api: Api;
let owner = '';

/** What watching believes of each name, by the way in which it fails. */
const NAMES: Record<string, object> = {
  'shop.example.com': { dns: 'bad', cause: 'dns', fault: 'points_elsewhere', facet: 'dns' },
  'cards.example.com': {
    registration: 'bad',
    cause: 'registration',
    fault: 'registration_held',
    facet: 'registration',
  },
  'menu.example.com': {},
};

async function writeNames(database: mongo.Db): Promise<void> {
  const rows = (name: string) => database.collection<{ _id: string }>(name);
  const now = new Date();
  const far = new Date(now.getTime() + 1_000 * HOUR);
  for (const [at, [name, given]] of Object.entries(NAMES).entries()) {
    const { fault, facet, ...believed } = given as { fault?: string; facet?: string };
    const _id = String(at + 1).padStart(24, 'd');
    const columns = {
      owner,
      version: 1,
      create_time: now,
      update_time: now,
      remove_time: null,
      remove_by: null,
    };
    const same = { _id, ...columns, name, shown: name, registrable: name, type: 3, is_platform: false };
    await rows('domain_domain').insertOne({
      ...same,
      state: 'proved',
      is_there: true,
      is_working: true,
      method: 'txt',
      token: _id,
      fault: '',
      reach: 'here',
      reach_fault: '',
      tries: 0,
      notice: 'none',
      next_check_time: far,
      proved_time: now,
    } as never);
    const since = new Date(now.getTime() - 3 * HOUR).toISOString();
    const facts = { finding: 'bad', fault, known_fault: fault, time: now.toISOString(), since, ms: 30 };
    const unknown = Object.fromEntries(
      ['dns', 'http', 'https', 'certificate', 'registration'].map((one) => [one, 'unknown']),
    );
    await rows('domain_watches').insertOne({
      ...same,
      ...unknown,
      ...believed,
      state: 'working',
      rank: 4,
      addresses: [],
      looks: 1,
      resolver: '',
      facets: facet === undefined ? {} : { [facet]: facts },
      votes: {},
      reminded: {},
      told_working: null,
      // What is told of it brings everything in line that rests on it.
      has_alerts: facet !== undefined,
      cause_time: null,
      certificate_until: null,
      certificate_issuer: '',
      alerts:
        facet === undefined ? [] : [{ key: `settled ${name}`, kind: 'settled', facet, at: since, until: '' }],
      registration_until: null,
      registration_status: [],
      checked_time: now,
      next_check_time: far,
      certificate_time: null,
      registration_time: null,
    } as never);
  }
}

const ownCodes = async () =>
  (await api.call<{ count: number; is_counting: boolean }>('nodomain/user_inquire')).content;

beforeAll(async () => {
  place = await openPlace(() => startProduct());
  customer = await createAccount(place.product, { account: 'nora.nodomain', role: 'customer' });
  api = await signIn(place.product.origin, customer);
  owner = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
  await withStore(place.product, writeNames);
  const targets = [{ url: 'https://example.com/' }];
  for (const [name, short_domain] of [
    ['Summer menu', 'shop.example.com'],
    ['Window sticker', 'shop.example.com'],
    ['Business card', 'cards.example.com'],
    ['Autumn flyer', 'menu.example.com'],
  ])
    await api.call('qr_code_list/add', { name, short_domain, targets });
  // The jobs of the plugin find out within a minute or two.
  const end = performance.now() + 170_000;
  for (let known = await ownCodes(); known.count < 3 || known.is_counting; known = await ownCodes()) {
    if (performance.now() > end) throw new Error('the codes were not found');
    await Bun.sleep(500);
  }
}, 300_000);
afterAll(() => place?.close());

const look = looking('homeless');

test('an operator sees everyone’s, with their owners, and that several owners share no domain but the platform’s', async () => {
  const { page, faults } = await place.open(place.product.administrator, {
    size: { width: 1024, height: 768 },
  });
  await openScreen(page, place.product.origin, 'no_domain_name');
  await page.getByRole('row').filter({ hasText: 'Business card' }).waitFor(LIMIT);
  await page.getByText('nora.nodomain').first().waitFor(LIMIT);
  await look(page);
  await openScreen(page, place.product.origin, 'no_domain_name?reason=missing');
  await page
    .getByText('No match')
    .or(page.getByText('Nothing matches'))
    .first()
    .waitFor(LIMIT)
    .catch(() => undefined);
  await look(page);
  expect(faults).toEqual([]);
});

test('a customer reads why, is told what a move comes to, and moves some, then all', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'nodomain');
  const rows = page.getByRole('row');
  await rows
    .filter({ hasText: 'Business card' })
    .getByText('The registry holds the domain back.')
    .waitFor(LIMIT);
  await rows
    .filter({ hasText: 'Summer menu' })
    .getByText('It leads to an address that is not ours.')
    .waitFor(LIMIT);
  await shows(rows.filter({ hasText: 'Autumn flyer' }), { count: 0 });
  await look(page);
  await page.getByRole('button', { name: 'Move to another domain: Summer menu' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('combobox').click(LIMIT);
  await page.getByRole('option', { name: 'menu.example.com' }).click(LIMIT);
  await drawer.getByText('these pictures go on as soon as it leads here').waitFor(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Move', exact: true }).click(LIMIT);
  await rows.filter({ hasText: 'Summer menu' }).waitFor({ ...LIMIT, state: 'detached' });
  await page.getByRole('button', { name: 'Move all' }).click(LIMIT);
  await drawer.getByRole('combobox').click(LIMIT);
  await page.getByRole('option', { name: 'The platform’s own address' }).click(LIMIT);
  await drawer.getByText('What would happen').waitFor(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Move', exact: true }).click(LIMIT);
  await page.getByText('Every code has a working domain').waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('without the plugin of the codes the screen says what is missing', async () => {
  const root = await signIn(place.product.origin, place.product.administrator);
  await root.call('plugins/disable', { id: 'qr' });
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'nodomain');
  await page.getByText('The plugin for QR codes is switched off').waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});
