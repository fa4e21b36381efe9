import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Credentials, createAccount } from '../accounts.ts';
import { type Api, seal, signIn } from '../api.ts';
import { axeViolations } from '../e2e/axe.ts';
import { arriveAt, DESKTOP, openScreen, PHONE, settle, until, type View } from '../e2e/browser.ts';
import { ENGLISH, openPlace, type Place } from '../e2e/place.ts';
import { scan } from '../e2e/scan.ts';
import { shows } from '../e2e/shows.ts';
import { DESKTOP_CHROME, visitAs, WECHAT_PHONE } from '../e2e/visitors.ts';
import type { Product } from '../product.ts';

const PASSWORD = 'openSesame2More';
const LOGO = join(import.meta.dir, '../../host/shell/public/logo.png');

setDefaultTimeout(180_000);
let place: Place;
let product: Product;
let api: Api;
/** Whose codes these are: the enquiry finds the visits of one person's codes. */
let owner: Credentials;
let qrUrl: string;
let cardKey: string;

beforeAll(async () => {
  place = await openPlace();
  ({ product } = place);
  owner = await createAccount(product, { account: 'share.owner', role: 'customer' });
  api = await signIn(product.origin, owner);
  const share_password = await seal(api, PASSWORD, 'qr_code_list', 'add', 'share_password');
  const made = await api.call<{ qr_url: string }>('qr_code_list/add', {
    name: 'Spring poster',
    file_name: 'spring',
    share_password,
    targets: [{ url: 'https://example.com/' }],
  });
  qrUrl = made.content.qr_url;
  cardKey = (await api.call<{ key: string }>('qr_code_access/issue_key')).content.key;
  for (const visitor of [WECHAT_PHONE, WECHAT_PHONE, DESKTOP_CHROME])
    expect((await visitAs(visitor, qrUrl)).status).toBe(200);
}, 180_000);

afterAll(() => place?.close());

async function openGuest(view: View, address: string): Promise<{ page: Page; faults: string[] }> {
  const { page, faults } = await place.open(undefined, view);
  await page.goto(`${product.origin}/#/${address}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return { page, faults };
}
const shareAddress = (password = PASSWORD) =>
  `share_access?name=spring&password=${encodeURIComponent(password)}`;

describe('the shared statistics page', () => {
  test('shows the code and follows its visits every five seconds', async () => {
    const { page, faults } = await openGuest(ENGLISH, shareAddress());
    await page.getByRole('heading', { name: 'Spring poster' }).waitFor();
    await page.waitForFunction(() => document.querySelector('dd')?.textContent?.startsWith('3'), undefined, {
      timeout: 40_000,
    });
    await visitAs({ ...WECHAT_PHONE, address: '36.152.44.1' }, qrUrl);
    await page.waitForFunction(() => document.querySelector('dd')?.textContent?.startsWith('4'), undefined, {
      timeout: 40_000,
    });
    expect(faults).toEqual([]);
    await page.context().close();
  });

  test('a page that meets a busy server first shows the code later; a second link replaces it', async () => {
    const { page } = await place.open();
    await page.route('**/share_access', (route) => route.fulfill({ status: 503, body: 'busy' }), {
      times: 1,
    });
    await page.goto(`${product.origin}/#/${shareAddress()}`);
    await page.getByText('The page tries again automatically').waitFor();
    await page.getByRole('heading', { name: 'Spring poster' }).waitFor();
    await page.goto(`${product.origin}/#/share_access?name=nobody&password=x`);
    await page.getByText('may be incomplete or may have changed').waitFor();
    await page.goto(`${product.origin}/#/${shareAddress()}`);
    await page.getByRole('heading', { name: 'Spring poster' }).waitFor();
    await page.waitForURL(`${product.origin}/#/share_access?name=spring`);
    await page.context().close();
  });

  test('takes the password out of the address and keeps it nowhere; it travels once', async () => {
    const { context, page } = await place.open();
    const bodies: string[] = [];
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/share_access')) bodies.push(request.postData() ?? '');
      elsewhere.push(`${request.url()} ${JSON.stringify(request.headers())}`);
    });
    await page.goto(`${product.origin}/#/${shareAddress()}`);
    await page.getByRole('heading', { name: 'Spring poster' }).waitFor();
    await page.waitForRequest((request) => (request.postData() ?? '').includes('"token"'));
    await arriveAt(page, ({ href }) => href === `${product.origin}/#/share_access?name=spring`);
    expect(bodies.filter((body) => body.includes(PASSWORD))).toHaveLength(1);
    expect(elsewhere.filter((text) => text.includes(PASSWORD))).toEqual([]);
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    );
    expect(kept).not.toContain(PASSWORD);
    // What a reload goes on with belongs to this tab alone.
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual(['waypost.share.spring']);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /share/.test(key)))).toEqual(
      [],
    );
    await context.close();
  });

  test('stays open over a reload of its tab, and ends when the owner stops sharing; another tab asks', async () => {
    const made = (
      await api.call<{ id: string }>('qr_code_list/add', {
        name: 'Reloaded poster',
        targets: [{ url: 'https://example.com/' }],
      })
    ).content;
    const share_password = await seal(api, 'reload1234', 'qr_code_list', 'start_sharing', 'share_password');
    await api.call('qr_code_list/start_sharing', { id: made.id, file_name: 'reloaded', share_password });
    const { page } = await openGuest(ENGLISH, 'share_access?name=reloaded&password=reload1234');
    await page.getByRole('heading', { name: 'Reloaded poster' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Reloaded poster' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText('Open the whole link').waitFor();
    expect((await api.call('qr_code_list/stop_sharing', { id: made.id })).status).toBe(200);
    await page.getByText('The page has an error, contact the administrator').waitFor();
    await page.reload();
    await page.getByText('Open the whole link').waitFor();
    await page.context().close();
  });

  test('is opened and closed by its owner in one press each; the link opens it for a stranger', async () => {
    const { id } = (
      await api.call<{ id: string }>('qr_code_list/add', {
        name: 'One press',
        targets: [{ url: 'https://example.com/' }],
      })
    ).content;
    const { page, faults } = await place.open(owner);
    await openScreen(page, product.origin, `set_qr_code?id=${id}&tab=access`);
    await page.getByRole('button', { name: 'Start sharing' }).click();
    const link = page.getByText(/share_access\?name=.*&password=/);
    const address = (await link.textContent()) ?? '';
    expect(await axeViolations(page)).toEqual([]);
    const { page: guest } = await place.open(undefined, { size: PHONE });
    await guest.goto(address);
    await guest.getByRole('heading', { name: 'One press' }).waitFor();
    await guest.reload();
    await guest.getByRole('heading', { name: 'One press' }).waitFor();
    // The password is told once.
    await page.reload();
    await page.getByText('Link without the password').waitFor();
    await shows(link, { count: 0 });
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByRole('button', { name: 'Start sharing' }).waitFor();
    await guest.getByText('The page has an error, contact the administrator').waitFor();
    expect(faults).toEqual([]);
    await guest.context().close();
    await page.context().close();
  });

  test('asks for name and password where the link has none; wrong ones say so, too many how long to wait', async () => {
    const { page } = await openGuest(ENGLISH, 'share_access');
    await page.getByText('The page has an error, contact the administrator').waitFor();
    const enter = async (name: string, password: string) => {
      await page.getByLabel('Share name').fill(name);
      await page.getByLabel('Share password').fill(password);
      await page.getByRole('button', { name: 'Show the statistics' }).click();
    };
    await enter('spring', 'wrong1');
    await page.getByText('may be incomplete or may have changed').waitFor();
    await page.waitForURL(`${product.origin}/#/share_access?name=spring`);
    expect(await axeViolations(page)).toEqual([]);
    await enter('spring', PASSWORD);
    await page.getByRole('heading', { name: 'Spring poster' }).waitFor();
    await page.goto(`${product.origin}/#/share_access`);
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answered = page.waitForResponse((response) => response.url().endsWith('/share_access'));
      await enter('guessed-name', `wrong${attempt}`);
      await answered;
      await page.getByText('may be incomplete or may have changed').waitFor();
    }
    await enter('guessed-name', 'wrong5');
    await page.getByText(/can be opened again in 1[45]:[0-9]{2}\./).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.context().close();
  });

  test.each([
    ['zh-CN', '页面出现错误，请联系管理员'],
    ['en-US', 'The page has an error, contact the administrator'],
    ['sw-KE', 'Ukurasa una hitilafu, wasiliana na msimamizi'],
  ] as const)('says in %s that it failed, whatever was wrong', async (locale, text) => {
    for (const address of ['share_access', 'share_access?name=spring', shareAddress('wrong')]) {
      const { page } = await openGuest({ ...ENGLISH, locale }, address);
      await page.getByText(text).waitFor();
      await page.context().close();
    }
  });

  test('counts in 个 in Chinese', async () => {
    const { page } = await openGuest({ ...ENGLISH, locale: 'zh-CN' }, shareAddress());
    await page.locator('dd').first().filter({ hasText: '个' }).waitFor();
    await page.context().close();
  });
});

describe('the visitor IP query page', () => {
  test('tells in the order of the rules what is missing', async () => {
    const { page } = await openGuest(ENGLISH, 'access_log');
    const ask = async (text: string) => {
      await page.getByRole('button', { name: 'Query', exact: true }).click();
      await page.getByText(text, { exact: true }).waitFor();
    };
    await ask('Enter account or look-up key');
    await page.getByLabel('Account / look-up key').fill(cardKey);
    const from = page.getByLabel('From');
    const start = await from.inputValue();
    await from.fill('');
    await ask('Enter the time to search');
    await from.fill(start);
    await ask('Enter the IP to query');
    await page.getByLabel('IP list, one on each line').fill('8.8.8.8\n1.2.3');
    await ask('IP address illegal, re-enter: 1.2.3');
    const days =
      (Date.parse(await page.getByLabel('To', { exact: true }).inputValue()) - Date.parse(start)) /
      86_400_000;
    expect(days).toBe(3);
    await page.context().close();
  });

  test('finds visits with colour, place, device and user agent, and filters them', async () => {
    const { page, faults } = await openGuest(ENGLISH, 'access_log');
    await page.getByLabel('Account / look-up key').fill(cardKey);
    await page
      .getByLabel('IP list, one on each line')
      .fill([WECHAT_PHONE.address, DESKTOP_CHROME.address, '203.0.113.77'].join('\n'));
    await page.getByRole('button', { name: 'Query', exact: true }).click();
    const phone = page.getByRole('row', { name: new RegExp(WECHAT_PHONE.address) });
    await phone.waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Access status',
      'Domain',
      'Access time',
      'IP',
      'IP occurrences',
      'Location',
      'System type',
      'Phone model',
      'Device info',
      'User agent',
    ]);
    const text = ((await phone.textContent()) ?? '').replace(/\s+/g, ' ');
    for (const fact of [
      'WeChat in China',
      'China Guangdong Shenzhen China Mobile',
      'Android 14',
      'Redmi Note 12 Turbo',
      'MicroMessenger',
    ])
      expect(text).toContain(fact);
    const desktop = page.getByRole('row', { name: new RegExp(DESKTOP_CHROME.address) });
    await shows(desktop, { contains: 'Non-domestic' });
    await page.getByRole('button', { name: 'China Mobile 1' }).click();
    await page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await shows(page.getByRole('row'), { count: 2 });
    await page.getByRole('button', { name: 'China Unicom 0' }).click();
    await page.getByText('No visits match').waitFor();
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

test('a logo is put on a code, its preview follows, and the downloaded PNG leads to the code', async () => {
  const { page } = await place.open(owner);
  await openScreen(page, product.origin, 'set_qr_code');
  await page.getByLabel('Name', { exact: true }).fill('With a logo');
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/');
  await page.getByRole('button', { name: 'More options' }).click();
  await page.locator('input[type=file]').setInputFiles(LOGO);
  await page.getByRole('img', { name: 'Logo' }).waitFor();
  await page.getByLabel('Dot colour', { exact: true }).fill('#f5ca47');
  await page.getByText('The colours are too alike').first().waitFor();
  await page.getByLabel('Dot colour', { exact: true }).fill('#1a3a8f');
  await page.getByText('Round', { exact: true }).click();
  const preview = page.getByRole('img', { name: /^QR code of http/ });
  await until('the preview has the new colour', async () =>
    decodeURIComponent((await preview.getAttribute('src')) ?? '').includes('#1a3a8f'),
  );
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await arriveAt(page, /set_qr_code\?id=[0-9a-f]{24}/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PNG' }).click(),
  ]);
  const saved = page.getByRole('img', { name: /^QR code of http.*[?]s=/ });
  const address = ((await saved.getAttribute('alt')) ?? '').replace('QR code of ', '');
  expect(await scan(await Bun.file(await download.path()).bytes())).toBe(address);
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toEndWith('.pdf');
  await page.context().close();
});

describe('anyone can use the public pages', () => {
  const views: View[] = [
    { locale: 'en-US', theme: 'dark', size: PHONE },
    { locale: 'zh-CN', theme: 'light', size: DESKTOP },
    { locale: 'sw-KE', theme: 'light', size: PHONE },
  ];
  test.each(views)('axe finds nothing: %o', async (view) => {
    for (const address of [shareAddress(), 'share_access', 'access_log']) {
      const { page } = await openGuest(view, address);
      await settle(page);
      expect(await axeViolations(page)).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.context().close();
    }
  });
});
