import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { mongo } from 'mongoose';
import type { Page } from 'playwright-core';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { openScreen, until } from '../e2e/browser.ts';
import { looking } from '../e2e/look.ts';
import { type Opened, openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { startProduct } from '../product.ts';
import { withStore } from '../security/world.ts';

// A language is edited, exported, broken on purpose, imported, and taken back while three people work: an operator who
// reads Chinese, a customer who reads Swahili and an agent who reads English. Words change before their eyes, without a
// reload, and nobody loses what they have typed.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let root: Api;
let operator: Opened;
let customer: Opened;
let agent: Opened;

beforeAll(async () => {
  // Of its own: what is said to everybody would be said in other tests.
  place = await openPlace(() => startProduct());
  root = await signIn(place.product.origin, place.product.administrator);
  const [cora, aga] = await Promise.all([
    createAccount(place.product, { account: 'cora.words', role: 'customer' }),
    createAccount(place.product, { account: 'aga.words', role: 'agent' }),
  ]);
  operator = await place.open(place.product.administrator, { locale: 'zh-CN' });
  customer = await place.open(cora, { locale: 'sw-KE' });
  agent = await place.open(aga);
  await beginCode(customer.page, 'Jina', 'Soko la Jumamosi');
  await beginCode(agent.page, 'Name', 'Spring market');
}, 240_000);
afterAll(() => place?.close());

const look = looking('languages');

/** Somebody types the name of a code and does not save it. */
async function beginCode(page: Page, label: string, name: string): Promise<void> {
  await openScreen(page, place.product.origin, 'set_qr_code');
  await page.getByLabel(label, { exact: true }).first().fill(name, LIMIT);
  await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
}

/** The field is called so by now, in the same page, and holds what was typed. */
async function readsAs({ page }: Opened, label: string, typed: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true }).first();
  await field.waitFor(LIMIT);
  await shows(field, { value: typed });
  expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true);
}

/** Opens a screen of the operator's anew: whatever the test before has left open is gone. */
async function openAnew(screen: string): Promise<Page> {
  await operator.page.goto(`${place.product.origin}/healthz`);
  await openScreen(operator.page, place.product.origin, screen);
  return operator.page;
}

const openWords = (language: string): Promise<Page> => openAnew(`language_word?language=${language}`);

async function findWord(page: Page, key: string): Promise<void> {
  await page.locator('#content search input').first().fill(key, LIMIT);
  await page.getByRole('row').nth(1).filter({ hasText: key }).waitFor(LIMIT);
}

/** Writes a word as an operator does. */
async function write(language: string, key: string, was: string, text: string): Promise<void> {
  const page = await openWords(language);
  await findWord(page, key);
  await page.getByRole('row').nth(1).getByText(was, { exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('文字').fill(text, LIMIT);
  await drawer.getByRole('button', { name: '立即生效' }).click(LIMIT);
}

/** Takes what was downloaded, breaks it and brings it back. */
async function bring(page: Page, name: string, content: string | Buffer): Promise<void> {
  await page.getByRole('button', { name: '导入', exact: true }).click(LIMIT);
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
}

async function exported(page: Page, item: string): Promise<string> {
  await page.locator('#content').getByRole('button', { name: '导出' }).first().click(LIMIT);
  const [download] = await Promise.all([
    page.waitForEvent('download', LIMIT),
    page.getByRole('menuitem', { name: item }).click(LIMIT),
  ]);
  return Bun.file(await download.path()).text();
}

describe('words', () => {
  test('that are written anew are read at once by whoever has them before them', async () => {
    await write('sw-KE', 'qr.code.name', 'Jina', 'Jina la msimbo');
    await readsAs(customer, 'Jina la msimbo', 'Soko la Jumamosi');
    await readsAs(agent, 'Name', 'Spring market');
    await write('en-US', 'qr.code.name', 'Name', 'Name of the code');
    await readsAs(agent, 'Name of the code', 'Spring market');
    // What the server says, too: the menu is its own.
    await write('sw-KE', 'menu.group.codes', await codesIn('sw-KE'), 'Misimbo yangu');
    await customer.page.getByText('Misimbo yangu').first().waitFor(LIMIT);
    await readsAs(customer, 'Jina la msimbo', 'Soko la Jumamosi');
  });

  test('without their placeholders are refused in the form, with a sentence', async () => {
    const page = await openWords('sw-KE');
    await findWord(page, 'list.selected_other');
    await look(page);
    await page.getByRole('row').nth(1).getByText('{{count}}').first().click(LIMIT);
    const drawer = page.getByRole('dialog');
    await drawer.getByLabel('文字').fill('Zimechaguliwa', LIMIT);
    await drawer.getByRole('button', { name: '立即生效' }).click(LIMIT);
    await drawer.getByText('请保留 {{count}}').first().waitFor(LIMIT);
    await look(page);
  });

  test('go out as a file, and one that was broken brings only what is whole', async () => {
    const page = await openWords('sw-KE');
    const file = JSON.parse(await exported(page, '全部文案（JSON）')) as {
      language: string;
      words: Record<string, Record<string, string>>;
    };
    expect(file.words.qr?.['qr.code.name']).toBe('Jina la msimbo');
    const shell = file.words['platform.shell'] ?? {};
    shell['list.selected_other'] = 'Zimechaguliwa';
    shell['no.such.word'] = '<img src=x onerror=alert(1)>';
    (file.words.qr ?? {})['qr.code.name'] = 'Jina la soko';
    await bring(page, 'words.json', JSON.stringify(file));
    const drawer = page.getByRole('dialog');
    await drawer.getByText('1 条文案将改变').first().waitFor(LIMIT);
    await drawer.getByText('2 行被拒绝，不会导入').first().waitFor(LIMIT);
    await drawer.getByText('请保留 {{count}}').first().waitFor(LIMIT);
    await look(page);
    await readsAs(customer, 'Jina la msimbo', 'Soko la Jumamosi');
    await drawer.getByRole('button', { name: '立即生效' }).click(LIMIT);
    await readsAs(customer, 'Jina la soko', 'Soko la Jumamosi');
  });

  test('of another language, or in an encoding that lost letters, are refused as a whole', async () => {
    const page = await openWords('sw-KE');
    await bring(page, 'words.json', JSON.stringify({ language: 'en-US', words: {} }));
    const alert = page.getByRole('dialog').getByRole('alert');
    await alert.filter({ hasText: 'en-US' }).waitFor(LIMIT);
    const input = page.getByRole('dialog').locator('input[type=file]');
    const latin = Buffer.from('language,source,key,text\nsw-KE,qr,qr.code.name,cr\xe9e\n', 'latin1');
    await input.setInputFiles({ name: 'words.csv', mimeType: 'text/csv', buffer: latin });
    await alert.filter({ hasText: 'UTF-8' }).waitFor(LIMIT);
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click(LIMIT);
  });

  test('are taken back, one and then all, and everybody reads what the product brought', async () => {
    let page = await openWords('sw-KE');
    await findWord(page, 'qr.code.name');
    await page
      .getByRole('row')
      .nth(1)
      .getByRole('button', { name: /恢复原文/ })
      .click(LIMIT);
    await readsAs(customer, 'Jina', 'Soko la Jumamosi');
    page = await openWords('sw-KE');
    await page.getByRole('button', { name: '全部恢复原文' }).click(LIMIT);
    await page.getByRole('dialog').getByText('1 条文案').first().waitFor(LIMIT);
    await page.getByRole('dialog').getByRole('button', { name: '全部恢复原文' }).click(LIMIT);
    await until('the menu is as it was', async () => {
      const text = await customer.page.locator('nav').first().textContent();
      return text?.includes('Misimbo yangu') === false;
    });
    await readsAs(customer, 'Jina', 'Soko la Jumamosi');
    await readsAs(agent, 'Name of the code', 'Spring market');
    await root.call('language_word/remove_all', { language: 'en-US', count: 1 });
    await readsAs(agent, 'Name', 'Spring market');
  });
});

test('a language that is hidden is not offered, and whoever chose it reads the default and loses nothing', async () => {
  await look(await openAnew('language_list'));
  const page = await openAnew(`language_list?drawer=edit:${(await shown('sw-KE')).id}`);
  const drawer = page.getByRole('dialog');
  await drawer.getByText('隐藏', { exact: true }).click(LIMIT);
  await look(page);
  await drawer.getByRole('button', { name: '保存', exact: true }).click(LIMIT);
  await readsAs(customer, '名称', 'Soko la Jumamosi');
  const stranger = await place.open(undefined, { locale: 'en-US' });
  await stranger.page.goto(`${place.product.origin}/`);
  const offered = stranger.page.locator('header select option');
  await shows(offered, { count: 2 });
  for (const name of ['English', '简体中文']) await shows(offered.filter({ hasText: name }), { count: 1 });
  await root.call('language/update', await shown('sw-KE'));
  await readsAs(customer, 'Jina', 'Soko la Jumamosi');
  // What was refused on purpose is said by the browser, too.
  for (const { faults } of [operator, customer, agent, stranger])
    expect(faults.filter((fault) => !/ 4\d\d .*language_word\/(preview|update)/.test(fault))).toEqual([]);
});

test('markup that stands in the store all the same is read as text, and runs nothing', async () => {
  const text = '<img src=x onerror="window.isTaken = true">';
  const id = 'en-US~qr~qr.code.name';
  await withStore(place.product, (database: mongo.Db) =>
    database.collection<{ _id: string }>('system_language_word').insertOne({
      _id: id,
      language: 'en-US',
      source: 'qr',
      key: 'qr.code.name',
      text,
      basis: 'Name',
      account: 'mallory',
      version: 1,
      update_time: new Date(),
    } as never),
  );
  await readsAs(agent, text, 'Spring market');
  expect(await agent.page.evaluate(() => 'isTaken' in window)).toBe(false);
  expect((await root.call<{ count: number }>('language_word/remove', { ids: [id] })).content.count).toBe(1);
  await readsAs(agent, 'Name', 'Spring market');
});

async function codesIn(language: string): Promise<string> {
  const { content } = await root.call<{ content: { text: string; key: string }[] }>('language_word/inquire', {
    language,
    search: 'menu.group.codes',
  });
  return content.content.find(({ key }) => key === 'menu.group.codes')?.text ?? '';
}

async function shown(code: string) {
  const { content } = await root.call<{ content: { id: string; code: string; version: number }[] }>(
    'language/inquire',
  );
  const found = content.content.find((one) => one.code === code);
  return { id: found?.id, version: found?.version, show_status: 1 };
}
