import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import readXlsx from 'read-excel-file/node';
import { createAccount } from '../accounts.ts';
import { signIn } from '../api.ts';
import { readCsv } from '../operations.ts';
import { axeViolations } from './axe.ts';
import { openScreen, settle } from './browser.ts';
import { openPlace, type Place } from './place.ts';
import { shows } from './shows.ts';

// A customer takes a list along as it stands before them, as CSV and for Excel, and tidies up behind it.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let page: Page;
let faults: string[];

beforeAll(async () => {
  place = await openPlace();
  const customer = await createAccount(place.product, { account: 'tara.takes', role: 'customer' });
  const api = await signIn(place.product.origin, customer);
  for (const name of ['Poster', 'Leaflet', 'Menu'])
    await api.call('qr_code_list/add', { name, targets: [{ url: `https://out.example/${name}` }] });
  ({ page, faults } = await place.open(customer));
}, 240_000);
afterAll(() => place?.close());

const bytesOf = async (download: Promise<Download>) => readFileSync((await (await download).path()) ?? '');

test('what stands in the list is what is taken along: its filter, its columns, its words', async () => {
  await openScreen(page, place.product.origin, 'qr_code_list?search=e');
  await page.getByRole('row').filter({ hasText: 'Leaflet' }).waitFor(LIMIT);
  const csv = page.waitForEvent('download', LIMIT);
  await page.getByRole('button', { name: 'Export CSV', exact: true }).click(LIMIT);
  const [head, ...rows] = readCsv((await bytesOf(csv)).toString());
  const shown = await page.getByRole('columnheader').allInnerTexts();
  expect(shown.map((text) => text.trim())).toEqual(expect.arrayContaining(head?.slice(0, 3) ?? []));
  expect(rows.map(([name]) => name).toSorted()).toEqual(['Leaflet', 'Menu', 'Poster']);
  expect(rows.flat()).toContain('https://out.example/Leaflet');

  const xlsx = page.waitForEvent('download', LIMIT);
  await page.getByRole('button', { name: 'Other formats', exact: true }).click(LIMIT);
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click(LIMIT);
  const [sheet] = (await readXlsx((await bytesOf(xlsx)) as never)) as unknown as { data: unknown[][] }[];
  expect(sheet?.data[0]).toEqual(head as string[]);
  expect(sheet?.data.length).toBe(4);
});

test('both stand among exports and tasks, and are deleted there', async () => {
  await openScreen(page, place.product.origin, 'async_operations');
  const rows = page.getByRole('row').filter({ hasText: 'List export' });
  await rows.first().waitFor(LIMIT);
  await shows(rows, { count: 2 });
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  for (const box of await rows.getByRole('checkbox').all()) await box.check({ ...LIMIT, force: true });
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click(LIMIT);
  await page
    .getByText('What has ended is deleted with its file. What is still going on stops.')
    .waitFor(LIMIT);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click(LIMIT);
  await page.getByText('No exports or tasks yet').waitFor(LIMIT);
  expect(faults).toEqual([]);
});
