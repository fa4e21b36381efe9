import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import jsQR from 'jsqr';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { arriveAt, settle, signInOn, until } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';
import { DESKTOP_CHROME, visitAs, WECHAT_PHONE } from './visitors.ts';

/** Milliseconds: statistics are at most 2 s behind, the screen asks every 2 s, the machine may be busy. */
const SEEN_WITHIN = 40_000;
const TARGETS = ['https://example.com/left', 'https://example.org/right'];

setDefaultTimeout(180_000);

let place: Place;
let product: Product;
let page: Page;
let faults: string[];
let codeAddress: string;

beforeAll(async () => {
  place = await openPlace(() => startProduct());
  ({ product } = place);
  ({ page, faults } = await place.open());
}, 180_000);

afterAll(() => place?.close());

describe('the main job in the browser', () => {
  test('a person signs in, stands on the overview, and has the statistics of the day one press away', async () => {
    await signInOn(page, product.origin, product.administrator);
    await arriveAt(page, /#\/customer\/home_admin/);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: 'Analytics', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  });

  test('a code with two targets is made, and its preview names the short link before it is saved', async () => {
    await page.getByRole('link', { name: 'Codes', exact: true }).click();
    await page.getByRole('button', { name: 'New QR code', exact: true }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Table card');
    await page.getByRole('textbox', { name: 'Address' }).fill(TARGETS[0] as string);
    await page.getByRole('button', { name: 'Add target' }).click();
    await page
      .getByRole('textbox', { name: 'Address' })
      .nth(1)
      .fill(TARGETS[1] as string);
    // Two alternate unless somebody chooses otherwise: in order they would need thresholds.
    await page.getByRole('radio', { name: 'Alternate', checked: true }).waitFor({ state: 'attached' });
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
    await shows(visits, { text: '0' });
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
    await page.getByRole('link', { name: 'Codes', exact: true }).click();
    await settle(page);
    const row = page.getByRole('row', { name: /Table card/ });
    await row.getByRole('cell', { name: '2', exact: true }).first().waitFor();
    await row.getByRole('link', { name: 'Table card' }).click();
    await page.getByRole('heading', { level: 1, name: 'Table card' }).waitFor();
    await page.getByRole('tab', { name: 'Targets and rules' }).click();
    const second = page.getByRole('group', { name: 'Target 2' }).getByRole('textbox', { name: 'Address' });
    await shows(second, { value: TARGETS[1] as string });
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
