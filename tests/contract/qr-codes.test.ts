import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';
import { readUntil } from '../until.ts';

interface Made {
  id: string;
  short_code: string;
  short_url: string;
  qr_url: string;
}
interface Details extends Made {
  name: string;
  version: number;
  owner: string;
  state: string;
  targets: { url: string; weight?: number }[];
  open_log: number;
  expires_at: string | null;
  view_number: number;
  ip_view_number: number;
  bot_view_number: number;
  expired_view_number: number;
  status: string;
}

const PHONE =
  'Mozilla/5.0 (Linux; Android 13; 23049RAD8C) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 XWEB/1160065 MicroMessenger/8.0.43';

// A test that runs out of time takes the product's processes along, and every later test with it.
setDefaultTimeout(180_000);

let product: Product;
let customer: Api;
let other: Api;

beforeAll(async () => {
  product = await shareProduct();
  const role = 'customer';
  customer = await signIn(product.origin, await createAccount(product, { account: 'customer1', role }));
  other = await signIn(product.origin, await createAccount(product, { account: 'customer2', role }));
}, 180_000);

const targets = [{ url: 'https://example.com/' }];
const add = async (api: Api, body: Record<string, unknown> = {}) => {
  const made = (await api.call<Made>('qr_code_list/add', { name: 'Menu', targets, ...body })).content;
  return made;
};
const details = async (api: Api, id: string) =>
  (await api.call<Details>('qr_code_list/details', { id })).content;
const visit = (code: string, headers: Record<string, string> = {}) =>
  fetch(`${product.origin}/${code}`, { redirect: 'manual', headers: { 'user-agent': PHONE, ...headers } });

describe('a code from its creation to its visits', () => {
  test('a visitor reaches it however the address was written down or pasted, and each visit is counted', async () => {
    const { id, short_code } = await add(customer, { jump_type: 6 });
    const spelt = `%${short_code.charCodeAt(0).toString(16)}${short_code.slice(1)}`;
    const written = [
      `${short_code}/`,
      `/${short_code}`,
      spelt,
      `${spelt}/`,
      `${short_code}.`,
      `${short_code})`,
    ];
    for (const one of [...written, `${short_code}。`])
      expect([one, (await visit(one)).headers.get('location')]).toEqual([one, 'https://example.com/']);
    const count = () => details(customer, id).then(({ view_number }) => view_number);
    expect(await readUntil(count, (views) => views >= written.length + 1)).toBe(written.length + 1);
    expect((await visit('assets/')).status).toBe(404);
  });

  test('name and target are enough; the answer says what to print and what to type', async () => {
    const made = await add(customer, { name: 'Table card' });
    expect(made.short_code).toMatch(/^[0-9A-Za-z]{7}$/);
    expect(made.short_url.endsWith(`/${made.short_code}`)).toBe(true);
    expect(made.qr_url.startsWith(`${made.short_url}?s=`)).toBe(true);
    expect(await details(customer, made.id)).toMatchObject({
      name: 'Table card',
      version: 1,
      state: 'on',
      generation_type: 3,
      jump_type: 1,
      rotation_model: 1,
      access_mode: 1,
      visit_restriction: 1,
      open_log: 1,
      domain: '',
      expires_at: null,
      view_number: 0,
      ip_view_number: 0,
      bot_view_number: 0,
    });
  });

  test('a code that expires after two visits leads the third to its end, which is in a figure of its own', async () => {
    const over = 'https://example.com/over';
    const made = await add(customer, { jump_type: 6, expires_after: 2, expired_target: over });
    const went: (string | null)[] = [];
    for (let visits = 0; visits < 3; visits++)
      went.push((await visit(made.short_code)).headers.get('location'));
    expect(went).toEqual(['https://example.com/', 'https://example.com/', over]);
    const counted = await readUntil(
      () => details(customer, made.id),
      (row) => row.expired_view_number === 1,
    );
    expect(counted).toMatchObject({ view_number: 2, status: 'expired', version: 1 });
    const { version } = counted;
    await customer.call('qr_code_list/update', { id: made.id, version, expired_target: null });
    expect((await visit(made.short_code)).status).toBe(410);
    await customer.call('qr_code_list/batch_update', { ids: [made.id], expires_after: null });
    expect((await visit(made.short_code)).headers.get('location')).toBe('https://example.com/');
  });

  test('a visit is answered, counted once, and never changes the version', async () => {
    const made = await add(customer, { jump_type: 6 });
    const answer = await visit(made.short_code, { 'x-forwarded-for': '36.152.44.95' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('https://example.com/');
    await visit(made.short_code, { 'x-forwarded-for': '36.152.44.95' });
    await visit(made.short_code, { 'x-forwarded-for': '8.8.8.8' });
    const counted = await readUntil(
      () => details(customer, made.id),
      (row) => row.view_number >= 3,
    );
    expect(counted).toMatchObject({ view_number: 3, ip_view_number: 2, bot_view_number: 0, version: 1 });

    const { content } = (
      await customer.call<{
        content: { link: string; ip: string; name: string; app: string; count: number }[];
      }>('visitor/inquire', { link: made.id, sort_field: 'count', sort_order: 'desc' })
    ).content;
    expect(content.map(({ ip, count, name }) => [ip, count, name])).toEqual([
      ['36.152.44.95', 2, 'Menu'],
      ['8.8.8.8', 1, 'Menu'],
    ]);
    expect(content[0]?.app).toBe('wechat');
    // Places and networks are found by the names that the reader sees, not only by those that are stored.
    const called = async (search: string) =>
      (await customer.call<{ content: { ip: string }[] }>('visitor/inquire', { link: made.id, search }))
        .content.content;
    expect((await called('United States')).map(({ ip }) => ip)).toEqual(['8.8.8.8']);
    expect((await called('China Mobile')).map(({ ip }) => ip)).toEqual(['36.152.44.95']);
  });

  test('a phone reads the address of the answer from the picture', async () => {
    const made = await add(customer);
    const { content } = await customer.call<{ media_type: string; data: string }>('qr_code_list/picture', {
      id: made.id,
      format: 'png',
      size: 300,
    });
    const image = PNG.sync.read(Buffer.from(content.data, 'base64'));
    expect(jsQR(new Uint8ClampedArray(image.data), image.width, image.height)?.data).toBe(made.qr_url);
    const svg = await customer.call<{ media_type: string }>('qr_code_list/picture', { id: made.id });
    expect(svg.content.media_type).toBe('image/svg+xml');
  });

  test('a code that only a scan opens refuses the typed link and lets the picture through', async () => {
    const made = await add(customer, { access_mode: 2, jump_type: 6 });
    expect((await visit(made.short_code)).status).toBe(403);
    const scanned = await visit(`${made.short_code}?${made.qr_url.split('?')[1]}`);
    expect(scanned.status).toBe(302);
  });

  test('off, expired, binned and purged codes answer visitors as docs/product.md says, and restoring brings them back', async () => {
    const made = await add(customer);
    const { id, short_code } = made;
    expect((await visit(short_code)).status).toBe(200);
    await customer.call('qr_code_list/update_remove', { id });
    expect(
      await readUntil(
        async () => (await visit(short_code)).status,
        (status) => status === 410,
      ),
    ).toBe(410);
    const bin = await customer.call<{ content: { id: string }[] }>('qr_code_list/qr_code_remove');
    expect(bin.content.content.map((row) => row.id)).toContain(id);
    const others = await other.call<{ content: { id: string }[] }>('qr_code_list/qr_code_remove');
    expect(others.content.content.map((row) => row.id)).not.toContain(id);
    await customer.call('qr_code_list/update_remove', { id, remove: 1 });
    expect(
      await readUntil(
        async () => (await visit(short_code)).status,
        (status) => status === 200,
      ),
    ).toBe(200);

    const { version } = await details(customer, id);
    await customer.call('qr_code_list/update', { id, version, expires_at: '2020-01-01T00:00:00Z' });
    expect(
      await readUntil(
        async () => (await visit(short_code)).status,
        (status) => status === 410,
      ),
    ).toBe(410);
    await customer.call('qr_code_list/remove', { id });
    expect(
      await readUntil(
        async () => (await visit(short_code)).status,
        (status) => status === 410,
      ),
    ).toBe(410);
    expect((await customer.call('qr_code_list/details', { id })).status).toBe(404);
  });
});

describe('what a visitor is refused', () => {
  test('what a picture carries from before the code was made, or from the code before it, opens nothing', async () => {
    const short_code = 'Scan-Only-1';
    const query = (address: string) => address.slice(address.indexOf('?'));
    const { content: draft } = await other.call<{ sample_url: string }>('qr_code_list/draft', { short_code });
    const only = { short_code, access_mode: 2, jump_type: 6 };
    const first = await add(customer, only);
    expect(draft.sample_url).toHaveLength(first.qr_url.length);
    expect((await visit(`${short_code}${query(draft.sample_url)}`)).status).toBe(403);
    expect((await visit(`${short_code}${query(first.qr_url)}`)).status).toBe(302);
    await customer.call('qr_code_list/remove', { id: first.id });
    const second = await add(customer, only);
    expect((await visit(`${short_code}${query(first.qr_url)}`)).status).toBe(403);
    expect((await visit(`${short_code}${query(second.qr_url)}`)).status).toBe(302);
  });
});

describe('changes of many codes', () => {
  test('targets, restriction and log change and reach visitors', async () => {
    const { id, short_code } = await add(customer, { jump_type: 6 });
    await customer.call('qr_code_list/update_url', { id, targets: [{ url: 'https://new.example/' }] });
    const location = await readUntil(
      async () => (await visit(short_code)).headers.get('location'),
      (value) => value === 'https://new.example/',
    );
    expect(location).toBe('https://new.example/');
    await customer.call('qr_code_list/update_restriction_visit', { id, visit_restriction: 2 });
    await customer.call('qr_code_list/update_open_log', { id, open_log: 2 });
    expect(await details(customer, id)).toMatchObject({ visit_restriction: 2, open_log: 2, version: 4 });
    const desktop = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0' };
    const refused = await readUntil(
      async () => (await visit(short_code, desktop)).status,
      (status) => status === 403,
    );
    expect(refused).toBe(403);
  });
});
