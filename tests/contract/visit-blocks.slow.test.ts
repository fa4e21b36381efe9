import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';
import { readUntil } from '../until.ts';
import { startSecondRuntime } from './second-runtime.ts';

setDefaultTimeout(180_000);

/** Addresses of this file alone (RFC 5737, TEST-NET-2). */
const net = (last: number) => ({ 'x-forwarded-for': `198.51.100.${last}` });
const from = (page: string) => ({ ...net(1), referer: `https://${page}/frame?of=ours` });

interface Owner {
  api: Api;
  code: string;
}
let product: Product;
let anna: Owner;
let ben: Owner;
let root: Owner;
const added: { api: Api; id: string }[] = [];

async function ownerOf(api: Api): Promise<Owner> {
  const code = await api.call<{ short_code: string }>('qr_code_list/add', {
    name: 'Blocked visits',
    targets: [{ url: 'https://blocked.example/' }],
    jump_type: 6,
  });
  return { api, code: code.content.short_code };
}
beforeAll(async () => {
  product = await shareProduct();
  const customers = ['anna.blocks', 'ben.blocks'].map(async (account) =>
    ownerOf(await signIn(product.origin, await createAccount(product, { account, role: 'customer' }))),
  );
  [anna, ben] = (await Promise.all(customers)) as [Owner, Owner];
  root = await ownerOf(await signIn(product.origin, product.administrator));
});
afterAll(async () => {
  for (const { api, id } of added) await api.call('visit_block/remove', { id });
});

const visit = ({ code }: Owner, headers: Record<string, string>, origin = product.origin) =>
  fetch(`${origin}/${code}`, { headers, redirect: 'manual' }).then(({ status }) => status);
async function block({ api }: Owner, value: string): Promise<string> {
  const { id } = (await api.call<{ id: string }>('visit_block/add', { value })).content;
  added.push({ api, id });
  return id;
}
async function refusal({ api }: Owner, value: string): Promise<unknown[]> {
  const { status, body } = await api.call('visit_block/add', { value });
  return body.status ? [status] : [status, body.errors[0]?.path, body.errors[0]?.message];
}

/** What they get once they are refused, or let in. */
const untilIs = (look: () => Promise<number>, wanted: number): Promise<number> =>
  readUntil(look, (found) => found === wanted);

test('an address and a range that an owner blocks do not reach the own codes, in each process; those of others they do', async () => {
  const second = await startSecondRuntime(product.dataDir, {
    env: { ROLES: 'visit,api', TRUSTED_PROXIES: '127.0.0.1/32', TIME_ZONE: product.timeZone },
  });
  try {
    const one = await block(anna, '198.51.100.7');
    await block(anna, '198.51.100.64/28');
    for (const origin of [product.origin, second.origin]) {
      for (const last of [7, 70]) {
        expect(await untilIs(() => visit(anna, net(last), origin), 403)).toBe(403);
        expect(await visit(ben, net(last), origin)).toBe(302);
      }
      expect(await visit(anna, net(8), origin)).toBe(302);
    }
    await anna.api.call('visit_block/remove', { id: one });
    for (const origin of [product.origin, second.origin])
      expect(await untilIs(() => visit(anna, net(7), origin), 302)).toBe(302);
  } finally {
    await second.stop();
  }
});

test('who comes through a blocked page or what stands below it is refused, who comes through another is not', async () => {
  await block(anna, 'https://Copies.example/some/page');
  expect(await untilIs(() => visit(anna, from('copies.example')), 403)).toBe(403);
  expect(await visit(anna, from('www.copies.example'))).toBe(403);
  expect(await visit(anna, from('othercopies.example'))).toBe(302);
  expect(await visit(anna, net(1))).toBe(302);
  expect(await visit(ben, from('copies.example'))).toBe(302);
});

test('a page that an operator blocks is refused on every code; addresses of theirs stand on ip_black', async () => {
  expect(await refusal(root, '198.51.100.9')).toEqual([422, 'value', expect.stringContaining('everywhere')]);
  const id = await block(root, 'thieves.example');
  for (const owner of [anna, ben, root])
    expect(await untilIs(() => visit(owner, from('thieves.example')), 403)).toBe(403);
  await root.api.call('visit_block/remove', { id });
  expect(await untilIs(() => visit(ben, from('thieves.example')), 302)).toBe(302);
});

test('what is no address and no page, and what stands there already, is said at the field', async () => {
  for (const value of ['198.51.100.300', 'javascript:alert(1)', 'nothing'])
    expect(await refusal(anna, value)).toEqual([422, 'value', expect.stringContaining('neither an address')]);
  expect(await refusal(anna, '127.0.0.1')).toEqual([422, 'value', expect.stringContaining('This is')]);
  await block(ben, '198.51.100.11');
  expect(await refusal(ben, '::ffff:198.51.100.11')).toEqual([
    422,
    'value',
    expect.stringContaining('already'),
  ]);
});
