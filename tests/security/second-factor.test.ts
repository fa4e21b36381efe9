import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Secret, TOTP } from 'otpauth';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { openChannel } from '../contract/realtime-client.ts';
import { auditOf, isOut } from './people.ts';
import { openWorld, type World, withStore } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

interface OwnSession {
  id: string;
  browser: string;
  system: string;
  is_current: boolean;
}

let people = 0;
async function person() {
  people += 1;
  const credentials = await createAccount(world.product, {
    account: `factor.person${people}`,
    role: 'customer',
  });
  return { ...credentials, api: await signIn(world.product.origin, credentials) };
}
type Person = Awaited<ReturnType<typeof person>>;

const login = async ({ account, password }: Person, totp?: string, headers: Record<string, string> = {}) => {
  const guest = apiOf(world.product.origin);
  const sealed = await seal(guest, password, 'administrator', 'login', 'password');
  const body = { account, password: sealed, ...(totp === undefined ? {} : { totp }) };
  return guest.call<{ token: string }>('administrator/login', body, headers);
};
const codeOf = (secret: string, steps: number) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });
const old = (api: Api, password: string, call: string) =>
  seal(api, password, 'second_factor', call, 'old_password');

/**
 * Confirmed with the code of now, which is used up by it: what comes later takes that of the next step, which is good also
 * when the step turns in between.
 */
async function setUp({ api, password }: Person) {
  const begun = await api.call<{ secret: string; address: string; picture: { size: number } }>(
    'second_factor/begin',
    { old_password: await old(api, password, 'begin') },
  );
  const { secret } = begun.content;
  const confirmed = await api.call<{ recovery_codes: string[] }>('second_factor/confirm', {
    totp: codeOf(secret, 0),
  });
  return { ...begun.content, recovery: confirmed.content.recovery_codes };
}

describe('A password that was read over a shoulder is not enough where there is a second factor', () => {
  test('a login asks for the code, takes it once, and a recovery code in its place once', async () => {
    const anna = await person();
    const { secret, recovery } = await setUp(anna);
    expect(await login(anna)).toMatchObject({ status: 401, body: { code: 'totp_required' } });
    const code = codeOf(secret, 1);
    const twice = await Promise.all([login(anna, code), login(anna, code)]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect(twice.find(({ status }) => status === 401)).toMatchObject({ body: { code: 'totp_invalid' } });
    const [first = ''] = recovery;
    expect((await login(anna, first)).status).toBe(200);
    expect(await login(anna, first)).toMatchObject({ status: 401, body: { code: 'totp_invalid' } });
  });

  test('no dump of the store shows what codes are made of', async () => {
    const anna = await person();
    const { secret, recovery } = await setUp(anna);
    const dump = await withStore(world.product, async (database) => {
      const names = await database.listCollections().toArray();
      const rows = names.map(({ name }) => database.collection(name).find({}).toArray());
      return JSON.stringify(await Promise.all(rows));
    });
    expect(dump).toContain(anna.account);
    for (const plain of [secret, ...recovery]) expect(dump).not.toContain(plain);
  });

  test('a stolen session cannot set one up, switch it off or make recovery codes without the password', async () => {
    const anna = await person();
    const begin = await anna.api.call('second_factor/begin', {
      old_password: await old(anna.api, 'Wrong12345', 'begin'),
    });
    expect(begin).toMatchObject({ status: 422, body: { errors: [{ path: 'old_password' }] } });
    const { secret, recovery } = await setUp(anna);
    for (const call of ['renew_codes', 'turn_off']) {
      const ask = async (password: string, totp: string) =>
        anna.api.call(`second_factor/${call}`, { old_password: await old(anna.api, password, call), totp });
      expect(await ask('Wrong12345', codeOf(secret, 1))).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'old_password' }] },
      });
      expect(await ask(anna.password, 'aaaaa-aaaaa')).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'totp' }] },
      });
    }
    const off = await anna.api.call('second_factor/turn_off', {
      old_password: await old(anna.api, anna.password, 'turn_off'),
      totp: recovery[0],
    });
    expect(off.status).toBe(200);
    expect((await login(anna)).status).toBe(200);
  });

  test('an operator takes it away from whoever lost telephone and codes, with a reason, and nobody their own', async () => {
    const anna = await person();
    const idOf = async (api: Api) =>
      (await api.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
    const id = await idOf(anna.api);
    await setUp(anna);
    const reset = (by: Api, body: object) => by.call('user/reset_second_factor', { id, ...body });
    expect((await reset(world.ben, { reason: 'x' })).status).toBe(403);
    expect((await reset(world.operator, {})).status).toBe(422);
    expect((await login(anna)).status).toBe(401);
    expect((await reset(world.operator, { reason: 'Telephone lost' })).status).toBe(200);
    expect((await login(anna)).status).toBe(200);
    const entry = (await auditOf(world.product, id)).find(
      ({ type }) => type === 'system.user.reset_second_factor',
    );
    expect(entry?.actor?.account).toBe('operator.security');
    expect(entry?.after).toContain('Telephone lost');
    expect(await reset(world.operator, { reason: 'x' })).toMatchObject({
      status: 409,
      body: { code: 'second_factor_off' },
    });
    const own = await world.root.call('administrator/reset_second_factor', {
      id: await idOf(world.root),
      reason: 'x',
    });
    expect(own).toMatchObject({ status: 403, body: { code: 'use_own_account' } });
  });

  test('an API key sees whether there is one and changes nothing of it, nor of its owner’s sessions', async () => {
    const anna = await person();
    const { key } = (await anna.api.call<{ key: string }>('api_key/add', { name: 'Shop' })).content;
    const program = apiOf(world.product.origin, key);
    expect((await program.call('second_factor/inquire')).status).toBe(200);
    const begin = { old_password: await old(program, anna.password, 'begin') };
    expect((await program.call('second_factor/begin', begin)).status).toBe(403);
    expect((await program.call('own_session/inquire')).status).toBe(403);
    expect((await program.call('own_session/end_all')).status).toBe(403);
    expect(await isOut(anna.api)).toBe(false);
  });
});

describe('Sessions and devices: whoever lost a telephone shuts it out, at once', () => {
  const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const inquire = async (api: Api) =>
    (await api.call<{ sessions: OwnSession[] }>('own_session/inquire')).content.sessions;

  test('sees each by device and address, ends one, and its socket closes', async () => {
    const anna = await person();
    const { token } = (await login(anna, undefined, { 'user-agent': FIREFOX })).content;
    const lost = apiOf(world.product.origin, token);
    const channel = await openChannel(world.product.origin);
    channel.logIn(token);
    const sessions = await inquire(anna.api);
    expect(sessions.filter(({ is_current }) => is_current)).toHaveLength(1);
    const found = sessions.find(({ browser }) => browser === 'Firefox 140');
    expect(found).toMatchObject({ system: 'Windows 10', is_current: false });
    expect((await anna.api.call('own_session/end', { id: found?.id })).status).toBe(200);
    expect(await isOut(lost)).toBe(true);
    expect((await channel.closed).reason).not.toBe('');
    expect((await anna.api.call('own_session/end', { id: found?.id })).status).toBe(404);
  });

  test('ends all others, or all', async () => {
    const anna = await person();
    const other = apiOf(world.product.origin, (await login(anna)).content.token);
    const { content } = await anna.api.call<{ count: number }>('own_session/end_others');
    expect([content.count, await isOut(other), await isOut(anna.api)]).toEqual([1, true, false]);
    expect((await anna.api.call('own_session/end_all')).status).toBe(200);
    expect(await isOut(anna.api)).toBe(true);
  });

  test('each is in the audit log', async () => {
    const anna = await person();
    const { id } = (await anna.api.call<{ user_info: { id: string } }>('administrator/profile')).content
      .user_info;
    await setUp(anna);
    await anna.api.call('own_session/end_others');
    const types = (await auditOf(world.product, id)).map(({ type }) => type);
    expect(types).toContain('system.second_factor.on');
    expect(types).toContain('system.own_session.end_others');
  });
});
