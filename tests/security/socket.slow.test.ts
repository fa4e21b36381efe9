import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { sealFrame } from '../../host/sdk/realtime/frame-cipher.ts';
import { createAccount } from '../accounts.ts';
import { type Api, seal, signIn } from '../api.ts';
import { openChannel, type RawChannel } from '../contract/realtime-client.ts';
import { sendRaw } from './wire.ts';
import { ADMIN_HOST, addCode, FOREIGN_HOST, openWorld, type World } from './world.ts';

setDefaultTimeout(180_000);

let world: World;
let origin: string;
beforeAll(async () => {
  world = await openWorld();
  origin = world.product.origin;
}, 120_000);

const tokenOf = (api: Api) => api.token ?? '';

/** A channel of somebody who has logged in. */
async function channelOf(api: Api): Promise<RawChannel> {
  const channel = await openChannel(origin);
  channel.logIn(tokenOf(api));
  await channel.next(({ type }) => type === 1);
  return channel;
}
/** How the server ends a channel; fails after half a minute. */
async function endOf(channel: RawChannel): Promise<{ code: number; reason: string }> {
  const { code, reason } = await Promise.race([
    channel.closed,
    Bun.sleep(30_000).then(() => Promise.reject(new Error('the channel is still open'))),
  ]);
  return { code, reason };
}
/** Status of the answer to a handshake with these headers. */
async function handshake(headers: Record<string, string>): Promise<number> {
  const lines = Object.entries({
    host: `127.0.0.1:${world.product.port}`,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const { status } = await sendRaw(
    world.product.port,
    `GET /realtime HTTP/1.1\r\n${lines.join('')}\r\n`,
    500,
  );
  return status;
}

describe('who may open a socket', () => {
  test('a page of this host, nobody else', async () => {
    expect(await handshake({ origin })).toBe(101);
    expect(await handshake({})).toBe(403);
    for (const foreign of ['https://evil.test', 'null', 'file://', `${origin}.evil.test`, ''])
      expect(await handshake({ origin: foreign })).toBe(403);
  });

  test('under a name of the back-office only', async () => {
    expect(await handshake({ host: ADMIN_HOST, origin: `http://${ADMIN_HOST}` })).toBe(101);
    expect(await handshake({ host: ADMIN_HOST, origin: `http://${FOREIGN_HOST}` })).toBe(403);
    expect(await handshake({ host: FOREIGN_HOST, origin: `http://${FOREIGN_HOST}` })).toBe(404);
  });

  test('a plain request is told that this is a socket', async () => {
    expect((await fetch(`${origin}/realtime`, { headers: { origin } })).status).toBe(426);
  });
});

describe('the login of a socket', () => {
  test('does not come: closed after five seconds', async () => {
    const channel = await openChannel(origin);
    const { code, reason, after } = await channel.closed;
    expect([code, reason]).toEqual([4408, 'login_timeout']);
    expect(after).toBeGreaterThan(4_500);
  });

  test('garbage instead of it closes', async () => {
    const sealed = await seal(
      world.anna,
      JSON.stringify({ type: 1, token: 'x', locale: 'en-US' }),
      'realtime',
      'login',
      'first',
    );
    for (const frame of [
      '',
      'hello',
      '{}',
      '[]',
      'null',
      '{"type":1,"token":"x","locale":"en-US"}',
      '{"encryption":1,"seq":1,"data":"AAAAAAAAAAAAAAAAAAAAAAAA"}',
      JSON.stringify({ ...sealed, epk: 'A'.repeat(43) }),
      // Sealed for a challenge of the API, which this socket did not hand out.
      JSON.stringify(sealed),
      new Uint8Array([0, 255, 1, 254]),
    ]) {
      const channel = await openChannel(origin);
      channel.raw(frame);
      expect(await endOf(channel)).toEqual({ code: 4400, reason: 'bad_frame' });
    }
  });

  test('with a token that is worth nothing closes, an API key included', async () => {
    for (const token of ['nothing', `wps_${'A'.repeat(43)}`, tokenOf(world.readerKey)]) {
      const channel = await openChannel(origin);
      channel.logIn(token);
      expect(await endOf(channel)).toEqual({ code: 4401, reason: 'login_refused' });
    }
  });

  test('recorded from another socket closes, and so does one sent twice', async () => {
    const first = await channelOf(world.anna);
    const [, recorded = ''] = first.frames;
    const other = await openChannel(origin);
    other.raw(recorded);
    expect(await endOf(other)).toEqual({ code: 4400, reason: 'bad_frame' });
    first.raw(recorded);
    expect(await endOf(first)).toEqual({ code: 4400, reason: 'bad_frame' });
  });
});

describe('frames after the login', () => {
  test('oversize closes', async () => {
    const channel = await channelOf(world.anna);
    channel.raw('x'.repeat(100_000));
    expect((await endOf(channel)).code).toBe(1009);
  });

  test('a repeat, a gap and an exchange of two close', async () => {
    const ping = (channel: RawChannel, seq: number) =>
      channel.raw(JSON.stringify(sealFrame(channel.keys, 'c2s', seq, '{"type":5}')));
    for (const order of [[1, 1], [2], [1, 3], [1, 3, 2]]) {
      const channel = await channelOf(world.anna);
      for (const seq of order) ping(channel, seq);
      expect(await endOf(channel)).toEqual({ code: 4409, reason: 'out_of_sequence' });
    }
  });

  test('changed, recorded on another channel or in clear closes', async () => {
    const recorded = await channelOf(world.anna);
    recorded.say({ type: 5 });
    const frame = recorded.frames.at(-1) ?? '';
    for (const attack of [
      frame,
      '{"type":5}',
      '{"encryption":0,"seq":1,"data":{"type":5}}',
      '{"encryption":1,"seq":"1","data":"x"}',
      '{"encryption":1,"seq":1.5,"data":"AAAAAAAAAAAAAAAAAAAAAAAA"}',
      `{"encryption":1,"seq":1,"data":"${'A'.repeat(60)}"}`,
    ]) {
      const channel = await channelOf(world.anna);
      channel.raw(attack);
      expect(await endOf(channel)).toEqual({ code: 4400, reason: 'bad_frame' });
    }
    for (const message of [
      null,
      5,
      {},
      { type: 1 },
      { type: 4 },
      { type: 99 },
      { type: 6 },
      { type: 6, topic: { $ne: null } },
      { type: 6, topic: '../x' },
      { type: 5, more: 1 },
    ]) {
      const channel = await channelOf(world.anna);
      channel.say(message);
      expect(await endOf(channel)).toEqual({ code: 4400, reason: 'bad_frame' });
    }
    recorded.close();
  });

  test('a flood closes', async () => {
    const channel = await channelOf(world.anna);
    for (let count = 0; count < 200; count += 1) channel.say({ type: 5 });
    expect(await endOf(channel)).toEqual({ code: 4429, reason: 'too_many_messages' });
  });
});

describe('topics', () => {
  const answerTo = async (channel: RawChannel, topic: string) => {
    channel.say({ type: 6, content: { topic } });
    return channel.next(({ content }) => (content as { topic?: string } | null)?.topic === topic);
  };

  test("of somebody else's visits, of another permission and of nobody are refused", async () => {
    const anna = (await world.anna.call<{ user_info: { id: string } }>('administrator/profile')).content;
    const channel = await channelOf(world.ben);
    for (const topic of [
      `qr.today:${anna.user_info.id}`,
      `qr.live:${anna.user_info.id}`,
      'qr.today:all',
      'nobody.knows',
      'platform.plugins:x',
    ])
      expect(await answerTo(channel, topic)).toMatchObject({
        status: false,
        type: 1,
        content: { code: 'forbidden' },
      });
    expect(await answerTo(channel, 'qr.today')).toMatchObject({ status: true, type: 1 });
    channel.close();
  });

  test("bring nothing of another owner's codes", async () => {
    const channel = await channelOf(world.ben);
    await answerTo(channel, 'qr.live');
    const { short_url } = await addCode(world.anna, { name: 'Of Anna alone' });
    expect((await fetch(short_url, { headers: { 'x-forwarded-for': '8.8.4.4' } })).status).toBe(200);
    const own = await channelOf(world.anna);
    await answerTo(own, 'qr.live');
    await own.next(
      ({ type, content }) => type === 4 && JSON.stringify(content).includes('Of Anna alone'),
      40_000,
    );
    const last = await channel.next(({ type }) => type === 4, 500).catch(() => undefined);
    expect(JSON.stringify(last ?? '')).not.toContain('Of Anna alone');
    channel.close();
    own.close();
  });
});

describe('a socket ends with its session within a second', () => {
  const person = async () => {
    const account = await createAccount(world.product, {
      account: `socket${crypto.randomUUID().slice(0, 8)}`,
      role: 'administrator',
    });
    const api = await signIn(origin, account);
    const { content } = await api.call<{ user_info: { id: string } }>('administrator/profile');
    return { account, api, id: content.user_info.id };
  };
  const endsBy = async (channel: RawChannel, work: () => Promise<{ status: number }>) => {
    expect((await work()).status).toBe(200);
    expect(await endOf(channel)).toEqual({ code: 4403, reason: 'session_ended' });
    expect(await channel.next(({ type }) => type === 3)).toMatchObject({
      content: { reason: 'session_ended' },
    });
  };

  test('logout; the other session of the same person lives on', async () => {
    const { account, api } = await person();
    const other = await channelOf(await signIn(origin, account));
    await endsBy(await channelOf(api), () => api.call('administrator/logout'));
    expect(other.isOpen()).toBe(true);
    other.close();
  });

  test('disable', async () => {
    const { api, id } = await person();
    await endsBy(await channelOf(api), () => world.root.call('administrator/disable', { id }));
  });

  test('change of the own password', async () => {
    const { account, api } = await person();
    const channel = await channelOf(api);
    const place = ['update_password', 'update'] as const;
    const old_password = await seal(api, account.password, ...place, 'old_password');
    const password = await seal(api, 'Another123', ...place, 'password');
    await endsBy(channel, () => api.call('update_password/update', { old_password, password }));
  });

  test('reset of the password by an administrator', async () => {
    const { api, id } = await person();
    await endsBy(await channelOf(api), () => world.root.call('administrator/reset_password', { id }));
  });
});
