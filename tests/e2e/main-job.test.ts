import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import jsQR from 'jsqr';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { signIn } from '../api.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { type Product, startProduct } from '../product.ts';
import { axeViolations } from './axe.ts';
import {
  arriveAt,
  closeContexts,
  DESKTOP,
  enterAs,
  firstOrAll,
  openContext,
  openScreen,
  PHONE,
  settle,
  shareBrowser,
  signInOn,
  until,
  type View,
  watchFaults,
} from './browser.ts';
import { packRulePlugin, RULE_PLUGIN, RULE_PLUGIN_KEY } from './rule-plugin.ts';
import { DESKTOP_CHROME, visitAs, WECHAT_PHONE } from './visitors.ts';

/** Milliseconds: statistics are at most 2 s behind, the screen asks every 2 s, the machine may be busy. */
const SEEN_WITHIN = 40_000;
const TARGETS = ['https://example.com/left', 'https://example.org/right'];

setDefaultTimeout(180_000);

let product: Product;
let browser: Browser;
let page: Page;
let faults: string[];
let codeAddress: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ env: { PLUGIN_TRUSTED_KEYS: RULE_PLUGIN_KEY } }),
    shareBrowser(),
  ]);
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  page = await context.newPage();
  faults = watchFaults(page);
}, 180_000);

afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
});

describe('the main job in the browser', () => {
  test('a person signs in, stands on the overview, and has the statistics of the day one press away', async () => {
    await signInOn(page, product.origin, product.administrator);
    await arriveAt(page, /#\/customer\/home_admin/);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Analytics', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  });

  test('a code with two targets is made, and its preview names the short link before it is saved', async () => {
    await page.getByRole('link', { name: 'New QR code', exact: true }).click();
    await page.getByLabel('Name', { exact: true }).fill('Table card');
    await page.getByRole('textbox', { name: 'Address' }).fill(TARGETS[0] as string);
    await page.getByRole('button', { name: 'Add target' }).click();
    await page
      .getByRole('textbox', { name: 'Address' })
      .nth(1)
      .fill(TARGETS[1] as string);
    await page.getByText('Alternate', { exact: true }).click();
    const preview = page.getByRole('img', { name: /^QR code of http/ });
    const announced = (await preview.getAttribute('alt'))?.replace('QR code of ', '');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await arriveAt(page, /set_qr_code\?id=[0-9a-f]{24}/);
    // Before it is saved, the picture is a sample of the short link's; then it carries the mark of a scan.
    const saved = await page.getByRole('img', { name: /^QR code of http.*[?]s=/ }).getAttribute('alt');
    codeAddress = (saved ?? '').replace('QR code of ', '');
    expect(announced).toStartWith(`${product.origin}/`);
    expect(codeAddress).toStartWith(`${announced}?s=`);
  });

  test('the downloaded PNG leads a phone to the code', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PNG' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^[0-9A-Za-z]{7}\.png$/);
    const image = PNG.sync.read(Buffer.from(await Bun.file(await download.path()).arrayBuffer()));
    expect(image.width).toBe(1024);
    expect(jsQR(new Uint8ClampedArray(image.data), image.width, image.height)?.data).toBe(codeAddress);
    const [svg] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download SVG' }).click(),
    ]);
    expect(await Bun.file(await svg.path()).text()).toStartWith('<svg ');
  });

  test('visits move the statistics without a reload', async () => {
    await page.getByRole('link', { name: 'Analytics', exact: true }).click();
    const visits = page.locator('dl').getByText(/^\d+$/).first();
    await visits.waitFor();
    expect(await visits.textContent()).toBe('0');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));

    const [first, second] = [
      await visitAs(WECHAT_PHONE, codeAddress),
      await visitAs(DESKTOP_CHROME, codeAddress),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(
      [await first.text(), await second.text()].map((text) => TARGETS.find((url) => text.includes(url))),
    ).toEqual(TARGETS);
    await page.waitForFunction(
      () => document.querySelector('main dl dd')?.textContent?.trim().startsWith('2'),
      undefined,
      { timeout: SEEN_WITHIN },
    );
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await page.getByRole('row', { name: /Table card/ }).waitFor();
    // Lists are read from the store, which learns of visits a little later.
    const api = await signIn(product.origin, product.administrator);
    await until('both visits are in the store', async () => {
      const visitors = await api.call<{ count: number }>('visitor/inquire');
      const codes = await api.call<{ content: { view_number: number }[] }>('qr_code_list/inquire');
      return visitors.content.count === 2 && codes.content.content[0]?.view_number === 2;
    });
  });

  test('the visitor list tells app, device and place of both', async () => {
    await page.getByRole('link', { name: 'Visitors', exact: true }).click();
    await settle(page);
    const rowOf = async (address: string) => {
      const row = page.getByRole('row', { name: new RegExp(address.replaceAll('.', '\\.')) });
      return ((await row.textContent()) ?? '').replace(/\s+/g, ' ');
    };
    const phone = await rowOf(WECHAT_PHONE.address);
    for (const fact of [
      'Table card',
      'WeChat',
      'Redmi Note 12 Turbo',
      'Android 14',
      'Guangdong Shenzhen',
      'China Mobile',
    ])
      expect(phone).toContain(fact);
    const desktop = await rowOf(DESKTOP_CHROME.address);
    for (const fact of ['Table card', 'Browser', 'Computer', 'Windows 10', 'United States'])
      expect(desktop).toContain(fact);
  });

  test('the list of codes shows the visits and leads to the page of the code', async () => {
    await page.getByRole('link', { name: 'QR codes', exact: true }).click();
    await settle(page);
    const row = page.getByRole('row', { name: /Table card/ });
    await row.getByRole('cell', { name: '2', exact: true }).first().waitFor();
    await row.getByRole('link', { name: 'Table card' }).click();
    await page.getByRole('heading', { level: 1, name: 'Table card' }).waitFor();
    await page.getByRole('tab', { name: 'Targets and rules' }).click();
    const second = page.getByRole('group', { name: 'Target 2' }).getByRole('textbox', { name: 'Address' });
    expect(await second.inputValue()).toBe(TARGETS[1] as string);
    await page.getByRole('main').getByRole('link', { name: 'QR codes' }).click();
    await settle(page);
  });

  test('a code goes to the bin and comes back', async () => {
    const row = page.getByRole('row', { name: /Table card/ });
    await row.getByRole('button', { name: /^More actions/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    expect((await visitAs(DESKTOP_CHROME, codeAddress)).status).toBe(410);
    await page.getByText('Bin', { exact: true }).click();
    await page
      .getByRole('row', { name: /Table card/ })
      .getByRole('button', { name: /^Restore/ })
      .click();
    await page.getByText('The bin is empty').waitFor();
    expect((await visitAs(DESKTOP_CHROME, codeAddress)).status).toBe(200);
  });

  test('nothing failed behind the screens', () => expect(faults).toEqual([]));
});

describe('hostile text', () => {
  const script = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';

  test('names, referrers and user agents of strangers stay text on every screen', async () => {
    const api = await signIn(product.origin, product.administrator);
    const { content } = await api.call<{ id: string; short_url: string }>('qr_code_list/add', {
      name: script,
      remark: script,
      targets: [{ url: 'https://example.com/', remark: script }],
    });
    const visitor = { userAgent: `${script} MicroMessenger`, address: '9.9.9.9' };
    const referer = `https://a.example/?"><svg onload=window.pwned=1>`;
    expect((await visitAs(visitor, content.short_url, { referer })).status).toBe(200);
    await until('the visitor is listed', async () => {
      const { content: found } = await api.call<{ count: number }>('visitor/inquire', { search: '9.9.9.9' });
      return found.count === 1;
    });
    for (const screen of [
      'home_admin',
      'home',
      'today_statistics',
      'access_real_time_statistics',
      'visitor',
      'qr_code_list',
      `set_qr_code?id=${content.id}`,
      `set_qr_code?id=${content.id}&tab=targets`,
      `set_qr_code?id=${content.id}&tab=history`,
    ]) {
      await openScreen(page, product.origin, screen);
      expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    }
    await openScreen(page, product.origin, 'visitor');
    await page.getByRole('link', { name: '9.9.9.9' }).click();
    await page.getByRole('dialog').getByText(script).first().waitFor();
    expect(await page.evaluate(() => 'pwned' in window)).toBe(false);
    expect(faults).toEqual([]);
  });
});

describe('screens for everyone', () => {
  let code: string;
  beforeAll(async () => {
    const api = await signIn(product.origin, product.administrator);
    const targets = [{ url: 'https://example.com/1', threshold: 5 }, { url: 'https://example.com/2' }];
    code = (await api.call<{ id: string }>('qr_code_list/add', { name: 'For everyone', targets })).content.id;
  });
  const screensOf = () => [
    'home_admin',
    'home',
    'today_statistics',
    'access_real_time_statistics',
    'visitor',
    'qr_code_list',
    'qr_code_list?view=bin',
    'set_qr_code',
    `set_qr_code?id=${code}&saved=1`,
    ...['targets', 'design', 'access', 'history'].map((tab) => `set_qr_code?id=${code}&tab=${tab}`),
  ];
  const views = firstOrAll<View>([
    { locale: 'zh-CN', theme: 'dark', size: DESKTOP },
    { locale: 'en-US', theme: 'light', size: DESKTOP },
    { locale: 'sw-KE', theme: 'light', size: PHONE },
  ]);

  test.each(views)(
    'axe finds nothing in $locale, $theme, $size.width px',
    async (view) => {
      const context = await openContext(browser, view);
      const own = await context.newPage();
      const ownFaults = watchFaults(own);
      const violations: string[] = [];
      const check = async (name: string) => {
        for (const violation of await axeViolations(own)) violations.push(`${name}: ${violation}`);
      };
      await own.goto(`${product.origin}/`);
      await own.locator('form').waitFor();
      await check('login');
      await enterAs(own, product.origin, product.administrator);
      for (const screen of screensOf()) {
        await openScreen(own, product.origin, screen);
        await check(screen);
      }
      const isTooWide = await own.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      await context.close();
      expect(violations).toEqual([]);
      expect(ownFaults).toEqual([]);
      expect(isTooWide).toBe(false);
    },
    300_000,
  );
});

// Last: until here no plugin offers rules, and the screens above do not speak of any.
describe('visit rules', () => {
  test('a rule of a plugin is added in the form, obeyed by visits, changed, kept while the plugin is off, and removed', async () => {
    const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
    const own = await context.newPage();
    const ownFaults = watchFaults(own);
    await enterAs(own, product.origin, product.administrator);
    const api = await signIn(product.origin, product.administrator);
    const made = await api.call<{ id: string; short_url: string }>('qr_code_list/add', {
      name: 'Ruled',
      jump_type: 6,
      targets: [{ url: 'https://example.com/usual' }],
    });
    const { id, short_url } = made.content;
    const leadsTo = (address: string | null) =>
      until(`visits lead to ${address}`, async () => {
        const answer = await fetch(short_url, { redirect: 'manual' });
        return answer.headers.get('location') === address;
      });
    const save = async () => {
      const [answer] = await Promise.all([
        own.waitForResponse('**/api/qr_code_list/update'),
        own.getByRole('button', { name: 'Save', exact: true }).click(),
      ]);
      expect(answer.status()).toBe(200);
    };
    const edit = () => openScreen(own, product.origin, `set_qr_code?id=${id}&tab=targets`);
    const rule = own.getByRole('group', { name: 'Rule 1' });
    const field = (name: string) => rule.locator(`[data-path="visit_rules.0.${name}"]`);
    const fault = (name: string, text: string | RegExp) => field(name).getByText(text).waitFor();

    await edit();
    expect(await own.getByRole('heading', { name: 'Visit rules' }).count()).toBe(0);
    await pluginsOf(api).install(await packRulePlugin());
    await own.getByRole('button', { name: 'Add rule' }).click();
    await rule.getByRole('combobox', { name: 'Kind' }).click();
    await own.getByRole('option', { name: 'Hours of the day' }).click();
    await rule.getByLabel('From hour').fill('0');
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await fault('parameters.to', 'Fill this in.');
    await fault('action.target', 'Fill this in.');
    expect(await axeViolations(own)).toEqual([]);
    await rule.getByLabel('To hour').fill('23');
    await rule.getByLabel('Where to').fill('https://example.com/by-rule');
    await own.route('**/api/qr_code_list/update', (route) =>
      route.fulfill({
        status: 422,
        json: {
          status: false,
          code: 'invalid_input',
          message: 'Some fields are not right.',
          errors: [{ path: 'visit_rules.0.parameters.to', message: 'Said by the server' }],
        },
      }),
    );
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await fault('parameters.to', 'Said by the server');
    await own.unroute('**/api/qr_code_list/update');
    await save();
    await leadsTo('https://example.com/by-rule');

    await edit();
    await rule.getByText('Refused', { exact: true }).click();
    await save();
    await leadsTo(null);

    await api.call('plugins/disable', { id: RULE_PLUGIN });
    await leadsTo('https://example.com/usual');
    await edit();
    await fault('kind', /^The plugin of this rule is off/);
    await rule.getByText('Led elsewhere', { exact: true }).click();
    await rule.getByLabel('Where to').fill('https://example.com/kept');
    await save();
    await api.call('plugins/enable', { id: RULE_PLUGIN });
    await leadsTo('https://example.com/kept');

    await edit();
    await own.getByRole('button', { name: 'Delete: Rule 1' }).click();
    await save();
    await leadsTo('https://example.com/usual');
    await context.close();
    expect(ownFaults.filter((one) => !one.includes('status of 422'))).toEqual([]);
  }, 300_000);
});
