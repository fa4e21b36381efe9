import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { type DomainPlace, PUBLIC, startDomainPlace } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { withStore } from '../../security/world.ts';
import { until } from '../../until.ts';

// An operator checks a domain for a hijack, reads what everybody said of it, and accepts what is right.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 60_000 };
const NAME = 'shop.example.com';

let domains: DomainPlace;
let place: Place;
let root: Api;
let id = '';
let lastCheck = '';

/** A check as a domain that was taken over would leave it, since nobody serves the web here. */
const TAKEN = 'e'.repeat(24);
async function writeTaken(): Promise<void> {
  const now = new Date();
  const said = (by: string, transport: string, said: string, addresses: string[], was_cut = false) => ({
    by,
    transport,
    said,
    addresses,
    aliases: [],
    was_cut,
    ms: 40,
  });
  const page = { status: 200, title: 'Codes of the shop', hash: 'a'.repeat(64), host: NAME, marker: 'here' };
  await withStore(place.product, (database) =>
    database.collection<{ _id: string }>('domain_hijack_check').insertOne({
      _id: TAKEN,
      version: 1,
      create_time: now,
      update_time: now,
      remove_time: null,
      remove_by: null,
      shown: NAME,
      name: NAME,
      domain: id,
      time: now,
      account: '',
      ms: 812,
      expected: [PUBLIC],
      answers: 'bad',
      answers_fault: 'some_lie',
      site: 'bad',
      site_fault: 'other_page',
      accepted: page,
      fingerprint: { ...page, title: 'You have won', hash: 'b'.repeat(64), marker: 'elsewhere' },
      said: [
        said('9.9.9.9:53', 'udp', 'expected', [PUBLIC], true),
        said('9.9.9.9:53', 'tcp', 'expected', [PUBLIC]),
        said('114.114.114.114:53', 'udp', 'other', ['203.0.113.77', '2001:4860:4860::8888']),
        said('114.114.114.114:53', 'tcp', 'timed_out', []),
        said('1.1.1.1:53', 'udp', 'failed', []),
        said('1.1.1.1:53', 'tcp', 'name_unknown', []),
        said('zone', 'udp', 'expected', [PUBLIC]),
        said('zone', 'tcp', 'lame', []),
      ],
    } as never),
  );
}

const check = async () => {
  const { content } = await root.call<{ check: string }>('no_hijack/check', { id });
  lastCheck = content.check;
};

beforeAll(async () => {
  domains = await startDomainPlace();
  place = await openPlace(async () => domains.product);
  root = await signIn(place.product.origin, place.product.administrator);
  const api = await signIn(
    place.product.origin,
    await createAccount(place.product, { account: 'hana.hijack', role: 'customer' }),
  );
  ({ id } = (await api.call<{ id: string }>('domain_list/add', { name: NAME })).content);
  const { content } = await api.call<{ txt_value: string }>('domain_list/details', { id });
  await domains.publish(`shop A ${PUBLIC}\n_waypost.shop TXT "${content.txt_value}"`);
  // A busy name server may be too late for the first question.
  await until(
    'it is proved, and checked for a hijack',
    async () => {
      await api.call('domain_list/check', { id });
      return (await root.call('no_hijack/details', { id })).status === 200;
    },
    { everyMs: 1_000 },
  );
  await check();
  await writeTaken();
}, 240_000);
afterAll(() => place?.close());

const look = looking('hijack');

test('an operator checks a domain now, reads what each said, and accepts it', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'no_hijack');
  await page.getByRole('row').filter({ hasText: NAME }).waitFor(LIMIT);
  await look(page);
  await page.getByRole('link', { name: NAME }).first().click(LIMIT);
  await page.getByRole('heading', { name: NAME, level: 1 }).waitFor(LIMIT);
  await page.getByRole('button', { name: 'Check now' }).click(LIMIT);
  await page.getByText('What is expected').waitFor(LIMIT);
  await look(page);
  await page.getByRole('tab', { name: 'History' }).click(LIMIT);
  await page.getByRole('row').nth(2).waitFor(LIMIT);
  await look(page);
  await openScreen(page, place.product.origin, `hijack_check?id=${lastCheck}`);
  await page.getByText('The zone’s own servers').first().waitFor(LIMIT);
  await page.getByRole('cell', { name: 'TCP' }).first().waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'This is right now' }).click(LIMIT);
  await page.getByRole('dialog').getByRole('button', { name: 'This is right now' }).click(LIMIT);
  await page.getByText('Accepted by admin').first().waitFor(LIMIT);
  await look(page);
  await check();
  await openScreen(page, place.product.origin, `hijack_check?id=${lastCheck}`);
  await page.getByText('As expected').first().waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('in a narrow window', async () => {
  const { page, faults } = await place.open(place.product.administrator, {
    size: { width: 1024, height: 768 },
  });
  await openScreen(page, place.product.origin, `hijack_check?id=${TAKEN}`);
  await page.getByText('The zone’s own servers').first().waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});
