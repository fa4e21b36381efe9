import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { signIn } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import {
  closeContexts,
  DESKTOP,
  enterAs,
  onlyBeforeReleases,
  openContext,
  openScreen,
  PHONE,
  shareBrowser,
  type View,
  watchFaults,
} from '../e2e/browser.ts';
import { lookForFaults } from '../e2e/contact-faults.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

// Whoever cannot see well, or has a phone, or reads Swahili, works with the same screens.
let product: Product;
let browser: Browser;
let code: string;

beforeAll(async () => {
  [product, browser] = await Promise.all([shareProduct(), shareBrowser()]);
  const api = await signIn(product.origin, product.administrator);
  const targets = [{ url: 'https://example.com/1', threshold: 5 }, { url: 'https://example.com/2' }];
  code = (await api.call<{ id: string }>('qr_code_list/add', { name: 'For everyone', targets })).content.id;
}, 180_000);
afterAll(() => closeContexts(browser));

/** What a person would call broken at first sight; addresses and names that people give may be longer than their place. */
const LOOKED_AT = /^(wider than the window|a key\?|cut off: (button|li|h[1-6]|th|label|a) )/;

/** The lists of the log's types and of words have a column with the names that programs know them by. */
const TOLD_BY_KEY = /^(log_type|language_word): a key\?/;

const screensOf = () => [
  'home_admin',
  'home',
  'today_statistics',
  'access_real_time_statistics',
  'visitor',
  'qr_code_list',
  'qr_code_remove',
  'recover',
  'short_qr_code_list',
  'short_code',
  'print_batch',
  'code_claim',
  'group',
  'group?drawer=create',
  'stealing_list',
  'batche_query',
  'code_simulator',
  `code_simulator?id=${code}`,
  'checkout_ip',
  'checkout_ip?ip=203.0.113.77',
  'visit_summary',
  'visit_summary?by=domain',
  'count_reconciliation',
  'visit_block',
  'visit_block?drawer=create',
  'url_key_platform',
  'url_key_platform?drawer=create',
  'set_qr_code',
  `set_qr_code?id=${code}&saved=1`,
  'qr_code_list_admin',
  'abuse_desk',
  'user_list',
  'user_list?drawer=create',
  'administrators',
  'role',
  'role?view=menu',
  'configuration',
  'subscriber_config_default',
  'plugins',
  'language_list',
  'language_word',
  'ip_black',
  'server_ip_black',
  'server_ip_black?drawer=create',
  'ip_black?drawer=create',
  'home_page_config',
  'js_config',
  'mail_config',
  'log',
  'log_type',
  'log_config',
  'backups',
  'message_list',
  'async_operations',
  'update_password',
  ...['targets', 'design', 'access', 'history'].map((tab) => `set_qr_code?id=${code}&tab=${tab}`),
];
/** By day in English, on a desk, is how all other tests look at screens. */
const VIEWS: View[] = [
  { locale: 'zh-CN', theme: 'dark', size: DESKTOP },
  { locale: 'sw-KE', theme: 'light', size: PHONE },
  ...onlyBeforeReleases([{ locale: 'en-US', theme: 'light', size: DESKTOP }]),
];

test.each(VIEWS)(
  'axe finds nothing, and nothing is cut off, in $locale, $theme, $size.width px',
  async (view) => {
    const context = await openContext(browser, view);
    const own = await context.newPage();
    const ownFaults = watchFaults(own);
    const violations: string[] = [];
    const looks: string[] = [];
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
      for (const fault of await lookForFaults(own, view.locale))
        if (LOOKED_AT.test(fault) && !TOLD_BY_KEY.test(`${screen}: ${fault}`))
          looks.push(`${screen}: ${fault}`);
    }
    await context.close();
    expect(violations).toEqual([]);
    expect(ownFaults).toEqual([]);
    expect(looks).toEqual([]);
  },
  300_000,
);
