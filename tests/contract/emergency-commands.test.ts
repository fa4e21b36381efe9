import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { apiOf, seal, signIn } from '../api.ts';
import { commandOutcome, runCommand } from '../command-line.ts';
import type { Product } from '../product.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { withStore } from '../security/world.ts';
import { shareProduct } from '../shared-product.ts';

// What an operator does when the interface cannot be reached, beside the product; tests/full/emergency.test.ts does it without.

setDefaultTimeout(180_000);
let product: Product;
beforeAll(async () => {
  product = await shareProduct();
});

const json = async <T>(words: string[]) => JSON.parse(await runCommand(product, [...words, '--json'])) as T;

test('account disable ends sessions and keys at once; unlock lets in again', async () => {
  const person = await createAccount(product, { account: 'emergency.one', role: 'customer' });
  const session = await signIn(product.origin, person);
  const { key } = await json<{ key: string }>(['api-key', 'create', '--account', person.account]);
  expect((await apiOf(product.origin, key).call('administrator/profile')).status).toBe(200);
  expect(await json(['account', 'disable', '--account', person.account])).toMatchObject({
    account: person.account,
    disabled: true,
  });
  expect((await session.call('administrator/profile')).status).toBe(401);
  expect((await apiOf(product.origin, key).call('administrator/profile')).status).toBe(401);
  await expect(signIn(product.origin, person)).rejects.toThrow('account_disabled');
  const entry = await withStore(product, (database) =>
    database
      .collection('system_audit_log')
      .findOne({ type: 'system.account.disable' }, { sort: { seq: -1 } }),
  );
  expect(entry).toMatchObject({ actor: { account: 'command line', via: 'command_line' } });
  expect(await json(['account', 'unlock', '--account', person.account])).toMatchObject({ disabled: false });
  expect((await (await signIn(product.origin, person)).call('administrator/profile')).status).toBe(200);
});

test('account unlock lifts the lock of failed logins, whichever network they came from', async () => {
  const person = await createAccount(product, { account: 'emergency.two', role: 'customer' });
  const guest = apiOf(product.origin);
  const network = { 'x-forwarded-for': '198.51.100.202' };
  const tryWith = async (password: string) => {
    const sealed = await seal(guest, password, 'administrator', 'login', 'password');
    return (await guest.call('administrator/login', { account: person.account, password: sealed }, network))
      .status;
  };
  for (let tries = 0; (await tryWith('Wrong12345')) !== 429; tries++) expect(tries).toBeLessThan(30);
  expect(await tryWith(person.password)).toBe(429);
  await json(['account', 'unlock', '--account', person.account]);
  expect(await tryWith(person.password)).toBe(200);
});

test('account second-factor-off lets in who has lost telephone and recovery codes', async () => {
  const person = await createAccount(product, { account: 'emergency.factor', role: 'administrator' });
  const session = await signIn(product.origin, person);
  const off = ['account', 'second-factor-off', '--account', person.account];
  expect((await commandOutcome(product, off)).code).toBe(1);
  await giveSecondFactor(session, person.password);
  await expect(signIn(product.origin, person)).rejects.toThrow('totp_required');
  expect((await commandOutcome(product, off)).code).toBe(0);
  expect((await signIn(product.origin, person)).token).not.toBe('');
  const entry = await withStore(product, (database) =>
    database
      .collection('system_audit_log')
      .findOne({ type: 'system.account.second_factor_off' }, { sort: { seq: -1 } }),
  );
  expect(entry).toMatchObject({ actor: { account: 'command line', via: 'command_line' } });
});

test('account role changes what the next call may do', async () => {
  const person = await createAccount(product, { account: 'emergency.three', role: 'customer' });
  const session = await signIn(product.origin, person);
  expect((await session.call('administrator/inquire')).status).toBe(403);
  expect(
    await json(['account', 'role', '--account', person.account, '--role', 'administrator']),
  ).toMatchObject({ role: 'administrator' });
  expect((await session.call('administrator/inquire')).status).toBe(200);
  const wrong = await commandOutcome(product, [
    'account',
    'role',
    '--account',
    person.account,
    '--role',
    'king',
  ]);
  expect([wrong.code, wrong.out]).toEqual([1, '']);
});

test('account role takes an own role by its name, and says it', async () => {
  const person = await createAccount(product, { account: 'emergency.four', role: 'administrator' });
  const root = await signIn(product.origin, product.administrator);
  const name = 'Support in emergencies';
  expect((await root.call('role/add', { name, kind: 'operator' })).status).toBe(200);
  const said = await runCommand(product, ['account', 'role', '--account', person.account, '--role', name]);
  expect(said.trim()).toBe(`${person.account} is ${name}`);
});

test('what was wrong is told by the exit code: 1 refused, 2 not understood; help says how', async () => {
  const code = async (...words: string[]) => (await commandOutcome(product, words)).code;
  expect(await code('account', 'disable', '--account', 'nobody.is.so')).toBe(1);
  expect(await code('account', 'disable')).toBe(2);
  expect(await code('account', 'role', '--account', 'emergency.three')).toBe(2);
  expect(await code('ip-black', 'add')).toBe(2);
  expect(await code('ip-black', 'add', '203.0.113.250', '--until', 'soon')).toBe(2);
  expect(await code('ip-black', 'remove', '203.0.113.250')).toBe(1);
  for (const command of ['account disable', 'account unlock', 'account role', 'ip-black add', 'audit verify'])
    expect((await commandOutcome(product, [...command.split(' '), '--help'])).out).toContain(
      `waypost ${command}`,
    );
});
