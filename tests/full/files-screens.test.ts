import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openScreen } from '../e2e/browser.ts';
import { looking } from '../e2e/look.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { type Product, startProduct } from '../product.ts';
import { S3RVER_KEY, type S3rver, startS3rver } from '../s3rver.ts';
import { until } from '../until.ts';

// An operator says what may be uploaded, uploads, adds a storage, tries it, uses it and moves all files there.

setDefaultTimeout(300_000);
const LIMIT = { timeout: 60_000 };
const root = mkdtempSync(join(tmpdir(), 'waypost-files-screens-'));
const LOGO = join(import.meta.dir, '../../host/shell/public/logo.png');
const look = looking('files');

let place: Place;
let product: Product;
let s3: S3rver;
let page: Page;
let faults: string[];
beforeAll(async () => {
  s3 = await startS3rver(['files']);
  place = await openPlace(() => startProduct({ env: { STORAGE_ADDRESSES: '127.0.0.1' } }));
  ({ product } = place);
  ({ page, faults } = await place.open(product.administrator));
}, 240_000);
afterAll(async () => {
  await place?.close();
  await s3?.stop();
  rmSync(root, { recursive: true, force: true });
}, 60_000);

const button = (name: string, on: Pick<Page, 'getByRole'> = page) =>
  on.getByRole('button', { name, exact: true });
const drawer = () => page.getByRole('dialog');
async function upload(path: string): Promise<void> {
  const chosen = page.waitForEvent('filechooser');
  await button('Upload a file').click(LIMIT);
  await (await chosen).setFiles(path);
}

test('what is uploaded is listed with who brought it, and what is something else than its name says is refused there', async () => {
  await openScreen(page, product.origin, 'image_config');
  await page.getByLabel('Largest file', { exact: true }).fill('5000', LIMIT);
  await look(page, 'limits');
  await button('Save').click(LIMIT);
  await page.getByText('The limits are saved.').waitFor(LIMIT);
  await openScreen(page, product.origin, 'image_config?tab=files');
  await page.getByText('No files yet').waitFor(LIMIT);
  await look(page, 'empty');
  await upload(LOGO);
  await page.getByRole('row').filter({ hasText: 'logo.png' }).waitFor(LIMIT);
  const fake = join(root, 'page.png');
  writeFileSync(fake, '<!doctype html><script>alert(1)</script>');
  await upload(fake);
  await page.getByText('The contents are not what the end of the name says.').waitFor(LIMIT);
  const long = join(root, 'long.txt');
  writeFileSync(long, 'line of a long file\n'.repeat(100_000));
  await upload(long);
  const row = page.getByRole('row').filter({ hasText: 'long.txt' });
  await row.waitFor(LIMIT);
  await row.getByText('2 MB').waitFor(LIMIT);
  await look(page, 'list');
  await page.getByText('logo.png').first().click(LIMIT);
  await drawer().getByText('Dimensions').waitFor(LIMIT);
  const shown = drawer().getByRole('img', { name: 'logo.png' });
  await until('the picture is shown', () =>
    shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
  );
  await look(page, 'details');
});

test('a storage is added, tried, used, and all files are moved there; their addresses go on', async () => {
  await openScreen(page, product.origin, 'image_configs');
  await button('New place').click(LIMIT);
  await drawer().getByLabel('Name', { exact: true }).fill('Bucket', LIMIT);
  await shows(drawer().getByLabel('Bucket', { exact: true }), { count: 0 });
  await look(page, 'new-local');
  await drawer().getByText('S3-compatible', { exact: true }).click(LIMIT);
  for (const [label, value] of [
    ['Endpoint', s3.endpoint],
    ['Bucket', 'elsewhere'],
    ['Access key ID', S3RVER_KEY.key],
    ['Secret access key', S3RVER_KEY.secret],
  ] as const)
    await drawer().getByLabel(label, { exact: true }).fill(value, LIMIT);
  await look(page, 'new-s3');
  await button('Create', drawer()).click(LIMIT);
  const row = page.getByRole('row').filter({ hasText: 'Bucket' });
  await row.getByRole('button', { name: /^Test/ }).click(LIMIT);
  await drawer().getByText('The storage has no bucket elsewhere.').waitFor(LIMIT);
  await look(page, 'test-fails');
  await page.keyboard.press('Escape');
  await openScreen(page, product.origin, 'image_configs');
  await row.getByText('Bucket').first().click(LIMIT);
  await drawer().getByLabel('Bucket', { exact: true }).fill('files', LIMIT);
  await button('Save', drawer()).click(LIMIT);
  await drawer().waitFor({ ...LIMIT, state: 'detached' });
  await row.getByRole('button', { name: /^Test/ }).click(LIMIT);
  await drawer().getByText('Works', { exact: true }).waitFor(LIMIT);
  await look(page, 'test-works');
  await page.keyboard.press('Escape');
  await drawer().waitFor({ ...LIMIT, state: 'detached' });
  // Away from the button, whose hint axe would find beside the page.
  await openScreen(page, product.origin, 'image_config');
  await openScreen(page, product.origin, 'image_configs');
  await row.waitFor(LIMIT);
  await page.mouse.move(2, 2);
  await look(page, 'places');
  const local = page.getByRole('row').filter({ hasText: 'DATA_DIR/files' });
  await local.getByRole('button', { name: /^Move the files/ }).click(LIMIT);
  await drawer().getByRole('combobox', { name: 'Move to', exact: true }).click(LIMIT);
  await page.getByRole('option', { name: 'Bucket' }).click(LIMIT);
  // The list of choices goes with an effect; axe finds a fault of Arco's own in it.
  await page.getByRole('option', { name: 'Bucket' }).waitFor({ ...LIMIT, state: 'hidden' });
  await button('Move', drawer()).click(LIMIT);
  await until('the bucket has the files', () =>
    readdirSync(s3.directory, { recursive: true }).some((name) => String(name).includes('-1.png')),
  );
  await until('the place of this machine is empty', async () => {
    await openScreen(page, product.origin, 'image_configs');
    return local
      .getByText('0', { exact: true })
      .first()
      .waitFor({ timeout: 3_000 })
      .then(
        () => true,
        () => false,
      );
  });
  await openScreen(page, product.origin, 'image_config?tab=files');
  const small = page.getByRole('row').filter({ hasText: 'logo.png' }).locator('img');
  await until('the picture comes from the bucket', () =>
    small.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth > 0),
  );
  expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
});
