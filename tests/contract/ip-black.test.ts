import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readEnd } from '@waypost/sdk';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';
import { readUntil, until } from '../until.ts';
import { openChannel } from './realtime-client.ts';
import { startSecondRuntime } from './second-runtime.ts';

setDefaultTimeout(180_000);

/** Addresses of this file alone (RFC 5737, TEST-NET-3). */
const net = (last: number) => ({ 'x-forwarded-for': `203.0.113.${last}` });
const RANGE = '203.0.113.0/26';

let product: Product;
let root: Api;
let code: string;

beforeAll(async () => {
  product = await shareProduct();
  root = await signIn(product.origin, product.administrator);
  const added = await root.call<{ short_code: string }>('qr_code_list/add', {
    name: 'Blocked addresses',
    targets: [{ url: 'https://blocked.example/' }],
    jump_type: 6,
  });
  code = added.content.short_code;
});

afterAll(async () => {
  const { content } = await root.call<{ content: { id: string; ip: string }[] }>('ip_black/inquire', {
    page_size: 200,
  });
  for (const { id, ip } of content.content)
    if (ip.startsWith('203.0.113.') || ip.startsWith('2001:db8:beef:'))
      await root.call('ip_black/remove', { id });
});

const visit = (headers: Record<string, string>) =>
  fetch(`${product.origin}/${code}`, { headers, redirect: 'manual' }).then(({ status }) => status);
const call = (headers: Record<string, string>) =>
  apiOf(product.origin)
    .call('website_info/inquire', {}, headers)
    .then(({ body, status }) => (body.status ? status : `${status} ${body.code}`));

const soon = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

/** What they get once they are refused, or let in. */
const untilIs = <T>(look: () => Promise<T>, wanted: T): Promise<T> =>
  readUntil(look, (found) => Bun.deepEquals(found, wanted));

describe('whoever is on the list', () => {
  test('gets neither a code, nor a call, nor the page, nor a channel; taken off it, everything again', async () => {
    expect([await visit(net(7)), await call(net(7))]).toEqual([302, 200]);
    const open = await openChannel(product.origin, { origin: product.origin, ...net(7) });
    const { id } = (await root.call<{ id: string }>('ip_black/add', { ip: '203.0.113.7', reason: 'floods' }))
      .content;
    expect((await open.closed).code).toBe(4406);
    expect(await untilIs(() => visit(net(7)), 403)).toBe(403);
    expect(await untilIs(() => call(net(7)), '403 address_blocked')).toBe('403 address_blocked');
    expect((await fetch(product.origin, { headers: net(7) })).status).toBe(403);
    expect((await fetch(`${product.origin}/${code}x`, { headers: net(7) })).status).toBe(403);
    const upgrade = { ...net(7), origin: product.origin, connection: 'upgrade', upgrade: 'websocket' };
    expect((await fetch(`${product.origin}/realtime`, { headers: upgrade })).status).toBe(403);
    // The address beside it is nobody's business.
    expect([await visit(net(8)), await call(net(8))]).toEqual([302, 200]);
    await root.call('ip_black/remove', { id });
    expect(await untilIs(() => visit(net(7)), 302)).toBe(302);
    expect(await untilIs(() => call(net(7)), 200)).toBe(200);
  });

  test('is let in again by itself when the block ends', async () => {
    const { id } = (
      await root.call<{ id: string }>('ip_black/add', { ip: '203.0.113.9', expires_at: soon(3_600) })
    ).content;
    expect(await untilIs(() => visit(net(9)), 403)).toBe(403);
    const { version } = (await root.call<{ version: number }>('ip_black/details', { id })).content;
    // An end that has passed by the time it arrives is refused: on a busy machine a later one is needed.
    let seconds = 1;
    let refused: unknown;
    const end = await until(
      'an end in the future arrives in time',
      async () => {
        seconds *= 2;
        const expires_at = soon(seconds);
        const { status, body } = await root.call('ip_black/update', { id, version, expires_at });
        refused ??= body;
        return status === 200 && Date.parse(expires_at);
      },
      { explain: () => JSON.stringify(refused) },
    );
    expect(await untilIs(() => visit(net(9)), 302)).toBe(302);
    expect(Date.now()).toBeGreaterThanOrEqual(end);
    const listed = await root.call<{ content: { state: string }[] }>('ip_black/inquire', {
      ip: '203.0.113.9',
      state: 'ended',
    });
    expect(listed.content.content.map(({ state }) => state)).toEqual(['ended']);
  });
});

describe('what is refused', () => {
  const refusal = async (body: object, headers: Record<string, string> = {}) => {
    const { status, body: answer } = await root.call('ip_black/add', body, headers);
    return answer.status ? status : [status, answer.errors[0]?.path, answer.errors[0]?.message];
  };

  test.each([
    ['203.0.113.300', 'This is no address'],
    ['203.0.113.0/33', 'This is no address'],
    ['127.0.0.1', 'This is'],
    ['127.0.0.0/8', 'This is'],
    ['::1', 'This is the server itself'],
    ['::ffff:127.0.0.1', 'This is'],
    ['0.0.0.0/0', 'This is'],
    ['::/0', 'This is'],
  ])('%s, with a sentence', async (ip, sentence) => {
    const [status, path, message] = (await refusal({ ip })) as [number, string, string];
    expect([status, path]).toEqual([422, 'ip']);
    expect(message).toStartWith(sentence);
  });

  test('the own address, however it is written, and a block that has ended before it began', async () => {
    for (const ip of ['203.0.113.70', '203.0.113.64/28', '::ffff:203.0.113.70', '::ffff:203.0.113.64/124'])
      expect(await refusal({ ip }, net(70))).toEqual([
        422,
        'ip',
        'This is your own address: you would lock yourself out. Leave it out.',
      ]);
    expect(await refusal({ ip: '203.0.113.71', expires_at: '2020-01-01T00:00:00.000Z' })).toEqual([
      422,
      'expires_at',
      expect.stringContaining('The end lies in the past'),
    ]);
  });

  test('one address twice, in whatever spelling', async () => {
    expect(await refusal({ ip: '2001:DB8:BEEF:0::1' })).toBe(200);
    expect(await refusal({ ip: '2001:db8:beef::1' })).toEqual([409, 'ip', 'This value is taken.']);
  });
});

test('pasted lines: those that are right are taken, each other one is told by its line', async () => {
  const lines = [
    'ip,reason,expires_at',
    `${RANGE},"a farm, of bots",2999-01-31`,
    '203.0.113.130',
    '',
    '# a note',
    'not-an-address',
    '203.0.113.130',
    '127.0.0.1',
    '203.0.113.131,late,2001-01-01',
  ].join('\r\n');
  const { content } = await root.call<{ added: number; faults: { row: number; message: string }[] }>(
    'ip_black/batch_add',
    { lines, reason: 'pasted' },
  );
  expect(content.added).toBe(2);
  expect(content.faults.map(({ row }) => row)).toEqual([6, 7, 8, 9]);
  expect(content.faults.map(({ message }) => message.split(' ')[0])).toEqual(['This', 'An', 'This', 'The']);
  const rows = await root.call<{
    content: { ip: string; reason: string; expires_at: string | null; author: string }[];
  }>('ip_black/inquire', { search: '203.0.113.', sort_field: 'ip', page_size: 200 });
  expect(rows.content.content).toContainEqual(
    expect.objectContaining({
      ip: '203.0.113.0/26',
      reason: 'a farm, of bots',
      expires_at: readEnd('2999-01-31', product.timeZone)?.toISOString(),
      author: 'admin',
    }),
  );
  expect(rows.content.content).toContainEqual(
    expect.objectContaining({ ip: '203.0.113.130', reason: 'pasted', expires_at: null }),
  );
  expect(await untilIs(() => visit(net(63)), 403)).toBe(403);
  expect(await visit(net(64))).toBe(302);
  const again = await root.call<{ added: number; faults: { row: number; message: string }[] }>(
    'ip_black/batch_add',
    { lines: '203.0.113.130' },
  );
  expect(again.content).toEqual({
    added: 0,
    faults: [{ row: 1, text: '203.0.113.130', message: 'This is on the list already.' }],
  } as never);
});

test('customers neither read nor change the list', async () => {
  const person = await createAccount(product, { account: 'blocked.customer', role: 'customer' });
  const customer = await signIn(product.origin, person);
  for (const [name, body] of [
    ['inquire', {}],
    ['add', { ip: '203.0.113.200' }],
    ['batch_add', { lines: '203.0.113.200' }],
    ['export', {}],
  ] as const)
    expect((await customer.call(`ip_black/${name}`, body)).status).toBe(403);
});

test('the command line does it beside the running product, and is written down as nobody who signed in', async () => {
  const added = JSON.parse(
    await runCommand(product, [
      'ip-black',
      'add',
      '203.0.113.222/31',
      '--reason',
      'from the terminal',
      '--json',
    ]),
  ) as { id: string; ip: string };
  expect(added.ip).toBe('203.0.113.222/31');
  expect(await untilIs(() => visit(net(223)), 403)).toBe(403);
  expect(await runCommand(product, ['ip-black', 'list'])).toContain(
    '203.0.113.222/31\tactive\tno end\tcommand line',
  );
  await expect(runCommand(product, ['ip-black', 'add', '127.0.0.1'])).rejects.toThrow('this machine itself');
  await expect(runCommand(product, ['ip-black', 'add', '203.0.113.222/31'])).rejects.toThrow(
    'on the list already',
  );
  await runCommand(product, ['ip-black', 'remove', '203.0.113.222/31']);
  expect(await untilIs(() => visit(net(223)), 302)).toBe(302);
});

test('every process goes by it: also one that took no part in the change', async () => {
  const second = await startSecondRuntime(product.dataDir, {
    env: { ROLES: 'visit,api', TRUSTED_PROXIES: '127.0.0.1/32', TIME_ZONE: product.timeZone },
  });
  try {
    const there = () =>
      fetch(`${second.origin}/${code}`, { headers: net(140), redirect: 'manual' }).then(
        ({ status }) => status,
      );
    expect(await untilIs(there, 302)).toBe(302);
    await root.call('ip_black/add', { ip: '203.0.113.140' });
    expect(await untilIs(there, 403)).toBe(403);
    expect((await apiOf(second.origin).call('website_info/inquire', {}, net(140))).status).toBe(403);
  } finally {
    await second.stop();
  }
});
