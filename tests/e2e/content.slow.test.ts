import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { mongo } from 'mongoose';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { withStore } from '../security/world.ts';
import { until } from '../until.ts';
import { axeViolations } from './axe.ts';
import { arriveAt, openScreen, settle } from './browser.ts';
import { looking } from './look.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

// An operator writes a rotation and a text in three languages; a customer sees and presses them, a stranger reads the text at
// its public address, and markup that wants to run does not.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 40_000 };
const LOGO = join(import.meta.dir, '../../host/shell/public/logo.png');

/** Whoever asks more often is told to wait. */
const SELDOM = { everyMs: 500 };

let place: Place;
let root: Api;
let customer: Awaited<ReturnType<typeof createAccount>>;

beforeAll(async () => {
  place = await openPlace();
  root = await signIn(place.product.origin, place.product.administrator);
  customer = await createAccount(place.product, { account: 'cora.content', role: 'customer' });
}, 240_000);
afterAll(() => place?.close());

const look = looking('content');
const made = async (path: string, body: object) => (await root.call<{ id: string }>(path, body)).content.id;

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click(LIMIT);
  await page.getByRole('option', { name: option, exact: true }).click(LIMIT);
}

test('a rotation is made with its type, its picture and its words, and shown before it is kept', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'rotation_type');
  await page.getByRole('button', { name: 'New type' }).first().click(LIMIT);
  let drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Front page', LIMIT);
  await drawer.getByRole('switch', { name: 'On the home page' }).click(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByText('Front page').first().waitFor(LIMIT);

  await openScreen(page, place.product.origin, 'rotation');
  await page.getByText('No rotations yet').waitFor(LIMIT);
  await look(page);
  await page.getByRole('button', { name: 'New rotation' }).first().click(LIMIT);
  drawer = page.getByRole('dialog');
  await drawer.getByLabel('Title', { exact: true }).fill('春季优惠', LIMIT);
  await drawer.getByLabel('Title in English').fill('Spring sale');
  await drawer.getByLabel('Title in Kiswahili').fill('Mauzo ya masika');
  await choose(page, 'Type', 'Front page');
  await drawer.locator('input[type=file]').setInputFiles(LOGO);
  await drawer.getByRole('button', { name: 'Remove the picture' }).waitFor(LIMIT);
  // What nobody may be led to is said at its field, before anything is sent.
  const address = drawer.getByLabel('Jump address');
  await address.fill('javascript:alert(1)');
  await address.blur();
  await drawer.getByText('Enter what fits how it opens').first().waitFor(LIMIT);
  await address.fill('message_list');
  await drawer.getByRole('heading', { name: 'Spring sale' }).waitFor(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: '春季优惠' }).waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a text is written in three languages, with what people know from any editor', async () => {
  await made('image_text_type/add', { title: 'For visitors' });
  const { page, faults } = await place.open(place.product.administrator);
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (/\/plugins\/system\/.*\.js$/.test(response.url())) scripts.push(response.url());
  });
  await openScreen(page, place.product.origin, 'image_text');
  await page.getByText('No texts yet').waitFor(LIMIT);
  await settle(page);
  const before = scripts.length;
  await page.getByRole('button', { name: 'New text' }).first().click(LIMIT);
  const content = page.getByRole('textbox', { name: 'Content', exact: true });
  await content.waitFor(LIMIT);
  // The editor is loaded where somebody writes, and not before.
  expect(scripts.length).toBeGreaterThan(before);
  await page.getByLabel('Title', { exact: true }).fill('隐私说明');
  await choose(page, 'Type', 'For visitors');
  await content.click();
  await page.keyboard.type('我们不保存任何内容。');
  const english = page.getByRole('textbox', { name: 'Content in English' });
  await page.getByLabel('Title in English').fill('Privacy notice');
  await english.click();
  const tools = page.getByRole('toolbar', { name: 'Formatting of Content in English' });
  await tools.getByRole('button', { name: 'Heading', exact: true }).click();
  await page.keyboard.type('What we keep');
  await page.keyboard.press('Enter');
  await tools.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type('Nothing');
  await tools.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type(' at all. ');
  await tools.getByRole('button', { name: 'Link', exact: true }).click();
  const link = page.getByLabel('Address of the link');
  await link.fill('javascript:alert(1)');
  await page.keyboard.press('Enter');
  await page.getByText('Enter an address that starts with http:// or https://').waitFor(LIMIT);
  await link.fill('example.com/rules');
  await page.keyboard.press('Enter');
  await tools.locator('input[type=file]').setInputFiles(LOGO);
  await english.locator('img').waitFor(LIMIT);
  await page.getByLabel('What the picture shows, for those who do not see it').fill('Our mark');
  await page.getByLabel('Title in Kiswahili').fill('Tamko la faragha');
  await page.getByRole('textbox', { name: 'Content in Kiswahili' }).click();
  await page.keyboard.type('Hatuhifadhi chochote.');
  await page.getByRole('switch', { name: 'On the home page' }).click();
  await page.getByLabel('Public address').fill('privacy');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog');
  await preview.getByRole('heading', { name: 'What we keep' }).waitFor(LIMIT);
  await look(page);
  await page.keyboard.press('Escape');
  await look(page);
  await page.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('heading', { name: '隐私说明', level: 1 }).waitFor(LIMIT);
  await page.getByRole('heading', { name: 'What we keep' }).waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a customer sees the slide and the text in their language; a press counts once, one that could not be told later', async () => {
  const { page, faults } = await place.open(customer, { locale: 'sw-KE' });
  await openScreen(page, place.product.origin, 'home');
  const slide = page.getByRole('link', { name: 'Mauzo ya masika' });
  await slide.waitFor(LIMIT);
  await look(page);
  const clicks = async () => {
    const { content } = await root.call<{ content: { title: string; click_count: number }[] }>(
      'rotation/inquire',
    );
    return content.content.find(({ title }) => title === '春季优惠')?.click_count;
  };
  await slide.click();
  await arriveAt(page, /message_list/);
  await until('the press is counted', async () => (await clicks()) === 1, SELDOM);
  await openScreen(page, place.product.origin, 'home');
  const away = /\/api\/home\/click$/;
  await page.route(away, (route) => route.abort());
  // The page goes on at once; what tells of the press may leave it later.
  const refused = page.waitForEvent('requestfailed', { ...LIMIT, predicate: (one) => away.test(one.url()) });
  await slide.click();
  await arriveAt(page, /message_list/);
  await refused;
  await page.unroute(away);
  expect(await clicks()).toBe(1);
  await openScreen(page, place.product.origin, 'home');
  await until('the press of before is counted', async () => (await clicks()) === 2, SELDOM);
  await page.getByRole('link', { name: 'Tamko la faragha' }).click(LIMIT);
  await page.getByRole('dialog').getByText('Hatuhifadhi chochote.').waitFor(LIMIT);
  await look(page);
  expect(faults.filter((fault) => !fault.includes('home/click') && !fault.includes('ERR_FAILED'))).toEqual(
    [],
  );
  await page.context().close();
});

test('a stranger reads the text at its address, in the language that the browser asks for', async () => {
  const { page, faults } = await place.open();
  const answer = await page.goto(`${place.product.origin}/page/privacy`);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()['content-security-policy']).toStartWith('sandbox;');
  await page.getByRole('heading', { name: 'Privacy notice', level: 1 }).waitFor(LIMIT);
  await until('the picture is there', () =>
    page.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
  );
  await shows(page.locator('article a'), { attribute: ['href', 'https://example.com/rules'] });
  await page.getByRole('link', { name: 'Kiswahili' }).click(LIMIT);
  await page.getByText('Hatuhifadhi chochote.').waitFor(LIMIT);
  // What the tests' own scripts wanted there was refused to them, too.
  expect(faults.filter((fault) => !fault.includes('sandboxed'))).toEqual([]);
  expect((await page.goto(`${place.product.origin}/page/nothing`))?.status()).toBe(404);
  await page.context().close();
  // In the box axe does not run either: the same markup is looked at without it.
  const bare = await place.open();
  await bare.page.setContent(await (await fetch(`${place.product.origin}/page/privacy`)).text());
  expect(await axeViolations(bare.page)).toEqual([]);
  await bare.page.context().close();
});

test('markup that wants to run does not, even where it was written past the server', async () => {
  const type = await made('image_text_type/add', { title: 'Hostile' });
  const hostile =
    '<p>Harmless words</p><script>window.hit=1</script><img src=x onerror="window.hit=2"><svg onload="window.hit=3"></svg><a href="javascript:window.hit=4">press me</a><iframe srcdoc="<script>parent.hit=5</script>"></iframe><style>body{display:none}</style>';
  const id = await made('image_text/add', {
    title: 'Hostile',
    type,
    content: hostile,
    address: 'hostile',
    show_on_home: 2,
  });
  const cleaned = (await root.call<{ content: string }>('image_text/details', { id })).content.content;
  expect(cleaned).toBe('<p>Harmless words</p>press me');
  // As if the cleaning had a hole: what shows the text does not trust it either.
  await withStore(place.product, (database: mongo.Db) =>
    database
      .collection<{ _id: string; content: string }>('system_image_text')
      .updateOne({ _id: id }, { $set: { content: hostile } }),
  );
  const { page, faults } = await place.open(customer);
  await openScreen(page, place.product.origin, `home?text=${id}`);
  const text = page.getByRole('dialog');
  await text.getByText('Harmless words').waitFor(LIMIT);
  await text.getByText('press me').click(LIMIT);
  await shows(text.locator('a[href^=javascript], iframe, script, svg[onload], style'), { count: 0 });
  const hit = () => page.evaluate(() => (window as unknown as { hit?: number }).hit);
  expect(await hit()).toBeUndefined();
  // What the policy refuses it says, also of markup that is read and not shown.
  expect(faults.filter((fault) => !fault.includes('Content Security Policy'))).toEqual([]);
  await page.goto(`${place.product.origin}/page/hostile`);
  await page.getByText('Harmless words').waitFor({ ...LIMIT, state: 'attached' });
  expect(await hit()).toBeUndefined();
  await page.context().close();
});
