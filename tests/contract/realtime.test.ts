import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { connect, createServer, type Server } from 'node:net';
import { createAccount } from '../accounts.ts';
import { type Api, signIn } from '../api.ts';
import { freePort, type Product, startProduct } from '../product.ts';
import { openChannel, type RawChannel } from './realtime-client.ts';

setDefaultTimeout(180_000);

let product: Product;
let root: Api;
let customer: Api;
let password: string;

beforeAll(async () => {
  product = await startProduct();
  const account = await createAccount(product, { account: 'live.customer', role: 'customer' });
  password = account.password;
  [root, customer] = await Promise.all([
    signIn(product.origin, product.administrator),
    signIn(product.origin, account),
  ]);
}, 120_000);
afterAll(() => product?.stop());

interface Today {
  view_number: number;
  top_links: { name: string; view_number: number }[];
}
interface Live {
  rate: { visits: number };
  visits: { name: string; ip: string; location: string; device: string; app: string }[];
  regions: { location: string; visitors: number }[];
  half_hour: { visits: number; visitors: number; regions: Live['regions'] };
}
interface Event<T> {
  topic: string;
  data: T;
}

async function follow(api: Api, ...topics: string[]): Promise<RawChannel> {
  const channel = await openChannel(product.origin);
  channel.logIn(api.token ?? '');
  await channel.next(({ type }) => type === 1);
  for (const topic of topics) {
    channel.say({ type: 6, content: { topic } });
    await channel.next(({ type, status, content }) => type === 1 && status && isOf(content, topic));
  }
  return channel;
}
const isOf = (content: unknown, topic: string) => (content as { topic?: string } | null)?.topic === topic;
async function event<T>(channel: RawChannel, topic: string, wants: (data: T) => boolean): Promise<T> {
  const said = await channel.next(
    ({ type, content }) => type === 4 && isOf(content, topic) && wants((content as Event<T>).data),
    40_000,
  );
  return (said.content as Event<T>).data;
}
async function visitedCode(api: Api, name: string): Promise<string> {
  const { content } = await api.call<{ short_url: string }>('qr_code_list/add', {
    name,
    targets: [{ url: 'https://example.com/' }],
  });
  return content.short_url;
}
const visit = (url: string, address: string) =>
  fetch(url, {
    headers: {
      'x-forwarded-for': address,
      'user-agent':
        'Mozilla/5.0 (Linux; Android 14; 23049RAD8C) AppleWebKit/537.36 Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.42',
    },
  });

describe('figures that come by themselves', () => {
  test('a visit reaches its owner and those who see everyone, as figures and in the feed', async () => {
    const url = await visitedCode(customer, 'Live card');
    const own = await follow(customer, 'qr.today', 'qr.live');
    const all = await follow(root, 'qr.today', 'qr.today:own');
    expect((await visit(url, '113.87.0.9')).status).toBe(200);
    const today = await event<Today>(own, 'qr.today', ({ view_number }) => view_number === 1);
    expect(today.top_links).toMatchObject([{ name: 'Live card', view_number: 1 }]);
    await event<Today>(all, 'qr.today', ({ view_number }) => view_number === 1);
    const live = await event<Live>(own, 'qr.live', ({ visits }) => visits.length === 1);
    expect(live.visits[0]).toMatchObject({ name: 'Live card', ip: '113.87.0.9', app: 'wechat' });
    expect(live.visits[0]?.location).toContain('深圳');
    expect(live.regions).toMatchObject([{ visitors: 1 }]);
    expect(live.half_hour).toMatchObject({ visits: 1, visitors: 1, regions: live.regions });
    await visit(url, '113.87.0.9');
    await event<Live>(own, 'qr.live', ({ rate }) => rate.visits >= 1);
    // Root owns no code: nothing came for the own ones but the empty day.
    const nothing = await all
      .next(
        ({ type, content }) =>
          type === 4 && isOf(content, 'qr.today:own') && (content as Event<Today>).data.view_number > 0,
        300,
      )
      .catch(() => undefined);
    expect(nothing).toBeUndefined();
    own.close();
    all.close();
  });

  test('what one no longer follows does not come', async () => {
    const url = await visitedCode(customer, 'Left card');
    const channel = await follow(customer, 'qr.today');
    await event(channel, 'qr.today', () => true);
    channel.say({ type: 7, topic: 'qr.today' });
    await channel.next(({ type, content }) => type === 1 && isOf(content, 'qr.today'));
    await visit(url, '113.87.0.10');
    expect(await channel.next(({ type }) => type === 4, 2_000).catch(() => 'nothing')).toBe('nothing');
    channel.close();
  });

  test('a language that we do not have is the default one', async () => {
    for (const [locale, text] of [
      ['tlh-KX', '您无法订阅此主题。'],
      ['sw', 'Huwezi kufuatilia mada hii.'],
      ['', '您无法订阅此主题。'],
    ] as const) {
      const channel = await openChannel(product.origin);
      channel.logIn(root.token ?? '', locale);
      channel.say({ type: 6, topic: 'nobody.knows' });
      expect((await channel.next(({ status }) => !status)).message).toBe(text);
      channel.close();
    }
  });
});

describe('a channel that somebody records on the way', () => {
  let recorder: Server;
  let recorded = '';
  let address: string;
  beforeAll(async () => {
    const port = await freePort();
    recorder = createServer((near) => {
      const far = connect(product.port, '127.0.0.1');
      near.on('data', (bytes) => {
        recorded += unmask(Buffer.from(bytes));
        far.write(bytes);
      });
      far.on('data', (bytes) => {
        recorded += bytes.toString('latin1');
        near.write(bytes);
      });
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.on('close', () => other.destroy());
        one.on('error', () => other.destroy());
      }
    }).listen(port, '127.0.0.1');
    address = `http://127.0.0.1:${port}`;
  });
  afterAll(() => recorder?.close());

  test('shows no token, no account, no password, no topic, no figure and no word of a message', async () => {
    const api = await signIn(address, { account: 'live.customer', password });
    const login = recorded;
    expect(login).toContain('administrator/login');
    expect(login).not.toContain(password);
    recorded = '';
    const channel = await openChannel(address);
    channel.logIn(api.token ?? '');
    channel.say({ type: 6, topic: 'qr.today' });
    channel.say({ type: 6, topic: 'nobody.knows' });
    await channel.next(({ status }) => !status);
    await channel.next(({ type }) => type === 4);
    channel.say({ type: 5 });
    await channel.next(({ type, content }) => type === 1 && content === null);
    channel.close();
    expect(recorded).toContain('GET /realtime');
    expect(recorded).toContain('"encryption":1');
    expect(recorded).toContain('"epk"');
    for (const secret of [
      api.token ?? '',
      password,
      'live.customer',
      'Live card',
      'qr.today',
      'view_number',
      'follow this topic',
      'en-US',
      '"topic"',
      '"status"',
      '"message"',
    ])
      expect(recorded).not.toContain(secret);
    for (const secret of [api.token ?? '', 'qr.today', 'view_number'])
      expect(recorded).not.toContain(Buffer.from(secret).toString('base64url').slice(0, -2));
  });
});

/** Frames of a browser are masked; what they say is only visible without the mask. A frame here comes in one piece. */
function unmask(bytes: Buffer): string {
  const second = bytes[1] ?? 0;
  if (bytes[0] !== 0x81 || (second & 0x80) === 0) return bytes.toString('latin1');
  const short = second & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  const mask = bytes.subarray(start, start + 4);
  const text = bytes
    .subarray(start + 4, start + 4 + length)
    .map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  const rest = bytes.subarray(start + 4 + length);
  return Buffer.from(text).toString('latin1') + (rest.length > 0 ? unmask(rest) : '');
}
