import { afterEach, describe, expect, test } from 'bun:test';
import {
  type CodeHosts,
  DOMAIN_NAMES,
  type DomainNames,
  ENTITLEMENTS,
  ENTITLEMENTS_VERSIONS,
  type Entitlements,
  type Finder,
  finderName,
} from '@waypost/sdk';
import type { Person, TestPlugin } from '@waypost/sdk/testing';
import { PLATFORM } from '../../domains/values.ts';
import { NO_CODES } from '../../testing/no-codes.ts';
import { startDomains } from '../../testing/start-domains.ts';
import { watchResource } from '../domain_monitor/resource.ts';
import { domainResource } from './resource.ts';

let t: TestPlugin;
afterEach(() => t?.dispose());

type Started = Awaited<ReturnType<typeof startDomains>>;
async function start(
  options: Parameters<typeof startDomains>[0] = {},
): Promise<Started & { ada: Person; ben: Person; root: Person }> {
  const started = await startDomains(options);
  t = started.t;
  return {
    ...started,
    ada: await t.person('ada.lovelace'),
    ben: await t.person('ben.okri'),
    root: await t.person('root.person', { role: 'administrator' }),
  };
}
const add = async (name: string, as: Person, type?: 1 | 2 | 3) =>
  (await t.call<{ id: string }>('domain_list/add', { name, ...(type ? { type } : {}) }, { as })).id;
const platform = async (name: string, as: Person, type = 1) =>
  (await t.call<{ id: string }>('domain_list/add_platform', { name, type }, { as })).id;
const row = async (id: string) => await t.rows(domainResource).find(id);
const listed = async (as: Person, call = 'user_inquire') =>
  (await t.call<{ content: { shown: string; owner_account: string }[] }>(`domain_list/${call}`, {}, { as }))
    .content;

/** Codes that a test puts on hosts, 250 of them on `old.example.com`. */
function countedCodes(left = 250, printed = 40): CodeHosts & { moved: unknown[] } {
  const moved: unknown[] = [];
  return {
    ...NO_CODES,
    moved,
    count: async ({ hosts }) =>
      hosts.map((host) =>
        host === 'old.example.com' ? { host, codes: left, printed } : { host, codes: 0, printed: 0 },
      ),
    move: async (input) => {
      moved.push(input);
      const now = Math.min(left, input.limit ?? 100);
      left -= now;
      return { moved: now, left };
    },
  };
}

test('www. of a registered name is offered to whoever added that, until it is there as well', async () => {
  const { ada, ben } = await start();
  const offered = async (id: string, as: Person) =>
    (await t.call<{ offered_name: string }>('domain_list/details', { id }, { as })).offered_name;
  const bare = await add('example.com', ada);
  const deep = await add('shop.example.com', ada);
  expect([await offered(bare, ada), await offered(deep, ada)]).toEqual(['www.example.com', '']);
  await add('www.example.com', ben);
  expect(await offered(bare, ada)).toBe('www.example.com');
  const www = await add('www.example.com', ada);
  expect([await offered(bare, ada), await offered(www, ada)]).toEqual(['', '']);
});

describe('what is entered', () => {
  test.each([
    ['*.example.com', 'Enter each domain by itself, without an asterisk.'],
    ['203.0.113.9', 'This is an IP address. Enter a domain.'],
    ['аpple.com', 'Letters of several scripts are mixed here'],
    ['xn--pple-43d.com', 'Letters of several scripts are mixed here'],
    ['co.uk', 'Names are registered below this ending.'],
    ['shop.internal', 'No registry gives out names with this ending.'],
    [`${'a'.repeat(64)}.com`, 'This domain is too long'],
    ['example.com/path', 'Enter the domain alone'],
  ])('%s is refused in a sentence', async (name, sentence) => {
    const { ada, root } = await start();
    const refused = {
      code: 'invalid_input',
      status: 422,
      errors: [{ path: 'name', message: expect.stringContaining(sentence) }],
    };
    await expect(add(name, ada)).rejects.toMatchObject(refused);
    await expect(platform(name, root)).rejects.toMatchObject(refused);
    expect(await t.rows(domainResource).count()).toBe(0);
  });

  test('in its own script is kept as the DNS has it, and both are found', async () => {
    const { ada, ben } = await start();
    const id = await add(' Bücher.Example.com. ', ada, 3);
    const details = await t.call<Record<string, unknown>>('domain_list/details', { id }, { as: ada });
    expect(details).toMatchObject({
      name: 'xn--bcher-kva.example.com',
      shown: 'bücher.example.com',
      type: 3,
      state: 'waiting',
      txt_name: '_waypost.xn--bcher-kva.example.com',
      cname_value: '',
      code_number: null,
      txt_value: expect.stringMatching(/^waypost=[0-9a-f]{32}$/),
    });
    const finder = t.service<Finder>(finderName('domain'));
    const found = (as: Person, text: string) =>
      finder.find({ text, limit: 5 }, {
        caller: { id: as.id, isSuper: false, permissions: new Set(['domain.domain:read']) },
      } as never);
    for (const text of ['bücher', 'xn--bch'])
      expect(await found(ada, text)).toMatchObject({
        count: 1,
        found: [{ id, screen: `domain_list?id=${id}` }],
      });
    expect((await found(ben, 'bücher')).count).toBe(0);
  });

  test('shows no alias to whoever claims a name after somebody else: it may be of that claim', async () => {
    const { ada, ben } = await start();
    Object.assign(t.context.platform, { publicUrl: 'http://qr.example.net', ownHosts: ['qr.example.net'] });
    await add('shop.example.com', ada);
    t.clock.set(new Date(t.clock.now() + 1_000));
    await add('shop.example.com', ben);
    const shown = async (as: Person) =>
      (await t.call<{ content: { cname_value: string }[] }>('domain_list/user_inquire', {}, { as }))
        .content[0]?.cname_value;
    expect([await shown(ada), await shown(ben)]).toEqual([
      new URL(t.context.platform.publicUrl).hostname,
      '',
    ]);
  });

  test('shows the record that leads here with a public IP address as soon as that is set', async () => {
    const { ada } = await start();
    const id = await add('shop.example.com', ada);
    for (const value of ['8.8.4.4', '8.8.8.8']) {
      Object.assign(t.context.platform, { publicUrl: `http://${value}` });
      expect(await t.call('domain_list/details', { id }, { as: ada })).toMatchObject({
        leading: [{ type: 'A', name: 'shop.example.com', value }],
      });
    }
  });

  test('ten that one account adds at once: no more than it may have', async () => {
    const { ada } = await start({ settings: { names_per_account: 3 } });
    const tried = await Promise.allSettled(
      Array.from({ length: 10 }, (_, at) => add(`shop.rush${at}.com`, ada)),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await t.rows(domainResource).count()).toBe(3);
    for (const one of tried)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'domain.names_limit' });
  });

  test('nobody writes what the server decides', async () => {
    const { ada } = await start();
    for (const body of [{ owner: PLATFORM }, { state: 'proved' }, { is_platform: true }, { token: 'x' }])
      await expect(
        t.call('domain_list/add', { name: 'shop.example.com', ...body }, { as: ada }),
      ).rejects.toMatchObject({ status: 422 });
  });
});

test('as many names as a plan allows are claimed, also by many presses at once, and one that is given up leaves room', async () => {
  const { ada, ben } = await start();
  t.context
    .require<Entitlements>(ENTITLEMENTS, ENTITLEMENTS_VERSIONS)
    ?.contribute({ limitsOf: async (account) => (account === ada.id ? { domains: 2 } : null) });
  const code = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  const names = Array.from({ length: 6 }, (_, at) => `shop${at}.example.com`);
  const done = await Promise.all(names.map((name) => code(add(name, ada))));
  expect(done.filter((one) => one === 'done')).toHaveLength(2);
  expect(new Set(done)).toEqual(new Set(['done', 'limit_domains']));
  expect(await code(add('shop.example.org', ben))).toBe('done');
  const [first] = await t.rows(domainResource).all({ owner: ada.id } as never);
  await t.call('domain_list/release', { id: first?._id }, { as: ada });
  expect(await code(add('other.example.com', ada))).toBe('done');
});

describe('names of the platform', () => {
  test('are free until somebody applies, within the quota, and are given back', async () => {
    const { ada, ben, root } = await start({ settings: { platform_names: 1 } });
    const id = await platform('go.example.com', root);
    expect(await listed(ada)).toEqual([]);
    const quota = () => t.call('domain_list/quota', {}, { as: ada });
    expect(await quota()).toEqual({ most: 1, used: 0, free: [1] });
    await expect(t.call('domain_list/apply', { type: 3 }, { as: ada })).rejects.toMatchObject({
      code: 'domain.none_free',
    });
    expect(await t.call('domain_list/apply', { type: 1 }, { as: ada })).toEqual({ id });
    expect(await listed(ada)).toMatchObject([{ shown: 'go.example.com' }]);
    await platform('to.example.com', root);
    await expect(t.call('domain_list/apply', { type: 1 }, { as: ada })).rejects.toMatchObject({
      code: 'domain.platform_limit',
    });
    const names = t.service<DomainNames>(DOMAIN_NAMES);
    expect(await names.usable({ owner: ada.id })).toMatchObject([
      { host: 'go.example.com', is_platform: true },
    ]);
    await expect(t.call('domain_list/give_back', { id }, { as: ben })).rejects.toMatchObject({ status: 404 });
    await t.call('domain_list/give_back', { id }, { as: ada });
    expect([await names.usable({ owner: ada.id }), await quota()]).toEqual([
      [],
      { most: 1, used: 0, free: [1] },
    ]);
    expect(t.events.emitted('domain.released')).toMatchObject([
      { payload: { host: 'go.example.com', owner: ada.id } },
    ]);
  });

  test('an account’s own number comes before that of everybody', async () => {
    const { ada, root } = await start({ accounts: { domainQuota: async () => 0 } });
    await platform('go.example.com', root);
    await expect(t.call('domain_list/apply', { type: 1 }, { as: ada })).rejects.toMatchObject({
      code: 'domain.platform_limit',
    });
  });

  test('ten apply for three at once, twice each: three have one', async () => {
    const { root } = await start();
    for (const name of ['a', 'b', 'c']) await platform(`${name}.example.com`, root);
    const people = await Promise.all(Array.from({ length: 10 }, (_, at) => t.person(`person${at}.rush`)));
    const tried = await Promise.allSettled(
      [...people, ...people].map((as) => t.call('domain_list/apply', { type: 1 }, { as })),
    );
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const owners = (await t.rows(domainResource).all()).map(({ owner }) => owner);
    expect(new Set(owners).size).toBe(3);
    expect(owners).not.toContain(PLATFORM);
  });

  test('are lent to a customer by hand, taken back, and retired', async () => {
    const { ada, root, told } = await start();
    const id = await platform('go.example.com', root);
    await t.call('domain_list/assign', { id, holder: ada.id }, { as: root });
    expect(told).toMatchObject([
      { to: { accounts: [ada.id] }, words: 'domain.notice.lent', screen: `domain_list?id=${id}` },
    ]);
    expect(await listed(ada)).toHaveLength(1);
    for (const call of ['assign', 'retire'])
      await expect(t.call(`domain_list/${call}`, { id, holder: null }, { as: ada })).rejects.toMatchObject({
        status: 403,
      });
    await expect(t.call('domain_list/release', { id }, { as: ada })).rejects.toMatchObject({
      code: 'domain.not_own',
    });
    // What the platform lends stays what it is.
    const change = { id, version: (await row(id))?.version, type: 3 };
    await expect(t.call('domain_list/update', change, { as: ada })).rejects.toMatchObject({ status: 403 });
    await t.call('domain_list/update', change, { as: root });
    // On the strength of a lent name nobody proves what stands above it.
    await expect(add('example.com', ada)).rejects.toMatchObject({ code: 'domain.name_taken' });
    await t.call('domain_list/retire', { id }, { as: root });
    expect(await row(id)).toMatchObject({ state: 'retired', owner: PLATFORM, is_there: false });
    expect(await listed(ada)).toEqual([]);
    expect(told.slice(1)).toMatchObject([
      { to: { accounts: [ada.id] }, words: 'domain.notice.taken_back', screen: 'domain_list' },
    ]);
    await add('example.com', ada);
  });

  test('go from one customer to the next: each is told what became of it, and nobody of what they did themselves', async () => {
    const { ada, ben, root, told } = await start();
    const id = await platform('go.example.com', root);
    await t.call('domain_list/apply', { type: 1 }, { as: ada });
    expect(told).toEqual([]);
    await t.call('domain_list/assign', { id, holder: ben.id }, { as: root });
    expect(told.map(({ to, words }) => ({ to, words }))).toEqual([
      { to: { accounts: [ada.id] }, words: 'domain.notice.taken_back' },
      { to: { accounts: [ben.id] }, words: 'domain.notice.lent' },
    ]);
    await t.call('domain_list/give_back', { id }, { as: ben });
    await t.jobs.run('look_at_domains');
    expect(told).toHaveLength(2);
  });

  test('are watched also while nobody has them, until they are retired', async () => {
    const { root } = await start();
    const id = await platform('go.example.com', root);
    expect(await t.rows(watchResource).find(id)).toMatchObject({ name: 'go.example.com', owner: PLATFORM });
    await t.call('domain_list/retire', { id }, { as: root });
    expect(await t.rows(watchResource).find(id)).toBeUndefined();
  });

  test('only a customer is lent one', async () => {
    const { root } = await start({ accounts: { isCustomer: async () => false } });
    const id = await platform('go.example.com', root);
    await expect(
      t.call('domain_list/assign', { id, holder: 'f'.repeat(24) }, { as: root }),
    ).rejects.toMatchObject({
      code: 'domain.owner_unknown',
    });
  });

  test('one that another server answers for is nobody’s to apply for, and one with codes of before neither', async () => {
    const { ada, root } = await start({ codes: countedCodes() });
    const id = await platform('go.example.com', root);
    await platform('old.example.com', root);
    await t.call('domain_list/check', { id }, { as: root });
    expect(await row(id)).toMatchObject({ reach: 'elsewhere', reach_fault: 'other_server', state: 'proved' });
    expect(await t.call('domain_list/quota', {}, { as: ada })).toMatchObject({ free: [] });
  });
});

describe('another domain in the place of one', () => {
  const prepare = async (codes: CodeHosts | undefined) => {
    const started = await start({ codes });
    const { ada, txt } = started;
    const ids: string[] = [];
    for (const name of ['old.example.com', 'new.example.com']) {
      const id = await add(name, ada);
      txt.set(`_waypost.${name}`, `waypost=${(await row(id))?.token}`);
      await t.call('domain_list/check', { id }, { as: ada });
      ids.push(id);
    }
    return { ...started, id: ids[0] ?? '' };
  };

  test('says what is printed first, and moves all codes of the owner portion by portion', async () => {
    const codes = countedCodes();
    const { ada, id } = await prepare(codes);
    expect(await t.call('domain_list/move_targets', { id }, { as: ada })).toEqual({
      is_available: true,
      codes: 250,
      printed: 40,
      targets: [{ host: 'new.example.com', shown: 'new.example.com', type: 1, is_working: false }],
    });
    await t.call('domain_list/replace', { id, to: 'new.example.com' }, { as: ada });
    for (let tries = 0; codes.moved.length < 3 && tries < 100; tries += 1) await Bun.sleep(20);
    const wanted = { from: 'old.example.com', to: 'new.example.com', owner: ada.id, by: ada.id, limit: 100 };
    expect(codes.moved).toEqual([wanted, wanted, wanted]);
  });

  test('is one that the owner may use', async () => {
    const { ada, ben, id } = await prepare(countedCodes());
    for (const to of ['old.example.com', 'elsewhere.example.org', 'new.example.com.'])
      await expect(t.call('domain_list/replace', { id, to }, { as: ada })).rejects.toMatchObject({
        code: 'domain.target_unknown',
      });
    await expect(t.call('domain_list/replace', { id, to: '' }, { as: ben })).rejects.toMatchObject({
      status: 404,
    });
  });

  test('cannot be had while the plugin of the codes is off, and it is said', async () => {
    const { ada, id } = await prepare(undefined);
    expect(await t.call('domain_list/move_targets', { id }, { as: ada })).toMatchObject({
      is_available: false,
    });
    await expect(t.call('domain_list/replace', { id, to: '' }, { as: ada })).rejects.toMatchObject({
      code: 'domain.codes_away',
    });
  });
});

test('off and on again: what was proved is there', async () => {
  const { ada, txt } = await start();
  const id = await add('shop.example.com', ada);
  txt.set('_waypost.shop.example.com', `waypost=${(await row(id))?.token}`);
  await t.call('domain_list/check', { id }, { as: ada });
  await t.restart();
  const names = t.service<DomainNames>(DOMAIN_NAMES);
  expect(await names.usable({ owner: ada.id, search: 'SHOP' })).toMatchObject([{ host: 'shop.example.com' }]);
  expect(await names.usable({ owner: ada.id, type: 3 })).toEqual([]);
  expect(await names.among({ owner: ada.id, hosts: ['shop.example.com', 'a.b.com'] })).toHaveLength(1);
});
