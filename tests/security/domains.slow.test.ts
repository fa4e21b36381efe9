import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import { freePort, type Product, startProduct } from '../product.ts';
import { NOBODY, writeDomain } from '../reserve-rows.ts';
import { until } from '../until.ts';
import { startZones, type Zones } from '../zones.ts';
import { getRaw } from './wire.ts';
import { withStore } from './world.ts';

/** A customer whose domain is in their own hands: its records, its web server, its name. What they could make of it is tried. */
setDefaultTimeout(120_000);

/** Counts as public; 127.0.0.1 is the inside that must not be reached. */
const PUBLIC = '127.0.0.2';
const OFFICE = 'office.example.net';
const NAME = 'shop.example.com';

/** Of the row of a name that is watched. */
type Facets = Record<string, { fault: string } | undefined>;

let product: Product;
let zones: Zones;
let root: Api;
let ada: Api;
let proved: string;
let webPort: number;
let innerHits = 0;
/** What a registry would have been asked by RDAP. */
let outerHits = 0;
/** Where the customer's own web server sends whoever asks it. */
let redirect = '';
const servers: { stop(isAtOnce: boolean): unknown }[] = [];

const publish = (records: string) => zones.put('example.com', `${proof}\n${records}`);
let proof = '';

beforeAll(async () => {
  webPort = await freePort();
  // The same port inside and outside: whoever is led to the inner address meets it.
  servers.push(
    Bun.serve({
      hostname: '127.0.0.1',
      port: webPort,
      fetch() {
        innerHits += 1;
        return new Response('inside');
      },
    }),
    Bun.serve({
      hostname: PUBLIC,
      port: webPort,
      fetch({ url }) {
        if (url.includes('/domain/')) outerHits += 1;
        return new Response(
          'parked',
          redirect === '' ? {} : { status: 302, headers: { location: redirect } },
        );
      },
    }),
  );
  zones = await startZones({ 'example.com': '' }, { address: PUBLIC, ttl: 0, port: await freePort() });
  product = await startProduct({
    env: {
      ...zones.env,
      OUTGOING_TEST_WEB_PORTS: `${webPort},${webPort}`,
      PUBLIC_URL: 'https://go.example.net',
      ADMIN_HOSTS: OFFICE,
    },
  });
  root = await signIn(product.origin, product.administrator);
  ada = await signIn(
    product.origin,
    await createAccount(product, { account: 'ada.attacks', role: 'customer' }),
  );
  const operators = ['anna.operator', 'otto.operator'].map(async (account) =>
    signIn(product.origin, await createAccount(product, { account, role: 'super' })),
  );
  askers = [ada, root, ...(await Promise.all(operators))];
  proved = (await ada.call<{ id: string }>('domain_list/add', { name: NAME })).content.id;
  const { txt_name, txt_value } = (
    await ada.call<{ txt_name: string; txt_value: string }>('domain_list/details', { id: proved })
  ).content;
  proof = `${txt_name}. TXT "${txt_value}"`;
  await publish('');
  expect((await ada.call('domain_list/check', { id: proved })).content).toMatchObject({ state: 'proved' });
  for (let tries = 0; (await watch()).status === 404 && tries < 100; tries += 1) await Bun.sleep(100);
}, 240_000);
afterAll(async () => {
  await product?.stop();
  await zones?.knot.stop();
  for (const server of servers) server.stop(true);
});

/** Each asks so often in a minute: they take turns. */
let askers: Api[];
let turn = 0;
const asker = (): Api => {
  turn += 1;
  return askers[turn % askers.length] ?? ada;
};
const check = () => asker().call('domain_list/check', { id: proved });
/** Looks at all of a domain: DNS, http, https, certificate, registration. */
const watch = () => asker().call('domain_monitor/check', { id: proved });
const reach = async () =>
  (await ada.call<{ reach: string; reach_fault: string }>('domain_list/details', { id: proved })).content;

describe('Entered addresses: a domain of somebody’s own leads the server into our own network', () => {
  test.each([
    ['this machine', 'A 127.0.0.1'],
    ['an inner address beside a public one', `A ${PUBLIC}\n${NAME}. A 127.0.0.1`],
    ['the data of a cloud', 'A 169.254.169.254'],
    ['a private network', 'A 10.0.0.7'],
    ['an inner address in IPv6', 'AAAA ::ffff:127.0.0.1'],
    ['a name of ours behind an alias', 'CNAME inner.example.com.'],
  ])('it points at %s', async (_what, record) => {
    await publish(`${NAME}. ${record}\ninner A 127.0.0.1`);
    innerHits = 0;
    for (const look of [check, watch]) expect((await look()).status).toBe(200);
    expect(innerHits).toBe(0);
    expect(await reach()).toMatchObject({ reach: 'elsewhere', reach_fault: 'not_public' });
  });

  test.each([
    'http://127.0.0.1/',
    'http://inner.example.com/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'file:///etc/passwd',
  ])('its web server sends us on to %s', async (to) => {
    await publish(`${NAME}. A ${PUBLIC}\ninner A 127.0.0.1`);
    innerHits = 0;
    redirect = to;
    for (const look of [check, watch]) expect((await look()).status).toBe(200);
    redirect = '';
    expect(innerHits).toBe(0);
    expect((await reach()).reach).toBe('elsewhere');
  });

  test('its records change from public to inner while it is looked at', async () => {
    innerHits = 0;
    let isOver = false;
    const flips = (async () => {
      for (let at = 0; !isOver; at += 1) await publish(`${NAME}. A ${at % 2 === 0 ? PUBLIC : '127.0.0.1'}`);
    })();
    const found = new Set<string>();
    try {
      for (let look = 0; look < 20; look += 1) {
        expect((await check()).status).toBe(200);
        found.add((await reach()).reach_fault);
      }
    } finally {
      isOver = true;
      await flips;
    }
    // Both were met, or nothing was tried.
    expect([...found].toSorted()).toEqual(['not_public', 'other_server']);
    expect(innerHits).toBe(0);
  });

  test('nor does the address that an operator has registries asked at, where it was mistyped', async () => {
    // A registry that has answered is asked about the same name again after an hour: each time another one is registered.
    const askRegistryAt = async (base: string, registrable: string): Promise<string | undefined> => {
      const { version } = (await root.call<{ version: number }>('plugins/settings', { id: 'domain' }))
        .content;
      const change = { id: 'domain', version, change: { rdap_base: base } };
      expect((await root.call('plugins/change_settings', change)).status).toBe(200);
      return withStore(product, async (database) => {
        const row = { name: `shop.${registrable}`, registrable, owner: NOBODY, is_platform: true };
        const _id = await writeDomain(database, row);
        const watches = database.collection<{ _id: string; facets: Facets }>('domain_watches');
        const found = async () => (await watches.findOne({ _id }))?.facets.registration?.fault;
        // Registries are asked one after the other, with a rest between them.
        await until(
          'the registry is asked',
          async () => {
            const [, ...operators] = askers;
            turn += 1;
            await operators[turn % operators.length]?.call('domain_monitor/check', { id: _id });
            return ![undefined, 'not_looked'].includes(await found());
          },
          { everyMs: 600 },
        );
        return found();
      });
    };
    [innerHits, outerHits] = [0, 0];
    // Where it is public it is asked, or nothing would be tried.
    expect(await askRegistryAt(`http://${PUBLIC}:${webPort}/`, 'example.org')).toBe('rdap_silent');
    expect(outerHits).toBeGreaterThan(0);
    expect(await askRegistryAt(`http://127.0.0.1:${webPort}/`, 'example.edu')).toBe('rdap_silent');
    expect(innerHits).toBe(0);
  });
});

describe('Hosts: a customer’s own proved domain would show our login page, or tell a proxy about others', () => {
  const asked = [NAME, `${NAME}.`, NAME.toUpperCase(), `${NAME}:443`];
  const forged: Record<string, string>[] = [
    {},
    { 'x-forwarded-host': OFFICE },
    { forwarded: `host=${OFFICE};proto=https` },
    { 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' },
  ];

  test('neither page nor call of the back-office is there', async () => {
    for (const host of asked)
      for (const headers of forged) {
        for (const path of ['/', '/api/openapi.json', '/healthz/../', '/assets/']) {
          const answer = await getRaw(product.port, path, { host, ...headers });
          expect([host, path, [400, 404].includes(answer.status)]).toEqual([host, path, true]);
          expect(answer.body).not.toContain('id="root"');
        }
        const challenge = { host, ...headers, 'content-length': '0' };
        const call = await getRaw(product.port, '/api/security/challenge', challenge, 'POST');
        expect([host, call.status]).toEqual([host, 404]);
      }
  });

  test('whether a name has certificates is told to nobody who asks through it', async () => {
    const path = `/internal/tls?domain=${NAME}`;
    expect((await getRaw(product.port, path, { host: `127.0.0.1:${product.port}` })).status).toBe(200);
    for (const host of [...asked, OFFICE])
      for (const headers of forged)
        expect([host, (await getRaw(product.port, path, { host, ...headers })).status]).toEqual([host, 404]);
    // A proxy on this machine that hands a visitor on says so.
    const own = { host: `127.0.0.1:${product.port}`, 'x-forwarded-for': '203.0.113.9' };
    expect((await getRaw(product.port, path, own)).status).toBe(404);
  });
});

describe('Targets: a forward sends visitors where whoever wrote the link wants', () => {
  test('whatever is asked for and by whatever name, it leads to its own target and in one line', async () => {
    for (const [path, target] of [
      ['/old/*', 'https://good.example/new'],
      ['/*', 'https://good.example'],
    ])
      expect((await ada.call('forward/add', { domain: proved, path, target })).status).toBe(200);
    const paths = [
      ...['/old/a', '/old//evil.example', '/old/%2f%2fevil.example', '/old/@evil.example', '/old/..%2f..'],
      ...['/old/%0d%0aset-cookie:%20x=1', '/old/\\evil.example', '//evil.example', '/%2e%2e//evil.example'],
      ...['/.evil.example', '/@evil.example/', '/:80@evil.example', '/old/a?next=//evil.example'],
    ];
    for (const path of paths)
      for (const host of [NAME, `${NAME}.`, NAME.toUpperCase(), `${NAME}:8443`]) {
        const { head, status } = await getRaw(product.port, path, {
          host,
          'x-forwarded-host': 'evil.example',
        });
        const location = /^location: (.*)$/im.exec(head)?.[1]?.trim();
        expect(head).not.toMatch(/^set-cookie/im);
        if (location !== undefined)
          expect([path, new URL(location).origin]).toEqual([path, 'https://good.example']);
        expect([path, [302, 400, 404].includes(status)]).toEqual([path, true]);
      }
    expect((await getRaw(product.port, '/old/a', { host: NAME })).status).toBe(302);
    // A name that only contains the domain is another one.
    for (const host of [`x${NAME}`, `${NAME}.evil.example`, `evil.example@${NAME}`, `${NAME},evil.example`]) {
      const { head } = await getRaw(product.port, '/old/a', { host });
      expect([host, /^location:/im.test(head)]).toEqual([host, false]);
    }
  });

  test('nobody leads visitors on to what is no web address, or from a domain of somebody else', async () => {
    for (const target of [
      'java\tscript:alert(1)',
      '//evil.example',
      '/\\evil.example',
      'data:text/html,x',
      'https://a\r\nb/',
    ])
      expect([
        target,
        (await ada.call('forward/add', { domain: proved, path: '/x', target })).status,
      ]).toEqual([target, 422]);
    const ben = await signIn(
      product.origin,
      await createAccount(product, { account: 'ben.attacks', role: 'customer' }),
    );
    const theirs = { domain: proved, path: '/y', target: 'https://evil.example/' };
    expect((await ben.call('forward/add', theirs)).status).toBe(422);
  });
});

test('Exports: a name writes into the zone or the table that an operator takes along', async () => {
  for (const name of [
    '=1+1.example.org',
    '-x.example.org',
    '@.example.org',
    'a"b.example.org',
    'a;b.example.org',
    'a\nb TXT x.example.org',
    '$ORIGIN.example.org',
  ])
    expect([name, (await ada.call('domain_list/add', { name })).status]).toEqual([name, 422]);
  await ada.call('domain_list/add', { name: 'bücher.example.org' });
  const { id } = await runOperation(root, 'export_domain_resolution/export', {});
  const rows = readCsv(await (await download(product.origin, root.token, id)).text());
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  expect(rows.map((row) => row[3])).toContain('_waypost.xn--bcher-kva.example.org');
});
