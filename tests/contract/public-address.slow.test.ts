import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { type Api, apiOf, signIn } from '../api.ts';
import { commandOutcome } from '../command-line.ts';
import { type Product, startProduct } from '../product.ts';
import { until } from './harness.ts';
import { type SecondRuntime, startSecondRuntime } from './second-runtime.ts';

setDefaultTimeout(180_000);

const FIRST = 'https://one.waypost-shop.com';
const SECOND = 'https://two.waypost-shop.com';
const TARGET = 'https://example.com/menu';
/** Its day is most often another than that of the zone a new installation begins with. */
const ZONE = 'Pacific/Pago_Pago';
const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36';

let product: Product;
/** A second runtime on the same data directory, as behind a load balancer. */
let second: SecondRuntime;
let api: Api;
let code: { short_url: string; short_code: string };

beforeAll(async () => {
  product = await startProduct({ env: { TIME_ZONE: '' } });
  second = await startSecondRuntime(product.dataDir);
  api = await signIn(product.origin, product.administrator);
  const body = { name: 'Menu', jump_type: 6, targets: [{ url: TARGET }] };
  code = (await api.call<typeof code>('qr_code_list/add', body)).content;
}, 180_000);
afterAll(async () => {
  await second?.stop();
  await product?.stop();
}, 120_000);

interface Configuration {
  website_title: string;
  version: number;
  public_url: string;
  installation: {
    public_address: { address: string; source: string; reason: string | null };
    time_zone: { zone: string; source: string; is_open: boolean };
    earlier_addresses: string[];
    codes: number;
  };
}
const zoneOf = async () => (await configuration()).installation.time_zone;
const configuration = async () => (await api.call<Configuration>('configuration/inquire')).content;
async function setAddress(public_url: string) {
  const { version } = await configuration();
  return api.call<Configuration>('configuration/update', { version, public_url });
}
const shortUrl = async (place: Api) =>
  (await place.call<{ content: { short_url: string }[] }>('qr_code_list/inquire')).content.content[0]
    ?.short_url;
const get = (origin: string, path: string, address: string) =>
  fetch(`${origin}${path}`, {
    headers: { host: new URL(address).host, 'user-agent': BROWSER },
    redirect: 'manual',
  });

test('without anything set the codes lead to the listening address, and start log, doctor and settings say that nobody outside can open it', async () => {
  expect(code.short_url).toStartWith(`${product.origin}/`);
  expect((await configuration()).installation).toMatchObject({
    public_address: { address: product.origin, source: 'listening', reason: 'loopback' },
    codes: 1,
  });
  expect(product.output()).toContain('nobody else can open them: set the public address');
  // It is asked in a shell that knows nothing of the product's PORT.
  const doctor = await commandOutcome(product, ['doctor']);
  expect(doctor.code).toBe(0);
  expect(doctor.out).toContain(
    `warn public address: ${product.origin}: pictures and short links lead to this`,
  );
});

test('the time zone of a new installation is chosen on the screen, and every process goes by its days at once', async () => {
  expect(await zoneOf()).toEqual({ zone: 'Asia/Shanghai', source: 'first', is_open: true });
  const nowhere = await api.call('configuration/time_zone', { time_zone: 'Mars/Olympus' });
  expect([nowhere.status, nowhere.body.status ? [] : nowhere.body.errors]).toEqual([
    422,
    [
      {
        path: 'time_zone',
        message: 'There is no such time zone. Choose one from the list, such as Africa/Nairobi.',
      },
    ],
  ]);
  // With other settings it is all or nothing, whichever of them is refused.
  const { version, website_title } = await configuration();
  const titled = { website_title: 'Half saved' };
  for (const refused of [
    { version: version + 7, ...titled, time_zone: ZONE },
    { version, ...titled, public_url: 'nowhere', time_zone: ZONE },
    { version, ...titled, time_zone: 'Mars/Olympus' },
  ])
    expect((await api.call('configuration/update', refused)).status).toBeGreaterThanOrEqual(409);
  expect(await zoneOf()).toEqual({ zone: 'Asia/Shanghai', source: 'first', is_open: true });
  expect(await configuration()).toMatchObject({ version, website_title });
  await api.call('configuration/update', { version, website_title, time_zone: ZONE });
  expect(await zoneOf()).toEqual({ zone: ZONE, source: 'setting', is_open: true });
  const dayOfZone = () =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: ZONE, dateStyle: 'short' }).format(Date.now());
  const other = await signIn(second.origin, product.administrator);
  for (const place of [api, other]) {
    const today = async () =>
      (await place.call<{ day: string; time_zone: string }>('today_statistics/inquire')).content;
    await until(async () => (await today()).time_zone === ZONE);
    const before = dayOfZone();
    const { day } = await today();
    expect([before, dayOfZone()]).toContain(day);
  }
});

test.each([
  ['qr.waypost-shop.com', 'Write the whole address, such as https://qr.example.com.'],
  [
    'ftp://qr.waypost-shop.com',
    'The address begins with https:// (or http:// within a network of your own).',
  ],
  ['https://a:b@qr.waypost-shop.com', 'The address must not hold a user name or password.'],
  ['https://qr.waypost-shop.com/x', 'Leave out everything after the host: no path, no “?” and no “#”.'],
  ['https://qr_.waypost-shop.com', 'This is no host name that can exist. Write one such as qr.example.com.'],
])('%s is refused at its field with what is wrong', async (public_url, message) => {
  const { status, body } = await setAddress(public_url);
  expect([status, body.status ? [] : body.errors]).toEqual([422, [{ path: 'public_url', message }]]);
  expect((await configuration()).public_url).toBe('');
});

test('an address that is set is in force at once, and in every process: codes, report links, the back-office and its calls', async () => {
  const other = await signIn(second.origin, product.administrator);
  expect((await setAddress(FIRST)).content.installation.public_address).toMatchObject({
    address: FIRST,
    source: 'setting',
    reason: null,
  });
  expect(await shortUrl(api)).toBe(`${FIRST}/${code.short_code}`);
  await until(async () => (await shortUrl(other)) === `${FIRST}/${code.short_code}`);
  const { id, short_code } = (
    await api.call<{ id: string; short_code: string }>('qr_code_list/add', {
      name: 'Deleted',
      targets: [{ url: TARGET }],
    })
  ).content;
  await api.call('qr_code_list/remove', { id });
  for (const origin of [product.origin, second.origin]) {
    await until(async () => (await get(origin, `/${short_code}`, FIRST)).status === 410);
    const deleted = await get(origin, `/${short_code}`, FIRST);
    expect(await deleted.text()).toContain(`${FIRST}/#/report_abuse`);
    expect((await get(origin, '/', FIRST)).status).toBe(200);
    const call = await fetch(`${origin}/api/website_info/inquire`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: FIRST },
      body: '{}',
    });
    expect(call.status).toBe(200);
    const { servers } = (await (await fetch(`${origin}/api/openapi.json`)).json()) as {
      servers: { url: string }[];
    };
    expect(servers[0]?.url).toBe(FIRST);
  }
});

test('after another change codes answer under the old address, the new one and the listening one, and none locks the administrator out', async () => {
  await setAddress(SECOND);
  const other = await signIn(second.origin, product.administrator);
  await until(async () => (await shortUrl(other)) === `${SECOND}/${code.short_code}`);
  for (const origin of [product.origin, second.origin])
    for (const address of [FIRST, SECOND, origin]) {
      const visit = await get(origin, `/${code.short_code}`, address);
      expect([address, visit.status, visit.headers.get('location')]).toEqual([address, 302, TARGET]);
      expect([address, (await get(origin, '/', address)).status]).toEqual([address, 200]);
    }
  // Whoever reports what they have scanned has the address of the print.
  const report = { address: `${FIRST}/${code.short_code}`, reason: 'spam' };
  expect((await apiOf(product.origin).call('abuse_report/add', report)).status).toBe(200);
  // A host that was never ours is a customer's: no login page.
  expect((await get(product.origin, '/', 'https://never.waypost-shop.com')).status).toBe(404);
});

test('an address that somebody else has now is given up: its codes stop there in every process, and it shows no login page', async () => {
  const { version } = await configuration();
  const give = (body: object) => api.call<Configuration>('configuration/give_up_address', body);
  // The one in force, and one that never was ours, cannot be.
  expect((await give({ version, address: SECOND })).status).toBe(404);
  expect((await give({ version: version - 1, address: FIRST })).status).toBe(409);
  expect((await configuration()).installation.earlier_addresses).toEqual([FIRST]);
  expect((await give({ version, address: FIRST })).content.installation.earlier_addresses).toEqual([]);
  for (const origin of [product.origin, second.origin]) {
    await until(async () => (await get(origin, `/${code.short_code}`, FIRST)).status === 404);
    expect((await get(origin, '/', FIRST)).status).toBe(404);
    for (const address of [SECOND, origin])
      expect((await get(origin, `/${code.short_code}`, address)).status).toBe(302);
  }
  const history = await api.call<{ content: { type: string; target: string | null }[] }>('plugins/history', {
    kind: 'changes',
  });
  expect(history.content.content).toContainEqual(
    expect.objectContaining({ type: 'system.configuration.give_up_address', target: FIRST }),
  );
});

test('a start without the store goes by the address that was set', async () => {
  const known = await Bun.file(join(product.dataDir, 'public-address.json')).json();
  expect(known).toEqual({ public_url: SECOND, earlier: [], given_up: [FIRST] });
});

test('once a visit is counted the zone stays, whoever asks: the screen, a start and a command are told why', async () => {
  await until(async () => !(await zoneOf()).is_open);
  const late = await api.call('configuration/time_zone', { time_zone: 'Africa/Nairobi' });
  expect([late.status, late.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'time_zone_fixed',
      message: expect.stringContaining(`The time zone stays ${ZONE}: visits have been counted`),
    }),
  ]);
  expect((await zoneOf()).zone).toBe(ZONE);
  const doctor = await commandOutcome(product, ['doctor'], { variables: { TIME_ZONE: 'Europe/Berlin' } });
  expect(doctor.out).toContain(`TIME_ZONE: expected ${ZONE}, because visits have been counted by its days`);
});
