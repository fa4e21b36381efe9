import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { axeViolations } from '../e2e/axe.ts';
import { openScreen, settle } from '../e2e/browser.ts';
import { openPlace, type Place } from '../e2e/place.ts';
import { shows } from '../e2e/shows.ts';
import { type Product, startProduct } from '../product.ts';

// An operator sets a folder up, makes a backup, tries it and sees what came of it.

setDefaultTimeout(240_000);
/** Of what a process of its own does meanwhile: a backup, a trial. */
const WORK = { timeout: 150_000 };
const LIMIT = { timeout: 40_000 };

const root = mkdtempSync(join(tmpdir(), 'waypost-backups-screen-'));
const folder = join(root, 'kept');
let place: Place;
let product: Product;
let page: Page;
let faults: string[];

beforeAll(async () => {
  place = await openPlace(startProduct);
  ({ product } = place);
  ({ page, faults } = await place.open(product.administrator));
}, 240_000);
afterAll(async () => {
  await place?.close();
  rmSync(root, { recursive: true, force: true });
}, 60_000);

const folderField = () => page.getByLabel('Folder or bucket', { exact: true });
const save = () => page.locator('main form button[type=submit]').click(LIMIT);

describe.skipIf(process.env.MONGODB_URI !== undefined)('the screen of backups', () => {
  test('a folder that will not do is told at its field; one that will is saved', async () => {
    await openScreen(page, product.origin, 'backups');
    await shows(page.getByRole('button', { name: 'Back up now', exact: true }), { count: 0 });
    await folderField().fill(product.dataDir);
    await save();
    await page.getByText('This folder lies in the data directory').waitFor(LIMIT);
    await folderField().fill('s3://backups');
    await save();
    await page.getByText('Enter an address such as https://s3.example.com, with nothing').waitFor(LIMIT);
    await folderField().fill(folder);
    await save();
    await page.getByRole('button', { name: 'Back up now', exact: true }).waitFor(LIMIT);
    await settle(page);
    expect(await axeViolations(page)).toEqual([]);
  });

  test('a backup is made now, tried and tried again, and what came of it is seen without loading the page again', async () => {
    await page.getByRole('button', { name: 'Back up now', exact: true }).click(LIMIT);
    const row = page.getByRole('row').filter({ hasText: /waypost-\d{8}T\d{6}Z\.tar/ });
    await row.getByText('Done', { exact: true }).waitFor(WORK);
    const [name = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    // The first one made is tried by itself.
    await row.getByText('Can be restored', { exact: true }).waitFor(WORK);
    await page.getByText('none yet').waitFor({ ...WORK, state: 'detached' });
    await settle(page);
    expect(await axeViolations(page)).toEqual([]);
    // At somebody's wish once more, after its disk has lost the end of it.
    truncateSync(join(folder, name), 5_000);
    await row.getByRole('button', { name: 'Try to restore it' }).click(LIMIT);
    await row.getByText('Cannot be relied on', { exact: true }).waitFor(WORK);
    await page
      .locator('main')
      .getByText('Can be restored', { exact: true })
      .waitFor({ ...WORK, state: 'detached' });
    // The two folders that were refused.
    expect(faults.filter((fault) => !fault.includes('422'))).toEqual([]);
  });
});
