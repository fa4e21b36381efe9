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
import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import {
  ACCOUNT_STATES,
  type AccountStates,
  DOMAIN_NAMES,
  type DomainNames,
  type MailLetter,
  SITE_MESSAGES,
  type SiteMessage,
  SYSTEM_MAIL,
} from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { domainResource } from '../../plugins/domain/screens/domain_list/resource.ts';
import { watchResource } from '../../plugins/domain/screens/domain_monitor/resource.ts';
import { plugin } from '../../plugins/domain/server.ts';
import { type Behaviour, type Shown, startPeers, ZONE } from './watch-peers.ts';

/** Names that are watched, among real name servers, web servers, certificates and a registry, whose answers the test changes. */
setDefaultTimeout(60_000);
const HERE = '127.0.0.1';
const MINUTE = 60_000;
const DAY = 24 * 3_600_000;
/** The key that an installation of a test signs with. */
const OWN_KEY = new Uint8Array(
  hkdfSync('sha256', new Uint8Array(32).fill(7), new Uint8Array(0), 'waypost/v1/reach', 32),
);

let peers: Awaited<ReturnType<typeof startPeers>>;
let t: TestPlugin;
let ada: Person;
let ben: Person;
let told: SiteMessage[] = [];
let letters: MailLetter[] = [];
let delivered: { host: string; kind: string }[] = [];

beforeAll(async () => {
  peers = await startPeers(OWN_KEY);
});
afterAll(() => peers?.stop());

const ACCOUNTS: AccountStates = {
  isActive: async () => true,
  names: async (ids) => Object.fromEntries(ids.map((id) => [id, `account of ${id}`])),
  isCustomer: async () => true,
  domainQuota: async () => null,
  emails: async (ids) => Object.fromEntries(ids.map((id) => [id, `${id}@mail.example`])),
};
/** One occasion is told once, as inboxes and letters do. */
const once = <T extends { occasion: string }>(list: T[], one: T): boolean => {
  if (list.some(({ occasion }) => occasion === one.occasion)) return false;
  list.push(one);
  return true;
};
const telegram = {
  plugin: {
    id: 'telegram',
    migrations: [],
    setup: (context: TestPlugin['context']) =>
      void context.points.contribute('domain.alert_channel', '^1', 'telegram.alerts', {
        title: 'Telegram',
        deliver: async (alert: { host: string; kind: string }) => void delivered.push(alert),
      }),
  },
  manifest: {
    ...{ id: 'telegram', version: '1.0.0', engine: '*', title: 'Telegram', server: 'server.ts' },
    ...{ areas: ['telegram'], points: ['domain.alert_channel'] },
  },
};

beforeEach(async () => {
  told = [];
  letters = [];
  delivered = [];
  Object.assign(peers.state, { http: 'own', https: 'own', shown: 'right', rdapAsked: [] });
  peers.state.rdap = () => ({ status: 404, text: '{}' });
  await peers.publish(`shop A ${HERE}`);
  t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../../plugins/domain'),
    // Certificates are of today.
    now: new Date(),
    settings: { watch_https: 'always' },
    internet: peers.internet,
    others: [telegram],
    services: {
      [ACCOUNT_STATES]: { version: '1.4.0', service: ACCOUNTS },
      [SYSTEM_MAIL]: {
        version: '1.0.0',
        service: {
          isOn: async () => true,
          locale: async () => 'en-US',
          send: async (letter: MailLetter) => once(letters, letter),
        },
      },
      [SITE_MESSAGES]: {
        version: '1.1.0',
        service: { tell: async (message: SiteMessage) => (once(told, message) ? 1 : 0) },
      },
    },
  });
  ada = await t.person('ada.lovelace');
  ben = await t.person('ben.okri');
});
afterEach(() => t?.dispose());

/** How the web servers of the name behave from now on. */
const serve = (http: Behaviour, https = http) => void Object.assign(peers.state, { http, https });
/** A name that somebody has proved. */
async function held(name = `shop.${ZONE}`, as: Person = ada): Promise<string> {
  const { _id } = await t
    .rows(domainResource)
    .add({ name, shown: name, state: 'proved', registrable: ZONE }, { owner: as.id });
  await t.events.emit('domain.proved', { host: name, owner: as.id });
  return String(_id);
}
async function later(milliseconds: number): Promise<void> {
  t.clock.set(new Date(t.clock.now() + milliseconds));
  await t.jobs.run('watch_domains');
}
/** As long as two looks that are a minute apart, and the one before. */
async function looked(times = 3): Promise<void> {
  for (let look = 0; look < times; look += 1) await later(6 * MINUTE);
}
const watch = async (id: string) => {
  const found = await t.rows(watchResource).find(id);
  if (found === undefined) throw new Error('it is not watched');
  return found;
};
const wordsTold = () => told.map(({ words }) => words);
const emitted = () =>
  t.events
    .emitted()
    .filter(({ name }) => name === 'domain.failing' || name === 'domain.working')
    .map(({ name, payload }) => [name, (payload as { facet: string }).facet]);

describe('a name that leads here', () => {
  test('is believed to after two looks, and nobody is told', async () => {
    const id = await held();
    await later(0);
    expect(await watch(id)).toMatchObject({ state: 'unknown', dns: 'unknown', addresses: [HERE] });
    await later(30_000);
    expect((await watch(id)).looks).toBe(1);
    await later(40_000);
    const row = await watch(id);
    expect(row).toMatchObject({
      ...{ state: 'working', dns: 'good', http: 'good', https: 'good', certificate: 'good' },
      ...{ registration: 'unknown', cause: '', owner: ada.id },
    });
    expect(row.certificate_until?.getTime()).toBeGreaterThan(t.clock.now() + 88 * DAY);
    expect((row.next_check_time?.getTime() ?? 0) - t.clock.now()).toBeGreaterThan(4 * MINUTE);
    await looked(5);
    expect([told, letters, delivered]).toEqual([[], [], []]);
  });

  test('is watched as long as it is held', async () => {
    const id = await held();
    await t.rows(domainResource).find(id);
    await t.context
      .model(domainResource)
      .updateOne({ _id: id } as never, { $set: { state: 'released' } } as never);
    await t.events.emit('domain.released', { host: `shop.${ZONE}`, owner: ada.id });
    expect(await t.rows(watchResource).count()).toBe(0);
  });

  test('that was there before the plugin was switched on is watched within the interval', async () => {
    await t
      .rows(domainResource)
      .add(
        { name: `shop.${ZONE}`, shown: `shop.${ZONE}`, state: 'proved', registrable: ZONE },
        { owner: ada.id },
      );
    await later(0);
    expect(await t.rows(watchResource).count()).toBe(1);
    await later(5 * MINUTE);
    expect((await t.rows(watchResource).all())[0]?.looks).toBe(1);
  });
});

interface Case {
  what: string;
  happen: () => void | Promise<void>;
  facet: 'dns' | 'http' | 'https';
  fault: string;
}
const CASES: Case[] = [
  { what: 'is not there', happen: () => peers.publish(''), facet: 'dns', fault: 'name_unknown' },
  { what: 'has no address', happen: () => peers.publish('shop TXT "x"'), facet: 'dns', fault: 'no_address' },
  {
    what: 'leads to another address',
    happen: () => peers.publish('shop A 127.0.0.9'),
    facet: 'dns',
    fault: 'points_elsewhere',
  },
  {
    what: 'leads here and to another address',
    happen: () => peers.publish(`shop A ${HERE}\nshop A 127.0.0.9`),
    facet: 'dns',
    fault: 'points_partly',
  },
  {
    what: 'is answered by a parked page',
    happen: () => serve('parked', 'own'),
    facet: 'http',
    fault: 'other_server',
  },
  {
    what: 'is answered by another installation',
    happen: () => serve('another_installation', 'own'),
    facet: 'http',
    fault: 'other_server',
  },
  {
    what: 'is led to somebody else',
    happen: () => serve('to_elsewhere', 'own'),
    facet: 'http',
    fault: 'other_server',
  },
  {
    what: 'is answered with garbage',
    happen: () => serve('garbage', 'own'),
    facet: 'http',
    fault: 'other_server',
  },
];

describe('a name that works no more', () => {
  test.each(CASES)(
    'because it $what: is believed after two looks, told once, and so is the way back',
    async (one) => {
      const id = await held();
      await looked(2);
      await one.happen();
      // Somebody else answers at whatever address the test's name server says.
      if (one.facet === 'dns') serve('parked');
      await later(6 * MINUTE);
      expect(await watch(id)).toMatchObject({ state: 'doubted', [one.facet]: 'good' });
      expect(told).toEqual([]);
      await later(70_000);
      const row = await watch(id);
      expect(row).toMatchObject({ state: 'failing', cause: one.facet, [one.facet]: 'bad' });
      expect(row.facets[one.facet]?.known_fault as string).toBe(one.fault);
      await looked(3);
      expect(wordsTold()).toEqual([`domain.alert.failing.${one.facet}`]);
      expect(told[0]).toMatchObject({ to: { accounts: [ada.id] }, screen: `domain_monitor?id=${id}` });
      expect(letters.map(({ to }) => to)).toEqual([`${ada.id}@mail.example`]);
      expect(letters[0]?.text).toContain(`shop.${ZONE}`);
      expect(delivered).toMatchObject([
        { host: `shop.${ZONE}`, kind: 'failing', facet: one.facet, owner: ada.id },
      ]);
      expect((await t.rows(domainResource).find(id))?.is_working).toBe(false);
      const names = t.service<DomainNames>(DOMAIN_NAMES);
      expect(await names.usable({ owner: ada.id })).toMatchObject([{ is_working: false }]);

      await peers.publish(`shop A ${HERE}`);
      Object.assign(peers.state, { http: 'own', https: 'own' });
      await looked(3);
      expect(wordsTold()).toEqual([`domain.alert.failing.${one.facet}`, 'domain.alert.working']);
      expect(await watch(id)).toMatchObject({ state: 'working', cause: '' });
      expect((await t.rows(domainResource).find(id))?.is_working).toBe(true);
      expect(emitted()).toEqual([
        ['domain.failing', one.facet],
        ['domain.working', one.facet],
      ]);
    },
  );

  test.each<[Shown, string]>([
    ['expired', 'expired'],
    ['foreign', 'wrong_name'],
    ['untrusted', 'unknown_issuer'],
  ])('because its certificate is %s', async (shown, fault) => {
    const id = await held();
    await looked(2);
    peers.state.shown = shown;
    await looked(2);
    const row = await watch(id);
    expect(row).toMatchObject({ cause: 'https', https: 'bad', http: 'good' });
    expect(row.facets.https?.fault as string).toBe(fault);
    expect(wordsTold()).toEqual(['domain.alert.failing.https']);
  });

  test('because http leads to https, where another certificate stands', async () => {
    const id = await held();
    peers.state.http = 'to_https';
    await looked(2);
    expect(await watch(id)).toMatchObject({ state: 'working', http: 'good', https: 'good' });
    peers.state.shown = 'foreign';
    await looked(2);
    expect(await watch(id)).toMatchObject({ cause: 'https', http: 'good' });
  });
});

describe('what nobody can say', () => {
  test.each<[string, () => void | Promise<void>]>([
    ['servers hang', () => serve('hang')],
    ['all resolvers fail', () => peers.publish(undefined)],
  ])('%s: nothing changes and nobody is told', async (_what, happen) => {
    const id = await held();
    await looked(2);
    await happen();
    await looked(2);
    expect(await watch(id)).toMatchObject({ state: 'working', dns: 'good', http: 'good' });
    expect((await watch(id)).facets.http).toMatchObject({ finding: 'unknown', fault: 'no_answer' });
    expect(told).toEqual([]);
  });

  test('one of two resolvers lies: it takes three of its answers, and the other one is heard between', async () => {
    const id = await held();
    await looked(2);
    await peers.publish('shop A 127.0.0.9', `shop A ${HERE}`);
    // The web servers answer where the honest one leads.
    serve('hang');
    await looked(6);
    const { resolver, dns } = await watch(id);
    expect([dns, resolver !== '']).toEqual(['good', true]);
    await peers.publish('shop A 127.0.0.9');
    await looked(2);
    expect((await watch(id)).dns).toBe('bad');
  });

  test('somebody hands visits on to us: where it leads is theirs, and it works', async () => {
    const id = await held();
    await t.settings.change({ watch_addresses: '192.0.2.1' });
    await peers.publish('shop AAAA ::1\nshop A 127.0.0.9');
    await looked(2);
    expect((await watch(id)).dns).toBe('bad');
  });
});

describe('told once', () => {
  test('though the process is killed after each step', async () => {
    const id = await held();
    await looked(2);
    serve('parked');
    await looked(2);
    expect((await watch(id)).alerts).toEqual([]);
    expect(told).toHaveLength(1);
    // As it stood before it was told: the inbox and the letters know the occasion.
    const [message] = told;
    const key = message?.occasion.slice(id.length + 1) ?? '';
    const at = key.split(' ').at(-1) ?? '';
    const again = { key, kind: 'failing', facet: 'http', at, until: '' };
    await t.context
      .model(watchResource)
      .updateOne({ _id: id } as never, { $set: { alerts: [again], has_alerts: true } } as never);
    await later(MINUTE);
    expect([told.length, letters.length]).toEqual([1, 1]);
    expect(await watch(id)).toMatchObject({ alerts: [], has_alerts: false });
  });

  test('operators hear of the platform’s names, and so does who has one', async () => {
    const name = `shop.${ZONE}`;
    await t
      .rows(domainResource)
      .add({ name, shown: name, state: 'proved', registrable: ZONE, is_platform: true }, { owner: ben.id });
    await t.events.emit('domain.proved', { host: name, owner: ben.id });
    serve('parked');
    await looked(2);
    expect(told.map(({ to }) => to)).toEqual([{ accounts: [ben.id] }]);
  });
});

describe('an end that comes', () => {
  const answerOf = (until: string, changes: object = {}) => ({
    status: 200,
    text: JSON.stringify({
      ...{ objectClassName: 'domain', ldhName: ZONE.toUpperCase(), status: ['active'] },
      events: [
        { eventAction: 'registration', eventDate: '2001-01-01T00:00:00Z' },
        { eventAction: 'expiration', eventDate: until },
      ],
      ...changes,
    }),
  });

  test('of the registration is told 30, 14, 7 and 1 day before, and then it fails', async () => {
    const id = await held();
    const until = new Date(t.clock.now() + 32 * DAY);
    peers.state.rdap = () => answerOf(until.toISOString());
    const days: number[] = [];
    for (let day = 0; day < 34; day += 1) {
      await later(DAY);
      if (told.length > days.length) days.push(32 - day - 1);
    }
    expect(days).toEqual([30, 14, 7, 1, -1]);
    expect(new Set(wordsTold().slice(0, 4))).toEqual(new Set(['domain.alert.registration_ends']));
    expect(wordsTold()[4]).toBe('domain.alert.failing.registration');
    expect(await watch(id)).toMatchObject({ registration: 'bad', cause: 'registration' });
    expect(peers.state.rdapAsked).toContain(`/r/domain/${ZONE}`);
  });

  test('is not known where a registry says nothing of use, and is asked for again', async () => {
    const id = await held();
    for (const said of [
      { status: 500, text: 'oh' },
      { status: 429, text: '{}' },
      { status: 200, text: '<html>' },
      answerOf('soon'),
    ]) {
      peers.state.rdap = () => said;
      await later(DAY + 1);
      expect((await watch(id)).facets.registration?.finding).toBe('unknown');
    }
    expect(told).toEqual([]);
    peers.state.rdap = () => answerOf('2099-01-01T00:00:00Z');
    await later(DAY + 1);
    await later(2 * MINUTE);
    await later(DAY);
    expect(await watch(id)).toMatchObject({ registration: 'good' });
  });

  test('is asked once a day, of the address that an operator has set', async () => {
    await t.settings.change({ rdap_base: `http://rdap.${ZONE}/own` });
    await held();
    peers.state.rdap = () => answerOf('2099-01-01T00:00:00Z');
    await looked(10);
    expect(peers.state.rdapAsked.filter((path) => path.includes('/domain/')).length).toBeLessThanOrEqual(2);
    expect(peers.state.rdapAsked[0]).toBe(`/own/domain/${ZONE}`);
  });
});

describe('who asks', () => {
  test('sees the own names, and looks at one at once', async () => {
    const id = await held();
    await held(ZONE, ben);
    const list = await t.call<{ count: number; content: { id: string; owner_account: string }[] }>(
      'domain_monitor/user_inquire',
      {},
      { as: ada },
    );
    expect(list.content).toMatchObject([{ id, owner_account: `account of ${ada.id}` }]);
    const found = await t.call<{ state: string; found: { facet: string; finding: string }[] }>(
      'domain_monitor/check',
      { id },
      { as: ada },
    );
    expect(found.found).toContainEqual(expect.objectContaining({ facet: 'http', finding: 'good' }));
    expect(found.found.map(({ facet }) => facet)).toContain('certificate');
    for (const call of ['check', 'details', 'history'])
      await expect(t.call(`domain_monitor/${call}`, { id }, { as: ben })).rejects.toMatchObject({
        status: 404,
      });
  });

  test('of everyone sees the worst first', async () => {
    const id = await held();
    await held(`gone.${ZONE}`, ben);
    await looked(3);
    const root = await t.person('root', { role: 'administrator' });
    const { content } = await t.call<{ content: { id: string; state: string }[] }>(
      'domain_monitor/inquire',
      {},
      { as: root },
    );
    expect(content.map(({ state }) => state)).toEqual(['failing', 'working']);
    const narrowed = await t.call<{ content: { id: string }[] }>(
      'domain_monitor/inquire',
      { dns: ['good'], state: ['working'] },
      { as: root },
    );
    expect(narrowed.content.map((row) => row.id)).toEqual([id]);
  });

  test('for its days is told each one, with how long visits did not arrive', async () => {
    const id = await held();
    await looked(2);
    serve('parked');
    await looked(5);
    const { days } = await t.call<{
      days: { day: string; down_minutes: number; looks: number; bad: number }[];
    }>('domain_monitor/history', { id, days: 7 }, { as: ada });
    expect(days).toHaveLength(7);
    const sum = (name: 'looks' | 'down_minutes' | 'bad') => days.reduce((all, day) => all + day[name], 0);
    expect([sum('looks'), sum('bad') > 0]).toEqual([7, true]);
    expect(sum('down_minutes')).toBe(18);
    await t.settings.change({ watch_history_days: 2 });
    t.clock.set(new Date(t.clock.now() + 5 * DAY));
    await t.jobs.run('tidy_watches');
    const kept = await t.call<{ days: { looks: number }[] }>('domain_monitor/history', { id }, { as: ada });
    expect(kept.days.reduce((all, { looks }) => all + looks, 0)).toBe(0);
  });
});
