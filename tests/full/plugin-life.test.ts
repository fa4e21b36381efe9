import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { copyExample } from '../author-folder.ts';
import { runWaypost } from '../command-line.ts';
import { axeViolations } from '../e2e/axe.ts';
import { openScreen, settle, until } from '../e2e/browser.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { type Product, startProduct } from '../product.ts';

/**
 * The life of a plugin in the browser: the example of docs/plugins, packed and signed outside this project, from its
 * upload to its removal. `page` is where plugins are administered; `other` is a second window, which is never reloaded.
 */
const LIMIT = 300_000;
const WAIT = { timeout: 60_000 };
const ID = 'print-batches';
const home = mkdtempSync(join(tmpdir(), 'waypost-plugins-e2e-'));
let place: Place;
let product: Product;
let api: Api;
let page: Page;
let other: Page;
let faults: string[];
const archives = { 1: join(home, '1.tgz'), 2: join(home, '2.tgz') };

async function waypost(dataDir: string, ...words: string[]): Promise<string> {
  const { code, error, out } = await runWaypost(dataDir, words, {
    ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
  });
  expect({ words, code, said: code === 0 ? '' : error + out }).toEqual({ words, code: 0, said: '' });
  return out;
}

async function packSigned(release: 1 | 2, key: string): Promise<void> {
  const folder = join(home, `print-batches-${release}`);
  await (await copyExample(folder, release)).install();
  await waypost(home, 'plugin', 'pack', folder, '--output', archives[release]);
  await waypost(home, 'plugin', 'sign', archives[release], '--key', key);
}

async function axe(of: Page): Promise<string[]> {
  await settle(of);
  return axeViolations(of);
}

/** Opens a screen of a signed-in window; what is looked for on it is waited for. */
const go = (of: Page, route: string) => of.goto(`${product.origin}/#/customer/${route}`);
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const tag = (within: Locator, text: string) => within.getByText(text, { exact: true }).first();
const menuLink = (name: string) => other.getByRole('link', { name, exact: true }).first();

/** Chooses an action of the example's row on the plugins screen. */
async function act(name: string | RegExp): Promise<void> {
  await go(page, 'plugins');
  await page.getByRole('button', { name: 'Actions of Print batches' }).click();
  await page.getByRole('menuitem', { name }).click();
}

/** Hands a file to the install drawer. */
async function upload(file: string): Promise<void> {
  await go(page, 'plugins');
  await page.getByRole('button', { name: 'Install plugin' }).click();
  await dialog('Install a plugin').locator('input[type=file]').setInputFiles(file);
}

/** @param isAgain what an earlier installation kept is there, and told */
async function install(release: 1 | 2, isAgain = false): Promise<void> {
  await upload(archives[release]);
  const question = dialog(`Install Print batches ${release}.0.0?`);
  const left = question.getByRole('heading', { name: 'From an earlier installation' });
  await question.getByText('Size', { exact: true }).waitFor(WAIT);
  await shows(left, { count: isAgain ? 1 : 0 });
  if (isAgain) await question.getByText('print_batches_sticker').waitFor();
  await question.evaluate((drawer) => {
    const heading = drawer.querySelector('h2');
    const titles: (string | null)[] = [];
    Object.assign(window, { titles });
    const look = () => titles.push(heading?.textContent ?? null);
    new MutationObserver(look).observe(drawer, { subtree: true, childList: true, characterData: true });
  });
  await question.getByRole('button', { name: 'Agree and install' }).click(WAIT);
  await tag(dialog('Print batches'), 'Active').waitFor(WAIT);
  // What is asked goes on being what was asked, while it is done.
  const titles = await page.evaluate(() => (window as unknown as { titles: string[] }).titles);
  expect([...new Set(titles)].filter((title) => title !== `Install Print batches ${release}.0.0?`)).toEqual(
    [],
  );
}

async function remove(choice: RegExp): Promise<void> {
  await act('Remove');
  const question = dialog('Remove Print batches?');
  for (const collection of ['print_batches_batch', 'print_batches_sticker'])
    await question.getByRole('group', { name: collection }).getByRole('radio', { name: choice }).check(WAIT);
  await question.getByLabel(`Type ${ID} to confirm`).fill(ID);
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await question.waitFor({ state: 'detached', ...WAIT });
  await page
    .getByRole('button', { name: 'Actions of Print batches' })
    .waitFor({ state: 'detached', ...WAIT });
  await menuLink('Sticker batches').waitFor({ state: 'detached', ...WAIT });
}

beforeAll(async () => {
  const key = join(home, 'author.pem');
  const { key: publicKey } = JSON.parse(await waypost(home, 'plugin', 'keygen', key, '--json')) as {
    key: string;
  };
  [place] = await Promise.all([
    openPlace(() => startProduct({ env: { PLUGIN_TRUSTED_KEYS: publicKey } })),
    packSigned(1, key).then(() => packSigned(2, key)),
  ]);
  ({ product } = place);
  // A window of its own for each: a tab behind another one draws once a second, and each click waits for that.
  ({ page, faults } = await place.open(product.administrator));
  ({ page: other } = await place.open(product.administrator));
  await go(other, 'home_admin');
  api = await signIn(product.origin, product.administrator);
}, LIMIT);
afterAll(async () => {
  await place?.close();
  rmSync(home, { recursive: true, force: true });
}, LIMIT);

test(
  'it is uploaded, says what it asks for, and is in every open window once that is agreed to',
  async () => {
    await upload(archives[1]);
    const question = dialog('Install Print batches 1.0.0?');
    await question.getByText('Keep secrets in its settings.').waitFor(WAIT);
    await question.getByText(/^Signed with the trusted key/).waitFor();
    await shows(question.getByRole('radio', { name: /In a process of its own/ }), { checked: true });
    expect(await axe(page)).toEqual([]);
    expect((await api.call('print_batch_list/inquire')).status).toBe(404);
    await question.getByRole('button', { name: 'Agree and install' }).click();
    await tag(dialog('Print batches'), 'Active').waitFor(WAIT);
    await menuLink('Sticker batches').waitFor(WAIT);
    await go(page, `plugins?drawer=view:${ID}&tab=health`);
    await dialog('Print batches').getByText('Its process', { exact: true }).waitFor();
  },
  LIMIT,
);

test(
  'its settings are changed; the secret one is used, and never shown again',
  async () => {
    const answers: Promise<string>[] = [];
    page.on('response', (response) => {
      if (/plugins\/(change_)?settings$/.test(response.url())) answers.push(response.text());
    });
    const drawer = dialog('Print batches');
    await drawer.getByRole('tab', { name: 'Settings' }).click();
    await drawer.getByLabel('Where unclaimed stickers lead').fill('https://example.com/unclaimed');
    await drawer.getByLabel('Printer’s key').fill('the printer knows this');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await tag(drawer, 'Set').waitFor(WAIT);
    await page.reload();
    await tag(drawer, 'Set').waitFor(WAIT);
    await shows(drawer.getByLabel('Printer’s key'), { value: '' });
    await shows(drawer.getByLabel('Where unclaimed stickers lead'), {
      value: 'https://example.com/unclaimed',
    });
    const said = (await Promise.all(answers)).join();
    expect(said).toContain('printer_key');
    expect(said).not.toContain('the printer knows this');
  },
  LIMIT,
);

test(
  'its pages work: a job makes a batch, stickers are claimed, and the list of QR codes counts them',
  async () => {
    await menuLink('Sticker batches').click();
    await other.getByRole('button', { name: 'New batch' }).first().click();
    const form = other.getByRole('dialog');
    await form.getByLabel('Name').fill('Spring menu');
    await form.getByLabel('Stickers').fill('300');
    await form.getByRole('button', { name: /Create|Save/ }).click();
    const row = other.getByRole('row').filter({ hasText: 'Spring menu' });
    await row.getByText('Ready to print').waitFor(WAIT);

    const code = await api.call<{ short_url: string }>('qr_code_list/add', {
      name: 'Menu',
      targets: [{ url: 'https://example.com/menu' }],
    });
    const batches = await api.call<{ content: { id: string }[] }>('print_batch_list/inquire');
    const list = await api.call<{ text: string }>('print_batch_list/codes', {
      id: batches.content.content[0]?.id,
    });
    const [unsigned = '', signature] = list.content.text.split('# hmac-sha256 ');
    expect(signature?.trim()).toBe(
      createHmac('sha256', 'the printer knows this').update(unsigned).digest('hex'),
    );
    const [, first = '', second = ''] = unsigned.split('\r\n').map((line) => line.split(',')[0]);
    await until('an unclaimed sticker leads where the settings say', async () => {
      const visit = await fetch(`${product.origin}/${second}`, { redirect: 'manual' });
      return visit.headers.get('location') === 'https://example.com/unclaimed';
    });

    await go(other, 'print_claim');
    await other.getByRole('button', { name: 'Claim a sticker' }).first().click();
    const claim = other.getByRole('dialog', { name: 'Claim a sticker' });
    await claim.getByLabel('Code on the sticker').fill(first);
    await claim.getByLabel('Target').fill('https://example.com/first');
    expect(await axe(other)).toEqual([]);
    await claim.getByRole('button', { name: 'Claim', exact: true }).click();
    await other.getByRole('row').filter({ hasText: first }).waitFor(WAIT);

    await go(other, 'qr_code_list');
    await other.getByRole('columnheader', { name: 'Stickers' }).waitFor(WAIT);
    await other.getByRole('link', { name: 'Menu', exact: true }).first().click();
    await other.getByRole('button', { name: 'Claim a sticker' }).click(WAIT);
    await claim.getByLabel('Code on the sticker').fill(second);
    await shows(claim.getByLabel('Target'), { value: code.content.short_url });
    await claim.getByRole('button', { name: 'Claim', exact: true }).click();
    await claim.waitFor({ state: 'detached', ...WAIT });
    await go(other, 'print_claim');
    await other.getByRole('row').filter({ hasText: second }).waitFor(WAIT);

    await go(page, 'plugins?view=contributions');
    await page.getByRole('row').filter({ hasText: 'qr.code.column' }).filter({ hasText: ID }).waitFor(WAIT);
  },
  LIMIT,
);

test(
  'the second release asks for more: it waits, the first goes on, and once agreed to server and pages are new',
  async () => {
    await upload(archives[2]);
    const question = dialog('Change Print batches to 2.0.0?');
    await question.getByText('Nobody has agreed yet to what is marked as new.').waitFor(WAIT);
    const asked = (name: string) =>
      question.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
    await shows(asked('visits:read').getByText('New', { exact: true }), { count: 1 });
    await shows(asked('hooks:qr.code').getByText('New', { exact: true }), { count: 1 });
    await shows(asked('jobs').getByText('New', { exact: true }), { count: 0 });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('row').filter({ hasText: ID }).getByText('2.0.0 is here').waitFor(WAIT);
    expect((await api.call<{ version: string }>('plugins/details', { id: ID })).content.version).toBe(
      '1.0.0',
    );

    await act('Upgrade to 2.0.0');
    await question.getByRole('button', { name: 'Agree and change' }).click(WAIT);
    await tag(dialog('Print batches'), 'Active').waitFor(WAIT);
    await menuLink('My stickers and their visits').waitFor(WAIT);
    await menuLink('My stickers and their visits').click();
    await other.getByRole('columnheader', { name: 'Visits' }).waitFor(WAIT);
    await until('both claimed stickers are there', async () => (await other.getByRole('row').count()) === 3);

    await go(other, 'qr_code_list');
    await other.getByRole('row').filter({ hasText: 'Menu' }).getByRole('button', { name: /More/ }).click();
    await other.getByRole('menuitem', { name: 'Delete' }).click();
    await other.getByRole('button', { name: 'Delete', exact: true }).click();
    await other.getByText('1 sticker leads to this QR code. Lead it elsewhere first.').waitFor(WAIT);
  },
  LIMIT,
);

test(
  'going back to the first release says first what becomes of its data',
  async () => {
    await go(page, `plugins?drawer=view:${ID}`);
    await dialog('Print batches').getByRole('button', { name: 'Choose', exact: true }).click(WAIT);
    const question = dialog('Change Print batches to 1.0.0?');
    await question.getByText('They stay as 2.0.0 has written them; 1.0.0 has to read them so.').waitFor(WAIT);
    await question.getByRole('button', { name: 'Cancel' }).click();
  },
  LIMIT,
);

test(
  'disabling says first what goes; then it is gone from open windows and from the API, and enabling brings all back',
  async () => {
    await go(other, 'home_admin');
    await act('Disable');
    const question = dialog('Disable Print batches?');
    await question.getByText(/^Vanishes \(\d+\)$/).waitFor(WAIT);
    for (const gone of ['print_claim', 'print_batch_list'])
      await shows(question.getByText(gone, { exact: true }).first(), { visible: true });
    expect(await axe(page)).toEqual([]);
    await question.getByRole('button', { name: 'Disable', exact: true }).click();
    await menuLink('My stickers and their visits').waitFor({ state: 'detached', ...WAIT });
    expect((await api.call('print_claim/user_inquire')).body).toMatchObject({ code: 'plugin_disabled' });
    await tag(dialog('Print batches'), 'Disabled').waitFor(WAIT);

    await act('Enable');
    await dialog('Enable Print batches?').getByRole('button', { name: 'Enable', exact: true }).click(WAIT);
    await tag(dialog('Print batches'), 'Active').waitFor(WAIT);
    await menuLink('My stickers and their visits').click(WAIT);
    await other.getByRole('columnheader', { name: 'Visits' }).waitFor(WAIT);
    await until('both claimed stickers are there', async () => (await other.getByRole('row').count()) === 3);
  },
  LIMIT,
);

test(
  'an administrator who is not super may switch it and sees no button that would be refused',
  async () => {
    const operator = await createAccount(product, { account: 'operator1', role: 'administrator' });
    const { context, page: own } = await place.open(operator);
    await openScreen(own, product.origin, 'plugins');
    await shows(own.getByRole('button', { name: 'Install plugin' }), { count: 0 });
    await own.getByRole('button', { name: 'Actions of Print batches' }).click();
    await shows(own.getByRole('menuitem'), { texts: ['Show', 'Disable'] });
    for (const tab of ['overview', 'data']) {
      await go(own, `plugins?drawer=view:${ID}&tab=${tab}`);
      const drawer = own.getByRole('dialog', { name: 'Print batches' });
      await drawer.getByRole('tabpanel').getByRole('heading').first().waitFor();
      await shows(drawer.getByRole('button', { name: /Choose|Go back|export/ }), { count: 0 });
    }
    await context.close();
  },
  LIMIT,
);

test(
  'removed with its data kept it finds them again; exported they are a file; deleted nothing of it is left',
  async () => {
    await remove(/^Keep/);
    expect((await api.call('print_claim/user_inquire')).status).toBe(404);
    await install(2, true);
    await go(other, 'print_claim');
    await other.getByRole('columnheader', { name: 'Visits' }).waitFor(WAIT);
    await until('both claimed stickers are there', async () => (await other.getByRole('row').count()) === 3);

    await remove(/^Export, then delete/);
    await go(page, 'plugins?view=archives');
    expect(await axe(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Download the export of ${ID}` }).click();
    const exported = gunzipSync(readFileSync(await (await download).path())).toString();
    expect(exported).toContain('Spring menu');
    expect(exported).toContain('https://example.com/first');

    await install(1);
    await go(other, 'print_claim');
    await other.getByText('No stickers yet').waitFor(WAIT);
    await remove(/^Delete/);
    const checks = JSON.parse(await waypost(product.dataDir, 'doctor', '--json')) as {
      name: string;
      ok: boolean;
    }[];
    expect(checks.find(({ name }) => name === 'plugin leftovers')).toMatchObject({ ok: true });
    // The browser tells refused answers on its console; the screen told those above to the person.
    expect(faults.filter((fault) => !fault.includes('the server responded with a status of 4'))).toEqual([]);
  },
  LIMIT,
);
