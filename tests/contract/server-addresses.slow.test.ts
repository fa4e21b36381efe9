import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';
import { startSecondRuntime } from './second-runtime.ts';

setDefaultTimeout(180_000);

interface Row {
  id: string;
  ip: string;
  treatment: string;
  remark: string;
  version: number;
}
let product: Product;
let root: Api;
let anna: Api;
let code: { id: string; short_code: string };

/** Addresses of this file alone (RFC 5737, TEST-NET-3, upper half). */
const net = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` });
/** Answers that led on. Which of them count as people's says the list, so that none may be missed. */
let ledOn = 0;
const visit = async (last: number, origin = product.origin) => {
  const { status } = await fetch(`${origin}/${code.short_code}`, { headers: net(last), redirect: 'manual' });
  if (status === 302) ledOn += 1;
  return status;
};
const rows = async (body: object = {}) =>
  (await root.call<{ content: Row[] }>('server_ip_black/inquire', body)).content.content;
const figures = async () => {
  const { view_number, bot_view_number } = (
    await anna.call<{ view_number: number; bot_view_number: number }>('qr_code_list/details', { id: code.id })
  ).content;
  return { view_number, bot_view_number };
};
async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (const limit = performance.now() + 40_000; performance.now() < limit; await Bun.sleep(200))
    if (await holds()) return true;
  return false;
}

beforeAll(async () => {
  product = await shareProduct();
  root = await signIn(product.origin, product.administrator);
  anna = await signIn(
    product.origin,
    await createAccount(product, { account: 'anna.servers', role: 'customer' }),
  );
  code = (
    await anna.call<typeof code>('qr_code_list/add', {
      name: 'Servers',
      targets: [{ url: 'https://servers.example/' }],
      jump_type: 6,
    })
  ).content;
});
afterAll(async () => {
  for (const { id } of await rows({ page_size: 200 })) await root.call('server_ip_black/remove', { id });
});

test('visits of a range count as bots’ or are refused, as the list says, in every process', async () => {
  const second = await startSecondRuntime(product.dataDir, {
    env: { ROLES: 'visit,api', TRUSTED_PROXIES: '127.0.0.1/32', TIME_ZONE: product.timeZone },
  });
  try {
    const { id } = (await root.call<{ id: string }>('server_ip_black/add', { ip: '203.0.113.130/31' }))
      .content;
    // Another address shows when the list is known: what is counted as a bot's looks no other from outside.
    await root.call('server_ip_black/add', { ip: '203.0.113.132', treatment: 'refuse' });
    for (const origin of [product.origin, second.origin])
      expect(await until(async () => (await visit(132, origin)) === 403)).toBe(true);
    expect([await visit(130), await visit(131, second.origin), await visit(133)]).toEqual([302, 302, 302]);
    // The range was on the list before the address that is refused by now, so that two of all are bots'.
    const counted = { view_number: ledOn - 2, bot_view_number: 2 };
    await until(async () => Bun.deepEquals(await figures(), counted));
    expect(await figures()).toEqual(counted);
    const [row] = await rows({ ip: '203.0.113.130' });
    await root.call('server_ip_black/update', { id, version: row?.version, treatment: 'refuse' });
    for (const origin of [product.origin, second.origin])
      expect(await until(async () => (await visit(131, origin)) === 403)).toBe(true);
    await root.call('server_ip_black/remove', { id });
    expect(await until(async () => (await visit(131)) === 302)).toBe(true);
  } finally {
    await second.stop();
  }
});

test('many are pasted at once, and faults are told by line', async () => {
  const lines = [
    'ip,note',
    '198.18.0.1,"search, engine"',
    '198.18.1.0/24',
    'nobody',
    '198.18.0.1',
    '127.0.0.1',
  ];
  const { added, faults } = (
    await root.call<{ added: number; faults: { row: number }[] }>('server_ip_black/batch_add', {
      lines: lines.join('\n'),
      treatment: 'refuse',
      remark: 'all of them',
    })
  ).content;
  expect([added, faults.map(({ row }) => row)]).toEqual([2, [4, 5, 6]]);
  const found = await rows({ ip: '198.18.' });
  expect(found.map(({ ip, treatment, remark }) => [ip, treatment, remark]).sort()).toEqual([
    ['198.18.0.1', 'refuse', 'search, engine'],
    ['198.18.1.0/24', 'refuse', 'all of them'],
  ]);
});

test('an exported list is read again with what becomes of each', async () => {
  const line = '198.18.5.1,of another installation,refuse,somebody,2026-01-01T00:00:00.000Z';
  const { added, faults } = (
    await root.call<{ added: number; faults: unknown[] }>('server_ip_black/batch_add', {
      lines: `ip,remark,treatment,author,create_time\n${line}`,
      treatment: 'bot',
    })
  ).content;
  expect([added, faults]).toEqual([1, []]);
  expect(await rows({ ip: '198.18.5.1' })).toMatchObject([
    { treatment: 'refuse', remark: 'of another installation' },
  ]);
});

test('a bad address and one that is there change nothing', async () => {
  const before = await rows({ page_size: 200 });
  for (const ip of ['nobody', '127.0.0.1', '198.18.0.1', { $ne: null }])
    expect((await root.call('server_ip_black/add', { ip })).status).toBeGreaterThanOrEqual(400);
  expect((await root.call('server_ip_black/add', { ip: '198.18.9.9', treatment: 'burn' })).status).toBe(422);
  expect(await rows({ page_size: 200 })).toEqual(before);
  expect((await anna.call('server_ip_black/inquire')).status).toBe(403);
});
