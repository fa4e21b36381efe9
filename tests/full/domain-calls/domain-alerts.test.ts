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
import { watchResource } from '../../../plugins/domain/screens/domain_monitor/resource.ts';
import { ZONE } from '../../contract/watch-peers.ts';
import { DAY, MINUTE, startWatchPeers, startWatchPlace } from '../../contract/watch-place.ts';

/** Who hears of a watched name, how often, and until when a registry says that it is registered. */
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

describe('told once', () => {
  test('though the process is killed after each step', async () => {
    const id = await place.held();
    await place.looked(2);
    place.serve('parked');
    await place.looked(2);
    expect((await place.watch(id)).alerts).toEqual([]);
    expect(place.told).toHaveLength(1);
    // As it stood before it was told: the inbox and the letters know the occasion.
    const [message] = place.told;
    const key = message?.occasion.slice(id.length + 1) ?? '';
    const at = key.split(' ').at(-1) ?? '';
    const again = { key, kind: 'failing', facet: 'http', at, until: '' };
    await place.t.context
      .model(watchResource)
      .updateOne({ _id: id } as never, { $set: { alerts: [again], has_alerts: true } } as never);
    await place.later(MINUTE);
    expect([place.told.length, place.letters.length]).toEqual([1, 1]);
    expect(await place.watch(id)).toMatchObject({ alerts: [], has_alerts: false });
  });

  test('of the platform’s names, operators and who has one', async () => {
    const { ben, told } = place;
    await place.held(`shop.${ZONE}`, ben, { is_platform: true });
    place.serve('parked');
    await place.looked(2);
    expect(told.map(({ to }) => to)).toEqual([{ accounts: [ben.id] }, { permission: 'domain.platform:add' }]);
  });
});

describe('an end that comes', () => {
  const answerOf = (until: string, changes: object = {}) => ({
    status: 200,
    text: JSON.stringify({
      objectClassName: 'domain',
      ldhName: ZONE.toUpperCase(),
      status: ['active'],
      events: [
        { eventAction: 'registration', eventDate: '2001-01-01T00:00:00Z' },
        { eventAction: 'expiration', eventDate: until },
      ],
      ...changes,
    }),
  });

  test('of the registration is place.told 30, 14, 7 and 1 day before, and then it fails', async () => {
    const id = await place.held();
    const until = new Date(place.t.clock.now() + 32 * DAY);
    peers.state.rdap = () => answerOf(until.toISOString());
    const days: number[] = [];
    for (let day = 0; day < 34; day += 1) {
      await place.later(DAY);
      if (place.told.length > days.length) days.push(32 - day - 1);
    }
    expect(days).toEqual([30, 14, 7, 1, -1]);
    expect(new Set(place.wordsTold().slice(0, 4))).toEqual(new Set(['domain.alert.registration_ends']));
    expect(place.wordsTold()[4]).toBe('domain.alert.failing.registration');
    expect(await place.watch(id)).toMatchObject({ registration: 'bad', cause: 'registration' });
    expect(peers.state.rdapAsked).toContain(`/r/domain/${ZONE}`);
  });

  test('is not known where a registry says nothing of use, and is asked for again', async () => {
    const id = await place.held();
    for (const said of [
      { status: 500, text: 'oh' },
      { status: 429, text: '{}' },
      { status: 200, text: '<html>' },
      answerOf('soon'),
    ]) {
      peers.state.rdap = () => said;
      await place.later(DAY + 1);
      expect((await place.watch(id)).facets.registration?.finding).toBe('unknown');
    }
    expect(place.told).toEqual([]);
    peers.state.rdap = () => answerOf('2099-01-01T00:00:00Z');
    await place.later(DAY + 1);
    await place.later(2 * MINUTE);
    await place.later(DAY);
    expect(await place.watch(id)).toMatchObject({ registration: 'good' });
  });

  test('is asked once a day, of the address that an operator has set', async () => {
    await place.t.settings.change({ rdap_base: `http://rdap.${ZONE}/own` });
    await place.held();
    peers.state.rdap = () => answerOf('2099-01-01T00:00:00Z');
    await place.looked(10);
    expect(peers.state.rdapAsked.filter((path) => path.includes('/domain/')).length).toBeLessThanOrEqual(2);
    expect(peers.state.rdapAsked[0]).toBe(`/own/domain/${ZONE}`);
  });
});

describe('who asks', () => {
  test('sees the own names, and looks at one at once', async () => {
    const id = await place.held();
    await place.held(ZONE, place.ben);
    const list = await place.t.call<{ count: number; content: { id: string; owner_account: string }[] }>(
      'domain_monitor/user_inquire',
      {},
      { as: place.ada },
    );
    expect(list.content).toMatchObject([{ id, owner_account: `account of ${place.ada.id}` }]);
    const found = await place.t.call<{ state: string; found: { facet: string; finding: string }[] }>(
      'domain_monitor/check',
      { id },
      { as: place.ada },
    );
    expect(found.found).toContainEqual(expect.objectContaining({ facet: 'http', finding: 'good' }));
    expect(found.found.map(({ facet }) => facet)).toContain('certificate');
    for (const call of ['check', 'details', 'history'])
      await expect(place.t.call(`domain_monitor/${call}`, { id }, { as: place.ben })).rejects.toMatchObject({
        status: 404,
      });
  });

  test('of everyone sees the worst first', async () => {
    const id = await place.held();
    await place.held(`gone.${ZONE}`, place.ben);
    await place.looked(3);
    const root = await place.t.person('root', { role: 'administrator' });
    const { content } = await place.t.call<{ content: { id: string; state: string }[] }>(
      'domain_monitor/inquire',
      {},
      { as: root },
    );
    expect(content.map(({ state }) => state)).toEqual(['failing', 'working']);
    const narrowed = await place.t.call<{ content: { id: string }[] }>(
      'domain_monitor/inquire',
      { dns: ['good'], state: ['working'] },
      { as: root },
    );
    expect(narrowed.content.map((row) => row.id)).toEqual([id]);
  });

  test('for its days is place.told each one, with how long visits did not arrive', async () => {
    const id = await place.held();
    await place.looked(2);
    place.serve('parked');
    await place.looked(5);
    const { days } = await place.t.call<{
      days: { day: string; down_minutes: number; looks: number; bad: number }[];
    }>('domain_monitor/history', { id, days: 7 }, { as: place.ada });
    expect(days).toHaveLength(7);
    const sum = (name: 'looks' | 'down_minutes' | 'bad') => days.reduce((all, day) => all + day[name], 0);
    expect([sum('looks'), sum('bad') > 0]).toEqual([7, true]);
    expect(sum('down_minutes')).toBe(18);
    await place.t.settings.change({ watch_history_days: 2 });
    place.t.clock.set(new Date(place.t.clock.now() + 5 * DAY));
    await place.t.jobs.run('tidy_watches');
    const kept = await place.t.call<{ days: { looks: number }[] }>(
      'domain_monitor/history',
      { id },
      { as: place.ada },
    );
    expect(kept.days.reduce((all, { looks }) => all + looks, 0)).toBe(0);
  });
});
