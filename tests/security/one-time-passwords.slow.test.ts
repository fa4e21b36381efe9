import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, openSession, seal } from '../api.ts';
import { openChannel } from '../contract/realtime-client.ts';
import { addAdministrator, attempt, commandLine, isOut, PASSWORD } from './people.ts';
import { openWorld, routesOf, type World, withStore } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

/** All that a session of a one-time password is for. */
const OPEN = new Set([
  'administrator/logout',
  'administrator/profile',
  'menu/tree',
  'update_password/update',
]);
const OWN = 'Mine12345';

const login = (account: string, password: string) =>
  attempt(world.product, account, password, '198.51.100.20');
async function change(by: Api, from: string, to: string) {
  const place = ['update_password', 'update'] as const;
  return by.call<{ token: string }>('update_password/update', {
    old_password: await seal(by, from, ...place, 'old_password'),
    password: await seal(by, to, ...place, 'password'),
  });
}
let uses = 0;
/** What may be done with a one-time password: one sign-in, and in it the change to an own one. */
async function expectOneUse(account: string, password: string): Promise<void> {
  const both = await Promise.all([login(account, password), login(account, password)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(both.find(({ status }) => status === 403)?.body).toMatchObject({ code: 'one_time_password_used' });
  const [first] = both.filter(({ status }) => status === 200);
  const body = first?.body as { content: { token: string } };
  const session = apiOf(world.product.origin, body.content.token);
  // From an address of its own: hundreds of calls would be taken off what one may ask in a minute.
  uses += 1;
  const elsewhere = { 'x-forwarded-for': `10.61.${uses}.1` };
  for (const { path, isPublic } of await routesOf(world.product)) {
    if (isPublic || OPEN.has(path)) continue;
    const { status, body: refused } = await session.call(path, {}, elsewhere);
    expect({ path, status, refused }).toMatchObject({
      path,
      status: 403,
      refused: { code: 'password_change_required' },
    });
  }
  const channel = await openChannel(world.product.origin);
  channel.logIn(session.token ?? '');
  expect((await channel.closed).reason).toBe('login_refused');
  // Whoever gave it would go on knowing it.
  const kept = await change(session, password, password);
  expect(kept.body).toMatchObject({ code: 'invalid_input', errors: [{ path: 'password' }] });
  const changed = await change(session, password, OWN);
  expect(await isOut(session)).toBe(true);
  expect(await isOut(apiOf(world.product.origin, changed.content.token))).toBe(false);
  expect((await login(account, password)).status).toBe(401);
  expect((await login(account, OWN)).status).toBe(200);
  expect((await login(account, OWN)).status).toBe(200);
}

describe('A one-time password that was read over a shoulder, in a mail or a log is worth nothing after its first use', () => {
  test('the one that an administrator gave to a new account', async () => {
    await addAdministrator(world.root, 'once.added');
    await expectOneUse('once.added', PASSWORD);
  });

  test('the one of a reset by an administrator', async () => {
    const { id } = (await addAdministrator(world.root, 'once.reset')).content;
    const reset = await world.root.call<{ password: string }>('administrator/reset_password', { id });
    await expectOneUse('once.reset', reset.content.password);
  });

  test('the one that is configured for resets of customers: encrypted in the store, given to nobody whose name it is', async () => {
    const standard = 'Standard123';
    const choose = async (text?: string, by: Api = world.root) =>
      by.call<{ since: string | null }>('subscriber_config_default/change_default_password', {
        ...(text === undefined
          ? {}
          : {
              password: await seal(
                by,
                text,
                'subscriber_config_default',
                'change_default_password',
                'password',
              ),
            }),
      });
    const customer = async (account: string) => {
      const { password } = await createAccount(world.product, { account, role: 'customer' });
      return String((await openSession(world.product.origin, { account, password })).user_info.id);
    };
    const reset = async (id: string) =>
      (
        await world.operator.call<{ password: string | null; is_default: boolean }>('user/reset_password', {
          id,
        })
      ).content;
    expect((await choose(standard, world.anna)).status).toBe(403);
    expect(await choose('words')).toMatchObject({ status: 422, body: { errors: [{ path: 'password' }] } });
    expect((await choose(standard)).content.since).not.toBeNull();
    try {
      const dump = await withStore(world.product, async (database) => {
        const names = (await database.listCollections().toArray()).map(({ name }) => name);
        return JSON.stringify(
          await Promise.all(names.map((name) => database.collection(name).find({}).toArray())),
        );
      });
      expect(dump).not.toContain(standard);
      expect(await reset(await customer('default.one'))).toEqual({ password: null, is_default: true });
      await expectOneUse('default.one', standard);
      // An account of that very name gets a random one: its name is what everybody tries first.
      expect(await reset(await customer(standard.toLowerCase()))).toEqual({
        password: expect.stringMatching(/^\w{16}$/),
        is_default: false,
      });
    } finally {
      expect((await choose()).content.since).toBeNull();
    }
    expect(await reset(await customer('default.two'))).toMatchObject({ is_default: false });
  });

  test('those of the command line, for a new account and for one that was locked out by an earlier one', async () => {
    const run = async (words: string[]) => {
      const made = await commandLine(world.product, [...words, '--account', 'once.command']);
      return (made as { password: string }).password;
    };
    await expectOneUse('once.command', await run(['account', 'create']));
    const spent = await run(['account', 'reset-password']);
    expect((await login('once.command', spent)).status).toBe(200);
    expect((await login('once.command', spent)).status).toBe(403);
    await expectOneUse('once.command', await run(['account', 'reset-password']));
  });
});
