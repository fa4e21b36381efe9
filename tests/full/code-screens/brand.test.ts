import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { OperationStatus } from '@waypost/contract';
import jsQR from 'jsqr';
import { BUILT_IN } from '../../../plugins/qr/codes/design/presets/built-in.ts';
import { cornerOf, SHEETS } from '../../../plugins/qr/print-labels/values.ts';
import { drawPages } from '../../../plugins/qr/testing/draw-page.ts';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { download, endOf } from '../../operations.ts';

// A customer sets up a brand, makes a code that begins with it, and prints it on a label of a used sheet.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const START = 5;

let place: Place;
let owner: Credentials;
let api: Api;
beforeAll(async () => {
  place = await openPlace();
  owner = await createAccount(place.product, { account: 'bella.brand', role: 'customer' });
  api = await signIn(place.product.origin, owner);
}, 240_000);
afterAll(() => place?.close());

test('a new code begins with the brand, and a phone reads it on the label that it was printed on', async () => {
  const { page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, 'brand');
  await page.getByRole('button', { name: 'Set up your brand', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog', { name: 'New design' });
  await drawer.getByLabel('Name', { exact: true }).fill('House', LIMIT);
  await drawer.getByRole('switch', { name: 'Brand for new codes' }).click(LIMIT);
  await drawer.getByRole('button', { name: 'Forest', exact: true }).click(LIMIT);
  await drawer.getByLabel('Frame text', { exact: true }).fill('Scan me', LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('button', { name: 'Edit brand' }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);

  await openScreen(page, place.product.origin, 'set_qr_code');
  await page.getByRole('textbox', { name: 'Address', exact: true }).fill('https://example.com/menu', LIMIT);
  await page.getByLabel('Name', { exact: true }).fill('Counter', LIMIT);
  await page.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('heading', { name: 'Counter' }).first().waitFor(LIMIT);
  const { content } = await api.call<{ content: { qr_url: string; design: object }[] }>(
    'qr_code_list/inquire',
  );
  const [code] = content.content;
  const colour = BUILT_IN.forest.finder;
  expect(code?.design).toEqual({ ...BUILT_IN.forest, frame: { text: 'Scan me', colour } });

  await openScreen(page, place.product.origin, 'qr_code_list');
  await page
    .getByRole('row')
    .filter({ hasText: 'Counter' })
    .getByRole('checkbox')
    .check({ ...LIMIT, force: true });
  await page.getByRole('button', { name: 'Labels', exact: true }).click(LIMIT);
  // The address of a test is nobody's outside.
  await page.getByRole('button', { name: 'Continue', exact: true }).click(LIMIT);
  const labels = page.getByRole('dialog', { name: 'Print 1 label' });
  await labels.getByLabel('First label', { exact: true }).fill(String(START), LIMIT);
  await labels.getByRole('img', { name: 'Preview of the first sheet' }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  const started = page.waitForResponse((response) => response.url().endsWith('/export_labels'), LIMIT);
  await labels.getByRole('button', { name: 'Make PDF', exact: true }).click(LIMIT);
  const { id } = (await (await started).json()).content;
  expect(await endOf(api, id)).toMatchObject({ status: OperationStatus.completed });
  const file = await download(place.product.origin, api.token, id);
  const sheet = SHEETS.l7160;
  const [first] = drawPages(new Uint8Array(await file.arrayBuffer()));
  const label = first?.cut({ ...cornerOf(sheet, START - 1), width: sheet.width, height: sheet.height });
  expect(label && jsQR(label.data, label.width, label.height)?.data).toBe(code?.qr_url as string);
  expect(faults).toEqual([]);
});
