import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { LOCALES } from '@waypost/contract';
import type { Browser, Page } from 'playwright-core';
import { signIn } from '../api.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { startProduct } from '../product.ts';
import {
  DESKTOP,
  openBrowser,
  openContext,
  openScreen,
  PHONE,
  settle,
  signInOn,
  type View,
} from './browser.ts';
import { packRulePlugin, RULE_PLUGIN_KEY } from './rule-plugin.ts';
import { makeSampleData, SHARED } from './sample-data.ts';

/**
 * Pictures of every screen: light and dark, desktop and 390 px, three languages, into ./screenshots.
 * `bun tests/e2e/contact-sheet.ts [part of a picture's name]` makes only those that match.
 */
const folder = join(import.meta.dir, '../../screenshots');
const wanted = process.argv[2] ?? '';

/** Every theme and size in Chinese (the default); the other languages in the view that is tightest for each. */
const views: View[] = [
  ...(['light', 'dark'] as const).flatMap((theme) =>
    [DESKTOP, PHONE].map((size): View => ({ locale: 'zh-CN', theme, size })),
  ),
  ...LOCALES.filter((locale) => locale !== 'zh-CN').flatMap((locale): View[] => [
    { locale, theme: 'light', size: DESKTOP },
    { locale, theme: 'dark', size: PHONE },
  ]),
];

const product = await startProduct({ env: { PLUGIN_TRUSTED_KEYS: RULE_PLUGIN_KEY } });
const browser = await openBrowser();
let count = 0;
try {
  mkdirSync(folder, { recursive: true });
  const api = await signIn(product.origin, product.administrator);
  const empty = views.filter((view) => view.theme === 'light').slice(0, 2);
  for (const view of empty)
    await shoot(browser, view, 'empty', ['home', 'today_statistics', 'qr_code_list', 'visitor']);
  const { firstCode } = await makeSampleData(api);
  await pluginsOf(api).install(await packRulePlugin());
  const ruled = await api.call<{ id: string }>('qr_code_list/add', {
    name: 'With rules',
    targets: [{ url: 'https://example.com/' }],
    visit_rules: [
      {
        kind: 'guests.places',
        parameters: { countries: ['KE'], networks: ['203.0.113.0/24'] },
        action: { refuse: true },
      },
      {
        kind: 'guests.hours',
        parameters: { from: 22, to: 6 },
        action: { target: 'https://example.com/night' },
      },
    ],
  });
  const screens = [
    'home_admin',
    'home',
    'today_statistics',
    'access_real_time_statistics',
    'daily_statistics',
    'hourly_statistics?range=7_days',
    'visit_hour_statistics',
    'historical_statistics',
    'pc_historical_statistics',
    'async_operations',
    'visitor',
    'qr_code_list',
    'qr_code_list?view=bin',
    'qr_code_list_admin',
    'abuse_desk',
    'set_qr_code',
    `set_qr_code?id=${firstCode}&saved=1`,
    ...['targets', 'design', 'access', 'history'].map((tab) => `set_qr_code?id=${firstCode}&tab=${tab}`),
    `set_qr_code?id=${ruled.content.id}&tab=targets`,
    'administrators',
    'message_list',
    'configuration',
    'plugins',
    'plugins?drawer=view:qr',
    'plugins?drawer=disable:qr',
    'plugins?view=contributions',
    'plugins?view=history',
    'language_list',
    'update_password',
  ];
  for (const view of views) await shoot(browser, view, 'full', screens);
  await writeIndex();
} finally {
  await browser.close();
  await product.stop();
}
console.log(`${count} pictures in ${folder}`);

async function shoot(from: Browser, view: View, state: string, screens: readonly string[]): Promise<void> {
  const context = await openContext(from, view);
  const page = await context.newPage();
  const suffix = `${view.locale}-${view.theme}-${view.size.width}`;
  await page.goto(`${product.origin}/`);
  await page.locator('form').waitFor();
  await keep(page, `login-${suffix}`);
  const shared = `share_access?name=${SHARED.name}&password=${SHARED.password}`;
  const publicScreens = ['admin_register', 'access_log', 'share_access', 'report_abuse', 'maintain'];
  for (const route of state === 'full' ? [...publicScreens, shared] : publicScreens) {
    // From an empty page: the heading of the page before would be taken for that of this one.
    await page.goto('about:blank');
    await page.goto(`${product.origin}/#/${route}`);
    await settle(page);
    await keep(page, `${route === shared ? 'share_access_shared' : route}-${suffix}`);
  }
  await page.goto(`${product.origin}/#/admin_login`);
  await page.locator('form').waitFor();
  await signInOn(page, product.origin, product.administrator);
  for (const screen of screens) {
    const name = `${screen.replace(/[0-9a-f]{24}/, 'id').replaceAll(/[^a-z_]+/g, '-')}-${state}-${suffix}`;
    if (!name.includes(wanted)) continue;
    await openScreen(page, product.origin, screen);
    await keep(page, name);
  }
  await context.close();
}

/** One page with all pictures, so that faults stand out side by side. */
async function writeIndex(): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.png'));
  const figures = names.map(
    (name) =>
      `<figure><img src="${name}" loading="lazy" alt="" style="width:${name.includes('-390') ? 260 : 640}px"><figcaption>${name}</figcaption></figure>`,
  );
  const style =
    'body{display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;font:12px sans-serif;background:#999}';
  await Bun.write(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><style>${style}</style>${figures.join('')}`,
  );
}

async function keep(page: Page, name: string): Promise<void> {
  if (!name.includes(wanted)) return;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !name.includes('drawer') });
  count += 1;
}
