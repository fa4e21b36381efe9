import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, seal } from '../api.ts';
import { chooseOwnPassword } from './people.ts';
import { makeRole, operatorWith, roleByKey } from './role-people.ts';
import { openWorld, type World } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

const CHANGE_ROLE = 'system.user_admin:change_role';
const GIVEN = 'Given12345';
let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

async function addUser(by: Api, account: string, more: Record<string, unknown> = {}) {
  const password = await seal(by, GIVEN, 'user', 'add', 'password');
  return by.call<{ id: string }>('user/add', { account, password, ...more });
}
/** Somebody who has chosen an own password and is signed in. */
async function newcomer(by: Api, account: string, more: Record<string, unknown> = {}) {
  const { id } = (await addUser(by, account, more)).content;
  return { id, api: await chooseOwnPassword(world.product.origin, account, GIVEN, 'Mine12345') };
}

describe('Roles of customers: whoever makes an account would give it what they cannot do themselves', () => {
  const choicesOf = async (api: Api) =>
    (await api.call<{ id: string; kind: string; is_own: boolean }[]>('user/role_choices')).content;
  const rowOf = async (id: string) =>
    (
      await world.root.call<{ version: number; role: string; own_role: string; kind: string }>(
        'user/details',
        { id },
      )
    ).content;

  test('an operator gives one that operators made at creation and later, and nothing that is not the own', async () => {
    const [fewer, above] = [
      await makeRole(world.root, 'Only look', ['qr.code:read', 'system.home:read'], 'customer'),
      await makeRole(world.root, 'Above helpers', ['qr.code:read', 'system.ip_black:read'], 'customer'),
    ];
    const helping = ['system.user:read', 'system.user:read_all', 'system.user:create', CHANGE_ROLE];
    const role = await makeRole(world.root, 'Helpers', helping);
    const helper = await operatorWith(world.product, world.root, { account: 'roles.helper', role });
    const offered = (await choicesOf(helper.api)).map(({ id }) => id);
    expect([offered.includes(fewer), offered.includes(above)]).toEqual([true, false]);

    const looker = await newcomer(helper.api, 'roles.looker', { role: fewer });
    expect(await rowOf(looker.id)).toMatchObject({ role: fewer, own_role: 'Only look', kind: 'customer' });
    expect((await looker.api.call('qr_code_list/user_inquire')).status).toBe(200);
    const code = { name: 'Not mine', targets: [{ url: 'https://example.com/' }] };
    expect((await looker.api.call('qr_code_list/add', code)).status).toBe(403);

    expect((await addUser(helper.api, 'roles.above', { role: above })).status).toBe(403);
    const { content: plain } = await addUser(helper.api, 'roles.plain');
    const { version } = await rowOf(plain.id);
    const change = (wish: object) => helper.api.call('user/change_role', { id: plain.id, version, ...wish });
    expect((await change({ role: above })).status).toBe(403);
    expect((await change({})).status).toBe(422);
    expect((await change({ role: fewer })).status).toBe(200);
    expect(await rowOf(plain.id)).toMatchObject({ role: fewer });
    // Whoever has what helpers cannot do is not theirs to change.
    const { content: higher } = await addUser(world.root, 'roles.higher', { role: above });
    const raised = await rowOf(higher.id);
    const lower = { id: higher.id, version: raised.version, kind: 'customer' };
    expect((await helper.api.call('user/change_role', lower)).status).toBe(403);
  });

  test('no role of operators, none that is not there, and none from an agent', async () => {
    const administrators = (await roleByKey(world.root, 'administrator')).id;
    for (const role of [administrators, 'f'.repeat(24)])
      expect(await addUser(world.root, 'roles.none', { role })).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'role' }] },
      });
    const own = await makeRole(world.root, 'From an agent', ['qr.code:read'], 'customer');
    expect((await addUser(world.agent, 'roles.child', { role: own })).status).toBe(403);
    expect((await world.agent.call('user/role_choices')).status).toBe(403);
  });
});
