import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { CallRefused } from '@waypost/sdk/testing';
import { hijackCheckResource } from '../../plugins/domain/screens/hijack_check/resource.ts';
import { hijackResource } from '../../plugins/domain/screens/no_hijack/resource.ts';
import {
  type Answer,
  knowing,
  type Say,
  type Said as Spoken,
} from '../../runtime/outgoing/testing/name-server.ts';
import { HERE, MINUTE, NAME, startHijackPeers, startHijackPlace } from '../contract/hijack-place.ts';

/** Names held against what is expected, among real name servers that tell the truth, lie, fail and are silent. */
setDefaultTimeout(60_000);
let peers: Awaited<ReturnType<typeof startHijackPeers>>;
let place: Awaited<ReturnType<typeof startHijackPlace>>;
beforeAll(async () => {
  peers = await startHijackPeers();
});
afterAll(() => peers?.stop());
afterEach(() => place?.t.dispose());
const start = async (settings?: Record<string, unknown>) => {
  place = await startHijackPlace(peers, settings);
  return place;
};
const saids = ({ said }: { said: { by: string; transport: string; said: string }[] }) =>
  Object.fromEntries(said.map((one) => [`${one.by} ${one.transport}`, one.said]));
/** What both resolvers and the zone say by UDP and TCP, in this order. */
const six = (...said: string[]) => {
  const askers = [...peers.resolvers, 'zone'];
  return Object.fromEntries(
    askers.flatMap((by, at) => ['udp', 'tcp'].map((way) => [`${by} ${way}`, said[at] ?? said[0] ?? ''])),
  );
};

describe('a name that is as expected', () => {
  test('is believed to be after two checks; each check tells what everybody said', async () => {
    const { check, checked, row, lastCheck, told, id, t, root } = await start();
    expect(await check()).toMatchObject({
      state: 'doubted',
      answers: { finding: 'good' },
      site: { finding: 'good' },
    });
    expect(saids(await lastCheck())).toEqual(six('expected'));
    expect(await lastCheck()).toMatchObject({
      name: NAME,
      domain: id,
      expected: [HERE],
      account: 'root.person',
      fingerprint: { status: 404, title: 'Nothing here', host: NAME, marker: 'here' },
    });
    await checked(1);
    expect(await row()).toMatchObject({ state: 'good', answers: 'good', site: 'good', checks: 2 });
    expect(told).toEqual([]);
    const { content } = await t.call<{ content: { holder_account: string; own_addresses: string[] }[] }>(
      ...(['no_hijack/inquire', {}, { as: root }] as const),
    );
    expect(content[0]).toMatchObject({
      own_addresses: [HERE],
      holder_account: expect.stringContaining('account of'),
    });
  });
});

describe('a name that somebody has taken over', () => {
  test.each([
    ['all answers', `shop A 127.0.0.9`, 'other_addresses', () => six('other')],
    ['the name', 'www A 127.0.0.1', 'name_unknown', () => six('name_unknown')],
    ['its addresses', 'shop TXT "x"', 'no_address', () => six('no_address')],
  ])('%s: believed after two checks, told once, and the way back', async (_what, records, fault, said) => {
    const { checked, row, lastCheck, words, told, id } = await start();
    await checked();
    await peers.publish(records);
    await checked(1);
    expect([await row(), words()]).toMatchObject([{ state: 'doubted', answers: 'good' }, []]);
    expect(saids(await lastCheck())).toEqual(said());
    await checked(2);
    expect(await row()).toMatchObject({
      state: 'differs',
      answers: 'bad',
      facets: { answers: { known_fault: fault } },
    });
    expect(words()).toEqual(['domain.hijack.alert.differs.answers']);
    expect(told[0]).toMatchObject({
      to: { permission: 'domain.hijack:check' },
      screen: `no_hijack?id=${id}`,
    });
    await peers.publish(`shop A ${HERE}`);
    await checked(3);
    expect(await row()).toMatchObject({ state: 'good' });
    expect(words()).toEqual(['domain.hijack.alert.differs.answers', 'domain.hijack.alert.expected']);
  });

  test('for those who ask one resolver: it alone lies', async () => {
    const { checked, row, lastCheck } = await start();
    await peers.publish(`shop A ${HERE}`, 'shop A 127.0.0.9', `shop A ${HERE}`);
    await checked();
    expect(saids(await lastCheck())).toEqual(six('expected', 'other', 'expected'));
    expect((await lastCheck()).said.find(({ said }) => said === 'other')?.addresses).toEqual(['127.0.0.9']);
    expect(await row()).toMatchObject({ state: 'differs', facets: { answers: { fault: 'some_lie' } } });
  });
});

const alias = (from: string, to: string): Answer => ({ type: 'CNAME', name: from, ttl: 60, data: to });
const referral: Answer = { type: 'NS', name: 'com', ttl: 60, data: 'ns1.example.org' };
const only =
  (said: Spoken): Say =>
  () =>
    said;
const right = knowing({ [`A ${NAME}`]: [HERE] });
const wrong = knowing({ [`A ${NAME}`]: ['127.0.0.9'] });

describe('one more resolver', () => {
  test.each<[string, Say, string, string]>([
    ['fails', only({ code: 2 }), 'failed', ''],
    ['refuses', only({ code: 5 }), 'refused', ''],
    ['is silent', only(undefined), 'timed_out', ''],
    ['sends elsewhere', only({ authorities: [referral], hasAuthority: false }), 'lame', ''],
    ['leads in a circle', only({ answers: [alias(NAME, NAME)] }), 'circle', ''],
    ['answers something else', only({ question: { type: 'A', name: 'x.example' } }), 'unreadable', ''],
    ['blocks the name', only({ code: 3 }), 'name_unknown', 'some_lie'],
    ['says another address', wrong, 'other', 'some_lie'],
    ['says the same', right, 'expected', ''],
  ])('%s: told as it is, and only what says something counts', async (_what, say, said, fault) => {
    const { checked, row, lastCheck, told } = await start();
    Object.assign(peers.state, { isThird: true, say });
    await checked();
    const last = saids(await lastCheck());
    expect([last[`${peers.third} udp`], last[`${peers.third} tcp`]]).toEqual([said, said]);
    expect(await row()).toMatchObject({
      state: fault === '' ? 'good' : 'differs',
      facets: { answers: { fault } },
    });
    expect(told).toHaveLength(fault === '' ? 0 : 1);
  });

  test('cuts its answer off by UDP: it is asked by TCP, and said', async () => {
    const { checked, row, lastCheck } = await start();
    const say: Say = (question, by, asked) => (by === 'udp' ? { isCut: true } : right(question, by, asked));
    Object.assign(peers.state, { isThird: true, say });
    await checked();
    const mine = (await lastCheck()).said.filter(({ by }) => by === peers.third);
    expect(mine.map(({ transport, said, was_cut }) => [transport, said, was_cut])).toEqual([
      ['udp', 'expected', true],
      ['tcp', 'expected', false],
    ]);
    expect((await row()).state).toBe('good');
  });

  test('says another address by UDP than by TCP: somebody forges on the way', async () => {
    const { checked, row } = await start();
    const say: Say = (question, by, asked) => (by === 'udp' ? wrong : right)(question, by, asked);
    Object.assign(peers.state, { isThird: true, say });
    await checked();
    expect(await row()).toMatchObject({ state: 'differs', facets: { answers: { fault: 'udp_forged' } } });
  });

  test('says another address by UDP than by TCP: what is accepted is not what was forged', async () => {
    const { checked, row, t, root, id } = await start();
    const say: Say = (question, by, asked) => (by === 'udp' ? wrong : right)(question, by, asked);
    Object.assign(peers.state, { isThird: true, say });
    await checked();
    await t.call('no_hijack/accept', { id, check: (await row()).last_check }, { as: root });
    expect((await row()).accepted?.addresses).toEqual([HERE]);
    await checked();
    expect(await row()).toMatchObject({ state: 'differs', facets: { answers: { fault: 'udp_forged' } } });
  });
});

test('what nobody can say is never a hijack: everybody fails, and servers hang', async () => {
  const { checked, row, lastCheck, told } = await start();
  await checked();
  await peers.publish(undefined);
  peers.state.hangs = true;
  await checked(3);
  expect(saids(await lastCheck())).toEqual(six('failed'));
  expect(await row()).toMatchObject({
    state: 'good',
    answers: 'good',
    site: 'good',
    facets: {
      answers: { finding: 'unknown', fault: 'nobody_says' },
      site: { finding: 'unknown', fault: 'no_page' },
    },
  });
  expect(told).toEqual([]);
});

describe('the page', () => {
  test('of somebody else is told, until an administrator says that it is right', async () => {
    const { checked, row, words, told, id, t, root, check } = await start();
    Object.assign(peers.state, {
      isOwn: false,
      page: { status: 200, text: '<title>For sale</title><p>Call 555</p>' },
    });
    await checked();
    expect(await row()).toMatchObject({
      state: 'differs',
      site: 'bad',
      facets: { site: { fault: 'other_page' } },
    });
    expect(words()).toEqual(['domain.hijack.alert.differs.site']);
    const { last_check } = await row();
    await t.call('no_hijack/accept', { id, check: last_check }, { as: root });
    expect(await row()).toMatchObject({
      state: 'good',
      answers: 'good',
      site: 'good',
      accepted: {
        account: 'root.person',
        addresses: [HERE],
        page: { title: 'For sale', marker: 'elsewhere' },
      },
    });
    // Numbers change from one request to the next.
    peers.state.page.text = '<title>For sale</title> <p>Call 777</p><!-- 12:01 -->';
    await checked();
    expect((await row()).state).toBe('good');
    peers.state.page.text += '<script src="//evil.example/x.js"></script>';
    await checked();
    expect(await row()).toMatchObject({ state: 'differs', facets: { site: { fault: 'other_page' } } });
    expect(told).toHaveLength(2);
    await t.call('no_hijack/forget', { id }, { as: root });
    expect(await row()).toMatchObject({ accepted: null, state: 'unknown' });
    peers.state.isOwn = true;
    expect(await check()).toMatchObject({ site: { finding: 'good' } });
  });

  test('of ours with something put in on the way is told once a page was accepted', async () => {
    const { checked, row, id, t, root } = await start();
    await checked();
    await t.call('no_hijack/accept', { id, check: (await row()).last_check }, { as: root });
    peers.state.page.text += '<iframe src="http://ads.example"></iframe>';
    await checked();
    expect(await row()).toMatchObject({ state: 'differs', facets: { site: { fault: 'page_changed' } } });
  });

  test('addresses that were accepted are expected as well', async () => {
    const { checked, row, lastCheck, id, t, root, told } = await start();
    await peers.publish('shop A 127.0.0.9');
    await checked(1);
    await t.call('no_hijack/accept', { id, check: (await row()).last_check }, { as: root });
    await checked();
    expect(saids(await lastCheck())).toEqual(six('expected'));
    expect([(await row()).state, told]).toEqual(['good', []]);
    await peers.publish('shop A 127.0.0.8');
    await checked();
    expect((await row()).state).toBe('differs');
  });
});

describe('who is asked', () => {
  test('is what the setting says, at public addresses alone', async () => {
    const { t, check, lastCheck } = await start();
    for (const hijack_resolvers of [
      '10.0.0.1',
      '127.0.0.1',
      '::1',
      '192.168.1.1, 9.9.9.9',
      'dns.example',
      '9.9.9.9:22',
      '[fd00::1]',
    ])
      await expect(t.settings.change({ hijack_resolvers })).rejects.toThrow();
    await t.settings.change({ hijack_resolvers: '9.9.9.9, 2620:fe::fe' });
    await check();
    // Nobody of the test answers there.
    expect(Object.keys(saids(await lastCheck()))).toEqual([
      ...['9.9.9.9', '2620:fe::fe', 'zone'].flatMap((by) => [`${by} udp`, `${by} tcp`]),
    ]);
  });
});

describe('the schedule', () => {
  const run = async (minutes: number) => {
    place.t.clock.set(new Date(place.t.clock.now() + minutes * MINUTE));
    await place.t.jobs.run('check_hijacks');
  };

  test('checks by itself, a doubt after a minute', async () => {
    const { row, t } = await start({ hijack_hours: 6 });
    await run(7 * 60);
    expect(await row()).toMatchObject({ checks: 1, state: 'doubted' });
    await run(2);
    expect(await row()).toMatchObject({ checks: 2, state: 'good' });
    await run(60);
    expect((await row()).checks).toBe(2);
    await run(6 * 60);
    expect((await row()).checks).toBe(3);
    expect((await t.rows(hijackCheckResource).all()).map(({ account }) => account)).toEqual(['', '', '']);
  });

  test('switched off follows only what somebody asked for', async () => {
    const { row, check } = await start();
    await run(48 * 60);
    expect((await row()).checks).toBe(0);
    await check();
    await run(2);
    expect(await row()).toMatchObject({ checks: 2, state: 'good' });
    await run(48 * 60);
    expect((await row()).checks).toBe(2);
  });

  test('old checks are removed, and with a name its row', async () => {
    const { t, check, id, ada } = await start({ hijack_history_days: 2 });
    await check();
    t.clock.set(new Date(t.clock.now() + 3 * 24 * 60 * MINUTE));
    await t.jobs.run('tidy_hijacks');
    expect(await t.rows(hijackCheckResource).count()).toBe(0);
    await t.call('domain_list/release', { id }, { as: ada });
    expect(await t.rows(hijackResource).count()).toBe(0);
  });
});

test('only administrators see it, and nobody accepts a check of another name', async () => {
  const { t, ada, root, id, check } = await start();
  const refused = async (as: typeof ada, name: string, body: object) => {
    const error = await t.call(name, body, { as }).catch((caught: unknown) => caught);
    return error instanceof CallRefused ? error.status : error;
  };
  const { check: last } = await check();
  for (const [name, body] of Object.entries({
    'no_hijack/inquire': {},
    'no_hijack/check': { id },
    'no_hijack/accept': { id, check: last },
    'no_hijack/forget': { id },
    'hijack_check/inquire': {},
    'hijack_check/details': { id: last },
  }))
    expect(await refused(ada, name, body)).toBe(403);
  expect(await refused(root, 'no_hijack/accept', { id, check: 'f'.repeat(24) })).toBe(404);
  await peers.publish(undefined);
  peers.state.hangs = true;
  const { check: nothing } = await check();
  expect(await refused(root, 'no_hijack/accept', { id, check: nothing })).toBe(409);
});
