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
import { DOMAIN_NAMES, type DomainNames } from '@waypost/sdk';
import { domainResource } from '../../plugins/domain/screens/domain_list/resource.ts';
import { watchResource } from '../../plugins/domain/screens/domain_monitor/resource.ts';
import { type Shown, ZONE } from '../contract/watch-peers.ts';
import { DAY, HERE, MINUTE, startWatchPeers, startWatchPlace } from '../contract/watch-place.ts';

/** Names that are watched, among real name servers, web servers and certificates, whose answers the test changes. */
setDefaultTimeout(60_000);
let peers: Awaited<ReturnType<typeof startWatchPeers>>;
let place: Awaited<ReturnType<typeof startWatchPlace>>;

beforeAll(async () => {
  peers = await startWatchPeers();
});
afterAll(() => peers?.stop());
beforeEach(async () => {
  place = await startWatchPlace(peers);
});
afterEach(() => place?.t.dispose());

describe('a name that leads here', () => {
  test('is believed to after two looks, and nobody is told', async () => {
    const id = await place.held();
    await place.later(0);
    expect(await place.watch(id)).toMatchObject({ state: 'unknown', dns: 'unknown', addresses: [HERE] });
    await place.later(30_000);
    expect((await place.watch(id)).looks).toBe(1);
    await place.later(40_000);
    const row = await place.watch(id);
    expect(row).toMatchObject({
      state: 'working',
      dns: 'good',
      http: 'good',
      https: 'good',
      certificate: 'good',
      registration: 'unknown',
      cause: '',
      owner: place.ada.id,
    });
    expect(row.certificate_until?.getTime()).toBeGreaterThan(place.t.clock.now() + 88 * DAY);
    expect((row.next_check_time?.getTime() ?? 0) - place.t.clock.now()).toBeGreaterThan(4 * MINUTE);
    await place.looked(5);
    expect([place.told, place.letters, place.delivered]).toEqual([[], [], []]);
  });

  test('is watched as long as it is held', async () => {
    const id = await place.held();
    await place.t.rows(domainResource).find(id);
    await place.t.context
      .model(domainResource)
      .updateOne({ _id: id } as never, { $set: { state: 'released' } } as never);
    await place.t.events.emit('domain.released', { host: `shop.${ZONE}`, owner: place.ada.id });
    expect(await place.t.rows(watchResource).count()).toBe(0);
  });

  test('that was there before the plugin was switched on is watched within the interval', async () => {
    await place.t
      .rows(domainResource)
      .add(
        { name: `shop.${ZONE}`, shown: `shop.${ZONE}`, state: 'proved', registrable: ZONE },
        { owner: place.ada.id },
      );
    await place.later(0);
    expect(await place.t.rows(watchResource).count()).toBe(1);
    await place.later(5 * MINUTE);
    expect((await place.t.rows(watchResource).all())[0]?.looks).toBe(1);
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
    happen: () => place.serve('parked', 'own'),
    facet: 'http',
    fault: 'other_server',
  },
  {
    what: 'is answered by another installation',
    happen: () => place.serve('another_installation', 'own'),
    facet: 'http',
    fault: 'other_server',
  },
  {
    what: 'is led to somebody else',
    happen: () => place.serve('to_elsewhere', 'own'),
    facet: 'http',
    fault: 'other_server',
  },
  {
    what: 'is answered with garbage',
    happen: () => place.serve('garbage', 'own'),
    facet: 'http',
    fault: 'other_server',
  },
];

describe('a name that works no more', () => {
  test.each(CASES)(
    'because it $what: is believed after two looks, place.told once, and so is the way back',
    async (one) => {
      const id = await place.held();
      await place.looked(2);
      await one.happen();
      // Somebody else answers at whatever address the test's name server says.
      if (one.facet === 'dns') place.serve('parked');
      await place.later(6 * MINUTE);
      expect(await place.watch(id)).toMatchObject({ state: 'doubted', [one.facet]: 'good' });
      expect(place.told).toEqual([]);
      await place.later(70_000);
      const row = await place.watch(id);
      expect(row).toMatchObject({ state: 'failing', cause: one.facet, [one.facet]: 'bad' });
      expect(row.facets[one.facet]?.known_fault as string).toBe(one.fault);
      await place.looked(3);
      expect(place.wordsTold()).toEqual([`domain.alert.failing.${one.facet}`]);
      expect(place.told[0]).toMatchObject({
        to: { accounts: [place.ada.id] },
        screen: `domain_monitor?id=${id}`,
      });
      expect(place.letters.map(({ to }) => to)).toEqual([`${place.ada.id}@mail.example`]);
      expect(place.letters[0]?.text).toContain(`shop.${ZONE}`);
      expect(place.delivered).toMatchObject([
        { host: `shop.${ZONE}`, kind: 'failing', facet: one.facet, owner: place.ada.id },
      ]);
      expect((await place.t.rows(domainResource).find(id))?.is_working).toBe(false);
      const names = place.t.service<DomainNames>(DOMAIN_NAMES);
      expect(await names.usable({ owner: place.ada.id })).toMatchObject([{ is_working: false }]);

      await peers.publish(`shop A ${HERE}`);
      Object.assign(peers.state, { http: 'own', https: 'own' });
      await place.looked(3);
      expect(place.wordsTold()).toEqual([`domain.alert.failing.${one.facet}`, 'domain.alert.working']);
      expect(await place.watch(id)).toMatchObject({ state: 'working', cause: '' });
      expect((await place.t.rows(domainResource).find(id))?.is_working).toBe(true);
      expect(place.emitted()).toEqual([
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
    const id = await place.held();
    await place.looked(2);
    peers.state.shown = shown;
    await place.looked(2);
    const row = await place.watch(id);
    expect(row).toMatchObject({ cause: 'https', https: 'bad', http: 'good' });
    expect(row.facets.https?.fault as string).toBe(fault);
    expect(place.wordsTold()).toEqual(['domain.alert.failing.https']);
  });

  test('because http leads to https, where another certificate stands', async () => {
    const id = await place.held();
    peers.state.http = 'to_https';
    await place.looked(2);
    expect(await place.watch(id)).toMatchObject({ state: 'working', http: 'good', https: 'good' });
    peers.state.shown = 'foreign';
    await place.looked(2);
    expect(await place.watch(id)).toMatchObject({ cause: 'https', http: 'good' });
  });
});

describe('what nobody can say', () => {
  test.each<[string, () => void | Promise<void>]>([
    ['servers hang', () => place.serve('hang')],
    ['all resolvers fail', () => peers.publish(undefined)],
  ])('%s: nothing changes and nobody is told', async (_what, happen) => {
    const id = await place.held();
    await place.looked(2);
    await happen();
    await place.looked(2);
    expect(await place.watch(id)).toMatchObject({ state: 'working', dns: 'good', http: 'good' });
    expect((await place.watch(id)).facets.http).toMatchObject({ finding: 'unknown', fault: 'no_answer' });
    expect(place.told).toEqual([]);
  });

  test('one of two resolvers lies: it takes three of its answers, and the other one is heard between', async () => {
    const id = await place.held();
    await place.looked(2);
    await peers.publish('shop A 127.0.0.9', `shop A ${HERE}`);
    // The web servers answer where the honest one leads.
    place.serve('hang');
    await place.looked(6);
    const { resolver, dns } = await place.watch(id);
    expect([dns, resolver !== '']).toEqual(['good', true]);
    await peers.publish('shop A 127.0.0.9');
    await place.looked(2);
    expect((await place.watch(id)).dns).toBe('bad');
  });

  test('somebody hands visits on to us: where it leads is theirs, and it works', async () => {
    const id = await place.held();
    await peers.publish('shop A 127.0.0.9');
    await place.looked(2);
    const row = await place.watch(id);
    expect(row).toMatchObject({ state: 'working', dns: 'good' });
    expect(row.facets.dns?.fault).toBe('through_proxy');
    // What an operator says belongs to us is ours.
    await place.t.settings.change({ watch_addresses: '192.0.2.1, 127.0.0.9' });
    await place.looked(1);
    expect((await place.watch(id)).facets.dns?.fault).toBe('');
  });
});
