import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { createAccount } from '../../accounts.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { DESKTOP, openScreen, PHONE, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// A customer pastes lines, takes a file, and gets short links and a report of what was wrong.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
/** Others of one letter differ from it in the middle alone. */
const LONG = 'shop.example.org/catalogue/of/the/spring/26/in/all/its/colours?from=letter';

let place: Place;
let page: Page;
let faults: string[];

beforeAll(async () => {
  place = await openPlace();
  const customer = await createAccount(place.product, { account: 'sara.short', role: 'customer' });
  ({ page, faults } = await place.open(customer));
}, 240_000);
afterAll(() => place?.close());

test('pasted lines become links, the others are told in a report that can be had', async () => {
  await openScreen(page, place.product.origin, 'short_qr_code_list');
  await page.getByText('No short links yet').waitFor(LIMIT);
  await page.getByRole('button', { name: 'Create in bulk', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  const lines =
    'https://pasted.example/menu,Pasted menu\nno address at all\nhttps://pasted.example/card,Pasted card';
  await drawer.getByLabel('Long addresses', { exact: true }).fill(lines, LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  // What was pasted is not lost by a press beside the drawer.
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button').first().click(LIMIT);
  await drawer.getByRole('button', { name: 'Make links', exact: true }).click(LIMIT);
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
  await page.getByText('2 done; 1 was not. The downloaded report says why.', { exact: true }).waitFor(LIMIT);
  const report = page.waitForEvent('download', LIMIT);
  await page.getByRole('button', { name: 'Download', exact: true }).first().click(LIMIT);
  const text = await Bun.file((await (await report).path()) ?? '').text();
  expect(text).toContain('Not a web address');
  // The list that is open shows them as soon as they are made.
  const made = page.getByRole('row').filter({ hasText: 'Pasted menu' });
  await made.waitFor({ timeout: 8_000 });
  // Its picture stands beside the name, and is had with one press.
  await made.locator('img[src^="data:image/svg+xml"]').waitFor(LIMIT);
  await made.getByRole('button', { name: /^Download PNG/ }).waitFor(LIMIT);
  await page
    .getByRole('row')
    .filter({ hasText: 'Pasted card' })
    .getByText('pasted.example/card')
    .waitFor(LIMIT);
  await settle(page);
  await page.getByRole('columnheader', { name: /^Created/ }).waitFor(LIMIT);
  // A column that gives way to the others may not break its address letter by letter.
  expect((await made.boundingBox())?.height).toBeLessThan(80);
  expect(await axeViolations(page)).toEqual([]);
});

test('one is made of an address alone, or with a code of one’s own, and is copied at once', async () => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'New link', exact: true }).click(LIMIT);
  const form = page.getByRole('dialog', { name: 'New link' });
  await form.getByLabel('Address', { exact: true }).fill('single.example/spring', LIMIT);
  // Without a name it is called after its address, which stands there while none is typed.
  const name = form.getByLabel('Name', { exact: true });
  await shows(name, { attribute: ['placeholder', 'single.example/spring'] });
  await form.getByLabel('Short code', { exact: true }).fill('spring26', LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  const ready = page.getByRole('dialog', { name: 'Your link is ready' });
  await ready.getByText('/spring26').first().waitFor(LIMIT);
  await ready.getByText('https://single.example/spring', { exact: true }).waitFor(LIMIT);
  await ready.getByRole('img', { name: /spring26$/ }).waitFor(LIMIT);
  await ready.getByRole('button', { name: 'Download PNG', exact: true }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await ready.getByRole('button', { name: 'Create another', exact: true }).click(LIMIT);
  await form.getByLabel('Address', { exact: true }).fill('https://single.example/summer', LIMIT);
  await name.fill('Summer letter', LIMIT);
  await form.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await ready.getByRole('button', { name: 'Copy link', exact: true }).click(LIMIT);
  await page.getByText('Copied', { exact: true }).first().waitFor(LIMIT);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const answer = await fetch(copied, { redirect: 'manual' });
  expect(answer.headers.get('location')).toBe('https://single.example/summer');
  // What was made stays in sight, and leads on to its page.
  await ready.getByRole('button', { name: 'Open its page', exact: true }).click(LIMIT);
  await page.getByRole('heading', { level: 1, name: 'Summer letter' }).waitFor(LIMIT);
  await page.goBack();
  const row = page.getByRole('row').filter({ hasText: 'single.example/spring' });
  await row.getByText('spring26').first().waitFor(LIMIT);
});

test('the page of a short link leads back to the list of short links', async () => {
  await page.getByRole('link', { name: 'Pasted card', exact: true }).click(LIMIT);
  await page.getByRole('heading', { level: 1, name: 'Pasted card' }).waitFor(LIMIT);
  await page.locator('#content').getByRole('link', { name: 'Short links', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Pasted card' }).waitFor(LIMIT);
});

test('a file goes the same way', async () => {
  await page.getByRole('button', { name: 'Create in bulk', exact: true }).first().click(LIMIT);
  const file = {
    name: 'links.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`url,name\nhttps://filed.example/,Out of a file\nhttps://${LONG},Letter 26\n`),
  };
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file, LIMIT);
  await page.getByRole('dialog').waitFor({ ...LIMIT, state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Out of a file' }).waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('columns that nobody knows are asked about before anything is made', async () => {
  await page.getByRole('button', { name: 'Create in bulk', exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  const table = 'Zieladresse,Titel,Abteilung\nhttps://mapped.example/menu,Mapped menu,Sales\n';
  const chooser = page.waitForEvent('filechooser', LIMIT);
  await drawer.getByRole('button', { name: 'Choose a CSV file', exact: true }).click(LIMIT);
  await (await chooser).setFiles({ name: 'links.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await drawer.getByText('Not in the file yet: Long address').waitFor(LIMIT);
  const begin = drawer.getByRole('button', { name: 'Make links', exact: true });
  await shows(begin, { enabled: false });
  for (const [column, field] of [
    ['Zieladresse', 'Take as: Long address'],
    ['Titel', 'Take as: Name'],
  ] as const) {
    await drawer.getByRole('combobox', { name: column, exact: true }).click(LIMIT);
    await page
      .getByRole('option', { name: field, exact: true })
      .filter({ visible: true })
      .last()
      .click(LIMIT);
  }
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await begin.click(LIMIT);
  await drawer.waitFor({ ...LIMIT, state: 'detached' });
  await page.getByRole('row').filter({ hasText: 'Mapped menu' }).waitFor(LIMIT);
});

test('on a phone where a link leads is told whole', async () => {
  await page.setViewportSize(PHONE);
  await openScreen(page, place.product.origin, 'short_qr_code_list');
  const told = page.getByText(LONG, { exact: true });
  await told.waitFor(LIMIT);
  expect(await told.evaluate((one) => one.scrollWidth <= one.clientWidth + 1)).toBe(true);
  await page.setViewportSize(DESKTOP);
});

test('links go out as a table and as pictures, all or the chosen ones', async () => {
  const saved = async (press: () => Promise<void>): Promise<string> => {
    await press();
    const tray = page.waitForEvent('download', LIMIT);
    await page.getByRole('button', { name: 'Download', exact: true }).first().click(LIMIT);
    return (await tray).suggestedFilename();
  };
  await page.reload();
  expect(
    await saved(() => page.getByRole('button', { name: 'QR pictures', exact: true }).click(LIMIT)),
  ).toEndWith('.zip');
  await page.reload();
  await page
    .getByRole('row')
    .filter({ hasText: 'Pasted card' })
    .getByRole('checkbox')
    .check({ ...LIMIT, force: true });
  const bar = page.getByRole('button', { name: 'Export CSV', exact: true });
  expect(await saved(() => bar.last().click(LIMIT))).toEndWith('.csv');
  expect(faults).toEqual([]);
});
