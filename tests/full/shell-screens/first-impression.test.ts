import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Locale } from '@waypost/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { signIn } from '../../api.ts';
import {
  arriveAt,
  closeContexts,
  DESKTOP,
  openContext,
  openScreen,
  shareBrowser,
  signInOn,
  watchFaults,
} from '../../e2e/browser.ts';
import { scan } from '../../e2e/scan.ts';
import { shows } from '../../e2e/shows.ts';
import { visitAs, WECHAT_PHONE } from '../../e2e/visitors.ts';
import { wordsOf } from '../../e2e/words.ts';
import type { Product } from '../../product.ts';
import { shareProduct } from '../../shared-product.ts';

// A whole afternoon of a customer in one go, on a busy machine.
setDefaultTimeout(240_000);

const PASSWORD = 'Waypost123';
const SHARE_PASSWORD = 'spring2026';
/** A visit that the page has not shown by then will not come any more, milliseconds. */
const PATIENCE = { timeout: 40_000, polling: 20 } as const;

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([shareProduct(), shareBrowser()]);
}, 120_000);
afterAll(async () => {
  await closeContexts(browser);
});

test.each([
  ['zh-CN', 0],
  ['en-US', 1],
  ['sw-KE', 2],
] as const)(
  'in %s a newcomer makes a code, sees it visited and shows it to others',
  async (locale, index) => {
    const say = wordsOf(locale);
    const name = say('qr.code.name.placeholder').slice(0, 20);
    const shareName = `spring-${index}`;
    const context = await openContext(browser, { locale, theme: 'light', size: DESKTOP });
    const page = await context.newPage();
    const faults = watchFaults(page);

    await register(page, `newcomer${index}`);
    await page
      .getByRole('heading', { level: 1, name: say('home.hello', { name: `newcomer${index}` }) })
      .waitFor();

    const { address, code } = await makeCode(page, say, { name, shareName });
    const live = await openLive(context, say);
    for (const visit of [1, 2, 3]) await visitAndSee(live, address, `36.152.${40 + index}.${visit}`);
    expect(await live.evaluate(() => 'sameDocument' in window)).toBe(true);

    await expectShare(locale, { name, shareName });
    const key = await issueCardKey(page, say);
    await expectEnquiry(locale, { key, ip: `36.152.${40 + index}.2`, code });
    expect(faults).toEqual([]);
    await context.close();
  },
);

test.each([
  ['ahead', 86_400_000],
  ['behind', -86_400_000],
] as const)(
  'a computer whose clock is a day %s signs in and follows visits all the same',
  async (_, offset) => {
    const context = await openContext(browser, { locale: 'en-US', theme: 'dark', size: DESKTOP });
    await context.addInitScript((skew) => {
      const RealDate = Date;
      window.Date = class extends RealDate {
        constructor(...given: []) {
          if (given.length > 0) super(...given);
          else super(RealDate.now() + skew);
        }
        static override now() {
          return RealDate.now() + skew;
        }
      } as DateConstructor;
    }, offset);
    const api = await signIn(product.origin, product.administrator);
    const { content } = await api.call<{ short_url: string }>('qr_code_list/add', {
      name: 'Skewed',
      targets: [{ url: 'https://example.com/' }],
    });
    const page = await context.newPage();
    await signInOn(page, product.origin, product.administrator);
    const live = await openLive(context, wordsOf('en-US'));
    await visitAndSee(live, content.short_url, `36.152.60.${offset > 0 ? 1 : 2}`);
    await context.close();
  },
);

async function register(page: Page, account: string): Promise<void> {
  await page.goto(`${product.origin}/#/admin_register`);
  await page.fill('input[name=account]', account);
  await page.fill('input[name=password]', PASSWORD);
  await page.fill('input[name=repeat]', PASSWORD);
  await page.locator('form button[type=submit]').click();
  await arriveAt(page, /#\/customer\/home$/);
}

type Say = ReturnType<typeof wordsOf>;

/** Designs a code, saves it, and answers what its downloaded PNG says to a phone. */
async function makeCode(
  page: Page,
  say: Say,
  { name, shareName }: { name: string; shareName: string },
): Promise<{ address: string; code: string }> {
  await openScreen(page, product.origin, 'set_qr_code');
  const field = (key: string) => page.getByRole('textbox', { name: new RegExp(`^${say(key)}`) }).first();
  await page.getByLabel(say('qr.code.name'), { exact: true }).fill(name);
  await field('qr.set.target.url').fill('https://example.com/spring');
  await page.getByRole('button', { name: say('form.more') }).click();
  // The whole tile can be pressed, whatever of it lies on top.
  const dots = page.locator('input[type=radio][value=dot]').first();
  await page.locator('label').filter({ has: dots }).first().click();
  await shows(dots, { checked: true });
  await field('qr.code.file_name').fill(shareName);
  await page
    .getByLabel(new RegExp(`^${say('qr.code.share_password')}`))
    .first()
    .fill(SHARE_PASSWORD);
  await page.getByRole('button', { name: say('action.create'), exact: true }).click();
  await arriveAt(page, /set_qr_code\?id=[0-9a-f]{24}/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: say('qr.code.action.download_png') })
      .first()
      .click(),
  ]);
  const address = (await scan(await Bun.file(await download.path()).bytes())) ?? '';
  expect(address).toStartWith(`${product.origin}/`);
  return { address, code: new URL(address).pathname.slice(1) };
}

/** Another window on the live visits, followed over the channel. */
async function openLive(context: BrowserContext, say: Say): Promise<Page> {
  const live = await context.newPage();
  await openScreen(live, product.origin, 'access_real_time_statistics');
  // The tab may be called the same: what tells of the channel is no link.
  const isLive = new RegExp(`^${say('qr.today.live')}$`);
  await live.locator('#content span').filter({ hasText: isLive }).first().waitFor();
  await live.evaluate(() => Object.assign(window, { sameDocument: true }));
  return live;
}

/** Visits a code and waits until another window shows it. */
async function visitAndSee(live: Page, address: string, ip: string): Promise<void> {
  expect((await visitAs({ ...WECHAT_PHONE, address: ip }, address)).status).toBe(200);
  await live.waitForFunction(
    (wanted) => document.querySelector('main ol')?.textContent?.includes(wanted),
    ip,
    PATIENCE,
  );
}

/** The share page, for a stranger: the same three visits. */
async function expectShare(
  locale: Locale,
  { name, shareName }: { name: string; shareName: string },
): Promise<void> {
  const context = await openContext(browser, { locale, theme: 'light', size: DESKTOP });
  const page = await context.newPage();
  await page.goto(`${product.origin}/#/share_access?name=${shareName}&password=${SHARE_PASSWORD}`);
  await page.getByRole('heading', { name }).waitFor();
  await page.waitForFunction(
    () => document.querySelector('dd')?.textContent?.startsWith('3'),
    undefined,
    PATIENCE,
  );
  await context.close();
}

async function issueCardKey(page: Page, say: Say): Promise<string> {
  await openScreen(page, product.origin, 'qr_code_list');
  await page.getByRole('button', { name: say('qr.card_key.title') }).click();
  const answer = page.waitForResponse(/qr_code_access\/issue_key/);
  await page.getByRole('button', { name: say('qr.card_key.issue') }).click();
  const { content } = (await (await answer).json()) as { content: { key: string } };
  await page.getByText(content.key, { exact: true }).first().waitFor();
  return content.key;
}

/** The enquiry, for whoever was given the key: the visit with its place. */
async function expectEnquiry(
  locale: Locale,
  { key, ip, code }: { key: string; ip: string; code: string },
): Promise<void> {
  const say = wordsOf(locale);
  const context = await openContext(browser, { locale, theme: 'light', size: DESKTOP });
  const page = await context.newPage();
  await page.goto(`${product.origin}/#/access_log`);
  await page.getByLabel(say('qr.enquiry.key')).fill(key);
  await page.getByLabel(say('qr.enquiry.ip_list')).fill(`${ip}\n203.0.113.9`);
  await page.getByRole('button', { name: say('qr.enquiry.ask'), exact: true }).click();
  const row = page.getByRole('row', { name: new RegExp(ip.replaceAll('.', '\\.')) });
  await row.waitFor();
  await shows(row, { text: /江苏省|Jiangsu/ });
  expect(code).not.toBe('');
  await context.close();
}
