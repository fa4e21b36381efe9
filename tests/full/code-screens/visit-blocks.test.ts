import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';

// An owner blocks an address beside a visitor and a page by hand, and lifts both; an operator blocks an address everywhere.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const VISITOR = '192.0.2.77';

let place: Place;
let page: Page;
let faults: string[];
let owner: Credentials;
let api: Api;
let code: string;

beforeAll(async () => {
  place = await openPlace();
  const { product } = place;
  owner = await createAccount(product, { account: 'olive.blocks', role: 'customer' });
  api = await signIn(product.origin, owner);
  const body = { name: 'Blocked door', targets: [{ url: 'https://door.example/' }], jump_type: 6 };
  code = (await api.call<{ short_code: string }>('qr_code_list/add', body)).content.short_code;
  await becomes(302);
  ({ page, faults } = await place.open(owner));
}, 240_000);
afterAll(async () => {
  const root = await signIn(place.product.origin, place.product.administrator);
  const { content } = await root.call<{ content: { id: string }[] }>('ip_black/inquire', { ip: VISITOR });
  for (const { id } of content.content) await root.call('ip_black/remove', { id });
  await place.close();
});

/** Visits until the visitor is let in, or refused. */
async function becomes(wanted: number): Promise<void> {
  const headers = { 'x-forwarded-for': VISITOR };
  for (const limit = performance.now() + 40_000; ; await Bun.sleep(100)) {
    const { status } = await fetch(`${place.product.origin}/${code}`, { headers, redirect: 'manual' });
    if (status === wanted) return;
    if (performance.now() > limit) throw new Error(`a visit is still answered ${status}`);
  }
}
async function press(on: Page, verb: string, name: string): Promise<void> {
  await on.getByRole('button', { name: `${verb}: ${name}`, exact: true }).click(LIMIT);
  await on.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click(LIMIT);
}
/** Beside a visitor, where blocking stands behind the row's menu. */
async function block(on: Page, name: string): Promise<void> {
  await on.getByRole('button', { name: `More actions: ${name}`, exact: true }).click(LIMIT);
  await on.getByRole('menuitem', { name: 'Block', exact: true }).click(LIMIT);
  await on.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click(LIMIT);
}

test('an address is blocked beside its visitor, and let in again on the list of blocks', async () => {
  await openScreen(page, place.product.origin, 'visitor');
  await block(page, VISITOR);
  await becomes(403);
  await openScreen(page, place.product.origin, 'visit_block');
  await page.getByRole('row').filter({ hasText: VISITOR }).getByText('Own codes').waitFor(LIMIT);
  await page.getByRole('button', { name: 'Block', exact: true }).first().click(LIMIT);
  const form = page.getByRole('dialog');
  await form.getByLabel('Address or page').fill('https://copies.example/frame', LIMIT);
  await form.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'copies.example' }).getByText('Page').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await press(page, 'Delete', VISITOR);
  await becomes(302);
  expect(faults).toEqual([]);
});

test('an operator blocks the same address everywhere', async () => {
  const opened = await place.open(place.product.administrator);
  await openScreen(opened.page, place.product.origin, 'visitor?scope=all&search=192.0.2.77');
  await block(opened.page, VISITOR);
  await becomes(403);
  expect(opened.faults).toEqual([]);
});
