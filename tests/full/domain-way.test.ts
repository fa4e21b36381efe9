import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { PLATFORM_HOST } from '../domain-place.ts';
import { arriveAt, openScreen, settle, until } from '../e2e/browser.ts';
import { looking } from '../e2e/look.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { scan } from '../e2e/scan.ts';
import { shows } from '../e2e/shows.ts';
import { DESKTOP_CHROME } from '../e2e/visitors.ts';
import { wordsOf } from '../e2e/words.ts';
import { type HttpsPlace, startHttpsPlace } from '../https-place.ts';
import { ask } from '../proxy.ts';

/**
 * From nothing to HTTPS and a scanned code, by what the screens say alone: a name server whose zones the test changes as people do
 * where their domain is managed, Caddy with the Caddyfile of docs/https.md in front, and the product.
 */
setDefaultTimeout(240_000);
const LIMIT = { timeout: 60_000 };
const TARGET = 'https://menu.example/today';
/** Visitors come from somewhere else than the proxy itself. */
const VISITOR = ['--interface', '127.0.0.3', '--user-agent', DESKTOP_CHROME.userAgent];

let world: HttpsPlace;
let place: Place;
let customer: Awaited<ReturnType<typeof createAccount>>;
let page: Page;
let faults: string[];

beforeAll(async () => {
  world = await startHttpsPlace();
  place = await openPlace(async () => world.product);
  customer = await createAccount(place.product, { account: 'wanda.way', role: 'customer' });
  const opened = await place.open(customer);
  ({ page, faults } = opened);
  await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
}, 240_000);
afterAll(() => place?.close());

const lookAt = looking('way');
const look = (at: Page = page) => lookAt(at);

/** What stands in a panel beside a name, by the button that copies it. */
async function copied(at: Page, panel: string, fact: string): Promise<string> {
  const section = at
    .locator('section')
    .filter({ has: at.getByRole('heading', { name: panel, exact: true }) })
    .last();
  const line = section.locator('dl > div').filter({ has: at.locator('dt', { hasText: fact }) });
  await line.first().getByRole('button').click(LIMIT);
  return at.evaluate(() => navigator.clipboard.readText());
}

/** Copies the record of a panel from the screen into the zone of a domain. */
async function setRecord(at: Page, panel: string): Promise<string> {
  const [type, name, value] = [
    await copied(at, panel, 'Type'),
    await copied(at, panel, 'Name'),
    await copied(at, panel, 'Value'),
  ];
  const zone = name.endsWith('example.org') ? 'example.org' : 'example.com';
  const written = type === 'TXT' ? `"${value}"` : type === 'CNAME' ? `${value}.` : value;
  await world.publish(zone, `${name}. ${type} ${written}`);
  return `${type} ${value}`;
}

/** What a fact of the checks says. */
const fact = (at: Page, name: string) =>
  at
    .locator('dl > div')
    .filter({ has: at.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
    .locator('dd');

/** Presses "Check now" until the page says that visits come by HTTPS, as somebody does who has just set the record. */
async function checkUntilSafe(at: Page): Promise<void> {
  const says = async (name: string, text: string) =>
    (
      await fact(at, name)
        .first()
        .textContent({ timeout: 5_000 })
        .catch(() => '')
    )?.trim() === text;
  await until('visits come here, by HTTPS', async () => {
    if ((await says('DNS', 'Points here')) && (await says('HTTPS', 'Works'))) return true;
    const button = at.getByRole('button', { name: 'Check now' });
    await button.click(LIMIT);
    await settle(at);
    return false;
  });
  await fact(at, 'DNS').getByText('Leads here').waitFor(LIMIT);
  await fact(at, 'Certificate ends').locator('time').waitFor(LIMIT);
}

async function addDomain(name: string): Promise<void> {
  await openScreen(page, place.product.origin, 'domain_list');
  await page.getByRole('button', { name: 'Add domain' }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  // Endings are offered while one types.
  await drawer.getByLabel('Domain', { exact: true }).fill('shop', LIMIT);
  await drawer.locator('datalist option[value="shop.vip"]').waitFor({ ...LIMIT, state: 'attached' });
  await drawer.getByLabel('Domain', { exact: true }).fill(name, LIMIT);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('heading', { name, level: 1 }).waitFor(LIMIT);
}

/** Makes a code on a domain, and reads its picture as a phone does. @returns the address that the picture holds */
async function makeCode(name: string, domain: string): Promise<string> {
  await openScreen(page, place.product.origin, 'set_qr_code');
  await page.getByLabel('Name', { exact: true }).fill(name, LIMIT);
  await page.getByRole('textbox', { name: 'Address' }).fill(TARGET, LIMIT);
  await page.getByRole('button', { name: wordsOf('en-US')('form.more'), exact: true }).click(LIMIT);
  await page.getByLabel('Entry domain', { exact: true }).first().click(LIMIT);
  await page.getByRole('option', { name: domain }).click(LIMIT);
  await look();
  await page.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await arriveAt(page, /set_qr_code\?id=[0-9a-f]{24}/);
  const [download] = await Promise.all([
    page.waitForEvent('download', LIMIT),
    page.getByRole('button', { name: 'Download PNG' }).first().click(LIMIT),
  ]);
  await look();
  return (await scan(await Bun.file(await download.path()).bytes())) ?? '';
}

/** Visits what a picture holds, over real TLS, and sees the visit counted once on the page of the code. */
async function visitOnce(address: string): Promise<void> {
  const answer = await ask(world.proxy, address, VISITOR);
  expect(answer?.status).toBe(200);
  expect(answer?.body).toContain(TARGET);
  await page.getByRole('tab', { name: 'Statistics' }).click(LIMIT);
  const first = page.locator('main dl dd').first();
  await shows(first, { text: /^\s*1(\D|$)/ });
  // Once: nothing more comes behind it.
  await Bun.sleep(3_000);
  await page.reload();
  await settle(page);
  await shows(first, { text: /^\s*1(\D|$)/ });
  await look();
}

test('a domain of one’s own: proved, led here, HTTPS by itself, and a code on it is scanned', async () => {
  await addDomain('shop.example.com');
  await look();
  expect(await setRecord(page, 'TXT record')).toStartWith('TXT waypost=');
  await page.getByRole('button', { name: 'Check now' }).click(LIMIT);
  await page.getByText('shop.example.com is verified.').waitFor(LIMIT);
  await look();
  // Nobody has to make a certificate: the record that leads here is all.
  expect(await ask(world.proxy, 'https://other.example.com/')).toBeUndefined();
  expect(await setRecord(page, 'Or a CNAME record')).toBe(`CNAME ${PLATFORM_HOST}`);
  await checkUntilSafe(page);
  await look();
  expect(world.proxy.certificates()).toContain('shop.example.com');
  const address = await makeCode('Menu card', 'shop.example.com');
  expect(address).toMatch(/^https:\/\/shop\.example\.com\/[0-9A-Za-z]{7}\?s=/);
  await visitOnce(address);
  expect(faults).toEqual([]);
});

test('a domain that was registered itself gets an address in the place of an alias, which its page says', async () => {
  await addDomain('example.org');
  await setRecord(page, 'TXT record');
  await page.getByRole('button', { name: 'Check now' }).click(LIMIT);
  await page.getByText('example.org is verified.').waitFor(LIMIT);
  await shows(page.getByRole('heading', { name: 'Or a CNAME record' }), { count: 0 });
  await look();
  expect(await setRecord(page, 'Point your domain here')).toBe('A 127.0.0.2');
  await checkUntilSafe(page);
  // What is done is no more asked for.
  await shows(page.getByRole('heading', { name: 'Point your domain here' }), { count: 0 });
  await look();
});

test('an operator adds a domain of the platform, a customer gets it, and a code stands on it', async () => {
  const operator = await place.open(place.product.administrator);
  await operator.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openScreen(operator.page, place.product.origin, 'domain_list');
  await operator.page.getByRole('button', { name: 'Add a platform domain' }).first().click(LIMIT);
  const drawer = operator.page.getByRole('dialog');
  await drawer.getByLabel('Domain', { exact: true }).fill('codes.example.com', LIMIT);
  await drawer.getByRole('button', { name: 'Add', exact: true }).click(LIMIT);
  await operator.page.getByRole('heading', { name: 'codes.example.com', level: 1 }).waitFor(LIMIT);
  await look(operator.page);
  expect(await setRecord(operator.page, 'Point your domain here')).toBe(`CNAME ${PLATFORM_HOST}`);
  await checkUntilSafe(operator.page);
  await look(operator.page);

  await openScreen(page, place.product.origin, 'domain_list');
  await page.getByRole('button', { name: 'Get a platform domain' }).click(LIMIT);
  await page.getByRole('dialog').getByRole('button', { name: 'Get a platform domain' }).click(LIMIT);
  await page.getByRole('heading', { name: 'codes.example.com', level: 1 }).waitFor(LIMIT);
  await page.getByText('Lent', { exact: true }).first().waitFor(LIMIT);
  const address = await makeCode('Door', 'codes.example.com');
  expect(address).toStartWith('https://codes.example.com/');
  await visitOnce(address);
  expect([...faults, ...operator.faults]).toEqual([]);
});
