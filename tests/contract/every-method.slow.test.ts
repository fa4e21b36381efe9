import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MenuNode, MenuTree } from '@waypost/contract';
import type { PluginDetails, PluginSettingsView } from '@waypost/sdk/platform';
import { seal } from '../api.ts';
import { cases } from '../plugins/every-method/cases/index.ts';
import { ADMINISTRATOR, until } from './harness.ts';
import { openPlace, type Place } from './place.ts';
import { openChannel } from './realtime-client.ts';

/**
 * One context in two places: every method of it, with every argument, does the same in the server's process and in a
 * process of the plugin's own. The cases stand in the plugin `every-method`, which cannot tell where it runs; their list
 * follows from the type of the context, and here from the context itself.
 */
setDefaultTimeout(120_000);

const folder = mkdtempSync(join(tmpdir(), 'waypost-every-method-'));
let inside: Place;
let outside: Place;

beforeAll(async () => {
  [inside, outside] = await Promise.all([openPlace(folder, false), openPlace(folder, true)]);
}, 180_000);
afterAll(async () => {
  for (const place of [inside, outside]) {
    await place?.connection.close();
    await place?.system.stop();
  }
  rmSync(folder, { recursive: true, force: true });
}, 120_000);

const content = async <T>({ admin }: Place, call: string, body: unknown = {}): Promise<T> =>
  (await admin.call<T>(`every_method/${call}`, body)).content;
const use = async (place: Place, method: string): Promise<unknown> => {
  const sealed =
    method === 'unseal'
      ? { secret: await seal(place.admin, 'correct horse', 'every_method', 'try', 'secret') }
      : {};
  return content(place, 'try', { method, ...sealed });
};
/** What something is in both places, which has to be the same. */
async function same<T>(look: (place: Place) => Promise<T> | T): Promise<T> {
  const here = await look(inside);
  expect(await look(outside)).toEqual(here);
  return here;
}

test('every method that the context has is among the cases', async () => {
  const methods = await content<string[]>(inside, 'methods');
  expect(methods.filter((method) => !Object.hasOwn(cases, method))).toEqual([]);
  expect(Object.keys(cases).filter((method) => !methods.includes(method))).toEqual([]);
});

describe('with every argument it does the same in both places:', () => {
  for (const [method, one] of Object.entries(cases)) {
    if ('absent' in one)
      test(`${method}, which is only in the server's process`, async () => {
        expect(await use(inside, method)).toBe('function');
        expect(await use(outside, method)).toMatchObject({ thrown: expect.stringContaining(one.absent) });
      });
    else
      test(method, async () => {
        const [here, there] = [await use(inside, method), await use(outside, method)];
        expect({ here, there }).toEqual({ here: one.expected, there: one.expected });
      });
  }
});

describe('what others see of it is the same:', () => {
  test('its surface, as the plugins screen shows it', async () => {
    const surface = await same(
      async ({ admin }) =>
        (await admin.call<PluginDetails>('plugins/details', { id: 'every-method' })).content.surface,
    );
    expect(surface.permissions).toEqual([
      'every-method.alone:read',
      'every-method.button:press',
      'every-method.lever:pull',
      'every-method.screen:read',
      ...['create', 'delete', 'grow', 'read', 'read_all', 'update'].map(
        (verb) => `every-method.thing:${verb}`,
      ),
    ]);
    expect(surface).toMatchObject({
      jobs: ['count', 'work'],
      topics: ['every-method.news'],
      events: ['every-method.told'],
      services: ['every-method.sums 2.0.0'],
      contributions: [
        'hook:every-method.thing.create:every-method:after',
        'hook:every-method.thing.create:every-method:before',
        'point:every-method.greeter:every-method.kind',
        'rule_kind:visit:every-method.hours',
        'settings:every-method:every-method',
      ],
    });
  });

  test('its screens and their buttons in the menu', async () => {
    const nodes = await same(async ({ admin }) => {
      const { tree_menu_arr, home } = (await admin.call<MenuTree>('menu/tree')).content;
      expect(home).toBe('/customer/every_method');
      const all = tree_menu_arr.flatMap((node) => [node, ...node.children]);
      return all.filter(({ path }) => path.startsWith('/customer/every_method'));
    });
    const buttons = (node: MenuNode | undefined) => node?.children.map(({ permission }) => permission);
    expect(nodes.map(({ path, sort, icon, hidden }) => [path, sort, icon, hidden])).toEqual([
      ['/customer/every_method', 7, 'apps', true],
      ['/customer/every_method_thing', 5, 'apps', undefined],
    ]);
    expect(buttons(nodes[0])).toEqual(['every-method.button:press', 'every-method.lever:pull']);
    expect(buttons(nodes[1])).toContain('every-method.thing:grow');
  });

  test('which roles were given them', async () => {
    const given = await same(async ({ connection }) => {
      const roles = await connection.collection('system_role').find({}).sort({ key: 1 }).toArray();
      return roles.map(({ key, granted }) => [
        key,
        (granted as string[]).filter((node) => node.startsWith('every-method.')).sort(),
      ]);
    });
    const agent = ['every-method.button:press', 'every-method.screen:read'];
    const nodes = new Map(given as [string, string[]][]);
    expect(nodes.get('agent')).toEqual(agent);
    // What is the administrators' alone is given to no other role.
    expect(nodes.get('administrator')).toContain('every-method.lever:pull');
  });

  test('its calls, as OpenAPI describes them', async () => {
    const paths = await same(async ({ system }) => {
      const document = (await (await fetch(`${system.origin}/api/openapi.json`)).json()) as {
        paths: Record<string, unknown>;
      };
      return Object.fromEntries(
        Object.entries(document.paths).filter(([path]) => path.includes('every_method')),
      );
    });
    expect(paths['/api/every_method/whole']).toMatchObject({
      post: { 'x-body-limit': 500, responses: { 202: {}, 409: {}, 410: {} } },
    });
  });

  test('its collections with their indexes, and what becomes of them when it is removed', async () => {
    const found = await same(async ({ connection }) => {
      const proposals = await connection
        .collection<{ _id: string }>('plugin_collections')
        .find({ plugin: 'every-method' })
        .sort({ _id: 1 })
        .toArray();
      const indexes = await Promise.all(
        proposals.map(async ({ _id }) => [_id, await connection.collection(_id).indexes()]),
      );
      return { proposals, indexes: Object.fromEntries(indexes) as Record<string, object[]> };
    });
    expect(found.proposals).toMatchObject([
      { _id: 'every_method_plain', proposal: 'archive' },
      { _id: 'every_method_things', proposal: 'archive' },
    ]);
    expect(found.indexes.every_method_plain).toContainEqual(
      expect.objectContaining({ key: { at: 1 }, unique: true, sparse: true, expireAfterSeconds: 3_600 }),
    );
    expect(found.indexes.every_method_things).toContainEqual(
      expect.objectContaining({ unique: true, partialFilterExpression: { size: { $gt: 100 } } }),
    );
  });

  test('its schedule', async () => {
    const jobs = await same(async ({ connection }) => {
      await until(
        async () =>
          (await connection
            .collection('kernel_job')
            .countDocuments({ name: 'every-method.work', repeatInterval: '1 hour' })) === 1,
      );
      return (
        await connection
          .collection('kernel_job')
          .find({ name: 'every-method.work', repeatInterval: '1 hour' })
          .toArray()
      ).map(({ data }) => data);
    });
    expect(jobs).toEqual([{ by: 'clock' }]);
  });

  test('what it writes to the log', async () => {
    const records = await same(({ system }) =>
      system
        .records()
        .filter((record) => record.msg === 'every method' && record.plugin === 'every-method')
        .map(({ level, number, error }) => ({
          level,
          number,
          error: (error as { message?: string })?.message,
        })),
    );
    expect(records).toHaveLength(4);
    expect(records[3]).toMatchObject({ number: 1, error: 'no fault' });
  });

  test('what it writes to the audit log, with who asked for it', async () => {
    const entries = await same(async ({ connection }) => {
      const found = await connection
        .collection('system_audit_log')
        .find({ type: 'every-method.thing.look' })
        .toArray();
      const admin = await connection.collection('system_account').findOne({ account: ADMINISTRATOR.account });
      return found.map((entry) => ({
        plugin: entry.plugin,
        target: entry.target,
        before: entry.before,
        after: entry.after,
        isByAdmin: JSON.stringify(entry).includes(String(admin?._id)),
      }));
    });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toEqual({
      plugin: 'every-method',
      target: 'target',
      before: '{"a":1}',
      after: '{"a":2}',
      isByAdmin: true,
    });
  });

  test('its settings, and that it is told of a change', async () => {
    const view = await same(
      async ({ admin }) =>
        (await admin.call<PluginSettingsView>('plugins/settings', { id: 'every-method' })).content,
    );
    expect(view).toMatchObject({ secrets: ['token'], defaults: { greeting: 'Hello' } });
    const change = { greeting: 'Welcome', token: 'very secret' };
    const told = await same(async (place) => {
      await place.admin.call('plugins/change_settings', {
        id: 'every-method',
        version: view.version,
        change,
      });
      return content(place, 'note', { name: 'settings' });
    });
    expect(told).toEqual(change);
  });
});

describe('what people do with it is the same:', () => {
  test('the rows of a resource, with everything that it is bound to', async () => {
    const answers = await same(async ({ admin }) => {
      const area = 'every_method_thing';
      const said: unknown[] = [];
      const call = async (name: string, body: object) => {
        const { status, body: answer } = await admin.call<Record<string, unknown>>(`${area}/${name}`, body);
        said.push([name, status, plain(answer)]);
        return answer as { content?: { id?: string } };
      };
      const one = (await call('add', { name: ' chair ', slug: 'chair', size: 3, pin: 'abcd' })).content?.id;
      await call('add', { name: 'second', slug: 'chair' });
      await call('add', { name: 'ruled out', slug: 'ruled' });
      await call('add', { name: 'long', slug: 'x'.repeat(2_100) });
      await call('inquire', { search: 'cha', sort_field: 'name', sort_order: 'asc' });
      await call('inquire', { joined: 'chair!' });
      await call('details', { id: one });
      await call('update', { id: one, version: 1, name: 'stool', size: 9 });
      await call('update', { id: one, version: 1, name: 'late' });
      await call('grow', { id: one, by: 4 });
      await call('update_remove', { id: one });
      await call('remove', { id: one });
      await call('inquire', {});
      return said;
    });
    expect(answers.map((answer) => (answer as unknown[]).slice(0, 2))).toEqual([
      ['add', 200],
      ['add', 409],
      ['add', 422],
      ['add', 413],
      ['inquire', 200],
      ['inquire', 200],
      ['details', 200],
      ['update', 200],
      ['update', 409],
      ['grow', 200],
      ['update_remove', 200],
      ['remove', 200],
      ['inquire', 200],
    ]);
    const bound = (await same((place) => content(place, 'note', { name: 'bound' }))) as [string, unknown][];
    expect(new Set(bound.map(([name]) => name))).toEqual(
      new Set([
        ...[
          'scope',
          'filters',
          'countLimit',
          'prepareCreate',
          'prepareUpdate',
          'beforeCreate',
          'beforeUpdate',
        ],
        ...['afterWrite', 'present', 'created', 'grow'],
      ]),
    );
    for (const name of ['before', 'after'])
      expect(plain(await same(async (place) => plain(await content(place, 'note', { name }))))).toMatchObject(
        {
          resource: 'every-method.thing',
          action: 'create',
        },
      );
  });

  test('a call with everything that one may have', async () => {
    const answer = await same(async ({ admin }) => {
      const { status, body } = await admin.call(
        'every_method/whole',
        { text: 'x' },
        { 'x-every-method': 'proof', 'x-other': 'not for plugins' },
      );
      return { status, body };
    });
    expect(answer).toMatchObject({
      status: 202,
      body: { content: { text: 'x', isSignal: true, header: 'proof' } },
    });
    const long = await same(
      async ({ admin }) => (await admin.call('every_method/whole', { text: 'x'.repeat(600) })).status,
    );
    expect(long).toBe(413);
  });

  test('a topic: its audience, its last state, and who follows it', async () => {
    const heard = await same(async (place) => {
      const channel = await openChannel(place.system.origin);
      channel.logIn(place.admin.token ?? '');
      await channel.next(({ type }) => type === 1, 30_000);
      channel.say({ type: 6, content: { topic: 'every-method.news:other' } });
      const refused = (await channel.next(({ type }) => type === 1, 30_000)).status;
      channel.say({ type: 6, content: { topic: 'every-method.news:mine' } });
      await until(async () => (await content(place, 'note', { name: 'watched' })) === 'string');
      await use(place, 'realtime.publish');
      const { content: said } = await channel.next(({ type }) => type === 4, 30_000);
      const late = await openChannel(place.system.origin);
      late.logIn(place.admin.token ?? '');
      await late.next(({ type }) => type === 1, 30_000);
      late.say({ type: 6, content: { topic: 'every-method.news:mine' } });
      const { content: state } = await late.next(({ type }) => type === 4, 30_000);
      for (const one of [channel, late]) one.close();
      await until(async () => (await content(place, 'note', { name: 'watched' })) === 'left');
      return { refused, said: plain(said), state: plain(state) };
    });
    expect(heard).toMatchObject({
      refused: false,
      said: { data: { text: 'state' } },
      state: { data: { text: 'state' } },
    });
  });

  for (const kind of ['permission', 'menu', 'button', 'call'])
    test(`another plugin's permission (${kind}) is refused where it is used, and nothing of it is there`, async () => {
      expect(await same((place) => content(place, 'of_others', { kind }))).toEqual({
        thrown: 'plugin_permission_foreign',
      });
      const surface = await same(
        async ({ admin }) =>
          (await admin.call<PluginDetails>('plugins/details', { id: 'every-method' })).content.surface,
      );
      expect(JSON.stringify(surface)).not.toMatch(/foreign|guarded|part-friend\.book:/);
    });

  test('switched off it says goodbye', async () => {
    await same(async ({ admin, system }) => {
      expect((await admin.call('plugins/disable', { id: 'every-method' })).status).toBe(200);
      await until(() => system.runtime.output().includes('every method says goodbye'));
    });
  });
});

/** Ids and times are different each time. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value ?? null, (key, inner) =>
      typeof inner === 'string' &&
      (/^[0-9a-f]{24}$/.test(inner) || /^\d{4}-\d\d-\d\dT/.test(inner) || key === 'request_id')
        ? '…'
        : typeof inner === 'string'
          ? inner.replace(/[0-9a-f]{24}|[0-9a-f]{8}-[0-9a-f-]{27}/g, '…')
          : inner,
    ),
  );
}
