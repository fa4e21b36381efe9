import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { PLUGINS_TOPIC } from '@waypost/contract';
import type { Caller } from '@waypost/sdk';
import {
  openFrame,
  type RealtimeKeys,
  sealFirstFrame,
  sealFrame,
} from '../../../host/sdk/realtime/frame-cipher.ts';
import { createRealtime, type Realtime, type SignedIn } from './index.ts';

const START = Date.parse('2026-03-04T05:06:07Z');
let now: number;
let passed: number;
let buffered: number;
let host: string;
let sessions: Map<string, SignedIn>;
let realtime: Realtime;

const person = (id: string, permissions: string[] = []): SignedIn => ({
  caller: {
    id,
    account: id,
    role: 'r',
    isSuper: false,
    permissions: new Set(permissions),
    via: 'session',
    credential: `session of ${id}`,
  } satisfies Caller,
  expiresAt: START + 60_000,
});

beforeEach(() => {
  now = START;
  passed = 0;
  buffered = 0;
  host = 'one';
  sessions = new Map(
    [person('anna', ['shop.order:read']), person('ben')].map((session) => [
      session.caller.credential,
      session,
    ]),
  );
  realtime = createRealtime({
    deriveKey: (purpose) => createHash('sha256').update(purpose).digest(),
    clock: { now: () => now, date: () => new Date(now) },
    random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)), number: () => 0 },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    signIn: async (token) => sessions.get(`session of ${token}`),
    renew: async (ids) => new Map([...sessions].filter(([id]) => ids.includes(id))),
    watchSessions: () => () => {},
    watchMenu: () => () => {},
    watchLanguages: () => () => {},
    chooseLocale: () => 'en-US',
    translate: (_locale, key) => key,
    hostStamp: () => host,
    generation: () => 1,
    onGeneration: () => () => {},
    monotonic: () => passed,
  });
});
afterEach(() => realtime.stop());

/** Lets promises that are on their way settle. */
const settle = () => Bun.sleep(0);

function open() {
  const sent: string[] = [];
  const ends: string[] = [];
  const channel = realtime.open({
    send: (text) => sent.push(text),
    buffered: () => buffered,
    close: (_code, reason) => ends.push(reason),
    terminate: () => ends.push('terminated'),
  });
  let keys: RealtimeKeys | undefined;
  let count = 0;
  return {
    channel,
    ends,
    async logIn(token: string) {
      const first = sealFirstFrame(
        JSON.stringify({ type: 1, token, locale: 'en-US' }),
        JSON.parse(sent[0] ?? '') as never,
      );
      keys = first.keys;
      channel.receive(JSON.stringify(first.sealed));
      await settle();
    },
    async say(message: unknown) {
      count += 1;
      if (keys) channel.receive(JSON.stringify(sealFrame(keys, 'c2s', count, JSON.stringify(message))));
      await settle();
    },
    /** Everything that the server said after the login. */
    heard: () =>
      sent.slice(1).map((text) => {
        if (!keys) throw new Error('not logged in');
        return JSON.parse(openFrame(keys, 's2c', JSON.parse(text) as never)) as {
          type: number;
          content: unknown;
        };
      }),
  };
}
async function follower(token: string, ...topics: string[]) {
  const one = open();
  await one.logIn(token);
  for (const topic of topics) await one.say({ type: 6, topic });
  return one;
}
const eventsOf = (one: ReturnType<typeof open>) =>
  one.heard().flatMap(({ type, content }) => (type === 4 ? [content] : []));

describe('topics', () => {
  test('reach the audience and nobody else, by the name that was asked for', async () => {
    realtime.topic('shop.orders', {
      scope: ({ caller, parameter }) =>
        parameter === undefined || parameter === caller.id ? caller.id : undefined,
    });
    const anna = await follower('anna', 'shop.orders', 'shop.orders:anna');
    const ben = await follower('ben', 'shop.orders', 'shop.orders:anna');
    realtime.publish('shop.orders', { order: 1 }, 'anna');
    expect(eventsOf(anna)).toEqual([
      { topic: 'shop.orders', data: { order: 1 } },
      { topic: 'shop.orders:anna', data: { order: 1 } },
    ]);
    expect(eventsOf(ben)).toEqual([]);
  });

  test('are lost with the permission, without the channel', async () => {
    realtime.topic('shop.orders', { permission: 'shop.order:read' });
    const anna = await follower('anna', 'shop.orders');
    const ben = await follower('ben', 'shop.orders');
    realtime.publish('shop.orders', 1, 'all');
    expect([eventsOf(anna).length, eventsOf(ben).length]).toEqual([1, 0]);
    sessions.set('session of anna', person('anna'));
    await realtime.recheck({ account: 'anna' });
    realtime.publish('shop.orders', 2, 'all');
    expect(eventsOf(anna)).toHaveLength(1);
    expect(anna.ends).toEqual([]);
  });

  test('tell whoever may do something else from now on, and nobody else, to look at the menu again', async () => {
    const anna = await follower('anna', PLUGINS_TOPIC);
    const ben = await follower('ben', PLUGINS_TOPIC);
    const heard = (one: typeof anna) => eventsOf(one).length;
    expect([heard(anna), heard(ben)]).toEqual([0, 0]);
    await realtime.recheck({});
    expect([heard(anna), heard(ben)]).toEqual([0, 0]);
    sessions.set('session of anna', person('anna', ['shop.order:read', 'shop.order:update']));
    await realtime.recheck({});
    expect([heard(anna), heard(ben)]).toEqual([1, 0]);
    sessions.set('session of anna', person('anna', ['shop.order:update']));
    await realtime.recheck({});
    expect([heard(anna), heard(ben)]).toEqual([2, 0]);
  });

  test('are watched while somebody follows, and end with their plugin', async () => {
    const log: string[] = [];
    const undo = realtime.topic('shop.orders', {
      watched: (audience) => {
        log.push(`start ${audience}`);
        return () => void log.push(`stop ${audience}`);
      },
    });
    const [anna, ben] = [await follower('anna', 'shop.orders'), await follower('ben', 'shop.orders')];
    expect(log).toEqual(['start all']);
    await anna.say({ type: 7, topic: 'shop.orders' });
    expect(log).toEqual(['start all']);
    realtime.closed(ben.channel);
    expect(log).toEqual(['start all', 'stop all']);
    await anna.say({ type: 6, topic: 'shop.orders' });
    await undo();
    expect(log).toEqual(['start all', 'stop all', 'start all', 'stop all']);
    expect(anna.ends).toEqual([]);
    expect(() => realtime.publish('shop.orders', 1, 'all')).not.toThrow();
  });

  test('that tell a state tell it to whoever comes later', async () => {
    realtime.topic('shop.stock', { isState: true });
    await follower('anna', 'shop.stock');
    realtime.publish('shop.stock', { left: 3 }, 'all');
    expect(eventsOf(await follower('ben', 'shop.stock'))).toEqual([
      { topic: 'shop.stock', data: { left: 3 } },
    ]);
  });
});

describe('a channel', () => {
  test('is closed after three silent ping intervals, by a clock that cannot be set', async () => {
    const [quiet, lively] = [await follower('anna'), await follower('ben')];
    now += 86_400_000;
    sessions.set('session of anna', { ...person('anna'), expiresAt: now + 60_000 });
    sessions.set('session of ben', { ...person('ben'), expiresAt: now + 60_000 });
    for (passed = 0; passed <= 18_000; passed += 1_000) {
      if (passed % 5_000 === 0) await lively.say({ type: 5 });
      await realtime.tick();
      if (passed === 17_000) expect(quiet.ends).toEqual([]);
    }
    expect(quiet.ends).toEqual(['silent']);
    expect(lively.ends).toEqual([]);
  });

  test('ends when its session has run out', async () => {
    const anna = await follower('anna');
    now += 60_000;
    sessions.delete('session of anna');
    await realtime.tick();
    expect(anna.ends).toEqual(['session_ended']);
    expect(anna.heard().at(-1)).toMatchObject({ type: 3 });
  });

  test('of a reader that does not read is given up with a reason, and holds nothing any more', async () => {
    realtime.topic('shop.orders', {});
    const anna = await follower('anna', 'shop.orders');
    buffered = 2_000_000;
    realtime.publish('shop.orders', 'x', 'all');
    const said = anna.heard().length;
    realtime.publish('shop.orders', 'x', 'all');
    expect(anna.ends).toEqual(['slow_reader']);
    expect(anna.heard()).toHaveLength(said);
    await Bun.sleep(1_100);
    expect(anna.ends).toEqual(['slow_reader', 'terminated']);
  });

  test('hears of a new host, once', async () => {
    const anna = await follower('anna');
    host = 'two';
    await realtime.tick();
    await realtime.tick();
    expect(anna.heard().filter(({ type }) => type === 2)).toHaveLength(1);
  });

  test('whose browser is a day off logs in', async () => {
    for (const day of [-86_400_000, 86_400_000]) {
      setSystemTime(new Date(START + day));
      const anna = await follower('anna');
      setSystemTime();
      expect(anna.ends).toEqual([]);
      expect(anna.channel.session?.caller.id).toBe('anna');
    }
  });

  test('that goes while its token is looked up leaves nothing behind', async () => {
    const anna = open();
    const login = anna.logIn('anna');
    realtime.closed(anna.channel);
    await login;
    expect(realtime.size()).toBe(0);
    expect(anna.channel.session).toBeUndefined();
  });
});
