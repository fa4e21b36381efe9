import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { openChannel } from '../contract/realtime-client.ts';
import { attempt, auditOf, chooseOwnPassword, isOut } from './people.ts';
import { makeRole } from './role-people.ts';
import { addCode, createKey, openWorld, type PageOf, type World, withStore } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

interface User {
  id: string;
  version: number;
  account: string;
  kind: string;
  disabled: number;
  superior: string | null;
  superior_account: string;
}

const GIVEN = 'Given12345';
const OWN = 'Mine12345';
let world: World;
let agentId: string;
let benId: string;

const idOf = async (api: Api) =>
  (await api.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
const details = async (api: Api, id: string) => (await api.call<User>('user/details', { id })).content;

async function addUser(by: Api, account: string, more: Record<string, unknown> = {}) {
  const password = await seal(by, GIVEN, 'user', 'add', 'password');
  return by.call<{ id: string }>('user/add', { account, password, ...more });
}
/** Somebody who has chosen an own password and is signed in. */
async function newcomer(by: Api, account: string, more: Record<string, unknown> = {}) {
  const { id } = (await addUser(by, account, more)).content;
  return { id, api: await chooseOwnPassword(world.product.origin, account, GIVEN, OWN) };
}
const visited = async (code: { short_code: string }) =>
  (await fetch(`${world.product.origin}/${code.short_code}`, { redirect: 'manual' })).status;

beforeAll(async () => {
  world = await openWorld();
  [agentId, benId] = await Promise.all([idOf(world.agent), idOf(world.ben)]);
}, 180_000);

describe('An agent and the own subtree: others’ customers would be an agent’s', () => {
  test('creates below oneself, sees those below at any depth, and nobody else', async () => {
    const { content: child } = await addUser(world.agent, 'child.one', { superior: benId });
    expect(await details(world.agent, child.id)).toMatchObject({ superior: agentId, kind: 'customer' });
    const { content: deep } = await addUser(world.operator, 'child.two', { superior: child.id });
    const { content: list } = await world.agent.call<PageOf<User>>('user/inquire', {});
    expect(list.content.map(({ account }) => account).toSorted()).toEqual(['child.one', 'child.two']);
    const found = await world.agent.call<PageOf<User>>('user/inquire', { search: 'ben.sec' });
    expect(found.content.count).toBe(0);
    for (const id of [benId, agentId, await idOf(world.operator)]) {
      expect((await world.agent.call('user/details', { id })).status).toBe(404);
      expect((await world.agent.call('user/update', { id, version: 1, name: 'x' })).status).toBe(404);
    }
    expect((await world.agent.call('user/update', { id: deep.id, version: 1, name: 'Two' })).status).toBe(
      200,
    );
    for (const [call, body] of Object.entries({
      disable: { ids: [child.id], codes: 'keep' },
      act_as: { id: child.id },
      reset_password: { id: child.id },
      move: { id: child.id, version: 1, superior: null },
      change_role: { id: child.id, version: 1, kind: 'agent' },
      access: { id: child.id },
      history: { id: child.id },
    }))
      expect([call, (await world.agent.call(`user/${call}`, body)).status]).toEqual([call, 403]);
  });

  test('gives card keys to those below where the role may, and to nobody else; each opens that person’s visitors alone', async () => {
    const role = 'Agents with keys';
    await makeRole(world.root, role, ['qr.code_admin:card_key', 'system.user:read'], 'agent');
    const agent = await newcomer(world.operator, 'key.agent', { kind: 'agent' });
    expect((await agent.api.call('qr_code_access/person_key', { id: benId })).status).toBe(403);
    await runCommand(world.product, ['account', 'role', '--account', 'key.agent', '--role', role]);
    agent.api = await signIn(world.product.origin, { account: 'key.agent', password: OWN });
    const { content: child } = await addUser(world.operator, 'key.child', { superior: agent.id });
    const issue = (by: Api, id: string) =>
      by.call<{ key: string }>('qr_code_access/issue_person_key', { id });
    for (const id of [benId, agent.id, await idOf(world.operator)]) {
      expect((await issue(agent.api, id)).status).toBe(404);
      expect((await agent.api.call('qr_code_access/revoke_person_key', { id })).status).toBe(404);
    }
    const { key } = (await issue(agent.api, child.id)).content;
    const { content } = await agent.api.call<{ hint: string }>('qr_code_access/person_key', { id: child.id });
    expect(key.endsWith(content.hint)).toBe(true);
    const day = new Date().toISOString().slice(0, 10);
    const enquire = () =>
      apiOf(world.product.origin).call('qr_code_access/public_enquiry', {
        key,
        ip_list: ['198.51.100.1'],
        start_time: day,
        end_time: day,
      });
    expect((await enquire()).status).toBe(200);
    expect((await world.operator.call('qr_code_access/revoke_person_key', { id: child.id })).status).toBe(
      200,
    );
    expect((await enquire()).status).toBe(403);
    const types = (await auditOf(world.product, child.id)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['qr.card_key.issue', 'qr.card_key.revoke']));
    // Nobody's of those who run the platform: a customer's screens are not theirs.
    expect((await issue(world.root, await idOf(world.operator))).status).toBe(404);
  });

  test('gives neither a role nor what costs the platform', async () => {
    expect((await addUser(world.agent, 'child.agent', { kind: 'agent' })).status).toBe(403);
    expect((await addUser(world.agent, 'child.rich', { member_expiry: '2099-01-01T00:00:00Z' })).status).toBe(
      403,
    );
    expect((await addUser(world.agent, 'child.host', { domain_quota: 9 })).status).toBe(403);
    const { id } = (await addUser(world.agent, 'child.three')).content;
    for (const change of [{ domain_quota: 9 }, { member_expiry: '2099-01-01T00:00:00Z' }])
      expect((await world.agent.call('user/update', { id, version: 1, ...change })).status).toBe(403);
    // Shares are paid by the platform: no more than the agent has, or a second account would earn what nobody agreed to.
    const ratio = (share_ratio: number) => world.agent.call('user/update', { id, version: 1, share_ratio });
    expect((await ratio(20)).status).toBe(422);
    expect((await addUser(world.agent, 'child.share', { share_ratio: 20 })).status).toBe(422);
    const own = await details(world.operator, agentId);
    const raised = { id: agentId, version: own.version, share_ratio: 20 };
    expect((await world.operator.call('user/update', raised)).status).toBe(200);
    expect((await ratio(20.1)).status).toBe(422);
    expect((await ratio(20)).status).toBe(200);
    const lowered = { id: agentId, version: own.version + 1, share_ratio: 5 };
    expect((await world.operator.call('user/update', lowered)).status).toBe(200);
    expect(await details(world.operator, id)).toMatchObject({ share_ratio: 5 });
  });
});

describe('Mass assignment 15.3.3 and bad input', () => {
  test('what the server keeps is not taken, neither at creation nor later', async () => {
    const { id } = (await addUser(world.operator, 'mass.one')).content;
    const before = await details(world.operator, id);
    for (const field of [
      'role',
      'ancestors',
      'balance',
      'disabled',
      'codes_due',
      'password_hash',
      'name_key',
      'owner',
    ]) {
      expect([field, (await addUser(world.operator, 'mass.two', { [field]: 'x' })).status]).toEqual([
        field,
        422,
      ]);
      expect((await world.operator.call('user/update', { id, version: 1, [field]: 'x' })).status).toBe(422);
    }
    expect((await world.operator.call('user/update', { id, version: 1, superior: benId })).status).toBe(422);
    expect(await details(world.operator, id)).toEqual(before);
  });

  test('each field at its limits and past them; the sentence about the share ratio', async () => {
    const { id } = (await addUser(world.operator, 'limits.one')).content;
    for (const share_ratio of [-1, -0.01, 100.01, '5', null]) {
      const refused = await world.operator.call('user/update', { id, version: 1, share_ratio });
      expect(refused.status).toBe(422);
      expect(JSON.stringify(refused.body)).toContain('share_ratio');
    }
    const refused = await world.operator.call('user/update', { id, version: 1, share_ratio: -1 });
    expect(JSON.stringify(refused.body)).toContain('The share ratio must be a number from 0 to 100');
    for (const [version, change] of [{ share_ratio: 0 }, { share_ratio: 100 }, { domain_quota: 0 }].entries())
      expect((await world.operator.call('user/update', { id, version: version + 1, ...change })).status).toBe(
        200,
      );
    expect((await addUser(world.operator, 'lim')).status).toBe(422);
    expect((await addUser(world.operator, '1imits.one')).status).toBe(409);
  });

  test('two operators edit one person: the second learns what changed', async () => {
    const { id } = (await addUser(world.operator, 'both.edit')).content;
    expect((await world.operator.call('user/update', { id, version: 1, name: 'First' })).status).toBe(200);
    const stale = await world.root.call('user/update', { id, version: 1, name: 'Second' });
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { content: { row: { name: 'First' }, changed: [{ field: 'name', sent: 'Second', current: 'First' }] } },
    ]);
    expect((await world.root.call('user/move', { id, version: 1, superior: null })).status).toBe(409);
  });

  test('nobody stands below the own subordinate, and an operator is no customer', async () => {
    const top = (await addUser(world.operator, 'circle.top')).content.id;
    const low = (await addUser(world.operator, 'circle.low', { superior: top })).content.id;
    const circle = await world.operator.call('user/move', { id: top, version: 1, superior: low });
    expect([circle.status, circle.body]).toMatchObject([409, { code: 'superior_inside' }]);
    expect((await world.operator.call('user/move', { id: top, version: 1, superior: top })).status).toBe(409);
    const operatorId = await idOf(world.operator);
    expect((await world.root.call('user/details', { id: operatorId })).status).toBe(404);
    expect((await world.root.call('user/act_as', { id: operatorId })).status).toBe(404);
    expect((await world.root.call('user/disable', { ids: [low, operatorId], codes: 'keep' })).status).toBe(
      404,
    );
    expect((await details(world.root, low)).disabled).toBe(1);
  });

  test('an operator gets a superior without a circle, from whoever may do it, and the log says so', async () => {
    const password = await seal(world.root, GIVEN, 'administrator', 'add', 'password');
    const made = await world.root.call<{ id: string }>('administrator/add', {
      account: 'moved.op',
      password,
    });
    const { id } = made.content;
    const row = async () => (await world.root.call<User>('administrator/details', { id })).content;
    const move = (by: Api, body: Record<string, unknown>) => by.call('administrator/move', { id, ...body });
    const place = { version: (await row()).version, superior: agentId };
    for (const by of [world.agent, world.ben]) expect((await move(by, place)).status).toBe(403);
    const root = await idOf(world.root);
    expect((await move(world.operator, { ...place, id: root })).status).toBe(404);
    expect((await move(world.operator, place)).status).toBe(200);
    expect(await row()).toMatchObject({ superior: agentId, superior_account: 'agent.security' });
    expect((await move(world.operator, place)).status).toBe(409);
    const circle = await move(world.operator, { version: (await row()).version, superior: id });
    expect([circle.status, circle.body]).toMatchObject([409, { code: 'superior_inside' }]);
    // An agent's people are customers: an operator below one is none of them.
    expect((await world.agent.call('user/details', { id })).status).toBe(404);
    const told = (await auditOf(world.product, id)).filter(
      ({ type }) => type === 'system.administrator.move',
    );
    expect(told).toHaveLength(1);
  });
});

describe('Disabling', () => {
  test('ends sessions, sockets and keys at once, freezes the codes, and enabling lifts just those', async () => {
    const { id, api } = await newcomer(world.operator, 'leaver.one');
    const [kept, other] = [await addCode(api), await addCode(api)];
    expect(
      (await world.operator.call('qr_code_list/freeze', { ids: [other.id], reason: 'Looks odd' })).status,
    ).toBe(200);
    const key = apiOf(world.product.origin, await createKey(world.product, ['--account', 'leaver.one']));
    const channel = await openChannel(world.product.origin);
    channel.logIn(api.token ?? '');
    const done = await world.operator.call<{ count: number; codes: number }>('user/disable', {
      ids: [id],
      codes: 'freeze',
    });
    expect(done.content).toEqual({ count: 1, codes: 1 });
    expect([await isOut(api), await isOut(key)]).toEqual([true, true]);
    await channel.closed;
    expect([await visited(kept), await visited(other)]).toEqual([451, 451]);
    expect((await attempt(world.product, 'leaver.one', OWN, '198.51.100.31')).status).toBe(403);
    expect((await world.operator.call('user/enable', { ids: [id] })).content).toEqual({ count: 1, codes: 1 });
    expect([await visited(kept), await visited(other)]).toEqual([200, 451]);
    expect((await attempt(world.product, 'leaver.one', OWN, '198.51.100.31')).status).toBe(200);
    const types = (await auditOf(world.product, id)).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['system.user.disable', 'system.user.enable']));
  });

  test('the codes of who is disabled go on when that was wished', async () => {
    const { id, api } = await newcomer(world.operator, 'leaver.two');
    const code = await addCode(api);
    await world.operator.call('user/disable', { ids: [id], codes: 'keep' });
    expect(await visited(code)).toBe(200);
  });
});

describe('A forgotten password 6.4.1', () => {
  const set = async (token: string, password: string) => {
    const guest = apiOf(world.product.origin);
    const sealed = await seal(guest, password, 'password_link', 'update', 'password');
    return guest.call('password_link/update', { token, password: sealed });
  };
  const linkFor = async (id: string) => {
    const hostile = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const answer = await world.operator.call<{ token: string }>('user/password_link', { id }, hostile);
    expect(JSON.stringify(answer.body)).not.toContain('evil.example');
    return answer.content.token;
  };

  test('the link is good once, for whoever has it; a later one, another reset or a disabling ends it', async () => {
    const { id, api } = await newcomer(world.operator, 'forgetful.one');
    const [first, second] = [await linkFor(id), await linkFor(id)];
    const kept = await withStore(world.product, (database) =>
      database.collection('system_account').find({}).toArray(),
    );
    expect(JSON.stringify(kept)).not.toContain(second);
    expect((await set(first, 'Fresh12345')).status).toBe(410);
    const both = await Promise.all([set(second, 'Fresh12345'), set(second, 'Fresh54321')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410]);
    expect(await isOut(api)).toBe(true);
    expect((await attempt(world.product, 'forgetful.one', OWN, '198.51.100.32')).status).toBe(401);
    const third = await linkFor(id);
    expect((await world.operator.call('user/reset_password', { id })).status).toBe(200);
    expect((await set(third, 'Fresh12345')).status).toBe(410);
    const fourth = await linkFor(id);
    await world.operator.call('user/disable', { ids: [id], codes: 'keep' });
    expect((await set(fourth, 'Fresh12345')).status).toBe(410);
  });
});

describe('Acting as a customer', () => {
  const actAs = async (by: Api, id: string) =>
    apiOf(world.product.origin, (await by.call<{ token: string }>('user/act_as', { id })).content.token);

  test('does what the customer can but takes nothing over, is recorded under both, and ends with the own session', async () => {
    const { id, api } = await newcomer(world.operator, 'acted.one');
    const own = await signIn(world.product.origin, { account: 'operator.security', password: 'Customer123' });
    const acting = await actAs(own, id);
    const me = await acting.call<{ user_info: Record<string, unknown> }>('administrator/profile');
    expect(me.content.user_info).toMatchObject({
      account: 'acted.one',
      acted_by: 'operator.security',
      is_super: false,
    });
    const code = await addCode(acting);
    expect((await api.call('qr_code_list/details', { id: code.id })).status).toBe(200);
    const [entry] = await auditOf(world.product, code.id);
    expect(entry?.actor).toMatchObject({ account: 'operator.security', as: { account: 'acted.one' } });
    const place = ['update_password', 'update'] as const;
    const change = {
      old_password: await seal(acting, OWN, ...place, 'old_password'),
      password: await seal(acting, 'Stolen12345', ...place, 'password'),
    };
    for (const [call, body] of [
      ['update_password/update', change],
      ['api_key/add', { name: 'mine' }],
      ['qr_code_access/issue_key', {}],
      ['user/act_as', { id: benId }],
      ['user/disable', { ids: [benId], codes: 'keep' }],
    ] as const)
      expect([call, (await acting.call(call, body)).status]).toEqual([call, 403]);
    const channel = await openChannel(world.product.origin);
    channel.logIn(acting.token ?? '');
    await own.call('administrator/logout');
    expect([await isOut(acting), await isOut(api)]).toEqual([true, false]);
    await channel.closed;
  });

  test('ends when the right to it or the operator goes; a key acts as nobody', async () => {
    const { id } = await newcomer(world.operator, 'acted.two');
    const password = await seal(world.root, GIVEN, 'administrator', 'add', 'password');
    const made = await world.root.call<{ id: string }>('administrator/add', {
      account: 'actor.one',
      password,
    });
    const actor = await chooseOwnPassword(world.product.origin, 'actor.one', GIVEN, OWN);
    const key = apiOf(world.product.origin, await createKey(world.product, ['--account', 'actor.one']));
    expect((await key.call('user/act_as', { id })).status).toBe(403);
    const acting = await actAs(actor, id);
    expect(await isOut(acting)).toBe(false);
    await world.root.call('administrator/disable', { id: made.content.id });
    expect(await isOut(acting)).toBe(true);
  });
});

test('an operator ends one session of a customer or all, and revokes the keys', async () => {
  const { id, api } = await newcomer(world.operator, 'access.one');
  const key = apiOf(world.product.origin, await createKey(world.product, ['--account', 'access.one']));
  const { content } = await world.operator.call<{ sessions: { id: string }[]; keys: { id: string }[] }>(
    'user/access',
    {
      id,
    },
  );
  expect([content.sessions.length, content.keys.length]).toEqual([1, 1]);
  const foreign = { id: benId, session: content.sessions[0]?.id };
  expect((await world.operator.call('user/end_access', foreign)).status).toBe(404);
  expect(await isOut(api)).toBe(false);
  await world.operator.call('user/end_access', { id, session: content.sessions[0]?.id });
  expect([await isOut(api), await isOut(key)]).toEqual([true, false]);
  await world.operator.call('user/end_access', { id, all: 'keys' });
  expect(await isOut(key)).toBe(true);
});
