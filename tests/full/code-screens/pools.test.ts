import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { PNG } from 'pngjs';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, PHONE, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';

// A customer fills a pool, has a code lead to it, and visitors get one item after the other.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const PICTURES = process.env.WAYPOST_TEST_PICTURES;

let place: Place;
let owner: Credentials;
let owning: Api;
beforeAll(async () => {
  place = await openPlace();
  owner = await createAccount(place.product, { account: 'pola.pools', role: 'customer' });
  owning = await signIn(place.product.origin, owner);
}, 240_000);
afterAll(() => place?.close());

function groupPicture() {
  const drawn = new PNG({ width: 300, height: 400 });
  drawn.data.fill(180);
  return { name: 'group.png', mimeType: 'image/png', buffer: PNG.sync.write(drawn) };
}

test('group pictures and links in a pool reach visitors in their order, each until it is full', async () => {
  const { page, context, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, 'internal_code_grouping');
  await page.getByRole('button', { name: 'New pool', exact: true }).first().click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Name', { exact: true }).fill('Tea lovers', LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('heading', { name: 'Tea lovers' }).waitFor(LIMIT);
  // Nothing ran out: nothing was in it.
  await page.getByText('No items yet', { exact: true }).waitFor(LIMIT);

  // A picture for one visitor, during hours that are always, and a link for all others.
  const begin = () => page.getByRole('button', { name: 'New item', exact: true }).first().click(LIMIT);
  await begin();
  await drawer.getByLabel('Name', { exact: true }).fill('Group 1', LIMIT);
  await drawer.getByText('Picture', { exact: true }).click(LIMIT);
  await drawer.locator('input[type=file][aria-label="Picture"]').setInputFiles(groupPicture());
  await drawer.getByRole('img', { name: 'Picture', exact: true }).waitFor(LIMIT);
  await drawer.getByLabel('Capacity', { exact: true }).fill('1', LIMIT);
  await drawer.getByRole('button', { name: 'Add hours', exact: true }).click(LIMIT);
  for (const day of ['Sat', 'Sun']) await drawer.getByText(day, { exact: true }).click(LIMIT);
  for (const end of ['From', 'To']) await drawer.getByLabel(end, { exact: true }).fill('00:00', LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  if (PICTURES) await page.screenshot({ path: `${PICTURES}/pool-item.png` });
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Group 1' }).waitFor(LIMIT);
  await begin();
  await drawer.getByLabel('Name', { exact: true }).fill('Group 2', LIMIT);
  await drawer.getByRole('textbox', { name: 'Address', exact: true }).fill('javascript:alert(1)', LIMIT);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await drawer.getByText('Enter a full web address').first().waitFor(LIMIT);
  await drawer
    .getByRole('textbox', { name: 'Address', exact: true })
    .fill('https://example.com/second', LIMIT);
  await drawer.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Group 2' }).waitFor(LIMIT);
  await page.getByText('2 of 2 items take visitors now').waitFor(LIMIT);

  await openScreen(page, place.product.origin, 'set_qr_code');
  await page.getByRole('main').getByText('Pool', { exact: true }).click(LIMIT);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Live poster', LIMIT);
  await page.getByRole('combobox', { name: 'Pool', exact: true }).click(LIMIT);
  await page.getByRole('option', { name: 'Tea lovers' }).click(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create', exact: true }).click(LIMIT);
  await page.waitForURL(/id=[0-9a-f]{24}/, LIMIT);
  const { content } = await owning.call<{ content: { short_code: string }[] }>('qr_code_list/user_inquire');
  const address = `${place.product.origin}/${content.content[0]?.short_code}`;
  const visited = await context.newPage();
  await visited.goto(address);
  await visited.getByRole('heading', { name: 'Press and hold the picture' }).waitFor(LIMIT);
  const shown = visited.getByRole('img');
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300);
  if (PICTURES) await visited.screenshot({ path: `${PICTURES}/pool-visitor.png` });
  await visited.close();
  const next = await fetch(address, { redirect: 'manual' });
  expect(await next.text()).toContain('https://example.com/second');

  // Which is seen on the pool's page as soon as it is in the figures, with the code that leads there.
  const pool = await owning.call<{ content: { id: string }[] }>('internal_code_grouping/user_inquire');
  await openScreen(page, place.product.origin, `internal_code_grouping?id=${pool.content.content[0]?.id}`);
  await page.getByRole('row').filter({ hasText: 'Group 1' }).getByText('Full').waitFor(LIMIT);
  await page.getByRole('button', { name: 'More actions: Group 1' }).click(LIMIT);
  await page.getByText('Move down', { exact: true }).click(LIMIT);
  await page.getByRole('row').nth(1).filter({ hasText: 'Group 2' }).waitFor(LIMIT);
  await page.getByRole('tab', { name: 'Codes', exact: true }).click(LIMIT);
  await page.getByRole('row').filter({ hasText: 'Live poster' }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
});
