import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { BUILT_IN } from '../../../plugins/qr/codes/design/presets/built-in.ts';
import { createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, settle } from '../../e2e/browser.ts';
import { pickMore } from '../../e2e/pick.ts';
import { openPlace, type Place } from '../../e2e/place.ts';
import { shows } from '../../e2e/shows.ts';

// A customer changes some fields of many codes at once, and is told which ones stayed as they were.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };

let place: Place;
let page: Page;
let faults: string[];
let api: Api;

beforeAll(async () => {
  place = await openPlace();
  const customer = await createAccount(place.product, { account: 'mara.many', role: 'customer' });
  api = await signIn(place.product.origin, customer);
  const [one, two] = [{ url: 'https://one.example/' }, { url: 'https://two.example/' }];
  await api.call('qr_code_list/add', { name: 'Table one', targets: [one] });
  await api.call('qr_code_list/add', { name: 'Table two', targets: [one, two], rotation_model: 3 });
  ({ page, faults } = await place.open(customer));
}, 240_000);
afterAll(() => place?.close());

test('chosen fields of chosen codes change, the others stay, and what was refused is told with the reason', async () => {
  await openScreen(page, place.product.origin, 'qr_code_list');
  for (const name of ['Table one', 'Table two'])
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('checkbox')
      .check({ ...LIMIT, force: true });
  await pickMore(page, 'Change fields');
  const drawer = page.getByRole('dialog', { name: 'Change 2 codes' });
  await drawer.getByRole('group', { name: 'What to change' }).waitFor(LIMIT);
  // Nothing is asked before it is chosen.
  await shows(drawer.getByRole('radio'), { count: 0 });
  const fields = drawer.getByRole('group', { name: 'What to change' });
  await fields.getByText('Rotation', { exact: true }).click(LIMIT);
  await fields.getByText('Visit log', { exact: true }).click(LIMIT);
  await fields.getByText('Colours, shapes and logo', { exact: true }).click(LIMIT);
  await drawer.getByRole('button', { name: 'Ocean', exact: true }).click(LIMIT);
  await drawer.getByText('Keep every visit', { exact: true }).click(LIMIT);
  await drawer.getByText('In order', { exact: true }).click(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Change', exact: true }).click(LIMIT);
  await drawer
    .getByRole('status')
    .filter({ hasText: '1 code changed. 1 code stayed as it was' })
    .waitFor(LIMIT);
  await drawer.getByRole('row').filter({ hasText: 'Table two' }).getByText('never leave').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Close', exact: true }).last().click(LIMIT);
  const { content } = await api.call<{ content: Record<string, unknown>[] }>('qr_code_list/user_inquire', {
    sort_field: 'name',
  });
  const changed = content.content.map(({ open_log, rotation_model, design }) => [
    open_log,
    rotation_model,
    design,
  ]);
  expect(changed).toEqual([
    [2, 1, BUILT_IN.ocean],
    [1, 3, null],
  ]);
  expect(faults).toEqual([]);
});
