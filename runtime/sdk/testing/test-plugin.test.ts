import { afterEach, describe, expect, test } from 'bun:test';
import { AppError, defineCall, defineError, defineResource, defineSettings, field } from '@waypost/contract';
import { definePlugin, type PluginContext } from '@waypost/sdk';
import { type TestPlugin, type TestPluginOptions, testPlugin } from '@waypost/sdk/testing';
import { z } from 'zod';

const manifest = {
  id: 'sample',
  version: '1.0.0',
  engine: '^0.1.0',
  title: 'plugin.sample',
  areas: ['sample', 'sample_note'],
  server: 'server.ts',
  capabilities: ['jobs', 'settings:secrets'],
  schedules: ['tidy'],
  topics: ['news'],
};
const note = defineResource({
  name: 'sample.note',
  area: 'sample_note',
  title: 'text',
  fields: {
    text: field(z.string().min(1), { list: true }),
    due: field(z.iso.datetime().nullable(), { default: null }),
  },
  access: 'own',
  menu: { route: 'sample_note', roles: ['customer'] },
});
const count = defineCall({
  area: 'sample',
  call: 'count',
  body: z.strictObject({ at_least: z.int() }),
  result: z.object({ count: z.int() }),
  access: { permission: 'sample.note:read' },
  summary: 'Counts',
});

let t: TestPlugin | undefined;
afterEach(async () => {
  await t?.dispose();
  t = undefined;
});
async function start(
  setup: (context: PluginContext) => unknown,
  options: Partial<TestPluginOptions> = {},
): Promise<TestPlugin> {
  const plugin = definePlugin({
    id: 'sample',
    async setup(context) {
      context.resource(note);
      await setup(context);
    },
  });
  t = await testPlugin(plugin, { manifest, ...options });
  return t;
}

test('rows are real: added by a call or by hand, found by both, of the time of the clock', async () => {
  const it = await start(() => undefined, { now: '2026-02-03T04:05:06Z' });
  const ada = await it.person('ada');
  const { id } = await it.call<{ id: string }>('sample_note/add', { text: 'milk' }, { as: ada });
  const due = new Date('2026-03-01T00:00:00Z');
  const other = await it.rows(note).add({ text: 'bread', due }, { owner: 'somebody' });
  expect(await it.rows(note).find(id)).toMatchObject({
    owner: ada.id,
    text: 'milk',
    due: null,
    version: 1,
    create_time: new Date('2026-02-03T04:05:06Z'),
  });
  expect((await it.rows(note).all()).map(({ text }) => text)).toEqual(['milk', 'bread']);
  expect(await it.rows(note).all({ due: { $gt: it.clock.date() } })).toMatchObject([{ _id: other._id }]);
  expect(await it.rows(note).count({ owner: ada.id })).toBe(1);
  expect(await it.rows(note).find('0'.repeat(24))).toBeUndefined();
  expect(await it.audit()).toMatchObject([
    { type: 'sample.note.add', account: 'ada', target: id, before: null, after: { text: 'milk' } },
  ]);
});

test('a declared call has its types; a fault of the plugin is told to the author and not to callers', async () => {
  const it = await start((context) => {
    context.call(count, async ({ at_least }) => {
      if (at_least > 9) throw new TypeError('nobody can count so far');
      return { count: at_least + (await context.model(note).countDocuments({})) };
    });
  });
  const ada = await it.person('ada');
  expect((await it.call(count, { at_least: 2 }, { as: ada })).count).toBe(2);
  await expect(it.call(count, { at_least: 10 }, { as: ada })).rejects.toMatchObject({
    code: 'internal',
    status: 500,
    message: 'sample/count: internal: nobody can count so far',
  });
  const wire = await it.send('sample/count', { at_least: 10 }, { as: ada, locale: 'sw-KE' });
  expect(await wire.text()).not.toContain('nobody can count');
});

test('who calls has what the menu gives to the role, or exactly what the test says', async () => {
  const it = await start((context) => context.call(count, () => ({ count: 0 })));
  const may = async (...given: Parameters<TestPlugin['person']>) => {
    const as = await it.person(...given);
    return it.call(count, { at_least: 0 }, { as }).then(
      () => 'may',
      (error: { code: string }) => error.code,
    );
  };
  expect(await may('customer')).toBe('may');
  expect(await may('administrator', { role: 'administrator' })).toBe('forbidden');
  expect(await may('super', { role: 'super' })).toBe('may');
  expect(await may('one', { permissions: ['sample.note:read'] })).toBe('may');
  expect(await may('none', { role: 'super', permissions: [] })).toBe('forbidden');
  expect(it.permissions()).toContain('sample.note:create');
});

test('jobs run when the clock says so, in their order, and what they ask for after them', async () => {
  const ran: string[] = [];
  const it = await start(async (context) => {
    context.jobs.define('tidy', async ({ by }) => {
      ran.push(`${by} ${context.clock.date().toISOString().slice(11, 16)}`);
      if (by === 'clock') await context.jobs.now('tidy', { by: 'itself' });
    });
    await context.jobs.every('20 minutes', 'tidy', { by: 'clock' });
  });
  expect(it.jobs.repeated()).toEqual({ tidy: '20 minutes' });
  await it.clock.advance(45 * 60_000);
  expect(ran).toEqual(['clock 12:20', 'clock 12:40', 'itself 12:45', 'itself 12:45']);
  await it.jobs.run('tidy', { by: 'hand' });
  expect(ran.at(-1)).toBe('hand 12:45');
  expect(it.jobs.waiting()).toEqual([]);
  await expect(it.jobs.run('sweep')).rejects.toThrow('no job sample.sweep is defined');
});

test('events, browsers and settings are seen and changed from outside', async () => {
  const heard: unknown[] = [];
  const settings = defineSettings({
    fields: {
      size: field(z.int().max(9), { default: 3 }),
      key: field(z.string(), { secret: true, default: '' }),
    },
  });
  const it = await start(
    (context) => {
      context.events.on('other.done', (payload) => void heard.push(payload));
      context.events.on('other.broken', () => {
        throw new Error('not today');
      });
      context.realtime.topic('sample.news', {});
      const mine = context.settings(settings);
      mine.onChange(({ size }) => context.realtime.publish('sample.news', { size }, 'all'));
      context.call(count, async () => ({ count: (await mine.get()).size }));
    },
    { settings: { key: 'hidden' } },
  );
  const ada = await it.person('ada');
  await it.events.emit('other.done', { n: 1 });
  await it.events.emit('other.broken', {});
  expect(heard).toEqual([{ n: 1 }]);
  expect(it.events.failures()).toMatchObject([{ name: 'other.broken' }]);
  expect(it.events.emitted('other.done')).toHaveLength(1);
  await it.settings.change({ size: 5 });
  expect(await it.call(count, { at_least: 0 }, { as: ada })).toEqual({ count: 5 });
  expect(it.published().at(-1)).toEqual({ topic: 'sample.news', data: { size: 5 }, audience: 'all' });
  expect(await it.settings.view()).toEqual({ values: { size: 5 }, set: ['key'] });
  const refusal = await it.settings.change({ size: 10 }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(AppError);
  expect((refusal as AppError).errors).toEqual([
    { path: 'size', message: 'error.issue.too_big.number', params: { count: 9 } },
  ]);
});

test('the test answers for other hosts, for those only that were granted', async () => {
  const asked: string[] = [];
  const it = await start(
    (context) => {
      context.call(count, async () => {
        const answer = await context.fetch('https://api.example.com/count', { method: 'POST', body: 'tea' });
        return (await answer.json()) as { count: number };
      });
      context.jobs.define('tidy', async () => void (await context.fetch('https://other.example.com/')));
    },
    {
      manifest: { ...manifest, capabilities: ['jobs', 'network'], hosts: ['api.example.com'] },
      async fetch(request) {
        asked.push(`${request.method} ${request.url} ${await request.text()}`);
        return Response.json({ count: 7 });
      },
    },
  );
  const ada = await it.person('ada');
  expect(await it.call(count, { at_least: 0 }, { as: ada })).toEqual({ count: 7 });
  await expect(it.jobs.run('tidy')).rejects.toThrow('may not send requests to other.example.com');
  expect(asked).toEqual(['POST https://api.example.com/count tea']);
});

test('the test answers for the public internet, and inner addresses stay refused', async () => {
  const gone = defineError({ code: 'dns_name_unknown', status: 422, params: ['name'] });
  const outcomes: unknown[] = [];
  const it = await start(
    (context) => {
      const note = async (work: Promise<unknown>) =>
        outcomes.push(await work.catch((error: unknown) => (error instanceof AppError ? error.code : error)));
      context.jobs.define('tidy', async () => {
        const { internet } = context;
        await note(
          internet.fetch('https://shop.example/hook', { method: 'POST', body: 'tea' }).then((a) => a.text()),
        );
        await note(internet.fetch('http://169.254.169.254/'));
        await note(
          internet.resolve('shop.example', 'A', { resolver: 'zone' }).then(({ records }) => records),
        );
        await note(internet.resolve('gone.example', 'A'));
        await note(internet.resolvers());
        await note(internet.certificate('shop.example', { port: 8443 }).then(({ fault }) => fault));
      });
    },
    {
      manifest: { ...manifest, capabilities: ['jobs', 'internet:fetch', 'internet:dns', 'internet:tls'] },
      internet: {
        fetch: async (request) => new Response(`${request.method} ${request.url} ${await request.text()}`),
        resolve(name, _type, { resolver = 'resolvers' }) {
          if (name === 'gone.example') throw gone.create({ name });
          return {
            records: [{ value: resolver, ttl: 1 }],
            aliases: [],
            server: 'test',
            isAuthoritative: true,
          };
        },
        resolvers: () => ['192.0.2.53:53'],
        certificate: (_host, { port }) => ({
          address: '192.0.2.1',
          protocol: 'TLSv1.3',
          isTrusted: false,
          fault: port === 8443 ? 'expired' : null,
          faultCode: null,
          isForName: true,
          chain: [],
        }),
      },
    },
  );
  await it.jobs.run('tidy');
  expect(outcomes).toEqual([
    'POST https://shop.example/hook tea',
    'internet_address_refused',
    [{ value: 'zone', ttl: 1 }],
    'dns_name_unknown',
    ['192.0.2.53:53'],
    'expired',
  ]);
});

test('a migration runs on data of an earlier release, as an upgrade runs it: all or nothing', async () => {
  const plugin = definePlugin({
    id: 'sample',
    migrations: [
      { number: 1, name: 'first', up: async () => undefined },
      {
        number: 2,
        name: 'capitals',
        async up(context) {
          for (const { _id, text } of await context.model(note).find({}).lean())
            await context.model(note).updateOne({ _id }, { $set: { text: text.toUpperCase() } });
          if ((await context.model(note).countDocuments({ text: 'BAD' })) > 0) throw new Error('a bad note');
        },
      },
    ],
    setup: (context) => void context.resource(note),
  });
  t = await testPlugin(plugin, { manifest });
  const row = (_id: string, text: string) => ({ _id, text, owner: 'a', version: 1, remove_time: null });
  const documents = { sample_note: [row('1', 'milk'), row('2', 'tea')] };
  expect(await t.migrate({ from: 1, documents })).toEqual([2]);
  expect((await t.rows(note).all()).map(({ text }) => text)).toEqual(['MILK', 'TEA']);
  expect(await t.migrate({ from: 2 })).toEqual([]);
  expect(await t.migrate({ from: 0, documents: { sample_note: [] } })).toEqual([1, 2]);
  await expect(t.migrate({ from: 1, documents: { sample_note: [row('3', 'bad')] } })).rejects.toThrow(
    'a bad note',
  );
  await expect(t.call('sample_note/inquire', {})).rejects.toMatchObject({ code: 'plugin_disabled' });
});

test('switched off and on again it starts anew on the same rows', async () => {
  let starts = 0;
  const it = await start(
    (context) => {
      starts += 1;
      context.provide('sample.notes', { starts: async () => starts });
    },
    { manifest: { ...manifest, services: { 'sample.notes': '1.0.0' } } },
  );
  await it.rows(note).add({ text: 'kept' }, { owner: 'a' });
  await it.restart();
  expect(await it.service<{ starts(): Promise<number> }>('sample.notes').starts()).toBe(2);
  expect(await it.rows(note).count()).toBe(1);
});

describe('what an activation refuses is refused here:', () => {
  const refused = (setup: (context: PluginContext) => unknown, options: Partial<TestPluginOptions> = {}) =>
    start(setup, options).then(
      () => 'it runs',
      (error: Error) => error.message,
    );
  test.each([
    [
      'a node of another plugin',
      (c: PluginContext) => c.permission('other.thing:read'),
      'plugin_permission_foreign',
    ],
    [
      'an area that plugin.json does not name',
      (c: PluginContext) => c.call({ ...count, area: 'elsewhere' }, () => ({ count: 1 })),
      '"elsewhere" is not among the areas of plugin.json',
    ],
    [
      'a call that is there already',
      (c: PluginContext) => [c.call(count, () => ({ count: 1 })), c.call(count, () => ({ count: 1 }))],
      'is registered twice',
    ],
    [
      'a job that repeats without being named',
      (c: PluginContext) => c.jobs.every('1 hour', 'other'),
      '"schedule:other"',
    ],
    ['a capability that is not asked for', (c: PluginContext) => c.identity, '"identity"'],
    [
      'a service that plugin.json does not name',
      (c: PluginContext) => c.provide('sample.x', {}),
      'does not name it in "services"',
    ],
    [
      'a hook of another resource',
      (c: PluginContext) => c.hooks.before('shop.order.create', () => undefined),
      '"hooks:shop.order"',
    ],
    [
      'an event in the name of another',
      (c: PluginContext) => c.events.emit('shop.sold', {}),
      'begin with "sample."',
    ],
  ] as const)('%s', async (_, setup, reason) => {
    expect(await refused(setup)).toContain(reason);
  });
  test('what an administrator did not grant', async () => {
    expect(await refused((c) => c.jobs, { granted: [] })).toContain('"jobs"');
  });
  test('a service that it needs and nobody offers, or in another version', async () => {
    const needing = { manifest: { ...manifest, needs: { 'shop.orders': '^2' } } };
    expect(await refused(() => undefined, needing)).toContain('shop.orders ^2, which nobody offers');
    const services = { 'shop.orders': { version: '1.4.0', service: {} } };
    expect(await refused(() => undefined, { ...needing, services })).toContain('offered is 1.4.0');
    const fitting = { 'shop.orders': { version: '2.4.0', service: { n: 1 } } };
    const it = await start((c) => expect(c.require('shop.orders')).toEqual({ n: 1 }), {
      ...needing,
      services: fitting,
    });
    expect(it.manifest.id).toBe('sample');
  });
  test('a manifest that is not right, of another plugin, or for another product', async () => {
    expect(await refused(() => undefined, { manifest: { ...manifest, areas: [], colour: 1 } })).toContain(
      'areas',
    );
    expect(await refused(() => undefined, { manifest: { ...manifest, id: 'other' } })).toContain(
      'is of other',
    );
    expect(await refused(() => undefined, { manifest: { ...manifest, engine: '^9.0.0' } })).toContain(
      'expected ^9.0.0',
    );
    expect(await refused(() => undefined, { manifest: undefined })).toContain('say `folder` or `manifest`');
  });
});

test('a list that says how far it counts stops there, and says that there is more', async () => {
  const line = defineResource({
    name: 'sample.line',
    area: 'sample',
    title: 'text',
    access: 'all',
    countLimit: 3,
    fields: { text: field(z.string(), { filter: 'equals' }) },
    calls: ['inquire', 'add'],
    menu: { route: 'sample_line', roles: ['customer'] },
  });
  const it = await start((context) => context.resource(line));
  const ada = await it.person('ada');
  const add = (text: string) => it.call('sample/add', { text }, { as: ada });
  const counted = async () => {
    const page = await it.call<{ count: number; is_at_least?: boolean }>(
      'sample/inquire',
      { text: 'a' },
      { as: ada },
    );
    return [page.count, page.is_at_least];
  };
  for (const text of ['a', 'a', 'b', 'a']) await add(text);
  expect(await counted()).toEqual([3, undefined]);
  await add('a');
  expect(await counted()).toEqual([3, true]);
});
