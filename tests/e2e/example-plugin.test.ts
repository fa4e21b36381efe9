import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { runWaypost } from '../../runtime/command/testing/run-waypost.ts';
import { signIn } from '../api.ts';
import { copyExample } from '../author-folder.ts';
import { type Product, startProduct } from '../product.ts';
import { DESKTOP, openBrowser, openContext, openScreen, settle, signInOn, watchFaults } from './browser.ts';

/** The example plugin of docs/plugins in the browser: pages that were built outside work inside, and an upgrade arrives. */
const LIMIT = 300_000;
const WAIT = { timeout: 60_000 };
const home = mkdtempSync(join(tmpdir(), 'waypost-example-e2e-'));
let product: Product;
let browser: Browser;
let page: Page;
let faults: string[];

async function waypost(...words: string[]): Promise<void> {
  const { code, error, out } = await runWaypost(product.dataDir, ['plugin', ...words], {
    ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
  });
  expect({ words, code, said: code === 0 ? '' : error + out }).toEqual({ words, code: 0, said: '' });
}

async function pack(release: 1 | 2): Promise<string> {
  const folder = join(home, String(release));
  await (await copyExample(folder, release)).install();
  const archive = join(home, `${release}.waypost.tgz`);
  await waypost('pack', folder, '--output', archive);
  return archive;
}

async function axe(): Promise<string[]> {
  await settle(page);
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
}

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  await waypost('install', await pack(1), '--grant', 'all');
  const context = await openContext(browser, { locale: 'en-US', theme: 'light', size: DESKTOP });
  page = await context.newPage();
  faults = watchFaults(page);
  await signInOn(page, product.origin, product.administrator);
}, LIMIT);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  rmSync(home, { recursive: true, force: true });
}, LIMIT);

test(
  'stickers are ordered, made, claimed, and counted in the list of QR codes',
  async () => {
    await openScreen(page, product.origin, 'print_batch_list');
    expect(await axe()).toEqual([]);
    await page.getByRole('button', { name: 'New batch' }).first().click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Name').fill('Spring menu');
    await form.getByLabel('Stickers').fill('300');
    await form.getByRole('button', { name: /Create|Save/ }).click();
    const row = page.getByRole('row').filter({ hasText: 'Spring menu' });
    await row.getByText('Ready to print').waitFor(WAIT);

    const api = await signIn(product.origin, product.administrator);
    const code = await api.call<{ short_url: string }>('qr_code_list/add', {
      name: 'Menu',
      targets: [{ url: 'https://example.com/menu' }],
    });
    const batches = await api.call<{ content: { id: string }[] }>('print_batch_list/inquire');
    const list = await api.call<{ text: string }>('print_batch_list/codes', {
      id: batches.content.content[0]?.id,
    });
    const [, first = '', second = ''] = list.content.text.split('\r\n').map((line) => line.split(',')[0]);

    await openScreen(page, product.origin, 'print_claim');
    await page.getByRole('button', { name: 'Claim a sticker' }).first().click();
    const claim = page.getByRole('dialog', { name: 'Claim a sticker' });
    await claim.getByLabel('Code on the sticker').fill(first);
    await claim.getByLabel('Target').fill('https://example.com/first');
    expect(await axe()).toEqual([]);
    await claim.getByRole('button', { name: 'Claim', exact: true }).click();
    await page.getByRole('row').filter({ hasText: first }).waitFor(WAIT);

    await openScreen(page, product.origin, 'qr_code_list');
    await page.getByRole('columnheader', { name: 'Stickers' }).waitFor(WAIT);
    await page.getByRole('link', { name: 'Menu', exact: true }).first().click();
    await page.getByRole('button', { name: 'Claim a sticker' }).click(WAIT);
    const dialog = page.getByRole('dialog', { name: 'Claim a sticker' });
    await dialog.getByLabel('Code on the sticker').fill(second);
    expect(await dialog.getByLabel('Target').inputValue()).toBe(code.content.short_url);
    await dialog.getByRole('button', { name: 'Claim', exact: true }).click();
    await dialog.waitFor({ state: 'detached', ...WAIT });
    await openScreen(page, product.origin, 'print_claim');
    await page.getByRole('row').filter({ hasText: second }).waitFor(WAIT);
    expect(faults).toEqual([]);
  },
  LIMIT,
);

test(
  'the second release arrives in the open browser: another menu text, other columns, the data unchanged',
  async () => {
    await waypost('install', await pack(2), '--grant', 'all');
    await page.getByRole('link', { name: 'My stickers and their visits' }).first().waitFor(WAIT);
    await openScreen(page, product.origin, 'print_claim');
    await page.getByRole('columnheader', { name: 'Visits' }).waitFor(WAIT);
    expect(await page.getByRole('row').count()).toBe(3);
    await waypost('disable', 'print-batches');
    await page
      .getByRole('link', { name: 'My stickers and their visits' })
      .first()
      .waitFor({ state: 'detached', ...WAIT });
    await waypost('enable', 'print-batches');
    await page.getByRole('link', { name: 'My stickers and their visits' }).first().waitFor(WAIT);
  },
  LIMIT,
);
