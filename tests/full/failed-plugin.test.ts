import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { packFolder } from '../../runtime/package/index.ts';
import { type Api, signIn } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import {
  closeContexts,
  DESKTOP,
  enterAs,
  openContext,
  openScreen,
  PHONE,
  settle,
  shareBrowser,
  until,
  type View,
} from '../e2e/browser.ts';
import { shows } from '../e2e/shows.ts';
import { packFaulty } from '../platform/faulty-plugin.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { type Product, startProduct } from '../product.ts';

/** A plugin whose process was given up, as an administrator meets it and brings it back. */
const LIMIT = 300_000;
const WAIT = { timeout: 60_000 };
const NAME = 'Faulty en-US';
const VIEW: View = { locale: 'en-US', theme: 'light', size: DESKTOP };
/** Where somebody wants to look at it: pictures of the screens in this folder. */
const PICTURES = process.env.WAYPOST_PICTURES;
let product: Product;
let browser: Browser;
let api: Api;
let page: Page;

const version = async () => (await api.call('faulty_call/version')).body;
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const row = () => page.getByRole('row').filter({ hasText: NAME });
async function axe(of: Page): Promise<string[]> {
  await settle(of);
  return axeViolations(of);
}
async function open(view: View): Promise<Page> {
  const opened = await (await openContext(browser, view)).newPage();
  await enterAs(opened, product.origin, product.administrator);
  return opened;
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), shareBrowser()]);
  api = await signIn(product.origin, product.administrator);
  await pluginsOf(api).install(await packFaulty({ version: '1.0.0', isSigned: false }), { trusted: false });
  await until('the process is given up', async () => {
    await api.call('faulty_call/end');
    return (await version()).status !== true && (await pluginsOf(api).one('faulty')).state === 'failed';
  });
}, LIMIT);
afterAll(async () => {
  await closeContexts(browser);
  await product?.stop();
}, LIMIT);

test(
  'an administrator who is on any screen is told, and finds the message in the inbox',
  async () => {
    page = await open(VIEW);
    await page
      .getByText(/^The process of faulty 1\.0\.0 ended again and again/)
      .first()
      .waitFor(WAIT);
    await openScreen(page, product.origin, 'message_list');
    await page.getByText('The plugin “faulty” has failed').first().waitFor(WAIT);
    await page.context().close();
    // Unread ones stay over every page, until somebody closes them.
    await api.call('message/clear');
    page = await open(VIEW);
  },
  LIMIT,
);

test(
  'list, drawer and Health say Failed and why, and Try again brings the plugin back',
  async () => {
    await openScreen(page, product.origin, 'plugins');
    await row().getByText('Failed', { exact: true }).waitFor(WAIT);
    await row().getByText('1.0.0 failed: it ended with exit code 7').waitFor();
    await row().getByRole('button', { name: NAME }).first().click();
    const drawer = dialog(NAME);
    await drawer.getByText('Failed', { exact: true }).first().waitFor(WAIT);
    await drawer.getByText('1.0.0 failed: it ended with exit code 7').waitFor();
    await drawer.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    expect(await axe(page)).toEqual([]);
    await drawer.getByRole('tab', { name: 'Health' }).click();
    await drawer.getByText('Given up', { exact: true }).waitFor(WAIT);
    expect(await axe(page)).toEqual([]);
    await drawer.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await drawer.getByText('Active', { exact: true }).first().waitFor(WAIT);
    await drawer.getByText('Runs', { exact: true }).waitFor(WAIT);
    await drawer.getByText('1.0.0 failed: it ended with exit code 7').waitFor({ state: 'detached', ...WAIT });
    expect(await version()).toMatchObject({ status: true, content: '1.0.0' });
    await openScreen(page, product.origin, 'plugins');
    await row().getByText('Active', { exact: true }).waitFor(WAIT);
    expect(await axe(page)).toEqual([]);
  },
  LIMIT,
);

test(
  'an installation that fails says so in place of “installed”, and the older release is named',
  async () => {
    const breaks = "throw new Error('there is no shelf to stand on');";
    const archive = await packFaulty({ version: '1.1.0', isSigned: false, setup: breaks });
    const { release } = (await pluginsOf(api).upload(archive)).content;
    await page.goto(`${product.origin}/#/customer/plugins?drawer=upgrade:faulty:${release.release}`);
    await page.getByRole('button', { name: 'Agree and change' }).click(WAIT);
    const said = '1.1.0 failed: there is no shelf to stand on; 1.0.0 serves';
    await page.getByText(said).first().waitFor(WAIT);
    await shows(page.getByText('Faulty en-US changes to 1.1.0.'), { count: 0 });
    await dialog(NAME).getByText(said).first().waitFor(WAIT);
    expect(await version()).toMatchObject({ status: true, content: '1.0.0' });
  },
  LIMIT,
);

test(
  'Health shows the programs that a plugin runs beside itself, and why one does not run',
  async () => {
    await pluginsOf(api).install(await packFolder(join(import.meta.dir, '../plugins/signer')), {
      granted: ['process:crasher', 'process:keeper', 'settings:secrets'],
      trusted: false,
    });
    await api.call('signer/tell', { what: 'start', name: 'crasher' });
    await api.call('message/clear');
    const views: [View, string, string][] = [
      [
        { locale: 'en-US', theme: 'light', size: { width: 1024, height: 768 } },
        'Programs of its own',
        'Signer',
      ],
      [{ locale: 'zh-CN', theme: 'dark', size: PHONE }, '自己的程序', '签名程序'],
      [{ locale: 'sw-KE', theme: 'light', size: PHONE }, 'Programu zake zenyewe', 'Mtia sahihi'],
    ];
    for (const [view, title, name] of views) {
      const shown = await open(view);
      await openScreen(shown, product.origin, 'plugins?drawer=view:signer&tab=health');
      const drawer = shown.getByRole('dialog', { name });
      await drawer.getByText(title, { exact: true }).waitFor(WAIT);
      const programs = drawer.getByRole('listitem').filter({ hasText: /^(crasher|keeper)/ });
      await programs.filter({ hasText: /crasher.*exit code 9/ }).waitFor(WAIT);
      await shows(programs, { count: 2 });
      expect(await axe(shown)).toEqual([]);
      await programs.first().scrollIntoViewIfNeeded();
      if (PICTURES) await shown.screenshot({ path: `${PICTURES}/own-${view.locale}.png` });
      await shown.context().close();
    }
  },
  LIMIT,
);
