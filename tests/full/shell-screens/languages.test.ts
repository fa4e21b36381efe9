import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { openScreen, until } from '../../e2e/browser.ts';
import { looking } from '../../e2e/look.ts';
import { type Opened, openPlace, type Place } from '../../e2e/place.ts';
import { startProduct } from '../../product.ts';

// An operator adds French, writes some of its words and offers it; a stranger chooses it before signing in, a customer reads
// it, and what it lacks is read in the default language. In the end it is taken away.
setDefaultTimeout(240_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let root: Api;
let french: string;

beforeAll(async () => {
  place = await openPlace(() => startProduct());
  root = await signIn(place.product.origin, place.product.administrator);
}, 240_000);
afterAll(() => place?.close());

const look = looking('languages-full');
const write = (source: string, key: string, text: string) =>
  root.call('language_word/update', { id: `fr-FR~${source}~${key}`, version: 0, text });
const change = async (values: object) => {
  const { content } = await root.call<{ version: number }>('language/details', { id: french });
  await root.call('language/update', { id: french, version: content.version, ...values });
};

test('a language is added by its code, and stays hidden until it is offered', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'language_list');
  await page.getByRole('button', { name: 'New language' }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Code', { exact: true }).fill('french', LIMIT);
  await drawer.getByLabel('Name', { exact: true }).fill('Français');
  await drawer.getByText('A language and a country, such as fr-FR.').first().waitFor(LIMIT);
  await look(page);
  await drawer.getByLabel('Code', { exact: true }).fill('fr-FR');
  await drawer.getByLabel('Country', { exact: true }).fill('FR');
  await drawer.getByLabel('Phone code', { exact: true }).fill('33');
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  const row = page.getByRole('row').filter({ hasText: 'fr-FR' });
  await row.filter({ hasText: 'Hidden' }).waitFor(LIMIT);
  await look(page);
  const { content } = await root.call<{ content: { id: string; code: string }[] }>('language/inquire');
  french = content.content.find(({ code }) => code === 'fr-FR')?.id ?? '';
  await row.getByRole('link', { name: /missing/ }).click(LIMIT);
  await page.getByRole('heading', { name: 'Words' }).waitFor(LIMIT);
  await page.getByText('Missing').first().waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
  await page.context().close();
});

/** A page whose reader chooses among what is offered: what the tests put there at each start would win over it. */
async function openStranger(): Promise<Opened> {
  const stranger = await place.open();
  await stranger.page.goto(`${place.product.origin}/`);
  return stranger;
}

test('whoever chooses it reads its words, and the default for the rest', async () => {
  await write('platform.shell', 'login.submit', 'Se connecter');
  await write('platform.shell', 'shell.language', 'Langue');
  await write('platform.server', 'error.not_found', 'Introuvable.');
  await write('qr', 'menu.qr_code_list', 'Mes codes');
  await write('platform.visit', 'visit.refusal.unknown.title', 'Page introuvable');
  await change({ show_status: 1 });
  const { page, faults } = await openStranger();
  const choice = page.locator('header select');
  await until('French is offered', async () => (await choice.locator('option').count()) === 4);
  await choice.selectOption('fr-FR');
  await page.getByRole('button', { name: 'Se connecter' }).waitFor(LIMIT);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('fr-FR');
  // The default language is Chinese here: it stands in for what French lacks.
  await page.getByText('在此设备上记住密码').first().waitFor(LIMIT);
  await look(page);
  expect(faults).toEqual([]);
  await page.context().close();

  // Whoever visits a code reads it as well, and what it lacks in the default language.
  await until('visitors are answered in French', async () => {
    const headers = { 'accept-language': 'fr-CH, en;q=0.5' };
    const visit = await fetch(`${place.product.origin}/noSuchCode`, { headers });
    const text = await visit.text();
    return text.includes('<h1>Page introuvable</h1><p>请检查链接是否完整。</p>');
  });

  const cora = await createAccount(place.product, { account: 'cora.french', role: 'customer' });
  const customer = await place.open(cora);
  await customer.context.addInitScript(() => localStorage.setItem('waypost.locale', 'fr-FR'));
  await openScreen(customer.page, place.product.origin, 'qr_code_list');
  await customer.page.reload();
  await customer.page.getByRole('link', { name: 'Mes codes' }).first().waitFor(LIMIT);
  await look(customer.page);
  // Taken away, it is the default again, before the eyes.
  await root.call('language/remove', { id: french });
  await until('the page speaks the default', () =>
    customer.page.evaluate(() => document.documentElement.lang === 'zh-CN'),
  );
  await customer.page.getByRole('link', { name: '二维码' }).first().waitFor(LIMIT);
  expect(customer.faults).toEqual([]);
});
