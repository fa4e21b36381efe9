import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import {
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  shareBrowser,
  until,
  watchFaults,
} from '../e2e/browser.ts';
import { packRulePlugin, RULE_PLUGIN, RULE_PLUGIN_KEY } from '../e2e/rule-plugin.ts';
import { visitAs } from '../e2e/visitors.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { type Product, startProduct } from '../product.ts';

// What the main job has beside it: text that strangers chose, and rules that a plugin brings into the form.
setDefaultTimeout(300_000);

let product: Product;
let browser: Browser;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ env: { PLUGIN_TRUSTED_KEYS: RULE_PLUGIN_KEY } }),
    shareBrowser(),
  ]);
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  page = await context.newPage();
  faults = watchFaults(page);
  await enterAs(page, product.origin, product.administrator);
}, 180_000);

afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
}, 120_000);

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
    await own.getByRole('heading', { name: 'Visit rules' }).waitFor();
    await pluginsOf(api).install(await packRulePlugin());
    await own.getByRole('button', { name: 'Add rule' }).click();
    await rule.getByRole('combobox', { name: 'Kind' }).click();
    await own.getByRole('option', { name: 'Hours of the day' }).click();
    await rule.getByLabel('From hour').fill('0');
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await fault('parameters.to', 'This field is required.');
    await fault('action.target', 'This field is required.');
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
  });
});
