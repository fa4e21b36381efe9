import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { type Product, startProduct } from '../product.ts';
import {
  type Administrator,
  addAdministrator,
  attempt,
  chooseOwnPassword,
  commandLine,
  details,
  isOut,
  PASSWORD,
  type PageOf,
  storeDump,
} from './people.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

/** What a person chooses in place of the password that they were given. */
const OWN = 'Chosen123';

let product: Product;
let root: Api;

beforeAll(async () => {
  product = await startProduct({ env: { LOG_LEVEL: 'error' } });
  root = await signIn(product.origin, product.administrator);
}, 180_000);
afterAll(async () => {
  await product?.stop();
});

describe('Hash 11.4.2, Secrets 13.3.1', () => {
  test('a stolen store gives neither passwords nor tokens nor keys', async () => {
    const dump = await storeDump(product);
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
      expect((await attempt(product, account, `Guess${index}`, attacker)).status).toBe(401);
    const locked = await attempt(product, account, password, attacker);
    expect(locked.status).toBe(429);
    expect(locked.body).toMatchObject({ code: 'locked_out', content: { seconds: expect.any(Number) } });
    expect((await attempt(product, account, password, owner)).status).toBe(200);
  });

  test('an attacker cannot find out which accounts exist, by answer or by time', async () => {
    const { account } = await createAccount(product, { account: 'exists1', role: 'customer' });
    const work: Record<string, number> = { [account]: 0, nobody1: 0 };
    const bodies: Record<string, unknown[]> = { [account]: [], nobody1: [] };
    for (let round = 0; round < 12; round += 1) {
      for (const name of [account, 'nobody1']) {
        const before = workOf(product.childPids().runtime);
        const answer = await attempt(product, name, 'Guess123', `192.0.2.${Math.floor(round / 4) + 1}`);
        work[name] = (work[name] ?? 0) + workOf(product.childPids().runtime) - before;
        bodies[name]?.push([answer.status, answer.body]);
      }
    }
    expect(bodies.nobody1).toEqual(bodies[account] as unknown[]);
    // The hash dominates: without one an unknown account would be less than a third of the work.
    const ratio = (work.nobody1 ?? 0) / (work[account] ?? 0);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });
});

/** What a process has computed so far, in ticks of the kernel; how busy the machine is makes no difference to it. */
function workOf(pid: number | undefined): number {
  // proc_pid_stat(5): fields 14 and 15 are the time in user mode and in the kernel; the second one may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

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
    const disabled = await chooseOwnPassword(product.origin, 'operator1', PASSWORD, OWN);
    expect((await details(root, id)).online_status).toBe(2);
    await root.call('administrator/disable', { id });
    expect(await isOut(disabled)).toBe(true);
    expect((await attempt(product, 'operator1', OWN, '203.0.113.1')).body).toMatchObject({
      code: 'account_disabled',
    });
    await root.call('administrator/enable', { id });
    const reset = await login(OWN);
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

describe('First administrator 6.3.2', () => {
  test('there is no default account, and setup cannot be entered again', async () => {
    for (const [account, password] of [
      ['admin', 'admin'],
      ['admin', 'Admin123'],
      ['root', 'root'],
    ] as const)
      expect((await attempt(product, account, password, '192.0.2.200')).status).toBe(401);
    const again = await commandLine(product, ['account', 'list'], {
      ADMIN_ACCOUNT: 'attacker',
      ADMIN_PASSWORD: 'Waypost123',
    });
    const accounts = again as { account: string }[];
    expect(accounts.map(({ account }) => account)).not.toContain('attacker');
  });
});
