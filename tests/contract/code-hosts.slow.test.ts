import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { OperationStatus } from '@waypost/contract';
import { packFolder } from '../../runtime/package/index.ts';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import { pluginsOf } from '../platform/plugins-api.ts';
import { type Product, startProduct } from '../product.ts';

/** Codes on domains of their owners: what visitors get on each host, and what is counted. */
setDefaultTimeout(180_000);
const COUNTED_WITHIN_MS = 60_000;
const TARGET = 'https://target.example/';

interface Code {
  id: string;
  short_code: string;
  qr_url: string;
}
interface Owner {
  api: Api;
  id: string;
}
let product: Product;
let root: Api;
let anna: Owner;
let ben: Owner;

async function person(account: string): Promise<Owner> {
  const api = await signIn(product.origin, await createAccount(product, { account, role: 'customer' }));
  const { content } = await api.call<{ user_info: { id: string } }>('administrator/profile');
  return { api, id: content.user_info.id };
}
/** Whose which hosts are, from now on. */
const give = (names: [Owner, string, number][]) =>
  apiOf(product.origin).call('named_hosts/give', {
    names: names.map(([owner, host, type]) => ({ owner: owner.id, host, type })),
  });
const all = (): [Owner, string, number][] => [
  ...['s1.example', 's2.example', 's3.example'].map((host): [Owner, string, number] => [anna, host, 3]),
  [anna, 'e.example', 1],
  [anna, 'l.example', 2],
  [ben, 'b.example', 3],
];

beforeAll(async () => {
  product = await startProduct();
  root = await signIn(product.origin, product.administrator);
  // In its place somebody says what the test says.
  await root.call('plugins/disable', { id: 'domain' });
  await pluginsOf(root).install(await packFolder(join(import.meta.dir, '../plugins/named-hosts')), {
    trusted: false,
  });
  anna = await person('anna.hosts');
  ben = await person('ben.hosts');
  await give(all());
}, 240_000);
afterAll(() => product?.stop());

const add = async (body: object, { api } = anna): Promise<Code> =>
  (await api.call<Code>('qr_code_list/add', { name: 'C', targets: [{ url: TARGET }], jump_type: 6, ...body }))
    .content;

/** The hosts that a visit comes by, and how it ends. */
async function walk(address: string): Promise<(string | number)[]> {
  const way: (string | number)[] = [];
  let at = new URL(address);
  while (way.length < 10) {
    const answer = await fetch(`${product.origin}${at.pathname}${at.search}`, {
      redirect: 'manual',
      headers: { host: at.host, 'x-forwarded-for': '203.0.113.7', 'user-agent': 'Mozilla/5.0 (iPhone)' },
    });
    const to = answer.headers.get('location');
    if (to === null) return [...way, answer.status];
    at = new URL(to);
    if (to.startsWith(TARGET)) return [...way, 'target'];
    way.push(at.host);
  }
  return way;
}

/** Waits until so many visits of a code are counted, and a moment longer whether there are more. */
async function counted(code: Code, wanted: number): Promise<number> {
  const limit = performance.now() + COUNTED_WITHIN_MS;
  const views = async () =>
    (await anna.api.call<{ view_number: number }>('qr_code_list/details', { id: code.id })).content
      .view_number;
  while ((await views()) < wanted && performance.now() < limit) await Bun.sleep(100);
  await Bun.sleep(500);
  return views();
}

describe('a visit of a code with three hosts', () => {
  test('comes by each of them, is counted once, and stands under the code’s domain', async () => {
    const code = await add({
      short_domain: 's1.example',
      entry_domain: 'e.example',
      landing_domain: 'l.example',
    });
    const way = ['e.example', 'l.example', 'target'];
    expect(await walk(`https://s1.example/${code.short_code}`)).toEqual(way);
    expect(await walk(`https://e.example/${code.short_code}`)).toEqual(way.slice(1));
    expect(await walk(`https://l.example/${code.short_code}`)).toEqual(way.slice(2));
    expect(await walk(`https://b.example/${code.short_code}`)).toEqual([404]);
    expect(await walk(`${product.origin}/${code.short_code}`)).toEqual([404]);
    expect(await counted(code, 3)).toBe(3);
    const { content } = await root.call<{ content: { name: string; view_number: number }[] }>(
      'visit_summary/inquire',
      { range: 'today', by: 'domain', search: 's1.example' },
    );
    expect(content.content.map(({ name, view_number }) => [name, view_number])).toEqual([['s1.example', 3]]);
  });

  test('only via scan holds through the chain', async () => {
    const code = await add({ short_domain: 's1.example', landing_domain: 'l.example', access_mode: 2 });
    expect(code.qr_url).toStartWith(`https://s1.example/${code.short_code}?s=`);
    expect(await walk(code.qr_url)).toEqual(['l.example', 'target']);
    for (const host of ['s1.example', 'l.example'])
      expect([host, await walk(`https://${host}/${code.short_code}`)]).toEqual([host, [403]]);
    expect(await walk(code.qr_url.replace('s1.example', 'l.example'))).toEqual([403]);
    expect(await counted(code, 1)).toBe(1);
  });

  test('is tried and looked at as visitors come, without being counted', async () => {
    const code = await add({ short_domain: 's1.example', landing_domain: 'l.example' });
    const { id } = code;
    const tried = await anna.api.call<{ outcome: string; address: string }>('code_simulator/try', {
      id,
    });
    expect(tried.content).toMatchObject({ outcome: 'redirect', address: TARGET });
    const { address } = (await anna.api.call<{ address: string }>('qr_code_list/look', { id })).content;
    expect((await walk(address)).at(-1)).toBe('target');
    expect(await counted(code, 0)).toBe(0);
  });
});

describe('a code that was printed', () => {
  test('answers on every host that it was printed with, by the picture of each, also when it is only via scan', async () => {
    const code = await add({ short_domain: 's1.example', access_mode: 2 });
    const printed = [code.qr_url];
    const change = async (body: object) =>
      (await anna.api.call('qr_code_list/change_domain_name', { ids: [code.id], ...body })).content;
    for (const short_domain of ['s2.example', 's3.example', '']) {
      expect(await change({ short_domain })).toMatchObject({ changed: 1, keeps: 1, stops: 0 });
      const { content } = await anna.api.call<Code>('qr_code_list/details', { id: code.id });
      printed.push(content.qr_url);
    }
    expect(new Set(printed.map((address) => new URL(address).host)).size).toBe(4);
    await change({ short_domain: 's2.example', landing_domain: 'l.example' });
    for (const address of printed) expect(await walk(address)).toEqual(['l.example', 'target']);
    expect(await counted(code, 4)).toBe(4);
  });

  test('is moved with all codes of its host by whoever looks after hosts', async () => {
    const code = await add({ short_domain: 's3.example' });
    const anyone = apiOf(product.origin);
    const before = await anyone.call<{ codes: number }[]>('named_hosts/count', { hosts: ['s3.example'] });
    expect(before.content[0]?.codes).toBe(1);
    expect((await anyone.call('named_hosts/move', { from: 's3.example', to: 's2.example' })).content).toEqual(
      {
        moved: 1,
        left: 0,
      },
    );
    for (const host of ['s3.example', 's2.example'])
      expect(await walk(`https://${host}/${code.short_code}`)).toEqual(['target']);
  });
});

test('many codes are moved as long work, whose table says which stay and why', async () => {
  const short_code = 'twice-there';
  const codes = [
    await add({ name: 'Stuck', short_domain: 's1.example', short_code }),
    await add({ name: 'There', short_domain: 's3.example', short_code }),
    await add({ name: 'Free', short_domain: 's1.example' }),
  ];
  const operation = await runOperation(anna.api, 'qr_code_list/move_domain_names', {
    ids: [codes[0]?.id, codes[2]?.id],
    short_domain: 's3.example',
  });
  expect(operation.status).toBe(OperationStatus.completed);
  const answer = await download(product.origin, anna.api.token, operation.id);
  const [head, ...rows] = readCsv(await answer.text());
  expect(head).toEqual(['Code', 'Outcome', 'Address before', 'Address now', 'Reason']);
  expect(rows.map(([name, outcome, , now, why]) => [name, outcome, now, why !== ''])).toEqual([
    ['Stuck', 'Stays', `https://s1.example/${short_code}`, true],
    ['Free', 'Moved; printed codes keep working', `https://s3.example/${codes[2]?.short_code}`, false],
  ]);
  expect(await walk(`https://s1.example/${codes[2]?.short_code}`)).toEqual(['target']);
});

test('while nobody says whose a domain is, codes keep their hosts, answer there, and can be changed otherwise', async () => {
  const code = await add({ short_domain: 's1.example' });
  await root.call('plugins/disable', { id: 'named-hosts' });
  const body = { ids: [code.id], short_domain: 's2.example' };
  const refused = await anna.api.call('qr_code_list/change_domain_name', body);
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'qr.domains_off' }]);
  expect((await anna.api.call('qr_code_list/usable_domains')).content).toMatchObject({ is_on: false });
  const { version } = (await anna.api.call<{ version: number }>('qr_code_list/details', { id: code.id }))
    .content;
  const renamed = { id: code.id, version, name: 'Renamed', short_domain: 's1.example' };
  expect((await anna.api.call('qr_code_list/update', renamed)).status).toBe(200);
  expect(await walk(`https://s1.example/${code.short_code}`)).toEqual(['target']);
  const lost = { name: 'C', targets: [{ url: TARGET }], short_domain: 's1.example' };
  expect((await anna.api.call('qr_code_list/add', lost)).body).toMatchObject({ code: 'qr.domain_unknown' });
});
