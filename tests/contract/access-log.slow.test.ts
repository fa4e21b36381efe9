import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, signIn } from '../api.ts';
import type { Product } from '../product.ts';
import { shareProduct } from '../shared-product.ts';

/** The visitor look-up as other programs see it, a test for each letter: fields, days, addresses, their order and their words. */
setDefaultTimeout(120_000);
const DAY_MS = 86_400_000;
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; 23049RAD8C Build/UKQ1; wv) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.47';
const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36';
interface VisitRecord {
  domain: string;
  latest_create_time: string;
  ip: string;
  ip_count: number;
  latest_ip_belong: string;
  latest_source: string;
  latest_user_agent: string;
  country: string;
  isp: string;
  app: string;
}
let product: Product;
let guest: Api;
let key: string;

beforeAll(async () => {
  product = await shareProduct();
  guest = apiOf(product.origin);
  const owner = await signIn(
    product.origin,
    await createAccount(product, { account: 'lola.looked', role: 'customer' }),
  );
  const other = await signIn(
    product.origin,
    await createAccount(product, { account: 'omar.looked', role: 'customer' }),
  );
  key = (await owner.call<{ key: string }>('qr_code_access/issue_key')).content.key;
  const make = async (api: Api, file_name: string) =>
    (
      await api.call<{ short_url: string }>('qr_code_list/add', {
        name: file_name,
        file_name,
        targets: [{ url: 'https://example.com/' }],
      })
    ).content.short_url;
  const [first, second, foreign] = [
    await make(owner, 'letters-one'),
    await make(owner, 'letters-two'),
    await make(other, 'letters-other'),
  ];
  const visits = [
    [first, '223.104.64.21', PHONE],
    [second, '223.104.64.21', PHONE],
    [second, '8.8.4.4', DESKTOP],
    [foreign, '8.8.4.4', DESKTOP],
  ] as const;
  for (const [address, visitor, agent] of visits)
    await fetch(address, {
      redirect: 'manual',
      headers: { 'user-agent': agent, 'x-forwarded-for': visitor },
    });
  const deadline = performance.now() + 60_000;
  const isThere = (found: VisitRecord[]) => found.reduce((sum, { ip_count }) => sum + ip_count, 0) === 3;
  while (!isThere((await ask({ ip_list: ['223.104.64.21', '8.8.4.4'] })).content)) {
    if (performance.now() > deadline) throw new Error('the visits are not counted');
    await Bun.sleep(100);
  }
}, 180_000);

const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: product.timeZone, dateStyle: 'short' }).format(Date.now());
const dayAt = (days: number) =>
  new Date(Date.parse(`${today()}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
const ask = (body: Record<string, unknown>, language = 'en-US') =>
  guest.call<VisitRecord[]>(
    'qr_code_access/public_enquiry',
    {
      key,
      start_time: `${dayAt(-3)} 00:00:00`,
      end_time: `${today()} 23:59:59`,
      ip_list: ['8.8.4.4'],
      ...body,
    },
    { 'accept-language': language },
  );
/** The faults of an enquiry, in the order in which they are told. */
async function faults(body: Record<string, unknown>, language?: string): Promise<[string, string][]> {
  const { status, body: answer } = await ask(body, language);
  expect(status).toBe(422);
  const { errors = [] } = answer as { errors?: { path: string; message: string }[] };
  return errors.map(({ path, message }) => [path, message]);
}

describe('a record', () => {
  test('has the fields of the specification: domain, time, address, how often, place, source and user agent', async () => {
    const [record] = (await ask({ ip_list: ['223.104.64.21'] })).content;
    expect(record).toMatchObject({
      domain: '127.0.0.1',
      latest_create_time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T.*Z$/),
      ip: '223.104.64.21',
      ip_count: 2,
      latest_ip_belong: expect.stringContaining('移动'),
      latest_source: 'WeChat;Android 14;Redmi Note 12 Turbo',
      latest_user_agent: PHONE,
    });
  });

  test('is one for each domain and address, with its occurrences on all codes of the key’s owner and on no other', async () => {
    const found = (await ask({ ip_list: ['223.104.64.21', '8.8.4.4'] })).content;
    expect(found.map(({ ip, ip_count }) => [ip, ip_count]).sort()).toEqual([
      ['223.104.64.21', 2],
      ['8.8.4.4', 1],
    ]);
  });

  test('tells what the colours and buttons go by: country, provider and app', async () => {
    const [phone] = (await ask({ ip_list: ['223.104.64.21'] })).content;
    expect(phone).toMatchObject({ country: 'CN', isp: '移动', app: 'wechat' });
    const [desktop] = (await ask({})).content;
    expect(desktop).toMatchObject({ country: 'US', app: 'browser' });
  });

  test('is of the code of a share name alone, and of the visited domain alone', async () => {
    const [one] = (await ask({ ip_list: ['223.104.64.21'], file_name: 'letters-one' })).content;
    expect(one?.ip_count).toBe(1);
    expect((await ask({ file_name: 'letters-other' })).content).toEqual([]);
    expect((await ask({ domain: '127.0.0.1' })).content).toHaveLength(1);
    expect((await ask({ domain: 'elsewhere.example' })).content).toEqual([]);
  });
});

describe('what is asked for', () => {
  test('is a date range, in the words of the specification and before anything of the addresses', async () => {
    for (const start_time of [undefined, '', 'yesterday'])
      expect((await faults({ start_time, end_time: undefined, ip_list: [] })).slice(0, 3)).toEqual([
        ['start_time', 'Enter the time to search'],
        ['end_time', 'Enter the time to search'],
        ['ip_list', 'Enter the IP to query'],
      ]);
    expect(await faults({ start_time: dayAt(-9), ip_list: ['1.2.3'] })).toEqual([
      ['start_time', expect.stringContaining('last 7 days')],
    ]);
  });

  test('is of the last seven days up to today, from the start of a day to the end of one', async () => {
    expect((await ask({ start_time: `${dayAt(-7)} 00:00:00` })).status).toBe(200);
    expect((await ask({ start_time: `${today()} 00:00:00` })).content).toHaveLength(1);
    expect((await faults({ start_time: `${dayAt(-8)} 00:00:00` }))[0]?.[0]).toBe('start_time');
    expect((await faults({ end_time: `${dayAt(2)} 23:59:59` }))[0]?.[0]).toBe('end_time');
    expect((await faults({ start_time: today(), end_time: dayAt(-1) }))[0]?.[0]).toBe('start_time');
    const before = { start_time: `${dayAt(-3)} 00:00:00`, end_time: `${dayAt(-1)} 23:59:59` };
    expect((await ask(before)).content).toEqual([]);
  });

  test('is IPv4, each line of it, and at least one', async () => {
    for (const line of ['1.2.3', '256.1.1.1', '01.2.3.4', '::1', '8.8.4.4/24', 'example.com', ''])
      expect([line, await faults({ ip_list: ['8.8.4.4', line] })]).toEqual([
        line,
        [['ip_list.1', 'IP address illegal, re-enter']],
      ]);
    for (const ip_list of [undefined, []])
      expect(await faults({ ip_list })).toEqual([['ip_list', 'Enter the IP to query']]);
  });

  test('is told in the reader’s language', async () => {
    const [chinese] = await faults({ ip_list: [] }, 'zh-CN');
    expect(chinese?.[1]).toBe('请输入要查询的 IP');
    const [swahili] = await faults({ start_time: '' }, 'sw-KE');
    expect(swahili?.[1]).not.toMatch(/Enter|qr\./);
  });
});

test('a card key opens it, an account’s name does not, and none is asked for in words', async () => {
  expect((await ask({ key: 'lola.looked' })).body).toMatchObject({ code: 'qr.card_key_refused' });
  for (const none of [undefined, '', '  '])
    expect(await faults({ key: none })).toEqual([['key', 'Enter account or look-up key']]);
});
