import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { openChannel } from '../contract/realtime-client.ts';
import { CALM_ZONE } from '../time-zone.ts';
import { addAdministrator, auditOf, chooseOwnPassword, isOut, PASSWORD } from './people.ts';
import { openWorld, type PageOf, until, type World, withStore } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

interface Key {
  id: string;
  owner: string;
  owner_account: string;
  name: string;
  prefix: string;
  scopes: string[] | null;
  expires_at: string | null;
  last_time: string | null;
  last_ip: string | null;
  revoke_time: string | null;
  revoke_reason: string | null;
}

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

let people = 0;
/** Somebody whose keys are nobody else's business. */
async function person(role: 'customer' | 'agent' | 'super' = 'customer'): Promise<Api & { account: string }> {
  people += 1;
  const account = await createAccount(world.product, { account: `keys.person${people}`, role });
  return { ...(await signIn(world.product.origin, account)), account: account.account };
}
const withKey = (key: string) => apiOf(world.product.origin, key);
const add = (by: Api, body: Record<string, unknown> = {}) =>
  by.call<{ id: string; key: string }>('api_key/add', { name: 'Shop', ...body });
async function make(by: Api, body: Record<string, unknown> = {}) {
  const { id, key } = (await add(by, body)).content;
  return { id, key, api: withKey(key) };
}
const own = async (by: Api) => (await by.call<PageOf<Key>>('api_key/user_inquire')).content.content;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('API keys: what a program was given can be seen, bounded and taken back', () => {
  test('an owner names it, bounds it, sees when and from where it was used, and takes it back', async () => {
    const anna = await person();
    const { id, key, api } = await make(anna, { scopes: ['qr.code:read'], expires_at: inDays(30) });
    expect(key).toMatch(/^wp_[\w-]{43}$/);
    expect((await api.call('qr_code_list/inquire', {}, { 'x-forwarded-for': '198.51.100.9' })).status).toBe(
      200,
    );
    expect((await api.call('qr_code_list/add', { name: 'x', targets: [] })).status).toBe(403);
    const used = await until(
      () => own(anna),
      ([row]) => row?.last_time !== null,
    );
    expect(used).toEqual([
      expect.objectContaining({
        id,
        name: 'Shop',
        prefix: key.slice(0, 10),
        scopes: ['qr.code:read'],
        owner_account: anna.account,
        last_ip: '198.51.100.9',
        revoke_time: null,
      }),
    ]);
    expect(JSON.stringify(used)).not.toContain(key);
    const dump = await withStore(world.product, (database) =>
      database.collection('system_api_key').find({}).toArray(),
    );
    expect(JSON.stringify(dump)).not.toContain(key);
    expect((await anna.call('api_key/revoke', { id })).status).toBe(200);
    expect(await isOut(api)).toBe(true);
    expect((await own(anna))[0]).toMatchObject({ revoke_reason: 'owner' });
    expect((await anna.call('api_key/revoke', { id })).status).toBe(404);
    const types = () => auditOf(world.product, id).then((entries) => entries.map(({ type }) => type));
    expect(await until(types, (found) => found.length === 2)).toEqual([
      'system.api_key.add',
      'system.api_key.revoke',
    ]);
    expect(JSON.stringify(await auditOf(world.product, id))).not.toContain(key);
  });

  test('its rights are never more than its owner has, whatever its scopes say', async () => {
    const { id, api } = await make(await person(), { scopes: ['qr.code:*'] });
    expect((await api.call('qr_code_list/inquire')).status).toBe(200);
    // A key of before an account lost a right, or of before such a scope was refused.
    await withStore(world.product, (database) =>
      database
        .collection<{ _id: string }>('system_api_key')
        .updateOne({ _id: id }, { $set: { scopes: ['system.administrator:*', 'qr.code:*'] } }),
    );
    expect((await api.call('administrator/inquire')).status).toBe(403);
    expect((await api.call('qr_code_list/inquire')).status).toBe(200);
  });

  test('a scope that its owner does not have is refused: no key waits for the day on which its owner is given more', async () => {
    const anna = await person();
    for (const scope of ['system.administrator:read', 'system.administrator:*', 'qr.code:read_all']) {
      const { status, body } = await add(anna, { scopes: ['qr.code:read', scope] });
      expect([scope, status, body]).toEqual([
        scope,
        422,
        expect.objectContaining({
          errors: [{ path: 'scopes.1', message: expect.stringContaining('permissions that you have') }],
        }),
      ]);
    }
    expect(await own(anna)).toEqual([]);
  });

  test('what is no scope, a date that is over and a name that is none are refused with their place', async () => {
    const anna = await person();
    const faults = async (body: Record<string, unknown>) => {
      const { status, body: answer } = await add(anna, body);
      return [status, (answer as { errors?: { path: string }[] }).errors?.map(({ path }) => path)];
    };
    expect(await faults({ scopes: ['qr.*'] })).toEqual([422, ['scopes.0']]);
    expect(await faults({ scopes: ['qr.code:read', 'qr.cody:read'] })).toEqual([422, ['scopes.1']]);
    expect(await faults({ scopes: Array(101).fill('qr.code:read') })).toEqual([422, ['scopes']]);
    expect(await faults({ expires_at: inDays(-1) })).toEqual([422, ['expires_at']]);
    expect(await faults({ expires_at: inDays(20 * 366) })).toEqual([422, ['expires_at']]);
    expect(await faults({ name: ' ' })).toEqual([422, ['name']]);
    expect(await faults({ owner: 'f'.repeat(24) })).toEqual([422, ['owner']]);
    expect(await own(anna)).toEqual([]);
  });

  test('one that has run out is worth nothing', async () => {
    const anna = await person();
    const { id, api } = await make(anna, { expires_at: inDays(1) });
    expect(await isOut(api)).toBe(false);
    await withStore(world.product, (database) =>
      database
        .collection<{ _id: string }>('system_api_key')
        .updateOne({ _id: id }, { $set: { expires_at: new Date(Date.now() - 1) } }),
    );
    expect(await isOut(api)).toBe(true);
  });

  test('an account has twenty at most, also when they are asked for at the same time', async () => {
    const anna = await person();
    const answers = await Promise.all(Array.from({ length: 24 }, () => add(anna)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'api_key_limit' });
    const [first] = await own(anna);
    await anna.call('api_key/revoke', { id: first?.id });
    expect((await add(anna)).status).toBe(200);
  });

  test('a key makes no keys, opens no socket and changes no password', async () => {
    const anna = await person();
    const { key, api } = await make(anna);
    expect((await add(api)).status).toBe(403);
    const channel = await openChannel(world.product.origin);
    channel.logIn(key);
    expect((await channel.closed).reason).toBe('login_refused');
  });
});

describe('API keys of others', () => {
  test('are nobody’s but those of whoever may see all, and never those of somebody above', async () => {
    const [anna, ben, root] = [await person(), await person('agent'), await person('super')];
    const { id } = await make(anna);
    const above = await make(root);
    expect((await ben.call('api_key/revoke', { id })).status).toBe(404);
    const seen = async (by: Api, body: Record<string, unknown> = {}) =>
      (await by.call<PageOf<Key>>('api_key/inquire', { page_size: 200, ...body })).content.content.map(
        (key) => key.id,
      );
    expect(await seen(ben)).toEqual([]);
    const { content } = await anna.call<{ user_info: { id: string } }>('administrator/profile');
    expect(await seen(world.operator, { owner: content.user_info.id })).toEqual([id]);
    expect(await seen(world.operator)).not.toContain(above.id);
    expect(await seen(world.root)).toContain(above.id);
    expect((await world.operator.call('api_key/revoke', { id: above.id })).status).toBe(404);
    expect((await world.operator.call('api_key/revoke', { id })).status).toBe(200);
    expect((await own(anna))[0]).toMatchObject({ revoke_reason: 'administrator' });
    expect(await isOut(above.api)).toBe(false);
  });

  test('end when the account is disabled, reset at the screen or at the command line, and do not come back', async () => {
    const { id } = (await addAdministrator(world.root, 'keys.operator')).content;
    const { origin } = world.product;
    const first = await make(await chooseOwnPassword(origin, 'keys.operator', PASSWORD, 'Chosen123'));
    await world.root.call('administrator/disable', { id });
    expect(await isOut(first.api)).toBe(true);
    await world.root.call('administrator/enable', { id });
    expect(await isOut(first.api)).toBe(true);
    const again = await signIn(origin, { account: 'keys.operator', password: 'Chosen123' });
    const second = await make(again);
    const place = ['update_password', 'update'] as const;
    const changed = await again.call<{ token: string }>('update_password/update', {
      old_password: await seal(again, 'Chosen123', ...place, 'old_password'),
      password: await seal(again, 'Chosen456', ...place, 'password'),
    });
    // A change by the owner is no emergency: programs go on.
    expect(await isOut(second.api)).toBe(false);
    await world.root.call('administrator/reset_password', { id });
    expect(await isOut(second.api)).toBe(true);
    expect(await isOut(apiOf(origin, changed.content.token))).toBe(true);
    const anna = await person();
    const third = await make(anna);
    await runCommand(world.product, ['account', 'reset-password', '--account', anna.account]);
    expect(await isOut(third.api)).toBe(true);
  });
});

describe('API keys at the command line', () => {
  test('are made with name, scopes and last day, listed without the key, and revoked', async () => {
    const anna = await person();
    const run = (words: string[]) => runCommand(world.product, ['api-key', ...words, '--json']);
    const day = inDays(40).slice(0, 10);
    const { key } = JSON.parse(
      await run([
        'create',
        '--account',
        anna.account,
        '--name',
        'Till',
        '--scopes',
        'qr.code:*',
        '--expires',
        day,
      ]),
    ) as { key: string };
    const api = withKey(key);
    expect((await api.call('qr_code_list/inquire')).status).toBe(200);
    const text = await run(['list', '--account', anna.account]);
    expect(text).not.toContain(key);
    const [row] = JSON.parse(text) as { id: string; state: string; expires_at: string }[];
    expect(row).toMatchObject({
      account: anna.account,
      name: 'Till',
      scopes: ['qr.code:*'],
      state: 'active',
      // When that day is over by the clocks of the installation.
      expires_at: new Date(Date.parse(day) + 86_400_000 - CALM_ZONE.offset).toISOString(),
    });
    expect(JSON.parse(await run(['revoke', row?.id ?? '']))).toEqual({ id: row?.id });
    expect(await isOut(api)).toBe(true);
    await expect(run(['create', '--account', anna.account, '--expires', '2027-02-30'])).rejects.toThrow(
      'ended with 2',
    );
    await expect(run(['revoke', row?.id ?? ''])).rejects.toThrow('ended with 1');
  });
});
