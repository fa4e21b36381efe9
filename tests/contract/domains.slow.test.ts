import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { MenuTree } from '@waypost/contract';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { type DomainPlace, PLATFORM_HOST, PUBLIC, startDomainPlace } from '../domain-place.ts';

/** Domains in the whole product: what proxies are told, proofs by an alias, and the plugin off and on. */
setDefaultTimeout(120_000);

interface Details {
  state: string;
  fault: string;
  reach: string;
  method: string;
  txt_name: string;
  txt_value: string;
  cname_value: string;
}

let place: DomainPlace;
let root: Api;
let ada: Api;
let ben: Api;
beforeAll(async () => {
  place = await startDomainPlace();
  const { product } = place;
  root = await signIn(product.origin, product.administrator);
  ada = await signIn(
    product.origin,
    await createAccount(product, { account: 'ada.names', role: 'customer' }),
  );
  ben = await signIn(
    product.origin,
    await createAccount(product, { account: 'ben.names', role: 'customer' }),
  );
}, 240_000);
afterAll(() => place?.product.stop());

const add = async (api: Api, name: string) =>
  (await api.call<{ id: string }>('domain_list/add', { name })).content.id;
const details = async (api: Api, id: string) =>
  (await api.call<Details>('domain_list/details', { id })).content;
const check = async (api: Api, id: string) => {
  const { content, status } = await api.call('domain_list/check', { id });
  expect(status).toBe(200);
  return content;
};
const tls = async (domain: string) =>
  (await fetch(`${place.product.origin}/internal/tls?domain=${encodeURIComponent(domain)}`)).status;
/** What is published is known a moment later. */
async function until(look: () => Promise<unknown>, wanted: unknown): Promise<void> {
  const end = performance.now() + 20_000;
  while ((await look()) !== wanted && performance.now() < end) await Bun.sleep(20);
  expect(await look()).toBe(wanted as never);
}
const txtOf = ({ txt_name, txt_value }: Details) => `${txt_name}. TXT "${txt_value}"`;

test('a proxy may have a certificate for a name from the moment it is proved until it is given up', async () => {
  const id = await add(ada, 'tls.example.com');
  expect(await tls('tls.example.com')).toBe(404);
  await place.publish(txtOf(await details(ada, id)));
  expect(await check(ada, id)).toEqual({ state: 'proved', fault: '' });
  for (const name of ['tls.example.com', 'TLS.example.com.'])
    expect([name, await tls(name)]).toEqual([name, 200]);
  for (const name of ['example.com', 'www.tls.example.com'])
    expect([name, await tls(name)]).toEqual([name, 404]);
  await ada.call('domain_list/release', { id });
  expect(await tls('tls.example.com')).toBe(404);
  expect(await details(ada, id)).toMatchObject({ state: 'released' });
  // Of a claim that was never proved nothing stays.
  const claim = await add(ada, 'tls.example.com');
  await ada.call('domain_list/release', { id: claim });
  expect((await ada.call('domain_list/details', { id: claim })).status).toBe(404);
});

describe('an alias of the platform’s host', () => {
  test('proves a name, and not one that somebody else has held', async () => {
    const id = await add(ada, 'alias.example.org');
    expect(await details(ada, id)).toMatchObject({ cname_value: PLATFORM_HOST });
    const own = await add(ada, 'alias.example.com');
    await place.publish(`alias CNAME ${PLATFORM_HOST}.`);
    // Somebody held a name of example.com before: their alias may still be there.
    expect(await check(ben, await add(ben, 'alias.example.com'))).toMatchObject({ state: 'waiting' });
    expect(await check(ada, own)).toEqual({ state: 'proved', fault: '' });
    expect(await details(ada, own)).toMatchObject({ method: 'cname' });
    await ada.call('domain_list/release', { id: own });
    const taken = await add(ben, 'alias.example.com');
    expect(await details(ben, taken)).toMatchObject({ cname_value: '' });
    expect(await check(ben, taken)).toEqual({ state: 'waiting', fault: 'no_record' });
  });

  test('does not prove a name beside the platform’s own host, which itself is nobody’s', async () => {
    const id = await add(ben, 'evil.example.net');
    expect(await details(ben, id)).toMatchObject({ cname_value: '' });
    const refused = await ben.call('domain_list/add', { name: PLATFORM_HOST });
    expect(refused.body).toMatchObject({ code: 'invalid_input', errors: [{ path: 'name' }] });
  });

  test('a circle of them proves nothing', async () => {
    const id = await add(ada, 'loop.example.com');
    await place.publish(
      'loop CNAME a\na CNAME loop\n_waypost.loop CNAME _waypost.a\n_waypost.a CNAME _waypost.loop',
    );
    expect(await check(ada, id)).toEqual({ state: 'waiting', fault: 'zone_silent' });
  });
});

test('whether visits come here is asked of the name itself', async () => {
  const id = await add(ada, 'here.example.com');
  await place.publish(`here A ${PUBLIC}`);
  await check(ada, id);
  expect(await details(ada, id)).toMatchObject({ reach: 'elsewhere', reach_fault: 'no_connection' });
  let proxy: ReturnType<typeof Bun.serve>;
  try {
    proxy = Bun.serve({
      hostname: PUBLIC,
      port: 80,
      fetch: (request) => {
        const { pathname } = new URL(request.url);
        return fetch(`${place.product.origin}${pathname}`, {
          headers: { host: request.headers.get('host') ?? '' },
        });
      },
    });
  } catch (error) {
    console.log('skipped: port 80 of 127.0.0.2 is not ours to listen on', error);
    return;
  }
  await check(ada, id);
  await proxy.stop(true);
  expect(await details(ada, id)).toMatchObject({ reach: 'here', reach_fault: '' });
});

test('a code stands on a domain as long as that is its owner’s: then the next owner finds every short code free there', async () => {
  const host = 'codes.example.com';
  const proved = async (api: Api) => {
    const id = await add(api, host);
    await place.publish(txtOf(await details(api, id)));
    expect(await check(api, id)).toEqual({ state: 'proved', fault: '' });
    return id;
  };
  const addCode = (api: Api, url: string, domain: object = { entry_domain: host }) =>
    api.call<{ id: string; short_url: string }>('qr_code_list/add', {
      name: 'Menu',
      short_code: 'dishes',
      targets: [{ url }],
      jump_type: 6,
      ...domain,
    });
  const visit = async () => {
    const answer = await fetch(`${place.product.origin}/dishes`, { headers: { host }, redirect: 'manual' });
    return answer.headers.get('location') ?? answer.status;
  };
  expect((await addCode(ben, 'https://ben.example.net/')).body).toMatchObject({ code: 'qr.domain_unknown' });
  const id = await proved(ada);
  const made = await addCode(ada, 'https://ada.example.net/');
  expect(made.content.short_url).toBe(`https://${host}/dishes`);
  await until(visit, 'https://ada.example.net/');
  expect(await details(ada, id)).toMatchObject({ code_number: 1, printed_number: 1 });
  await ada.call('domain_list/release', { id });
  // It goes on at the platform's own address.
  const shortUrl = async () =>
    (await ada.call<{ short_url: string }>('qr_code_list/details', { id: made.content.id })).content
      .short_url;
  await until(shortUrl, `http://${PLATFORM_HOST}/dishes`);
  await proved(ben);
  expect((await addCode(ben, 'https://ben.example.net/')).status).toBe(200);
  await until(visit, 'https://ben.example.net/');
});

test('off, nothing of it is there and nothing is answered; on again everything is as it was', async () => {
  const id = await add(ada, 'kept.example.com');
  await place.publish(txtOf(await details(ada, id)));
  expect(await check(ada, id)).toMatchObject({ state: 'proved' });
  const paths = async (api: Api) => {
    const { tree_menu_arr: tree } = (await api.call<MenuTree>('menu/tree')).content;
    return tree.flatMap(({ children, path }) => [path, ...children.map((child) => child.path)]);
  };
  for (const api of [root, ada]) expect(await paths(api)).toContain('/customer/domain_list');
  const inPalette = async () => {
    const { groups } = (
      await ada.call<{ groups: { kind: string; count: number }[] }>('palette/inquire', {
        search: 'kept.example',
      })
    ).content;
    return groups.find(({ kind }) => kind === 'domain')?.count ?? 0;
  };
  expect(await inPalette()).toBe(1);
  // What is looked at by itself may be found at any moment.
  const { dns: _dns, https: _https, ...before }: Record<string, unknown> = { ...(await details(ada, id)) };
  await root.call('plugins/disable', { id: 'domain' });
  for (const api of [root, ada]) expect(await paths(api)).not.toContain('/customer/domain_list');
  expect((await ada.call('domain_list/details', { id })).body).toMatchObject({ code: 'plugin_disabled' });
  expect(await tls('kept.example.com')).toBe(404);
  expect(await inPalette()).toBe(0);
  // The others do not notice.
  expect(
    (await ada.call('qr_code_list/add', { name: 'Door', targets: [{ url: 'https://example.com/' }] })).status,
  ).toBe(200);
  await root.call('plugins/enable', { id: 'domain' });
  expect(await details(ada, id)).toMatchObject(before);
  expect(await tls('kept.example.com')).toBe(200);
  expect(await inPalette()).toBe(1);
});
