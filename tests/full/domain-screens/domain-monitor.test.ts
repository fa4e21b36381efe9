import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { createAccount } from '../../accounts.ts';
import { signIn } from '../../api.ts';
import { type DomainPlace, startDomainPlace } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { withStore } from '../../security/world.ts';

// A customer sees which of their domains works no more and why, looks at one now, and how it was day by day; an operator
// sees everyone's.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let domains: DomainPlace;
let place: Place;
let customer: Awaited<ReturnType<typeof createAccount>>;
let failing = '';

const seen = (finding: string, fault: string, since: Date | null, ms = 84) => ({
  finding,
  fault,
  known_fault: finding === 'unknown' ? 'not_looked' : fault,
  time: new Date(Date.now() - 70_000).toISOString(),
  since: since?.toISOString() ?? null,
  ms,
});
const good = () => seen('good', '', new Date(Date.now() - 20 * DAY));
const unknown = () => seen('unknown', 'no_rdap', null);

/** Names as looks of the last weeks have left them. */
const KINDS: Record<string, (now: Date) => Record<string, unknown>> = {
  'shop.example.com': (now) => ({
    state: 'failing',
    rank: 0,
    cause: 'dns',
    cause_time: new Date(now.getTime() - 3 * HOUR),
    dns: 'bad',
    http: 'bad',
    https: 'unknown',
    certificate: 'unknown',
    registration: 'good',
    addresses: ['203.0.113.20'],
    registration_until: new Date(now.getTime() + 200 * DAY),
    registration_status: ['client transfer prohibited'],
    facets: {
      dns: seen('bad', 'points_elsewhere', new Date(now.getTime() - 3 * HOUR), 31),
      http: seen('bad', 'other_server', new Date(now.getTime() - 3 * HOUR), 212),
      https: seen('unknown', 'not_watched', null, 0),
      certificate: seen('unknown', 'not_watched', null, 0),
      registration: good(),
    },
  }),
  'menu.example.com': () => ({
    state: 'doubted',
    rank: 1,
    dns: 'good',
    http: 'good',
    https: 'good',
    certificate: 'good',
    facets: { dns: good(), http: seen('bad', 'no_connection', null, 5), https: good(), certificate: good() },
  }),
  'cards.example.com': (now) => ({
    state: 'ending',
    rank: 2,
    dns: 'good',
    http: 'good',
    https: 'good',
    certificate: 'good',
    registration: 'good',
    registration_until: new Date(now.getTime() + 6 * DAY),
    facets: { dns: good(), http: good(), https: good(), certificate: good(), registration: good() },
  }),
  'xn--bcher-kva.example.com': (now) => ({
    state: 'working',
    rank: 4,
    dns: 'good',
    http: 'good',
    https: 'good',
    certificate: 'good',
    certificate_until: new Date(now.getTime() + 61 * DAY),
    certificate_issuer: 'C=US, O=Let’s Encrypt, CN=R11',
    addresses: ['198.51.100.7'],
    facets: { dns: good(), http: good(), https: good(), certificate: good(), registration: unknown() },
  }),
};

async function writeWatches(database: mongo.Db, owner: string): Promise<void> {
  const rows = (name: string) => database.collection<{ _id: string }>(name);
  const now = new Date();
  const columns = {
    owner,
    version: 1,
    create_time: now,
    update_time: now,
    remove_time: null,
    remove_by: null,
  };
  for (const [name, kind] of Object.entries(KINDS)) {
    const _id = Buffer.from(crypto.getRandomValues(new Uint8Array(12))).toString('hex');
    const shown = name === 'xn--bcher-kva.example.com' ? 'bücher.example.com' : name;
    const same = { name, shown, registrable: 'example.com', type: 1, is_platform: false };
    await rows('domain_domain').insertOne({
      _id,
      ...columns,
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
      next_check_time: null,
      proved_time: now,
    } as never);
    const facets = {
      dns: 'unknown',
      http: 'unknown',
      https: 'unknown',
      certificate: 'unknown',
      registration: 'unknown',
    };
    const row = {
      _id,
      ...columns,
      ...same,
      ...facets,
      addresses: [],
      cause: '',
      cause_time: null,
      looks: 9,
      resolver: '',
      certificate_until: null,
      certificate_issuer: '',
      registration_until: null,
      registration_status: [],
      votes: {},
      reminded: {},
      told_working: null,
      alerts: [],
      has_alerts: false,
      checked_time: new Date(now.getTime() - 70_000),
      next_check_time: new Date(now.getTime() + 10 * HOUR),
      certificate_time: null,
      registration_time: null,
    };
    await rows('domain_watches').insertOne({ ...row, ...kind(now) });
    if (name !== 'shop.example.com') continue;
    failing = _id;
    for (let back = 0; back < 25; back += 1) {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(
        now.getTime() - back * DAY,
      );
      const down = back === 0 ? 180 : back === 9 ? 42 : 0;
      await rows('domain_watch_day').insertOne({
        _id: `${_id} ${day}`,
        watch: _id,
        day,
        dns_good: 280,
        http_good: 280,
        dns_bad: Math.ceil(down / 5),
        down_ms: down * 60_000,
        slowest_ms: 90 + ((back * 37) % 140),
      } as never);
    }
  }
}

beforeAll(async () => {
  domains = await startDomainPlace();
  place = await openPlace(async () => domains.product);
  customer = await createAccount(place.product, { account: 'mona.monitor', role: 'customer' });
  const api = await signIn(place.product.origin, customer);
  const { user_info } = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content;
  await withStore(place.product, (database) => writeWatches(database, user_info.id));
}, 240_000);
afterAll(() => place?.close());

const look = looking('monitor');

test('a customer sees the worst first, why it does not work, and how it was', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, 'domain_monitor');
  const rows = page.getByRole('row');
  await rows.filter({ hasText: 'shop.example.com' }).waitFor(LIMIT);
  await shows(rows.nth(1), { contains: 'shop.example.com' });
  await shows(rows.last(), { contains: 'bücher.example.com' });
  await look(page);
  await page.getByRole('link', { name: 'shop.example.com' }).first().click(LIMIT);
  await page.getByRole('heading', { name: 'shop.example.com', level: 1 }).waitFor(LIMIT);
  await page.getByText('It leads to an address that is not ours.').first().waitFor(LIMIT);
  await look(page);
  await page.getByRole('tab', { name: 'History' }).click(LIMIT);
  await page.getByText('Minutes in which visits did not arrive').first().waitFor(LIMIT);
  await look(page);
  await page.getByText('90 days', { exact: true }).click(LIMIT);
  await look(page);
  await page.getByRole('link', { name: 'Open the domain' }).click(LIMIT);
  await page.getByRole('link', { name: 'Domain watch' }).last().waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('looks at one now, and is told what was found', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, `domain_monitor?id=${failing}`);
  await page.getByRole('button', { name: 'Check now' }).click(LIMIT);
  // The name server of the test has no such name.
  await page.getByText('shop.example.com: DNS').first().waitFor(LIMIT);
  await page.getByText('The name is not in the DNS.').first().waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});

test('an operator sees everyone’s, with their owners', async () => {
  const { page, faults } = await place.open(place.product.administrator, {
    size: { width: 1024, height: 768 },
  });
  await openScreen(page, place.product.origin, 'admin_domain_monitor');
  await page.getByRole('row').filter({ hasText: 'shop.example.com' }).waitFor(LIMIT);
  await page.getByText('mona.monitor').first().waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});
