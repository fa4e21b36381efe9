import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Credentials, createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { startSecondRuntime } from '../contract/second-runtime.ts';
import { axeViolations } from '../e2e/axe.ts';
import { openScreen, settle } from '../e2e/browser.ts';
import { openPlace, type Place } from '../e2e/place.ts';

// A visit is tried from the page of its code, told with its reasons, and leaves nothing behind.
setDefaultTimeout(180_000);
const LIMIT = { timeout: 40_000 };
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36';

let place: Place;
let owner: Credentials;
let api: Api;
let code: { id: string; short_code: string };

beforeAll(async () => {
  place = await openPlace();
  const { product } = place;
  owner = await createAccount(product, { account: 'tia.tries', role: 'customer' });
  api = await signIn(product.origin, owner);
  const body = {
    name: 'Tried door',
    targets: ['a', 'b', 'c'].map((name) => ({ url: `https://${name}.example/` })),
    rotation_model: 3,
    jump_type: 6,
    visit_rules: [
      {
        kind: 'qr.country',
        parameters: { countries: ['KE'] },
        action: { target: 'https://nairobi.example/' },
      },
    ],
  };
  code = (await api.call<typeof code>('qr_code_list/add', body)).content;
}, 240_000);
afterAll(() => place.close());

test('from the page of a code its owner asks what a visitor would get, and reads why', async () => {
  const { page, faults } = await place.open(owner);
  await openScreen(page, place.product.origin, `set_qr_code?id=${code.id}`);
  await page.getByRole('button', { name: 'More actions: Tried door' }).click(LIMIT);
  await page.getByRole('menuitem', { name: 'Try a visit', exact: true }).click(LIMIT);
  await page.getByRole('heading', { name: 'Try a visit', level: 1 }).waitFor(LIMIT);
  await page.getByText('Tried door').first().waitFor(LIMIT);
  await page.getByRole('button', { name: 'Try', exact: true }).click(LIMIT);
  await page.getByText('302 – led on').waitFor(LIMIT);
  await page.getByText('https://a.example/').first().waitFor(LIMIT);
  await page.getByText('One after the other: now it is target 1.').waitFor(LIMIT);
  await page.getByText('Country: Unknown. Wanted: Kenya. No.').waitFor(LIMIT);
  await settle(page);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByText('A country', { exact: true }).click(LIMIT);
  await page.getByRole('button', { name: 'Try', exact: true }).click(LIMIT);
  await page.getByText('Choose the country.').first().waitFor(LIMIT);
  await page.getByRole('combobox', { name: 'Country' }).click(LIMIT);
  await page.keyboard.type('Kenya');
  await page.getByRole('option', { name: 'Kenya', exact: true }).click(LIMIT);
  await page
    .getByText('Choose the country.')
    .first()
    .waitFor({ state: 'detached', ...LIMIT });
  await page.getByRole('button', { name: 'Try', exact: true }).click(LIMIT);
  await page.getByText('https://nairobi.example/').first().waitFor(LIMIT);
  await page.getByText('Country: Kenya. Wanted: Kenya. Yes.').waitFor(LIMIT);
  expect(faults).toEqual([]);
});

test('a hundred tries count nothing and move nothing on: the visit behind them is the one they told', async () => {
  const attempt = async () =>
    (await api.call<{ address: string }>('code_simulator/try', { id: code.id, device: 'android' })).content
      .address;
  const visit = () =>
    fetch(`${place.product.origin}/${code.short_code}`, {
      redirect: 'manual',
      headers: { 'user-agent': PHONE, 'x-forwarded-for': '192.0.2.84' },
    });
  for (const target of ['a', 'b', 'c', 'a']) {
    const told = new Set<string>();
    for (let time = 0; time < 25; time++) told.add(await attempt());
    expect([...told]).toEqual([`https://${target}.example/`]);
    expect((await visit()).headers.get('location')).toBe(`https://${target}.example/`);
  }
  const views = async () =>
    (await api.call<{ view_number: number }>('qr_code_list/details', { id: code.id })).content.view_number;
  for (const limit = performance.now() + 40_000; (await views()) < 4; await Bun.sleep(100))
    if (performance.now() > limit) throw new Error('the visits are not counted');
  expect(await views()).toBe(4);
  const { count } = (await api.call<{ count: number }>('visitor/inquire')).content;
  expect(count).toBe(1);
});

test('a process that answers no visits tries them as those do that answer them, with the lists of now', async () => {
  const { product } = place;
  const second = await startSecondRuntime(product.dataDir, {
    env: { ROLES: 'api', TIME_ZONE: product.timeZone },
  });
  try {
    const away = await signIn(second.origin, owner);
    const attempt = async (through: Api) => {
      const visitor = { id: code.id, place: 'address', ip: '198.51.100.84' };
      const { address, steps } = (
        await through.call<{ address: string | null; steps: unknown[] }>('code_simulator/try', visitor)
      ).content;
      return { address, steps };
    };
    expect(await attempt(away)).toEqual(await attempt(api));
    const { id } = (await api.call<{ id: string }>('visit_block/add', { value: '198.51.100.84' })).content;
    for (const through of [api, away])
      for (const limit = performance.now() + 40_000; (await attempt(through)).address !== null; )
        if (performance.now() > limit) throw new Error('the block is not seen');
    expect((await attempt(away)).steps.at(-1)).toEqual({ check: 'owner_list', is_refused: true });
    await api.call('visit_block/remove', { id });
  } finally {
    await second.stop();
  }
});
