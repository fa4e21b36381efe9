import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import fc from 'fast-check';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { auditOf } from './people.ts';
import { makeRole, operatorWith, roleByKey, roleOf, roles, setRights } from './role-people.ts';
import { openWorld, until, type World } from './world.ts';

setDefaultTimeout(180_000);

const ROLE = ['read', 'create', 'update', 'delete', 'arrange'].map((verb) => `system.role:${verb}`);
interface Node {
  id: string;
  name: string;
  path: string;
  permission: string | null;
  hidden?: boolean;
  version: number;
  allow_selection: number;
  children: Node[];
}

let world: World;
let root: Api;
/** Runs the platform with a role that may manage roles and see codes, and nothing else. */
let limited: { id: string; api: Api };
let limitedRole: string;

beforeAll(async () => {
  world = await openWorld();
  root = world.root;
  limitedRole = await makeRole(root, 'Support of roles', [...ROLE, 'qr.code:read', 'qr.code:update']);
  limited = await operatorWith(world.product, root, { account: 'limited.roles', role: limitedRole });
});

const permissionsOf = async (api: Api) =>
  (await api.call<{ user_info: { permissions: string[] } }>('administrator/profile')).content.user_info
    .permissions;
const menuOf = async (api: Api) =>
  (await api.call<{ tree_menu_arr: Node[] }>('menu/tree')).content.tree_menu_arr;
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children)]);
const sentences = (answer: { body: unknown }) =>
  (answer.body as { errors?: { path: string; message: string }[] }).errors ?? [];

describe('what roles and nodes are called', () => {
  test('a role without a name and a node without one are refused with the sentences of the product', async () => {
    for (const name of ['', '   ', undefined])
      expect(sentences(await root.call('role/add', { name, kind: 'operator' }))).toEqual([
        { path: 'name', message: 'role name cannot be empty' },
      ]);
    for (const name of ['', '   ', undefined])
      expect(sentences(await root.call('role/node_add', { name, path: 'https://example.com/' }))).toEqual([
        { path: 'name', message: 'node name cannot be empty' },
      ]);
    expect((await root.call('role/add', { name: 'Support of roles', kind: 'operator' })).status).toBe(409);
  });
});

describe('who may give what', () => {
  test('nobody gives what they do not hold, by any call', async () => {
    const { api } = limited;
    const own = await makeRole(api, 'Made by limited', ['qr.code:read']);
    expect(await setRights(api, own, ['qr.code:read', 'qr.code:delete'])).toBe(403);
    expect((await roleOf(root, own)).permissions).toEqual(['qr.code:read']);
    expect(await setRights(api, limitedRole, [...ROLE, 'qr.code:read', 'system.plugin:update'])).toBe(403);
    const administrator = await roleByKey(root, 'administrator');
    expect(await setRights(api, administrator.id, ['qr.code:read'])).toBe(403);
    expect((await api.call('role/copy', { id: administrator.id, name: 'More' })).status).toBe(403);
    const superRole = await roleByKey(root, 'super');
    expect((await api.call('role/copy', { id: superRole.id, name: 'All' })).status).toBe(403);
    expect((await api.call('role/remove', { id: own, move_to: superRole.id })).status).toBe(403);
    expect((await api.call('role/remove', { id: own, move_to: administrator.id })).status).toBe(403);
    expect((await roleOf(api, administrator.id)).may_change).toBe(false);
    expect((await roleOf(api, own)).may_change).toBe(true);
  });

  test('a right that no plugin declares, or that an entry was closed for, is given to nobody', async () => {
    const id = await makeRole(root, 'Unknown rights', []);
    expect(await setRights(root, id, ['shop.order:read'])).toBe(422);
    const { permission } = (
      await root.call<{ permission: string }>('role/node_add', {
        name: 'Closed',
        path: 'https://example.com/closed',
        allow_selection: 1,
      })
    ).content;
    expect(await setRights(root, id, [permission])).toBe(422);
  });

  test('the role of super administrators has everything and stays', async () => {
    const { id, version } = await roleByKey(root, 'super');
    const change = await root.call('role/update', { id, version, permissions: [] });
    expect(change.body).toMatchObject({ code: 'role_super' });
    expect((await root.call('role/remove', { id })).body).toMatchObject({ code: 'role_built_in' });
    expect((await root.call('role/make_default', { id })).status).toBe(422);
  });
});

describe('a change of a role', () => {
  test('is in force with the next call, and stands in the log with before and after', async () => {
    const id = await makeRole(root, 'At once', ['qr.code:read']);
    const { api } = await operatorWith(world.product, root, { account: 'at.once', role: id });
    for (let round = 0; round < 5; round += 1) {
      expect(await setRights(root, id, [])).toBe(200);
      expect((await api.call('qr_code_list/user_inquire')).status).toBe(403);
      expect(flat(await menuOf(api)).map(({ path }) => path)).not.toContain('/customer/qr_code_list');
      expect(await setRights(root, id, ['qr.code:read'])).toBe(200);
      expect((await api.call('qr_code_list/user_inquire')).status).toBe(200);
    }
    const entries = await until(
      () => auditOf(world.product, id),
      (found) => found.filter(({ type }) => type === 'system.role.update').length >= 11,
    );
    const last = entries.findLast(({ type }) => type === 'system.role.update');
    expect(last).toMatchObject({ actor: { account: 'admin' } });
    expect(JSON.parse(last?.after ?? '{}').permissions).toEqual(['qr.code:read']);
  });

  test('that was made over another one’s is refused with what is there now', async () => {
    const id = await makeRole(root, 'Two at once', []);
    const { version } = await roleOf(root, id);
    const change = (permissions: string[]) => root.call('role/update', { id, version, permissions });
    const both = await Promise.all([change(['qr.code:read']), change(['qr.code:update'])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('that removes it says where its people go', async () => {
    const [old, next] = [
      await makeRole(root, 'Leaving', ['qr.code:read']),
      await makeRole(root, 'Staying', ['qr.code:update']),
    ];
    const { id, api } = await operatorWith(world.product, root, { account: 'moved.person', role: old });
    const refused = await root.call('role/remove', { id: old });
    expect(refused.body).toMatchObject({ code: 'role_in_use', content: { people: 1 } });
    const customer = await roleByKey(root, 'customer');
    expect((await root.call('role/remove', { id: old, move_to: customer.id })).status).toBe(422);
    expect((await root.call('role/remove', { id: old, move_to: old })).status).toBe(422);
    expect((await root.call<{ moved: number }>('role/remove', { id: old, move_to: next })).content).toEqual({
      moved: 1,
    });
    expect((await root.call('role/details', { id: old })).status).toBe(404);
    expect(await permissionsOf(api)).toEqual(['qr.code:update']);
    expect((await root.call<{ role: string }>('administrator/details', { id })).content.role).toBe(next);
  });
});

describe('whoever registers', () => {
  test('gets the role that was chosen for it, which cannot be removed meanwhile', async () => {
    const chosen = await makeRole(root, 'Newcomers', ['qr.code:read'], 'customer');
    const customer = await roleByKey(root, 'customer');
    expect(customer.is_default).toBe(2);
    await root.call('role/make_default', { id: chosen });
    expect((await root.call('role/remove', { id: chosen, move_to: customer.id })).body).toMatchObject({
      code: 'role_is_default',
    });
    const guest = apiOf(world.product.origin);
    const password = await seal(guest, 'Newcomer123', 'administrator', 'register', 'password');
    const made = await guest.call<{ user_info: { role_name: string; permissions: string[] } }>(
      'administrator/register',
      { account: 'newcomer.roles', password },
      { 'x-forwarded-for': '10.66.1.1' },
    );
    await root.call('role/make_default', { id: customer.id });
    expect(made.content.user_info).toMatchObject({ role_name: 'Newcomers', permissions: ['qr.code:read'] });
    expect(
      await signIn(world.product.origin, { account: 'newcomer.roles', password: 'Newcomer123' }),
    ).toBeDefined();
  });

  test('gets no more than whoever chooses the role has', async () => {
    const more = await makeRole(
      root,
      'Too much',
      ['qr.code:read', 'qr.code:delete', 'qr.visit:export', 'system.account:read'],
      'customer',
    );
    expect((await limited.api.call('role/make_default', { id: more })).status).toBe(403);
    expect((await roleOf(root, more)).is_default).toBe(1);
  });
});

describe('an entry of the menu that somebody added', () => {
  test('leads to http, https or a screen, whatever it pretends to be', async () => {
    for (const path of [
      'javascript:alert(1)',
      'java\tscript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'blob:https://example.com/x',
      '//evil.example',
      '/\\evil.example',
      'https://good.example@evil.example/',
      'ftp://example.com/',
      'customer/qr_code_list',
      '/customer/../x',
      '/customer/qr_code_list#x',
      '',
    ])
      expect([path, sentences(await root.call('role/node_add', { name: 'Bad', path }))[0]?.path]).toEqual([
        path,
        'path',
      ]);
  });

  test('is in the menu of those who have it, under the screen’s rights, and gone from roles with itself', async () => {
    const { id, permission } = (
      await root.call<{ id: string; permission: string }>('role/node_add', {
        name: 'Manual',
        path: 'https://example.com/manual',
        parent: 'codes',
        sort: 9000,
        show_headshot: 2,
      })
    ).content;
    const inside = (
      await root.call<{ permission: string }>('role/node_add', {
        name: 'Only plugins',
        path: '/customer/plugins?tab=1',
      })
    ).content;
    const role = await makeRole(root, 'With a manual', ['qr.code:read', permission, inside.permission]);
    const { api } = await operatorWith(world.product, root, { account: 'with.manual', role });
    const found = flat(await menuOf(api)).find((node) => node.id === id);
    expect(found).toMatchObject({ name: 'Manual', path: 'https://example.com/manual', show_headshot: 2 });
    // The screen behind it is not theirs: an entry that leads nowhere would be worse than none.
    expect(flat(await menuOf(api)).map(({ name }) => name)).not.toContain('Only plugins');
    expect(flat(await menuOf(world.anna)).map(({ name }) => name)).not.toContain('Manual');
    expect((await root.call('role/node_remove', { id })).status).toBe(200);
    expect((await roleOf(root, role)).permissions).not.toContain(permission);
    expect(flat(await menuOf(api)).map(({ name }) => name)).not.toContain('Manual');
  });

  test('can be given on by whoever added it, and a plugin’s node be renamed, sorted and hidden, not led elsewhere', async () => {
    const { api } = limited;
    const { permission } = (
      await api.call<{ permission: string }>('role/node_add', {
        name: 'Of limited',
        path: 'https://example.com/l',
      })
    ).content;
    const given = await makeRole(api, 'Gets the entry', [permission]);
    expect((await roleOf(root, given)).permissions).toEqual([permission]);
    const tree = (await root.call<{ content: Node[] }>('role/tree')).content.content;
    const screen = tree.find(({ path }) => path === '/customer/qr_code_list');
    const change = { id: screen?.id, version: screen?.version, name: 'Our codes', hidden: true };
    expect((await api.call('role/node_update', { ...change, path: 'https://evil.example/' })).status).toBe(
      422,
    );
    expect((await api.call('role/node_update', change)).status).toBe(200);
    expect((await api.call('role/node_update', change)).status).toBe(409);
    const seen = flat(await menuOf(world.anna)).find(({ id }) => id === screen?.id);
    expect(seen).toMatchObject({ name: 'Our codes', hidden: true, path: '/customer/qr_code_list' });
    expect((await world.anna.call('qr_code_list/user_inquire')).status).toBe(200);
    await root.call('role/node_remove', { id: screen?.id });
    const back = flat(await menuOf(world.anna)).find(({ id }) => id === screen?.id);
    expect([back?.name, back?.hidden]).not.toEqual(['Our codes', true]);
  });
});

describe('why can she see this?', () => {
  const explain = async (body: Record<string, unknown>, api = root) =>
    (
      await api.call<{
        may: boolean;
        is_in_menu: boolean | null;
        steps: { kind: string; params: Record<string, string> }[];
      }>('role/explain', body)
    ).content;

  test('names who gave it, what is hidden, what is out of reach, and what is missing', async () => {
    const role = await makeRole(root, 'Explained', ['qr.code:read']);
    const { id } = await operatorWith(world.product, root, { account: 'explained.one', role });
    const codes = await explain({ account: id, route: 'qr_code_list' });
    expect([codes.may, codes.is_in_menu]).toEqual([true, true]);
    expect(codes.steps.map(({ kind }) => kind)).toEqual(['declared', 'granted_by', 'shown', 'scope_own']);
    expect(codes.steps[1]?.params).toMatchObject({ account: 'admin', role: 'Explained' });
    const plugins = await explain({ account: id, route: 'plugins' });
    expect([plugins.may, plugins.is_in_menu]).toEqual([false, false]);
    expect(plugins.steps.find(({ kind }) => kind === 'not_granted')?.params.roles).toContain('Administrator');
    expect((await explain({ role, permission: 'qr.code:delete' })).is_in_menu).toBe(null);
    expect((await explain({ role, route: 'nowhere' })).steps.map(({ kind }) => kind)).toEqual(['unknown']);
    await root.call('administrator/disable', { id });
    const disabled = await explain({ account: id, route: 'qr_code_list' });
    expect(disabled.may).toBe(false);
    expect(disabled.steps[0]?.kind).toBe('account_disabled');
  });

  test('tells nobody of people whom they may not look up', async () => {
    const me = (await root.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
    for (const account of [me, '0'.repeat(24)])
      expect((await limited.api.call('role/explain', { account, route: 'role' })).status).toBe(404);
    expect((await explain({ account: limited.id, route: 'role' }, limited.api)).may).toBe(true);
  });
});

describe('two roles', () => {
  test('are compared by what only one of them has', async () => {
    const left = await makeRole(root, 'Left', ['qr.code:read', 'qr.code:create']);
    const copy = (await root.call<{ id: string }>('role/copy', { id: left, name: 'Right' })).content.id;
    const compare = async () =>
      (await root.call<Record<string, string[]>>('role/compare', { left, right: copy })).content;
    expect(await compare()).toEqual({ only_left: [], only_right: [] });
    await setRights(root, copy, ['qr.code:read', 'qr.code:delete']);
    expect(await compare()).toEqual({ only_left: ['qr.code:create'], only_right: ['qr.code:delete'] });
  });
});

test('whatever people with few rights try, no role and nobody gains what they do not hold', async () => {
  const held = [...ROLE, 'qr.code:read', 'qr.code:update'];
  // What nobody may be given would refuse the whole change, and hide what else is in it.
  const all = (await root.call<{ content: Node[] }>('role/tree')).content.content.flatMap(
    ({ permission, allow_selection }) => (allow_selection === 2 ? (permission ?? []) : []),
  );
  const target = await makeRole(root, 'Property', ['qr.code:read', 'qr.code:delete']);
  await makeRole(root, 'Property of customers', ['qr.code:read', 'qr.visit:read'], 'customer');
  await makeRole(root, 'Property without', []);
  const nodes = fc.subarray(all, { maxLength: 4 });
  const pick = fc.nat(30);
  const attempt = fc.oneof(
    { arbitrary: fc.record({ kind: fc.constant('update' as const), role: pick, nodes }), weight: 4 },
    {
      arbitrary: fc.record({ kind: fc.constant('held' as const), role: pick, nodes: fc.subarray(held) }),
      weight: 1,
    },
    {
      arbitrary: fc.record({ kind: fc.constant('copy' as const), role: pick, nodes: fc.constant([]) }),
      weight: 1,
    },
    {
      arbitrary: fc.record({ kind: fc.constant('default' as const), role: pick, nodes: fc.constant([]) }),
      weight: 1,
    },
    {
      arbitrary: fc.record({
        kind: fc.constant('remove' as const),
        role: pick,
        nodes: fc.constant([]),
        to: pick,
      }),
      weight: 1,
    },
  );
  let copies = 0;
  const state = async () => new Map((await roles(root)).map((role) => [role.id, role]));
  await fc.assert(
    fc.asyncProperty(fc.array(attempt, { minLength: 1, maxLength: 4 }), async (attempts) => {
      for (const one of attempts) {
        const before = await state();
        // Those of others are other tests' to change; people may be sent to any.
        const ids = [...before.values()]
          .filter(({ name }) => name.startsWith('Property'))
          .map(({ id }) => id);
        const goals = [...before.keys()];
        const id = ids[one.role % ids.length] as string;
        if (one.kind === 'copy') {
          copies += 1;
          await limited.api.call('role/copy', { id, name: `Property ${copies}` });
        } else if (one.kind === 'default') await limited.api.call('role/make_default', { id });
        else if (one.kind === 'remove')
          await limited.api.call('role/remove', { id, move_to: goals[one.to % goals.length] });
        else await setRights(limited.api, id, one.nodes);
        for (const [role, { permissions }] of await state()) {
          const had = new Set(before.get(role)?.permissions);
          const gained = permissions.filter((node) => !had.has(node) && !held.includes(node));
          // An entry that they added themselves is theirs.
          expect(gained.filter((node) => !node.startsWith('system.link_'))).toEqual([]);
        }
      }
      expect(
        (await permissionsOf(limited.api)).filter((node) => !node.startsWith('system.link_')).sort(),
      ).toEqual([...held].sort());
    }),
    { numRuns: 15 },
  );
  await root.call('role/make_default', { id: (await roleByKey(root, 'customer')).id });
  expect((await roleOf(root, target)).permissions).toContain('qr.code:delete');
});
