import { afterEach, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { definePlugin, type PluginContext, type TriedVisitor } from '@waypost/sdk';
import { type Person, type TestPlugin, testPlugin } from '@waypost/sdk/testing';
import { plugin } from '../../server.ts';
import { ruleResource } from './resource.ts';

let t: TestPlugin;
afterEach(() => t?.dispose());

const WECHAT = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Mobile MicroMessenger/8.0.40';
const DESKTOP = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const CODE = 'c0de'.repeat(6);
const OTHER = 'c1de'.repeat(6);

/** Somebody else's plugin, whose codes the rules hold for. */
async function start(timeZone = 'Asia/Shanghai') {
  let codes: PluginContext | undefined;
  const maker = definePlugin({
    id: 'codes',
    setup: (context) => {
      codes = context;
    },
  });
  const manifest = {
    id: 'codes',
    version: '1.0.0',
    engine: '^0.1.0',
    title: 'codes',
    server: 'server.ts',
    areas: ['codes'],
    capabilities: ['visits:publish'],
  };
  t = await testPlugin(plugin, {
    folder: join(import.meta.dir, '../..'),
    others: [{ plugin: maker, manifest }],
    timeZone,
  });
  const ada = await t.person('ada.lovelace');
  const publish = (id: string, code: string, owner: string, group?: string) =>
    codes?.transaction((session) =>
      (codes as PluginContext).visits.publish(
        [
          {
            id,
            owner,
            plugin: 'codes',
            host: '',
            code,
            state: 'on',
            ...(group === undefined ? {} : { group }),
            targets: [{ url: 'https://t.example/', weight: 1, threshold: 0 }],
            rotation_model: 1,
            jump_type: 6,
            access_mode: 1,
            visit_restriction: 1,
            open_log: 1,
          },
        ],
        session,
      ),
    );
  await publish(CODE, 'adas', ada.id);
  await publish(OTHER, 'other', ada.id);
  const tryVisit = (visitor: Partial<TriedVisitor> = {}, id = CODE) =>
    (codes as PluginContext).visits.tryVisit(
      { id, host: '', code: id === CODE ? 'adas' : 'other' },
      {
        ip: '198.51.100.7',
        user_agent: 'curl/8',
        accept_language: 'en',
        referrer: '',
        query: '',
        time: '2026-01-15T12:00:00Z',
        is_scanned: false,
        knows_password: false,
        ...visitor,
      },
    );
  const visit = async (visitor?: Partial<TriedVisitor>, id?: string) => {
    const tried = await tryVisit(visitor, id);
    return tried.address ?? tried.status;
  };
  const steps = async () => (await tryVisit()).steps;
  return {
    ada,
    ben: await t.person('ben.okri'),
    root: await t.person('root.person', { role: 'administrator' }),
    steps,
    visit,
    putIn: (group?: string) => publish(CODE, 'adas', ada.id, group),
  };
}

const add = (as: Person, fields: Record<string, unknown>) =>
  t.call<{ id: string }>('shield_configuration/add', { name: 'Rule', ...fields }, { as });
const faults = async (made: Promise<unknown>) => {
  const refused = await made.then(
    () => undefined,
    (error: { errors?: { path: string; message: string }[] }) => error,
  );
  return refused?.errors?.map(({ path }) => path);
};
const row = async (id: string) => {
  const found = await t.rows(ruleResource).find(id);
  if (found === undefined) throw new Error('the rule is not there');
  return found;
};
const change = async (as: Person, id: string, fields: Record<string, unknown>) =>
  t.call('shield_configuration/update', { id, version: (await row(id)).version, ...fields }, { as });

describe('rules of an owner', () => {
  test('hold from the moment they are saved until they are off or gone, in their order', async () => {
    const { ada, visit } = await start();
    const { id } = await add(ada, { kind: 'wechat', matches: 'others' });
    expect(await visit()).toBe(403);
    expect(await visit({ user_agent: WECHAT })).toBe('https://t.example/');
    const first = await add(ada, {
      kind: 'hours',
      position: 500,
      does: 'lead',
      target: 'https://t.example/own',
    });
    expect(await visit()).toBe('https://t.example/own');
    await change(ada, first.id, { position: 5 });
    expect(await visit()).toBe(403);
    await change(ada, id, { state: 'off' });
    expect(await visit()).toBe('https://t.example/own');
    await t.call('shield_configuration/remove', { id: first.id }, { as: ada });
    expect(await visit()).toBe('https://t.example/');
  });

  test.each([
    [{ kind: 'wechat', matches: 'others' }, 'weChatOnly'],
    [{ kind: 'scan', matches: 'others' }, 'onlyViaScan'],
    [{ kind: 'scan', matches: 'others', page: 'refused' }, 'refused'],
    [{ kind: 'agent', patterns: ['curl'] }, 'refused'],
    [{ kind: 'agent', patterns: ['curl'], page: 'weChatOnly' }, 'weChatOnly'],
  ] as const)('as %o say what can be done about it where something can: %s', async (fields, page) => {
    const { ada, steps } = await start();
    await add(ada, fields);
    expect((await steps()).at(-1)).toEqual({ check: 'refusal', refusal: page });
  });

  const kinds: [Record<string, unknown>, Partial<TriedVisitor>, Partial<TriedVisitor>][] = [
    [{ kind: 'scan', matches: 'others' }, {}, { is_scanned: true }],
    [
      { kind: 'region', countries: ['KE'], places: ['江苏'] },
      { place: { country: 'CN', location: '江苏省 南京市', isp: '电信' } },
      { place: { country: 'CN', location: '广东省 深圳市', isp: '电信' } },
    ],
    [
      { kind: 'isp', isps: ['移动'] },
      { place: { country: 'CN', location: '江苏省', isp: '移动' } },
      { place: { country: 'CN', location: '江苏省', isp: '联通' } },
    ],
    [{ kind: 'system', systems: ['android'] }, { user_agent: WECHAT }, {}],
    [{ kind: 'device', devices: ['phone'] }, { user_agent: WECHAT }, {}],
    [{ kind: 'app', apps: ['dingtalk', 'wechat'] }, { user_agent: WECHAT }, {}],
    [{ kind: 'app', apps: ['wechat', 'other'], matches: 'others' }, { user_agent: DESKTOP }, {}],
    [
      { kind: 'language', languages: ['en', 'zh-CN'] },
      { accept_language: 'en-GB,sw;q=0.9' },
      { accept_language: 'zh-TW,en;q=0.9' },
    ],
    [{ kind: 'agent', patterns: ['CURL*8'] }, {}, { user_agent: WECHAT }],
    [{ kind: 'addresses', networks: ['2001:db8::/32'] }, { ip: '2001:db8::7' }, { ip: '2001:db9::7' }],
    // Twelve o'clock in London is twenty in Shanghai, on a Thursday.
    [{ kind: 'hours', from: 1200, to: 1260, weekdays: ['4'] }, {}, { time: '2026-01-15T13:01:00Z' }],
  ];
  test.each(kinds)(
    'of the kind %o refuse whom they describe and nobody else',
    async (fields, refused, free) => {
      const { ada, visit } = await start();
      await add(ada, fields);
      expect([await visit(refused), await visit(free)]).toEqual([403, 'https://t.example/']);
    },
  );

  test.each([
    // At 01:00 UTC two o'clock becomes three.
    ['begins', '2026-03-28T21:00Z', '2026-03-29T00:59Z', '2026-03-29T01:00Z', '2026-03-29T04:00Z'],
    // At 01:00 UTC three o'clock becomes two: the hour from two to three comes twice.
    ['ends', '2026-10-24T20:00Z', '2026-10-25T00:59Z', '2026-10-25T01:00Z', '2026-10-25T05:00Z'],
  ])(
    'of a night hold by the clock on the wall when summer time %s',
    async (_name, first, before, after, end) => {
      const { ada, visit } = await start('Europe/Berlin');
      await add(ada, { kind: 'hours', from: 1320, to: 359, weekdays: ['6'] });
      const at = (time: string, minutes = 0) =>
        visit({ time: new Date(Date.parse(time) + minutes * 60_000).toISOString() });
      expect([await at(first, -1), await at(first)]).toEqual(['https://t.example/', 403]);
      expect([await at(before), await at(after)]).toEqual([403, 403]);
      expect([await at(end, -1), await at(end)]).toEqual([403, 'https://t.example/']);
    },
  );

  test('hold for the codes that they name, and not for those of others', async () => {
    const { ada, ben, visit } = await start();
    await add(ada, { kind: 'agent', patterns: ['curl'], codes: [OTHER] });
    expect([await visit(), await visit({}, OTHER)]).toEqual(['https://t.example/', 403]);
    await add(ben, { kind: 'agent', patterns: ['curl'] });
    expect(await visit()).toBe('https://t.example/');
  });

  test('hold for the codes of the groups that they name, from when a code comes in until it leaves', async () => {
    const { ada, putIn, visit } = await start();
    const group = '9a'.repeat(12);
    await add(ada, { kind: 'agent', patterns: ['curl'], groups: [group], codes: [OTHER] });
    expect([await visit(), await visit({}, OTHER)]).toEqual(['https://t.example/', 403]);
    await putIn(group);
    expect(await visit()).toBe(403);
    await putIn();
    expect(await visit()).toBe('https://t.example/');
  });

  test('ask for what their kind needs, within what it can be', async () => {
    const { ada } = await start();
    expect(await faults(add(ada, { kind: 'region' }))).toEqual(['countries']);
    expect(await faults(add(ada, { kind: 'device' }))).toEqual(['devices']);
    expect(await faults(add(ada, { kind: 'system' }))).toEqual(['systems']);
    expect(await faults(add(ada, { kind: 'app' }))).toEqual(['apps']);
    expect(await faults(add(ada, { kind: 'app', apps: ['myspace'] }))).toEqual(['apps.0']);
    expect(await faults(add(ada, { kind: 'language' }))).toEqual(['languages']);
    expect(await faults(add(ada, { kind: 'language', languages: ['en', 'English!'] }))).toEqual([
      'languages.1',
    ]);
    expect(await faults(add(ada, { kind: 'system', systems: Array(101).fill('iOS') }))).toEqual(['systems']);
    expect(await faults(add(ada, { kind: 'agent' }))).toEqual(['patterns']);
    expect(await faults(add(ada, { kind: 'hours', from: 1500, to: 10 }))).toEqual(['from']);
    expect(await faults(add(ada, { kind: 'hours', weekdays: [] }))).toEqual(['weekdays']);
    expect(await faults(add(ada, { kind: 'device', devices: ['fridge'] }))).toEqual(['devices.0']);
    expect(await faults(add(ada, { kind: 'agent', patterns: ['x'.repeat(101)] }))).toEqual(['patterns.0']);
    expect(
      await faults(add(ada, { kind: 'agent', patterns: Array.from({ length: 21 }, (_, at) => `p${at}`) })),
    ).toEqual(['patterns']);
    expect(await faults(add(ada, { kind: 'addresses', networks: ['203.0.113.0/33'] }))).toEqual([
      'networks.0',
    ]);
    expect(await faults(add(ada, { kind: 'rate', visits: 0 }))).toEqual(['visits']);
    expect(await faults(add(ada, { kind: 'hours', does: 'lead' }))).toEqual(['target']);
    expect(await faults(add(ada, { kind: 'hours', does: 'lead', target: 'javascript:alert(1)' }))).toEqual([
      'target',
    ]);
    // A reviewer would be shown another page than everybody else.
    const elsewhere = { does: 'lead', target: 'https://t.example/harmless' };
    for (const kind of [
      { kind: 'wechat' },
      { kind: 'scan' },
      { kind: 'isp', isps: ['移动'] },
      { kind: 'system', systems: ['Linux'] },
      { kind: 'agent', patterns: ['*bot*'] },
      { kind: 'addresses', networks: ['198.51.100.0/24'] },
      { kind: 'rate' },
    ])
      expect(await faults(add(ada, { ...kind, ...elsewhere }))).toEqual(['does']);
    // Nor by app, which a reviewer's program names as little as a crawler does.
    for (const apps of [['other'], ['wechat', 'browser']])
      expect(await faults(add(ada, { kind: 'app', apps, ...elsewhere }))).toEqual(['apps']);
    expect(await t.rows(ruleResource).count()).toBe(0);
  });

  test('lead elsewhere by app and by language', async () => {
    const { ada, visit } = await start();
    const target = 'https://t.example/own';
    await add(ada, { kind: 'app', apps: ['wechat', 'alipay'], does: 'lead', target });
    await add(ada, { kind: 'language', languages: ['sw'], does: 'lead', target: `${target}/sw` });
    expect([await visit(), await visit({ user_agent: WECHAT })]).toEqual(['https://t.example/', target]);
    expect(await visit({ accept_language: 'sw-KE' })).toBe(`${target}/sw`);
  });

  test('that refuse everybody are refused themselves, until they are meant to', async () => {
    const { ada, visit } = await start();
    await add(ada, { kind: 'wechat' });
    expect(await faults(add(ada, { kind: 'wechat', matches: 'others' }))).toEqual(['may_refuse_all']);
    expect(await visit()).toBe('https://t.example/');
    const { id } = await add(ada, { kind: 'wechat', matches: 'others', may_refuse_all: true });
    expect([await visit(), await visit({ user_agent: WECHAT })]).toEqual([403, 403]);
    // Without the word of whoever meant it, the change that would leave nobody is refused.
    expect(await faults(change(ada, id, { may_refuse_all: false }))).toEqual(['may_refuse_all']);
    const free = await add(ada, { kind: 'scan', does: 'allow', position: 900 });
    await change(ada, id, { may_refuse_all: false });
    expect(await faults(t.call('shield_configuration/remove', { id: free.id }, { as: ada }))).toEqual([
      'may_refuse_all',
    ]);
  });

  test('by a pattern that a regular expression would try for ever are read as they stand, and stop no visit', async () => {
    const { ada, visit } = await start();
    await add(ada, { kind: 'agent', patterns: ['(a+)+$', 'a*'.repeat(50)] });
    await add(ada, { kind: 'system', systems: ['(a+)+$'] });
    const almost = `${'a'.repeat(40)}${'b'.repeat(16_000)}!`;
    expect(await visit({ user_agent: almost })).toBe('https://t.example/');
    expect(await visit({ user_agent: 'the text (A+)+$ itself' })).toBe(403);
    expect(await visit({ user_agent: 'a'.repeat(16_000) })).toBe(403);
  });

  test('by region hold for whom they held before each place had one name', async () => {
    const { ada, visit } = await start();
    await add(ada, { kind: 'region', countries: ['CN'] });
    const fromTaiwan = { place: { country: 'TW', location: '中国台湾', isp: '' } };
    expect(await visit(fromTaiwan)).toBe('https://t.example/');
    expect(await t.migrate({ from: 1 })).toEqual([2]);
    expect(await visit(fromTaiwan)).toBe(403);
  });

  test('are found by their name, and by the name of a place in whichever language', async () => {
    const { ada } = await start();
    await add(ada, { name: 'Europe', kind: 'region', countries: ['DE', 'FR'] });
    await add(ada, { name: 'South', kind: 'region', places: ['广东'] });
    const found = async (search: string) => {
      const { content } = await t.call<{ content: { name: string }[] }>(
        'shield_configuration/inquire',
        { search },
        { as: ada },
      );
      return content.map(({ name }) => name);
    };
    for (const search of ['europe', 'germany', '德国', 'Ufaransa'])
      expect(await found(search)).toEqual(['Europe']);
    for (const search of ['广东', 'guangdong']) expect(await found(search)).toEqual(['South']);
    expect(await found('Kenya')).toEqual([]);
  });

  test('are no more than fifty', async () => {
    const { ada } = await start();
    for (let at = 0; at < 50; at++)
      await add(ada, { name: `Rule ${at}`, kind: 'agent', patterns: [`bot${at}`] });
    expect(await faults(add(ada, { kind: 'agent', patterns: ['one more'] }))).toEqual(['name']);
  });
});

describe('rules for everybody’s codes', () => {
  test('are made by operators alone, and come before those of owners', async () => {
    const { ada, root, visit } = await start();
    const all = { kind: 'agent', patterns: ['curl'], applies_to: 'all' };
    expect(await faults(add(ada, all))).toEqual(['applies_to']);
    await add(ada, { kind: 'agent', patterns: ['curl'], does: 'allow' });
    await add(root, all);
    expect(await visit()).toBe(403);
    const mine = await t.call<{ count: number }>('shield_configuration/inquire', {}, { as: ada });
    expect(mine.count).toBe(1);
  });

  // Else a demoted operator, or a key that may do less than its owner, would still decide for everybody.
  test('are changed and removed by whoever is an operator now, though somebody else made them', async () => {
    const { ada, root, visit } = await start();
    const { id } = await add(root, { kind: 'agent', patterns: ['curl'], applies_to: 'all' });
    expect(await visit()).toBe(403);
    const permissions = ['create', 'read', 'update', 'delete'].map((verb) => `wechat-shield.rule:${verb}`);
    await t.person('root.person', { permissions });
    const refused = { status: 403, code: 'forbidden' };
    await expect(change(root, id, { state: 'off' })).rejects.toMatchObject(refused);
    const removed = t.call('shield_configuration/remove', { id }, { as: root });
    await expect(removed).rejects.toMatchObject(refused);
    expect(await row(id)).toMatchObject({ state: 'on' });
    expect(await visit()).toBe(403);
    // Their own stay theirs, and whoever is an operator goes on.
    const own = await add(root, { kind: 'wechat', state: 'off' });
    await change(root, own.id, { name: 'Other' });
    await t.person('ada.lovelace', { permissions: [...permissions, 'wechat-shield.rule:read_all'] });
    await change(ada, id, { state: 'off' });
    expect(await visit()).toBe('https://t.example/');
  });

  test('are tried by operators alone', async () => {
    const { ada, root } = await start();
    await expect(
      t.call('shield_configuration/try', { applies_to: 'all' }, { as: ada }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(await t.call('shield_configuration/try', { applies_to: 'all' }, { as: root })).toEqual({
      visits: 0,
      has_more: false,
      first_time: null,
      last_time: null,
      refused: 0,
      rules: [],
    });
  });
});

test('what somebody else’s rule has refused is told to nobody but operators', async () => {
  const { ada, ben, root } = await start();
  const { id } = await add(ada, { kind: 'wechat' });
  const nothing = { total: 0, bots: 0, last_time: null, days: [], codes: [] };
  expect(await t.call('shield_configuration/refusals', { id }, { as: ada })).toEqual(nothing);
  expect(await t.call('shield_configuration/refusals', { id }, { as: root })).toEqual(nothing);
  await expect(t.call('shield_configuration/refusals', { id }, { as: ben })).rejects.toMatchObject({
    code: 'not_found',
  });
});
