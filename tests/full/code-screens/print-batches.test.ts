import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, PHONE, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { download, readCsv, runOperation } from '../../operations.ts';

// Codes are printed first; their owner scans one to say where it leads, and somebody else claims another with its claim code.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let owner: Credentials;
let holder: Credentials;
let owning: Api;
beforeAll(async () => {
  place = await openPlace();
  owner = await createAccount(place.product, { account: 'petra.prints', role: 'customer' });
  holder = await createAccount(place.product, { account: 'hanna.holds', role: 'customer' });
  owning = await signIn(place.product.origin, owner);
}, 240_000);
afterAll(() => place?.close());

test('printed codes are claimed by scanning: by their owner, and by whoever has the claim code', async () => {
  const { page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, 'print_batch');
  await page.getByRole('button', { name: 'New print batch' }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Table stickers', LIMIT);
  await drawer.getByLabel('Codes', { exact: true }).fill('3', LIMIT);
  await drawer.getByRole('switch', { name: 'Claim codes' }).click(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Make codes' }).click(LIMIT);
  await page.getByText('3 codes · 0 claimed').waitFor(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Table stickers 3' }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);

  const id = new URLSearchParams(page.url().split('?')[1]).get('id') ?? '';
  const { id: operation } = await runOperation(owning, 'print_batch/export', { id });
  const text = await (await download(place.product.origin, owning.token, operation)).text();
  const [mine, theirs] = readCsv(text)
    .slice(1)
    .map(([, code = '', , , , , claim = '']) => ({ code, claim }));

  // As a phone's camera opens it, where its owner is logged in.
  await page.setViewportSize(PHONE);
  await page.goto(`${place.product.origin}/${mine?.code}`);
  await page.getByRole('heading', { name: 'This code is not in use yet' }).waitFor(LIMIT);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('link', { name: 'It is mine: set it up' }).click(LIMIT);
  await page.getByText('This code leads nowhere yet').waitFor(LIMIT);
  await page
    .getByRole('textbox', { name: 'Address', exact: true })
    .fill('https://example.com/table-1', LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click(LIMIT);
  await page.getByText('This code leads nowhere yet').waitFor({ ...LIMIT, state: 'detached' });
  const led = await fetch(`${place.product.origin}/${mine?.code}`, { redirect: 'manual' });
  expect(await led.text()).toContain('https://example.com/table-1');

  const other = await place.open(holder);
  await openScreen(other.page, place.product.origin, `code_claim?address=127.0.0.1/${theirs?.code}`);
  await other.page.getByLabel('Claim code', { exact: true }).fill('AAAAA-AAAAA', LIMIT);
  await other.page.getByRole('button', { name: 'Claim the code' }).click(LIMIT);
  await other.page.getByText('This claim code does not fit.').first().waitFor(LIMIT);
  await settle(other.page);
  expect(await axeViolations(other.page)).toEqual([]);
  await other.page.getByLabel('Claim code', { exact: true }).fill(theirs?.claim ?? '', LIMIT);
  await other.page.getByRole('button', { name: 'Claim the code' }).click(LIMIT);
  await other.page.getByText('This code leads nowhere yet').waitFor(LIMIT);
  await other.page.getByRole('link', { name: 'QR codes' }).first().click(LIMIT);
  await other.page.getByText('No target yet').first().waitFor(LIMIT);
  // The page of a code that leads nowhere is 404, a claim code that does not fit 403.
  const others = [...faults, ...other.faults].filter((fault) => !/status of 40[34]/.test(fault));
  expect(others).toEqual([]);
});
