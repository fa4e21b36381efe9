import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Credentials, createAccount } from '../../accounts.ts';
import { type Api, signIn } from '../../api.ts';
import { axeViolations } from '../../e2e/axe.ts';
import { openScreen, settle } from '../../e2e/browser.ts';
import { openPlace, type Place } from '../../e2e/place.ts';

// Codes are looked up by the list, an address is followed from its visit to its block, servers are told apart, and visits are summed up.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const VISITOR = '192.0.2.81';

let place: Place;
let root: Api;
let owner: Credentials;
let code: string;

beforeAll(async () => {
  place = await openPlace();
  const { product } = place;
  root = await signIn(product.origin, product.administrator);
  owner = await createAccount(product, { account: 'lena.lookups', role: 'customer' });
  const api = await signIn(product.origin, owner);
  const body = { name: 'Looked-up door', targets: [{ url: 'https://door.example/' }], jump_type: 6 };
  code = (await api.call<{ short_code: string }>('qr_code_list/add', body)).content.short_code;
  const headers = { 'x-forwarded-for': VISITOR };
  const visit = () => fetch(`${product.origin}/${code}`, { headers, redirect: 'manual' });
  const isCounted = async () => (await api.call<{ count: number }>('visitor/inquire')).content.count === 1;
  for (const limit = performance.now() + 40_000; (await visit()).status !== 302; await Bun.sleep(100))
    if (performance.now() > limit) throw new Error('the code is not answered');
  for (const limit = performance.now() + 40_000; !(await isCounted()); await Bun.sleep(100))
    if (performance.now() > limit) throw new Error('the visit is not counted');
}, 240_000);
afterAll(async () => {
  for (const area of ['ip_black', 'server_ip_black'])
    for (const ip of [VISITOR, '198.18.81.'])
      for (const { id } of (await root.call<{ content: { id: string }[] }>(`${area}/inquire`, { ip })).content
        .content)
        await root.call(`${area}/remove`, { id });
  await place.close();
});

test('a customer pastes codes and is told of each line', async () => {
  const { page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, 'batche_query');
  await page.getByLabel('Codes, links or domains').fill(`${code}\nno-such-code\ntwo words`, LIMIT);
  await page.getByRole('button', { name: 'Look up', exact: true }).click(LIMIT);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await row(code).getByText('Looked-up door').waitFor(LIMIT);
  await row('no-such-code').getByText('Not found').waitFor(LIMIT);
  await row('two words').getByText('This is no short code').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'On', exact: true }).click(LIMIT);
  await row('two words').waitFor({ state: 'detached', ...LIMIT });
  await page.getByRole('link', { name: 'Looked-up door', exact: true }).click(LIMIT);
  await page.getByRole('heading', { name: 'Looked-up door', level: 1 }).waitFor(LIMIT);
  await page.goBack();
  // What was pasted is there again.
  await row(code).waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('an operator follows an address from its visit, blocks it and lifts the block', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, `visitor?scope=all&search=${VISITOR}`);
  await page.getByRole('row', { name: 'Looked-up door' }).getByRole('link', { name: VISITOR }).click(LIMIT);
  await page.getByRole('dialog').getByRole('link', { name: 'Look up', exact: true }).click(LIMIT);
  // The drawer over the visitors says the same of the address: what is looked for stands on the next page.
  await page.getByRole('dialog').waitFor({ state: 'detached', ...LIMIT });
  await page.getByRole('heading', { name: VISITOR, exact: true }).waitFor(LIMIT);
  await page.getByRole('link', { name: 'Looked-up door', exact: true }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  for (const [verb, sign] of [
    ['Block', 'Refused everywhere'],
    ['Unblock', 'This address is on no list.'],
  ] as const) {
    await page.getByRole('button', { name: verb, exact: true }).click(LIMIT);
    await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click(LIMIT);
    await page.getByText(sign, { exact: true }).waitFor(LIMIT);
  }
  await page.getByLabel('IP address', { exact: true }).fill('nobody', LIMIT);
  await page.getByRole('button', { name: 'Look up', exact: true }).first().click(LIMIT);
  await page.getByText('This is no single address').first().waitFor(LIMIT);
  const questions: string[] = [];
  page.on('request', (request) => questions.push(new URL(request.url()).pathname));
  await page.getByLabel('IP address', { exact: true }).fill('192.0.2.82', LIMIT);
  await page.getByRole('button', { name: 'Look up', exact: true }).first().click(LIMIT);
  await page.getByRole('heading', { name: '192.0.2.82', exact: true }).waitFor(LIMIT);
  await settle(page);
  // What the form was answered is what the page shows.
  expect(questions.filter((path) => path.endsWith('/checkout_ip/inquire'))).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('servers are added many at once, and what is no address is told by line', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'server_ip_black');
  await page.getByRole('button', { name: 'Add many', exact: true }).click(LIMIT);
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel('Addresses').first().fill('198.18.81.0/24,search engine\nnobody', LIMIT);
  await drawer.getByText('Refused', { exact: true }).click(LIMIT);
  await drawer.getByRole('button', { name: 'Add', exact: true }).click(LIMIT);
  await page.getByText('1 line was not taken').waitFor(LIMIT);
  await page.keyboard.press('Escape');
  await page.getByRole('row').filter({ hasText: '198.18.81.0/24' }).getByText('Refused').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('visits are summed up by customer and by domain', async () => {
  const { page, faults } = await place.open(place.product.administrator);
  await openScreen(page, place.product.origin, 'visit_summary?search=lena');
  await page.getByRole('heading', { name: 'Visit summary', level: 1 }).waitFor(LIMIT);
  await page.getByRole('link', { name: 'lena.lookups', exact: true }).waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByText('By domain', { exact: true }).first().click(LIMIT);
  await page.getByRole('cell', { name: '127.0.0.1', exact: true }).first().waitFor(LIMIT);
  expect(faults).toEqual([]);
});
