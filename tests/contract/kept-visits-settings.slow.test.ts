import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import { until, withStore } from '../security/world.ts';

// What operators say of visits that are kept holds for those that are there and for those that come.

setDefaultTimeout(180_000);
let product: Product;
let root: Api;
beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
}, 180_000);
afterAll(() => product?.stop());

async function set(change: Record<string, unknown>): Promise<number> {
  const { version } = (await root.call<{ version: number }>('plugins/settings', { id: 'qr' })).content;
  return (await root.call('plugins/change_settings', { id: 'qr', version, change })).status;
}

test('addresses are shortened as soon as that is chosen, and the days are the store’s own', async () => {
  const add = { name: 'Kept', open_log: 2, jump_type: 6, targets: [{ url: 'https://example.com/' }] };
  const { id, short_url } = (await root.call<{ id: string; short_url: string }>('qr_code_list/add', add))
    .content;
  const come = (address: string) =>
    fetch(short_url, { redirect: 'manual', headers: { 'x-forwarded-for': address } });
  const ips = async () =>
    (await root.call<{ content: { ip: string }[] }>('qr_code_access/inquire', { id })).content.content
      .map(({ ip }) => ip)
      .toSorted();
  const are = (wanted: readonly string[]) => until(ips, (found) => Bun.deepEquals(found, wanted));
  await come('203.0.113.77');
  expect(await are(['203.0.113.77'])).toEqual(['203.0.113.77']);

  expect(await set({ visit_addresses: 'shortened', visit_days: 30 })).toBe(200);
  expect(await are(['203.0.113.0'])).toEqual(['203.0.113.0']);
  await come('2001:db8:1:2::3');
  expect(await are(['2001:db8:1::', '203.0.113.0'])).toEqual(['2001:db8:1::', '203.0.113.0']);
  await withStore(product, async (database) => {
    const expiry = (await database.collection('visits').indexes()).flatMap(
      ({ expireAfterSeconds }) => expireAfterSeconds ?? [],
    );
    expect(expiry).toEqual([30 * 86_400]);
  });
  // Two addresses came, whatever is kept of them.
  const { content } = await root.call<{ ip_view_number: number }>('qr_code_list/details', { id });
  expect(content.ip_view_number).toBe(2);
  for (const days of [0, 4_000, 1.5]) expect(await set({ visit_days: days })).toBe(422);
});
