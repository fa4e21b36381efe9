import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test';
import { join } from 'node:path';
import {
  ACCOUNT_STATES,
  DOMAIN_NAMES,
  type DomainNames,
  SITE_MESSAGES,
  type SiteMessage,
} from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import type { StoredDomain } from '../../plugins/domain/domains/stored.ts';
import { domainResource } from '../../plugins/domain/screens/domain_list/resource.ts';
import { plugin } from '../../plugins/domain/server.ts';
import { EVERYBODY } from '../../plugins/domain/testing/accounts.ts';
import { createResolver } from '../../runtime/outgoing/dns/resolver.ts';
import { type Knot, startKnot } from '../name-server.ts';

/**
 * Proofs of domains, asked of real name servers whose records the test changes: one stands for the operator's resolver, the
 * other is the zone's own.
 */
setDefaultTimeout(60_000);
const RESOLVER = '127.0.0.1';
const ZONE_SERVER = '127.0.0.2';
const DAY = 24 * 3_600_000;
const MINUTE = 60_000;

let resolver: Knot;
let zone: Knot;
let t: TestPlugin;
let ada: Person;
let ben: Person;
let told: SiteMessage[] = [];
let serial = 1;

const zoneText = (records: string, name = 'example.com') => {
  serial += 1;
  return `$ORIGIN ${name}.\n$TTL 5\n@ SOA ns1 post ${serial} 3600 600 86400 5\n@ NS ns1\nns1 A ${ZONE_SERVER}\n${records}\n`;
};
const LAME = zoneText('_waypost TXT "x"', 'example.net');

async function publish(records: string): Promise<void> {
  await resolver.change('example.com', zoneText(records));
  await zone.change('example.com', zoneText(records));
}

beforeAll(async () => {
  resolver = await startKnot({ 'example.com': zoneText(''), 'example.net': LAME });
  // Of the second zone it is said to be a server, and knows nothing.
  zone = await startKnot({ 'example.com': zoneText('') }, { addresses: [ZONE_SERVER], port: resolver.port });
});
afterAll(async () => {
  await resolver?.stop();
  await zone?.stop();
});

beforeEach(async () => {
  told = [];
  await publish('');
  const dns = createResolver({
    servers: () => [{ address: RESOLVER, port: resolver.port }],
    isAllowed: () => true,
    zonePort: resolver.port,
    tryMs: 2_000,
  });
  t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../../plugins/domain'),
    internet: {
      resolve: (name, type, { resolver: from = 'resolvers', limitMs = 10_000 }) =>
        dns.resolve({ name, type, from, signal: AbortSignal.timeout(limitMs) }),
      fetch: () => new Response('another server'),
    },
    services: {
      [ACCOUNT_STATES]: { version: '1.4.0', service: EVERYBODY },
      [SITE_MESSAGES]: {
        version: '1.1.0',
        service: {
          // One occasion is told once, as the inboxes do.
          tell: async (message: SiteMessage) => {
            if (told.some(({ occasion }) => occasion === message.occasion)) return 0;
            told.push(message);
            return 1;
          },
        },
      },
    },
  });
  ada = await t.person('ada.lovelace');
  ben = await t.person('ben.okri');
});
afterEach(() => t?.dispose());

const add = async (name: string, as: Person) =>
  (await t.call<{ id: string }>('domain_list/add', { name }, { as })).id;
const row = async (id: string) => (await t.rows(domainResource).find(id)) as StoredDomain;
const check = (id: string, as: Person) =>
  t.call<{ state: string; fault: string }>('domain_list/check', { id }, { as });
const txt = async (id: string) => {
  const { name, token } = await row(id);
  return `_waypost.${name}. TXT "waypost=${token}"`;
};
/** What people are told of proofs: names that nobody serves are said to fail as well, when their turn comes. */
const wordsTold = () => told.map(({ words }) => words).filter((words) => !words.startsWith('domain.alert.'));
/** So much later, as the job finds it. */
async function later(milliseconds: number): Promise<void> {
  t.clock.set(new Date(t.clock.now() + milliseconds));
  await t.jobs.run('look_at_domains');
}
/** Adds a name and proves it. */
async function prove(name: string, as: Person): Promise<string> {
  const id = await add(name, as);
  await publish(await txt(id));
  expect(await check(id, as)).toEqual({ state: 'proved', fault: '' });
  return id;
}

describe('a TXT record', () => {
  test('that is not there proves nothing, and proves the name once it is', async () => {
    const id = await add('Shop.Example.com.', ada);
    expect(await row(id)).toMatchObject({ name: 'shop.example.com', state: 'waiting' });
    expect(await check(id, ada)).toEqual({ state: 'waiting', fault: 'no_record' });
    await publish('_waypost.shop TXT "waypost=of somebody else"');
    expect(await check(id, ada)).toEqual({ state: 'waiting', fault: 'wrong_value' });
    await publish(`_waypost.shop TXT "something else"\n${await txt(id)}`);
    expect(await check(id, ada)).toEqual({ state: 'proved', fault: '' });
    expect(await row(id)).toMatchObject({ method: 'txt', proved_time: t.clock.date() });
    // Who has pressed the button sees it; the job tells them.
    expect(wordsTold()).toEqual([]);
    const names = t.service<DomainNames>(DOMAIN_NAMES);
    expect(await names.usable({ owner: ada.id })).toMatchObject([{ host: 'shop.example.com' }]);
    expect(await names.among({ owner: ben.id, hosts: ['shop.example.com'] })).toEqual([]);
    expect(t.events.emitted('domain.proved')).toMatchObject([
      { payload: { host: 'shop.example.com', owner: ada.id } },
    ]);
  });

  test('is found by the job, soon after the name was added and then more and more seldom', async () => {
    const id = await add('shop.example.com', ada);
    await t.clock.advance(3 * MINUTE);
    expect((await row(id)).tries).toBeGreaterThanOrEqual(2);
    const waits: number[] = [];
    for (let look = 0; look < 12; look += 1) {
      waits.push(((await row(id)).next_check_time?.getTime() ?? 0) - t.clock.now());
      await later(5 * 3_600_000);
    }
    expect(Math.max(...waits.slice(0, 2))).toBeLessThan(5 * MINUTE);
    expect(Math.min(...waits.slice(-2))).toBeGreaterThan(100 * MINUTE);
    await publish(await txt(id));
    await later(DAY);
    expect((await row(id)).state).toBe('proved');
    expect(wordsTold()).toEqual(['domain.notice.proved']);
  });

  test('that is never there lets the name go after the configured days', async () => {
    await t.settings.change({ unproved_days: 2 });
    const id = await add('shop.example.com', ada);
    await later(DAY);
    expect((await row(id)).state).toBe('waiting');
    await later(2 * DAY);
    expect((await row(id)).state).toBe('released');
    expect(wordsTold()).toEqual(['domain.notice.unproved']);
    // It can be tried again, with another token.
    expect((await row(await add('shop.example.com', ada))).token).not.toBe((await row(id)).token);
  });
});

describe('nobody could say', () => {
  test.each([
    ['the zone fails', () => zone.change('example.com', undefined)],
    ['the resolver fails', () => resolver.change('example.com', undefined)],
    ['aliases lead in a circle', () => publish('_waypost.shop CNAME a\na CNAME _waypost.shop')],
  ])('%s, and what was proved stays so', async (_what, happen) => {
    const id = await prove('shop.example.com', ada);
    // Whoever cannot be asked for the zone's servers cannot be asked for the record.
    await happen();
    for (let days = 0; days < 5; days += 1) {
      await later(2 * DAY);
      const { state, fault: said } = await row(id);
      expect(state).toBe('proved');
      expect(['zone_silent', 'resolvers_silent']).toContain(said);
    }
    expect(wordsTold()).toEqual([]);
  });

  test('a server that is said to be the zone’s and knows nothing of it proves nothing', async () => {
    const id = await add('example.net', ada);
    await resolver.change(
      'example.net',
      zoneText((await txt(id)).replace('.example.net.', ''), 'example.net'),
    );
    expect(await check(id, ada)).toEqual({ state: 'waiting', fault: 'zone_silent' });
  });

  test('one alone says so: the other is waited for', async () => {
    const id = await add('shop.example.com', ada);
    await zone.change('example.com', zoneText(await txt(id)));
    expect(await check(id, ada)).toEqual({ state: 'waiting', fault: 'not_spread' });
    await publish('');
    await resolver.change('example.com', zoneText(await txt(id)));
    expect(await check(id, ada)).toEqual({ state: 'waiting', fault: 'zone_differs' });
  });
});

describe('a proof that disappears', () => {
  test('is doubted first, told on the day, and the name is released after the configured days', async () => {
    const id = await prove('shop.example.com', ada);
    await publish('');
    expect(await check(id, ada)).toEqual({ state: 'proved', fault: 'no_record' });
    // A second look at once says nothing new.
    expect(await check(id, ada)).toEqual({ state: 'proved', fault: 'no_record' });
    await t.clock.advance(10 * MINUTE);
    expect((await row(id)).state).toBe('lost');
    expect(wordsTold()).toEqual(['domain.notice.lost']);
    const names = t.service<DomainNames>(DOMAIN_NAMES);
    expect(await names.usable({ owner: ada.id })).toHaveLength(1);
    await later(2 * DAY);
    expect((await row(id)).state).toBe('lost');
    await expect(add('shop.example.com', ben)).rejects.toMatchObject({ code: 'domain.name_taken' });
    await later(DAY + 3_600_000);
    expect((await row(id)).state).toBe('released');
    expect(wordsTold()).toEqual(['domain.notice.lost', 'domain.notice.released']);
    expect(await names.usable({ owner: ada.id })).toEqual([]);
    expect(t.events.emitted('domain.released')).toMatchObject([
      { payload: { host: 'shop.example.com', owner: ada.id } },
    ]);
    await prove('shop.example.com', ben);
  });

  test('and comes back in time stays its owner’s', async () => {
    const id = await prove('shop.example.com', ada);
    await publish('');
    await later(2 * DAY);
    await later(10 * MINUTE);
    expect((await row(id)).state).toBe('lost');
    // While nobody can say, no day is counted against it.
    await zone.change('example.com', undefined);
    await later(5 * DAY);
    expect((await row(id)).state).toBe('lost');
    await publish(await txt(id));
    await later(2 * 3_600_000);
    expect(await row(id)).toMatchObject({ state: 'proved', lost_time: null });
    expect(wordsTold()).toEqual(['domain.notice.lost', 'domain.notice.found']);
  });
});

describe('one owner a name', () => {
  test('parents and children of a proved name are nobody else’s, neighbours are', async () => {
    await prove('shop.example.com', ada);
    for (const name of ['example.com', 'shop.example.com', 'a.b.shop.example.com'])
      await expect(add(name, ben)).rejects.toMatchObject({ code: 'domain.name_taken' });
    await add('other.example.com', ben);
    await add('example.com', ada);
    await expect(add('shop.example.com', ada)).rejects.toMatchObject({ code: 'domain.name_there' });
  });

  test.each([
    ['the same name', ['shop.example.com', 'shop.example.com', 'shop.example.com']],
    ['a name, its parent and its child', ['shop.example.com', 'example.com', 'a.shop.example.com']],
  ])('several prove %s at once: exactly one has it', async (_what, wanted) => {
    const people = await Promise.all(wanted.map((_, at) => t.person(`person${at}.race`)));
    const someone = (at: number) => people[at] as Person;
    for (let round = 0; round < 8; round += 1) {
      const ids: string[] = [];
      for (const [at, name] of wanted.entries()) ids.push(await add(name, someone(at)));
      await publish((await Promise.all(ids.map(txt))).join('\n'));
      // Each twice, as a button and the job at the same moment do.
      await Promise.allSettled([...ids, ...ids].map((id, at) => check(id, someone(at % wanted.length))));
      const states = await Promise.all(ids.map(async (id) => (await row(id)).state));
      expect(states.filter((state) => state === 'proved')).toHaveLength(1);
      expect(states.filter((state) => state === 'released')).toHaveLength(wanted.length - 1);
      const winner = states.indexOf('proved');
      await t.call('domain_list/release', { id: ids[winner] }, { as: someone(winner) });
    }
    expect(wordsTold().filter((words) => words === 'domain.notice.taken')).toHaveLength(
      8 * (wanted.length - 1),
    );
  });

  test('an operator adds a name of the platform while somebody proves one below it: one of the two has it', async () => {
    const root = await t.person('root.person', { role: 'super' });
    const rows = t.rows(domainResource);
    for (let round = 0; round < 10; round += 1) {
      const id = await add('shop.example.com', ada);
      await publish(await txt(id));
      await Promise.allSettled([
        check(id, ada),
        ...Array.from({ length: 4 }, async (_, at) => {
          await Bun.sleep(round * 4 + at * 3);
          await t.call(
            'domain_list/add_platform',
            { name: at % 2 === 0 ? 'example.com' : 'a.shop.example.com' },
            { as: root },
          );
        }),
      ]);
      const held = await rows.all({ state: 'proved' } as never);
      expect(new Set(held.map(({ is_platform }) => is_platform)).size).toBe(1);
      for (const { _id, is_platform } of held)
        await t.call(
          `domain_list/${is_platform ? 'retire' : 'release'}`,
          { id: _id },
          { as: is_platform ? root : ada },
        );
      if ((await row(id)).is_there) await t.call('domain_list/release', { id }, { as: ada });
    }
  });

  test('a name that was given up is free, and what is done to others’ names is not found', async () => {
    const id = await prove('shop.example.com', ada);
    for (const call of ['check', 'release', 'move_targets'])
      await expect(t.call(`domain_list/${call}`, { id }, { as: ben })).rejects.toMatchObject({ status: 404 });
    await t.call('domain_list/release', { id }, { as: ada });
    await expect(check(id, ada)).rejects.toMatchObject({ code: 'domain.name_over' });
    await prove('example.com', ben);
  });

  test('an account has so many at a time', async () => {
    await t.settings.change({ names_per_account: 1 });
    const id = await add('shop.example.com', ada);
    await expect(add('b.example.com', ada)).rejects.toMatchObject({ code: 'domain.names_limit' });
    await t.call('domain_list/release', { id }, { as: ada });
    await add('b.example.com', ada);
  });
});
