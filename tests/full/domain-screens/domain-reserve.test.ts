import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { mongo } from 'mongoose';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { type DomainPlace, startDomainPlace } from '../../domain-place.ts';
import { openScreen } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';
import { NOBODY, writeDomain } from '../../reserve-rows.ts';
import { withStore } from '../../security/world.ts';

// An operator keeps spare domains, lets one take over after a policy block, and takes the codes back; a customer keeps one of
// their own for their others.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const HOUR = 3_600_000;
const CODES = 3;

let domains: DomainPlace;
let place: Place;
let customer: Awaited<ReturnType<typeof createAccount>>;
let api: Api;
const ids: Record<string, string> = {};
/** The take-over of a domain that works again. */
let served = '';

/** A take-over as the product left it some hours ago. */
async function writeServed(database: mongo.Db, owner: string, administrator: string): Promise<void> {
  const at = (hours: number) => new Date(Date.now() - hours * HOUR);
  const base = {
    version: 1,
    remove_time: null,
    remove_by: null,
    type: 1,
    holder: owner,
    hint: '',
    left: 0,
    is_policy: false,
    reason: 'dns',
    fault: 'points_elsewhere',
    notices: [],
    has_notices: false,
    begun_by: '',
    back_by: '',
    total: 1_240,
    codes: 1_240,
    returned: 0,
    back_time: null,
  };
  const row = (from: string, to: string, more: object) => ({
    ...base,
    shown: from,
    name: from,
    from_domain: ids[from],
    to_shown: to,
    to_name: to,
    to_domain: ids[to],
    create_time: at(5),
    update_time: at(1),
    begin_time: at(5),
    moved_time: at(4.99),
    ...more,
  });
  // What serves somebody is lent to them.
  await database
    .collection<{ _id: string }>('domain_domain')
    .updateOne({ _id: ids['reserve-2.example.com'] ?? '' }, { $set: { owner } });
  // Its last digit is none of those of the others.
  served = `${Buffer.from(crypto.getRandomValues(new Uint8Array(12)))
    .toString('hex')
    .slice(0, 23)}a`;
  const rows = database.collection<{ _id: string }>('domain_take_over');
  await rows.insertOne({
    _id: served,
    state: 'moved',
    is_open: true,
    holds_spare: true,
    is_unsettled: true,
    ...row('menu.example.com', 'reserve-2.example.com', { works_time: at(1) }),
  } as never);
  await rows.insertOne({
    _id: `${served.slice(0, 23)}0`,
    state: 'back',
    is_open: false,
    holds_spare: false,
    ...row('cards.example.com', 'reserve-2.example.com', {
      returned: 1_240,
      back_time: at(30),
      works_time: at(31),
    }),
    is_unsettled: false,
    back_by: administrator,
    create_time: at(40),
    begin_time: at(40),
    moved_time: at(39.9),
    to_domain: ids['reserve-2.example.com'],
  } as never);
  await database
    .collection<{ _id: string }>('domain_policy_block')
    .insertOne({ _id: 'shop.example.com', time: at(2) } as never);
  await rows.insertOne({
    _id: `${served.slice(0, 23)}1`,
    state: 'offered',
    is_open: true,
    holds_spare: false,
    is_unsettled: true,
    ...row('shop.example.com', '', { works_time: null, hint: 'policy', is_policy: true, reason: 'policy' }),
    fault: '',
    to_domain: '',
    total: 0,
    codes: 0,
    begin_time: null,
    moved_time: null,
    create_time: at(2),
  } as never);
}

beforeAll(async () => {
  domains = await startDomainPlace();
  place = await openPlace(async () => domains.product);
  const root = await signIn(place.product.origin, place.product.administrator);
  customer = await createAccount(place.product, { account: 'rosa.reserve', role: 'customer' });
  api = await signIn(place.product.origin, customer);
  const idOf = async (who: Api) =>
    (await who.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
  const [owner, administrator] = [await idOf(api), await idOf(root)];
  await withStore(place.product, async (database) => {
    const make = async (name: string, whose: string, is_platform: boolean, more: object = {}) => {
      ids[name] = await writeDomain(database, { name, owner: whose, is_platform, ...more });
    };
    for (const name of ['shop', 'menu', 'cards']) await make(`${name}.example.com`, owner, true);
    await make('own.example.com', owner, false);
    for (const name of ['reserve-1', 'reserve-2', 'reserve-3'])
      await make(`${name}.example.com`, NOBODY, true);
    await make('short-1.example.com', NOBODY, true, { type: 3 });
    await make('broken.example.com', NOBODY, true, { cause: 'dns' });
  });
  for (const name of ['reserve-1', 'reserve-2', 'short-1'])
    await root.call('hold_domain/add', { id: ids[`${name}.example.com`] });
  await withStore(place.product, (database) => writeServed(database, owner, administrator));
  for (let at = 0; at < CODES; at += 1)
    await api.call('qr_code_list/add', {
      name: `Table ${at}`,
      targets: [{ url: 'https://example.com/' }],
      entry_domain: 'shop.example.com',
    });
}, 240_000);
afterAll(() => place?.close());

const look = looking('reserve');

test('an operator sees which spare takes over next, adds one, and puts it first', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'hold_domain');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await row('reserve-1.example.com').getByText('Takes over next').waitFor(LIMIT);
  await row('reserve-2.example.com').getByText('In use').waitFor(LIMIT);
  await row('short-1.example.com').getByText('Takes over next').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Add spare domain' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Domain', { exact: true }).click(LIMIT);
  // One that fails is not offered.
  await shows(page.getByRole('option', { name: 'broken.example.com' }), { count: 0 });
  await page.getByRole('option', { name: 'reserve-3.example.com' }).click(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Add spare domain' }).click(LIMIT);
  await row('reserve-3.example.com').getByText('Ready').waitFor(LIMIT);
  await row('reserve-3.example.com').getByRole('button', { name: 'Use next' }).click(LIMIT);
  await row('reserve-3.example.com').getByText('Takes over next').waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('after a policy block the operator decides: a spare takes over, and the codes go back', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'hold_domain?list=take_overs');
  const row = page.getByRole('row').filter({ hasText: 'shop.example.com' });
  await row.getByText('Waits for a person').waitFor(LIMIT);
  await look(page);
  await page.getByRole('link', { name: 'shop.example.com' }).first().click(LIMIT);
  await page.getByText('Codes move only when a person says so.').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'Take over now' }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByText(`${CODES} codes stand on shop.example.com`, { exact: false }).waitFor(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Take over now' }).click(LIMIT);
  await page.getByText('On the spare').first().waitFor(LIMIT);
  await look(page);
  const onSpare = await api.call<{ count: number }>('qr_code_list/user_inquire', {
    host: 'reserve-3.example.com',
  });
  expect(onSpare.content.count).toBe(CODES);
  await page.getByRole('button', { name: 'Take back', exact: true }).click(LIMIT);
  const question = page.getByRole('dialog');
  await question.getByText(`${CODES} codes stand on reserve-3.example.com`, { exact: false }).waitFor(LIMIT);
  await look(page);
  await question.getByRole('button', { name: 'Take back', exact: true }).click(LIMIT);
  await page.getByText('Taken back by').first().waitFor(LIMIT);
  await page.getByText('Back', { exact: true }).first().waitFor(LIMIT);
  await look(page);
  const home = await api.call<{ count: number }>('qr_code_list/user_inquire', { host: 'shop.example.com' });
  expect(home.content.count).toBe(CODES);
  // The owner was told, with where the codes stand.
  const inbox = await api.call<{ content: { title: string }[] }>('message/inquire', {});
  expect(inbox.content.content.map(({ title }) => title)).toContain(
    'Your codes of shop.example.com stand on reserve-3.example.com now',
  );
  expect(faults).toEqual([]);
});

test('a customer keeps a domain of their own for the others, and no longer', async () => {
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, `domain_list?id=${ids['own.example.com']}`);
  const menu = page.getByRole('button', { name: 'More actions: own.example.com' });
  await menu.click(LIMIT);
  await page.getByRole('menuitem', { name: 'Keep as spare' }).click(LIMIT);
  await page.getByRole('dialog').getByRole('button', { name: 'Keep as spare' }).click(LIMIT);
  await page.getByText('In reserve').first().waitFor(LIMIT);
  await look(page);
  await menu.click(LIMIT);
  await page.getByRole('menuitem', { name: 'No longer a spare' }).click(LIMIT);
  await page.getByText('own.example.com is no spare any more.').waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('on a small screen', async () => {
  const { page, faults } = await place.open(place.product.administrator, {
    size: { width: 1024, height: 768 },
  });
  await openScreen(page, place.product.origin, 'hold_domain');
  await page.getByText('Takes over next').first().waitFor(LIMIT);
  await look(page);
  await openScreen(page, place.product.origin, `hold_domain?id=${served}`);
  await page.getByText('menu.example.com works again since', { exact: false }).waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
});
