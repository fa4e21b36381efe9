import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import {
  closeContexts,
  DESKTOP,
  openContext,
  PHONE,
  shareBrowser,
  until,
  type View,
} from '../../e2e/browser.ts';
import { shows } from '../../e2e/shows.ts';
import type { Product } from '../../product.ts';
import { shareProduct } from '../../shared-product.ts';

// What a visitor is shown in the place of being led on, of codes that their owner has made through the API.
setDefaultTimeout(120_000);

const PICTURES = process.env.WAYPOST_TEST_PICTURES;
const VIEWS: readonly View[] = [
  { locale: 'zh-CN', theme: 'light', size: PHONE },
  { locale: 'en-US', theme: 'dark', size: PHONE },
  { locale: 'sw-KE', theme: 'light', size: { ...DESKTOP, width: 1024 } },
];
const contact = {
  name: 'Amina Njeri',
  organization: 'Chai ya Pwani',
  title: 'Sales',
  phones: ['+254 700 123 456', '+254 711 000 111'],
  emails: ['amina.njeri@chai-ya-pwani.example'],
  website: 'https://chai-ya-pwani.example/catalogue?from=card',
  address: 'Moi Avenue 1, Mombasa',
  note: 'Open on weekdays.',
};

let product: Product;
let browser: Browser;
let owner: Api;
beforeAll(async () => {
  [product, browser] = await Promise.all([shareProduct(), shareBrowser()]);
  owner = await signIn(
    product.origin,
    await createAccount(product, { account: 'shown.pages', role: 'customer' }),
  );
}, 180_000);
afterAll(() => closeContexts(browser));

async function addCode(targets: object[]): Promise<{ id: string; url: string }> {
  const { content } = await owner.call<{ id: string; short_code: string }>('qr_code_list/add', {
    name: 'Shown',
    targets,
  });
  return { id: content.id, url: `${product.origin}/${content.short_code}` };
}
const viewsOf = async (id: string) =>
  (await owner.call<{ view_number: number }>('qr_code_list/details', { id })).content.view_number;

/** Opens an address in each view, looks at it with axe, and does something with the page. */
async function inEachView(name: string, url: string, look: (page: Page, view: View) => Promise<void>) {
  for (const view of VIEWS) {
    const context = await openContext(browser, view);
    const page = await context.newPage();
    await page.goto(url);
    await shows(page.locator('html'), { attribute: ['lang', view.locale] });
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (PICTURES !== undefined)
      await page.screenshot({ path: `${PICTURES}/${name}-${view.locale}.png`, fullPage: true });
    await look(page, view);
    await context.close();
  }
}

test('a picture is shown large, in the visitor’s language, and each opened page counts once', async () => {
  const drawn = new PNG({ width: 300, height: 400 });
  drawn.data.fill(200);
  const data = PNG.sync.write(drawn).toString('base64');
  const kept = await owner.call<{ picture: string }>('qr_code_list/target_picture', { data });
  const { id, url } = await addCode([{ picture: kept.content.picture }]);
  await inEachView('picture', url, async (page) => {
    const shown = page.locator('img');
    await shown.evaluate((image: HTMLImageElement) => image.decode());
    expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
    expect(await shown.evaluate((image) => image.clientWidth)).toBeGreaterThan(300);
  });
  await until('the pages are counted', async () => (await viewsOf(id)) >= VIEWS.length);
  expect(await viewsOf(id)).toBe(VIEWS.length);
});

test('a contact is shown, and saved as a card that address books read', async () => {
  const { url } = await addCode([{ contact }]);
  await inEachView('contact', url, async (page) => {
    await shows(page.locator('h1').first(), { text: contact.name });
    const [download] = await Promise.all([page.waitForEvent('download'), page.locator('a.button').click()]);
    expect(download.suggestedFilename()).toBe('Amina Njeri.vcf');
    const card = await new Response(Bun.file(await download.path())).text();
    expect(card).toContain('FN:Amina Njeri\r\nORG:Chai ya Pwani\r\n');
  });
});

test('what is no picture, was never kept, or is two things at once is refused at its place', async () => {
  const refusal = async (call: string, body: object) => {
    const answer = await owner.call(`qr_code_list/${call}`, body);
    const { code, errors } = answer.body as { code: string; errors: { path: string }[] };
    return [answer.status, code, ...errors.map(({ path }) => path)];
  };
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');
  expect(await refusal('target_picture', { data: svg })).toEqual([422, 'visit_picture_unusable']);
  const named = (targets: object[]) => refusal('add', { name: 'Shown', targets });
  expect(await named([{ picture: 'A'.repeat(43) }])).toEqual([422, 'visit_content_unknown']);
  expect(await named([{ url: 'https://t.example/', contact }])).toEqual([
    422,
    'invalid_input',
    'targets.0.url',
  ]);
  expect(await named([{ remark: 'nothing' }])).toEqual([422, 'invalid_input', 'targets.0.url']);
  expect(await named([{ contact: { ...contact, website: 'javascript:alert(1)' } }])).toEqual([
    422,
    'invalid_input',
    'targets.0.contact.website',
  ]);
});
