import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { randomInt } from 'node:crypto';
import mongoose from 'mongoose';
import { parseEnvironment, storeUri } from '../../runtime/kernel/environment.ts';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';

interface Administrator {
  id: string;
  version: number;
  account: string;
  role: string;
  role_name: string;
  disabled: number;
  online_status: number;
}
interface PageOf<T> {
  content: T[];
  count: number;
}

let product: Product;
let root: Api;
const PASSWORD = 'Customer123';

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'error' } });
  root = await signIn(product.origin, product.administrator);
});
afterAll(async () => {
  await product?.stop();
});

/** A sign-in as somebody at `address` would do it, through the trusted proxy. */
async function attempt(account: string, password: string, address: string) {
  const guest = apiOf(product.origin);
  const sealed = await seal(guest, password, 'administrator', 'login', 'password');
  const started = performance.now();
  const answer = await guest.call<{ token: string }>(
    'administrator/login',
    { account, password: sealed },
    { 'x-forwarded-for': address },
  );
  return { status: answer.status, body: answer.body, milliseconds: performance.now() - started };
}

async function addAdministrator(by: Api, account: string, more: Record<string, unknown> = {}) {
  const password = await seal(by, PASSWORD, 'administrator', 'add', 'password');
  return by.call<{ id: string }>('administrator/add', { account, password, ...more });
}

const details = async (id: string) =>
  (await root.call<Administrator>('administrator/details', { id })).content;
const isOut = async (api: Api) => (await api.call('administrator/profile')).status === 401;

/** Everything that the store holds, as text. */
async function storeDump(): Promise<string> {
  const uri = storeUri(parseEnvironment({ DATA_DIR: product.dataDir, MONGODB_URI: process.env.MONGODB_URI }));
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const collections = [
      'system_account',
      'system_session',
      'system_api_key',
      'system_audit_log',
      'system_login_failure',
    ];
    const rows = await Promise.all(collections.map((name) => connection.collection(name).find({}).toArray()));
    return JSON.stringify(rows);
  } finally {
    await connection.close();
  }
}

describe('Hash 11.4.2, Secrets 13.3.1', () => {
  test('a stolen store gives neither passwords nor tokens nor keys', async () => {
    const dump = await storeDump();
    expect(dump).toContain('"password_hash":"$argon2id$');
    expect(dump).not.toContain(product.administrator.password);
    expect(dump).not.toContain(root.token as string);
    expect(dump).not.toContain('"password":');
  });

  test('no answer shows a hash', async () => {
    const rows = (await root.call<PageOf<Administrator>>('administrator/inquire')).content;
    expect(rows.count).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/password_hash|argon2|known_networks/);
  });
});

describe('Lock-out 6.1.1, 6.3.1', () => {
  test('five failures lock the pair of account and address, for the right password too, and nobody else', async () => {
    const { account, password } = await createAccount(product, { account: 'lockout1', role: 'customer' });
    const [attacker, owner] = ['198.51.100.77', '203.0.113.77'];
    for (let index = 0; index < 5; index += 1)
      expect((await attempt(account, `Guess${index}`, attacker)).status).toBe(401);
    const locked = await attempt(account, password, attacker);
    expect(locked.status).toBe(429);
    expect(locked.body).toMatchObject({ code: 'locked_out', content: { seconds: expect.any(Number) } });
    expect((await attempt(account, password, owner)).status).toBe(200);
  });

  test('an attacker cannot find out which accounts exist, by answer or by time', async () => {
    const { account } = await createAccount(product, { account: 'exists1', role: 'customer' });
    const times: Record<string, number[]> = { [account]: [], nobody1: [] };
    const bodies: Record<string, unknown[]> = { [account]: [], nobody1: [] };
    for (let round = 0; round < 12; round += 1) {
      for (const name of [account, 'nobody1']) {
        const answer = await attempt(name, 'Guess123', `192.0.2.${Math.floor(round / 4) + 1}`);
        times[name]?.push(answer.milliseconds);
        bodies[name]?.push([answer.status, answer.body]);
      }
    }
    expect(bodies.nobody1).toEqual(bodies[account] as unknown[]);
    const fastest = (name: string) => Math.min(...(times[name] ?? []));
    // The hash dominates; without one an unknown account would answer ten times as fast.
    expect(fastest('nobody1') / fastest(account)).toBeGreaterThan(0.5);
    expect(fastest('nobody1') / fastest(account)).toBeLessThan(2);
  });
});

describe('Sealed passwords', () => {
  test('a plain password is refused on every call that takes one', async () => {
    const login = await apiOf(product.origin).call('administrator/login', { ...product.administrator });
    const add = await root.call('administrator/add', { account: 'plain1', password: PASSWORD });
    const change = await root.call('update_password/update', { old_password: 'a', password: 'b' });
    for (const { status, body } of [login, add, change]) {
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toContain('password');
    }
  });

  test('a recorded login cannot be replayed', async () => {
    const guest = apiOf(product.origin);
    const body = {
      account: product.administrator.account,
      password: await seal(guest, product.administrator.password, 'administrator', 'login', 'password'),
    };
    expect((await guest.call('administrator/login', body)).status).toBe(200);
    const replay = await guest.call('administrator/login', body);
    expect(replay.status).toBe(422);
    expect(replay.body).toMatchObject({ code: 'sealed_invalid' });
  });
});

describe('Sessions 7.2.4, 7.4.1-3', () => {
  test('login rotates the token, logout ends it', async () => {
    const first = await signIn(product.origin, product.administrator);
    const password = await seal(first, product.administrator.password, 'administrator', 'login', 'password');
    const { token } = (
      await first.call<{ token: string }>('administrator/login', {
        account: product.administrator.account,
        password,
      })
    ).content;
    expect(token).not.toBe(first.token as string);
    expect(await isOut(first)).toBe(true);
    const second = apiOf(product.origin, token);
    expect((await second.call<{ token: string }>('administrator/profile')).content.token).toBe(token);
    await second.call('administrator/logout');
    expect(await isOut(second)).toBe(true);
  });

  test('disabling, a reset, a change of password and removal end every session at once', async () => {
    const { id } = (await addAdministrator(root, 'operator1')).content;
    const login = (password: string) => signIn(product.origin, { account: 'operator1', password });
    const disabled = await login(PASSWORD);
    expect((await details(id)).online_status).toBe(2);
    await root.call('administrator/disable', { id });
    expect(await isOut(disabled)).toBe(true);
    expect((await attempt('operator1', PASSWORD, '203.0.113.1')).body).toMatchObject({
      code: 'account_disabled',
    });
    await root.call('administrator/enable', { id });
    const reset = await login(PASSWORD);
    const { password } = (await root.call<{ password: string }>('administrator/reset_password', { id }))
      .content;
    expect(await isOut(reset)).toBe(true);
    const changer = await login(password);
    const changed = await changer.call<{ token: string }>('update_password/update', {
      old_password: await seal(changer, password, 'update_password', 'update', 'old_password'),
      password: await seal(changer, 'Another123', 'update_password', 'update', 'password'),
    });
    expect(await isOut(changer)).toBe(true);
    const fresh = apiOf(product.origin, changed.content.token);
    expect(await isOut(fresh)).toBe(false);
    expect((await root.call('administrator/remove', { id })).status).toBe(200);
    expect(await isOut(fresh)).toBe(true);
  });

  test('no token, a made-up one and one of another kind are worth nothing', async () => {
    for (const token of [undefined, '', 'x', 'A'.repeat(43), `wp_${'A'.repeat(43)}`, '../../etc', 'null'])
      expect(await isOut(apiOf(product.origin, token))).toBe(true);
  });
});

describe('Operators 1.2.4', () => {
  const operators = [{ $ne: null }, { $where: 'sleep(1000)' }, { $gt: '' }, [{ $ne: null }], null, 7, true];

  test('credentials that are not strings are refused', async () => {
    const guest = apiOf(product.origin);
    const password = await seal(guest, PASSWORD, 'administrator', 'login', 'password');
    for (const operator of operators) {
      for (const body of [
        { account: operator, password },
        { account: 'admin', password: operator },
        { account: 'admin', password: { ...password, ct: operator } },
        { account: 'admin', password: { ...password, challenge: operator } },
      ])
        expect((await guest.call('administrator/login', body)).status).toBe(422);
    }
  });

  test('no field of the administrators takes an operator', async () => {
    const { id } = (await addAdministrator(root, 'operator2')).content;
    const fields = [
      'id',
      'version',
      'account',
      'name',
      'phone',
      'role',
      'search',
      'page',
      'disabled',
      'sort_field',
    ];
    for (const operator of operators.slice(0, 4)) {
      for (const field of fields) {
        for (const [call, body] of Object.entries({
          inquire: {},
          details: { id },
          update: { id, version: 1 },
          disable: { id },
        }))
          expect((await root.call(`administrator/${call}`, { ...body, [field]: operator })).status).toBe(422);
      }
    }
    expect((await details(id)).version).toBe(1);
  });
});

describe('Mass assignment 15.3.3', () => {
  test('what the server keeps cannot be written, at creation or later', async () => {
    const { id } = (await addAdministrator(root, 'operator3')).content;
    const before = await details(id);
    for (const extra of [
      { disabled: 2 },
      { password_hash: 'x' },
      { must_change_password: false },
      { login_ip: '1.1.1.1' },
      { is_super: true },
      { owner: id },
      { create_time: '2020-01-01T00:00:00Z' },
    ]) {
      expect((await addAdministrator(root, `extra${randomInt(1e9)}`, extra)).status).toBe(422);
      expect(
        (await root.call('administrator/update', { id, version: before.version, ...extra })).status,
      ).toBe(422);
    }
    expect(
      (await root.call('administrator/update', { id, version: before.version, account: 'renamed' })).status,
    ).toBe(422);
    expect(await details(id)).toEqual(before);
  });

  test('nobody but a super administrator hands out roles, nor sees or touches one who is', async () => {
    const superId = (await root.call<PageOf<Administrator>>('administrator/inquire', { account: 'admin' }))
      .content.content[0];
    await addAdministrator(root, 'operator4');
    const role = (await root.call<{ id: string; key: string }[]>('administrator/role_choices')).content;
    const ordinary = role.find(({ key }) => key === 'administrator')?.id;
    await addAdministrator(root, 'operator5', { role: ordinary });
    const climber = await signIn(product.origin, { account: 'operator5', password: PASSWORD });
    for (const { id } of role)
      expect((await addAdministrator(climber, `climb${randomInt(1e9)}`, { role: id })).status).toBe(403);
    const made = (await addAdministrator(climber, 'operator6')).content;
    expect((await details(made.id)).role).toBe(ordinary as string);
    const update = await climber.call('administrator/update', {
      id: made.id,
      version: 1,
      role: superId?.role,
    });
    expect(update.status).toBe(403);
    for (const call of ['details', 'disable', 'reset_password', 'remove'])
      expect((await climber.call(`administrator/${call}`, { id: superId?.id })).status).toBe(404);
    const seen = (await climber.call<PageOf<Administrator>>('administrator/inquire')).content.content;
    expect(seen.map(({ account }) => account)).toContain('operator6');
    expect(seen.map(({ account }) => account)).not.toContain('admin');
  });

  test('one cannot disable or remove oneself, nor leave the platform without a super administrator', async () => {
    const me = (await root.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info.id;
    for (const call of ['disable', 'remove'])
      expect((await root.call(`administrator/${call}`, { id: me })).body).toMatchObject({
        code: 'own_account',
      });
    const roles = (await root.call<{ id: string; key: string }[]>('administrator/role_choices')).content;
    const ordinary = roles.find(({ key }) => key === 'administrator')?.id;
    const { version } = await details(me);
    const demotion = await root.call('administrator/update', { id: me, version, role: ordinary });
    expect(demotion.body).toMatchObject({ code: 'last_super_administrator' });
    expect((await details(me)).version).toBe(version);
  });
});

describe('First administrator 6.3.2', () => {
  test('there is no default account, and setup cannot be entered again', async () => {
    for (const [account, password] of [
      ['admin', 'admin'],
      ['admin', 'Admin123'],
      ['root', 'root'],
    ] as const)
      expect((await attempt(account, password, '192.0.2.200')).status).toBe(401);
    const again = Bun.spawnSync([process.execPath, 'runtime/command/main.ts', 'account', 'list', '--json'], {
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: product.dataDir,
        ADMIN_ACCOUNT: 'attacker',
        ADMIN_PASSWORD: 'Waypost123',
        ...(process.env.MONGODB_URI ? { MONGODB_URI: process.env.MONGODB_URI } : {}),
      },
    });
    const accounts = JSON.parse(again.stdout.toString()) as { account: string }[];
    expect(accounts.map(({ account }) => account)).not.toContain('attacker');
  });
});

describe('Routes 8.2.1', () => {
  interface OpenApi {
    paths: Record<string, Record<string, { 'x-permission'?: string; security?: unknown[] }>>;
  }
  /** contract.md, "Public without login". */
  const PUBLIC = ['security/challenge', 'administrator/login', 'website_info/inquire', 'language/inquire'];

  test('every route × every role: what needs a permission is refused without it', async () => {
    const document = (await (await fetch(`${product.origin}/api/openapi.json`)).json()) as OpenApi;
    const routes = Object.entries(document.paths)
      .filter(([, operations]) => operations.post)
      .map(([path, { post }]) => ({
        path: path.replace(/^\/api\//, ''),
        permission: post?.['x-permission'],
      }));
    expect(routes.length).toBeGreaterThan(15);
    const roles = new Map<string, Api>([['nobody', apiOf(product.origin)]]);
    for (const role of ['customer', 'agent', 'administrator'] as const)
      roles.set(
        role,
        await signIn(product.origin, await createAccount(product, { account: `route_${role}`, role })),
      );
    for (const [role, api] of roles) {
      const held = new Set(
        role === 'nobody'
          ? []
          : (await api.call<{ user_info: { permissions: string[] } }>('administrator/profile')).content
              .user_info.permissions,
      );
      for (const { path, permission } of routes) {
        if (path === 'administrator/logout') continue;
        // A field that no schema has: whoever may make the call learns 422, nobody's data changes.
        const { status } = await api.call(path, { no_such_field: 1 });
        const expected = PUBLIC.includes(path)
          ? 422
          : role === 'nobody'
            ? 401
            : permission !== undefined && !held.has(permission)
              ? 403
              : 422;
        expect({ role, path, status }).toEqual({ role, path, status: expected });
      }
    }
  });

  test('people see only what their role offers', async () => {
    const customer = await signIn(
      product.origin,
      await createAccount(product, { account: 'menu_one', role: 'customer' }),
    );
    interface Node {
      path: string;
      children: Node[];
    }
    const paths = (nodes: Node[]): string[] => nodes.flatMap((node) => [node.path, ...paths(node.children)]);
    const seen = async (api: Api) =>
      paths((await api.call<{ tree_menu_arr: Node[] }>('menu/tree')).content.tree_menu_arr);
    expect(await seen(customer)).not.toContain('/customer/administrators');
    expect(await seen(root)).toContain('/customer/administrators');
  });
});
