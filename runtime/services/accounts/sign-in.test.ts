import { expect, setDefaultTimeout, test } from 'bun:test';
import { errors } from '@waypost/contract';
import type { Caller } from '@waypost/sdk';
import { createLockOut } from '../credentials/lock-out.ts';
import { servicesForEachTest } from '../each-test-services.ts';
import { outcome, testRequest } from '../test-services.ts';

const right = { account: 'admin', password: 'Waypost123' };
const wrong = { account: 'admin', password: 'Waypost124' };
const MINUTE = 60_000;
// A store in a process of its own, on a busy machine.
setDefaultTimeout(60_000);

const it = servicesForEachTest('sign_in');

const login = (input: typeof right, address?: string, caller?: Caller) =>
  it.services.identity.login(input, testRequest({ ...(address ? { address } : {}), caller }));
const authenticate = (token: string) => it.services.authenticate(token, { address: '', userAgent: '' });
async function signedIn(address?: string): Promise<{ token: string; caller: Caller }> {
  const { token } = await login(right, address);
  const caller = await authenticate(token);
  if (!caller) throw new Error('the fresh token is not accepted');
  return { token, caller };
}

test('a login brings who one is; the store holds neither password nor token', async () => {
  const { token, user_info } = await login({ account: ' ADMIN ', password: right.password });
  expect(user_info).toMatchObject({
    account: 'admin',
    is_super: true,
    must_change_password: false,
    role_name: 'role.super',
  });
  const account = await it.collections.accounts.findOne({ account: 'admin' });
  expect(account?.password_hash).toStartWith('$argon2id$');
  expect(account).toMatchObject({ login_ip: '203.0.113.7', login_time: it.clock.date() });
  const everything = JSON.stringify([
    await it.collections.sessions.find({}).toArray(),
    await it.collections.accounts.find({}).toArray(),
    await it.collections.audit.find({}).toArray(),
  ]);
  expect(everything).not.toContain(token);
  expect(everything).not.toContain(right.password);
});

test('login rotates the token, logout ends it', async () => {
  const first = await signedIn();
  const { token } = await login(right, undefined, first.caller);
  expect(token).not.toBe(first.token);
  expect(await authenticate(first.token)).toBeUndefined();
  const caller = await authenticate(token);
  expect(caller).toMatchObject({ account: 'admin', isSuper: true, via: 'session' });
  await it.services.identity.logout(caller as Caller);
  expect(await authenticate(token)).toBeUndefined();
});

/** Waits until the last use of a session, which is noted behind the answer, stands in the store. */
async function noted(): Promise<void> {
  const deadline = performance.now() + 20_000;
  while ((await it.collections.sessions.findOne({ last_time: it.clock.date() })) === null) {
    if (performance.now() > deadline) throw new Error('the last use was not noted within 20 s');
    await Bun.sleep(2);
  }
}

test('a session ends after a week without use, and after 30 days of use', async () => {
  const { token } = await signedIn();
  it.clock.pass(6 * 24 * 60 * MINUTE);
  expect(await authenticate(token)).toBeDefined();
  await noted();
  it.clock.pass(6 * 24 * 60 * MINUTE);
  expect(await authenticate(token)).toBeDefined();
  await noted();
  it.clock.pass(7 * 24 * 60 * MINUTE);
  expect(await authenticate(token)).toBeUndefined();
  const second = await signedIn();
  for (let day = 0; day < 29; day += 1) {
    it.clock.pass(24 * 60 * MINUTE);
    expect(await authenticate(second.token)).toBeDefined();
    await noted();
  }
  it.clock.pass(24 * 60 * MINUTE);
  expect(await authenticate(second.token)).toBeUndefined();
});

test('a disabled account is out at once, and says why only to who knows the password', async () => {
  const { token } = await signedIn();
  const { key } = await it.services.apiKeys.create({
    owner: (await authenticate(token))?.id ?? '',
    name: 'k',
  });
  await it.collections.accounts.updateOne({ account: 'admin' }, { $set: { disabled: 2 } });
  expect(await authenticate(token)).toBeUndefined();
  expect(await authenticate(key)).toBeUndefined();
  expect(await outcome(login(wrong))).toBe('login_failed');
  expect(await outcome(login(right))).toBe('account_disabled');
});

test('after five failures the right password fails too, for fifteen minutes', async () => {
  for (let attempt = 0; attempt < 5; attempt += 1) expect(await outcome(login(wrong))).toBe('login_failed');
  expect(await outcome(login(right))).toBe('locked_out');
  it.clock.pass(15 * MINUTE - 1);
  const refusal = await login(right).catch((error: { status: number; content: unknown }) => error);
  expect(refusal).toMatchObject({ status: 429, content: { seconds: 1 } });
  it.clock.pass(1);
  expect(await outcome(login(right))).toBe('accepted');
});

test('guesses sent all at once get no more tries than one by one', async () => {
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcome(login(wrong))));
  expect(outcomes.filter((code) => code === 'login_failed')).toHaveLength(5);
  expect(outcomes.filter((code) => code === 'locked_out')).toHaveLength(15);
});

test('an attacker elsewhere cannot lock the owner out', async () => {
  await signedIn('198.51.100.1');
  for (let line = 0; line < 12; line += 1)
    for (let attempt = 0; attempt < 5; attempt += 1)
      await outcome(login(wrong, `2001:db8:0:${line}::${attempt}`));
  expect(await outcome(login(wrong, '2001:db8:0:ffff::1'))).toBe('locked_out');
  expect(await outcome(login(right, '198.51.100.1'))).toBe('accepted');
});

test('a network that tries many accounts is stopped', async () => {
  for (let account = 0; account < 50; account += 1)
    await outcome(login({ account: `person${account}`, password: 'Guess123' }, '198.51.100.9'));
  expect(await outcome(login({ account: 'person99', password: 'Guess123' }, '198.51.100.9'))).toBe(
    'locked_out',
  );
  expect(await outcome(login(right, '198.51.100.10'))).toBe('accepted');
});

test('an account that does not exist answers like one that does, lock-out included', async () => {
  const answers = async (account: string) => {
    const codes: string[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      codes.push(await outcome(login({ account, password: 'Guess123' }, '192.0.2.1')));
    return codes;
  };
  expect(await answers('nobody')).toEqual(await answers('admin'));
});

test('a password changed ends every other session; the old password is guarded by the lock-out', async () => {
  const [other, mine] = [await signedIn(), await signedIn()];
  const change = (oldPassword: string, password: string) =>
    it.services.identity.changePassword({ oldPassword, password }, testRequest({ caller: mine.caller }));
  expect(await outcome(change('Guess123', 'Another123'))).toBe('invalid_input');
  expect(await outcome(change(right.password, 'short'))).toBe('invalid_input');
  expect(await authenticate(other.token)).toBeDefined();
  const { token } = await change(right.password, 'Another123');
  expect(await authenticate(other.token)).toBeUndefined();
  expect(await authenticate(mine.token)).toBeUndefined();
  expect(await authenticate(token)).toBeDefined();
  expect(await outcome(login(right))).toBe('login_failed');
  expect(await outcome(login({ ...right, password: 'Another123' }))).toBe('accepted');
});

test('whoever asked to is told of each password that is another one, and of no other change', async () => {
  const { identity } = it.services;
  const { caller } = await signedIn();
  await identity.changePassword(
    { oldPassword: right.password, password: 'Another123' },
    testRequest({ caller }),
  );
  const { token } = await identity.people.passwordLink(caller.id);
  await identity.people.passwordByLink({ token, password: 'Further123' }, testRequest());
  await identity.revokeAccess(caller.id, 'password_reset');
  expect(it.changedPasswords).toEqual([caller.id, caller.id, caller.id]);
  await identity.revokeAccess(caller.id, 'disabled');
  await outcome(identity.people.passwordByLink({ token, password: 'Again12345' }, testRequest()));
  expect(it.changedPasswords).toHaveLength(3);
});

test('a hash that has become too weak is made anew at login', async () => {
  const weak = await Bun.password.hash(right.password, { algorithm: 'bcrypt', cost: 4 });
  await it.collections.accounts.updateOne({ account: 'admin' }, { $set: { password_hash: weak } });
  expect(await outcome(login(right))).toBe('accepted');
  expect((await it.collections.accounts.findOne({ account: 'admin' }))?.password_hash).toStartWith(
    '$argon2id$',
  );
  expect(await outcome(login(right))).toBe('accepted');
});

test('a one-time password opens nothing but the change of it', async () => {
  await it.collections.accounts.updateOne({ account: 'admin' }, { $set: { must_change_password: true } });
  const { token, user_info } = await login(right);
  expect(user_info).toMatchObject({ is_super: false, permissions: ['system.own_password:update'] });
  const caller = (await authenticate(token)) as Caller;
  expect(caller.isSuper).toBe(false);
  const changed = await it.services.identity.changePassword(
    { oldPassword: right.password, password: 'Another123' },
    testRequest({ caller }),
  );
  expect(changed.user_info.is_super).toBe(true);
});

test('the session of a one-time password ends after a quarter of an hour, however much it is used', async () => {
  await it.collections.accounts.updateOne({ account: 'admin' }, { $set: { must_change_password: true } });
  const { token } = await login(right);
  it.clock.pass(14 * MINUTE);
  expect(await authenticate(token)).toMatchObject({ hasOneTimePassword: true });
  await noted();
  it.clock.pass(MINUTE + 1);
  expect(await authenticate(token)).toBeUndefined();
  expect(await outcome(login(right))).toBe('one_time_password_used');
  const { password } = await it.services.accounts.resetPassword('admin');
  expect(await outcome(login({ ...right, password: password ?? '' }))).toBe('accepted');
});

test('maintenance that keeps somebody out does not use up the one-time password', async () => {
  const { password = '' } = await it.services.accounts.create({ account: 'customer1', role: 'customer' });
  const { version } = await it.services.platform.readNow();
  await it.services.platform.change(version, { maintenance: 2 });
  expect(await outcome(login({ account: 'customer1', password }))).toBe('maintenance');
  await it.services.platform.change(version + 1, { maintenance: 1 });
  expect(await outcome(login({ account: 'customer1', password }))).toBe('accepted');
});

test('maintenance ends calls of customers, and public ones know that they are kept out', async () => {
  const { password = '' } = await it.services.accounts.create({ account: 'customer2', role: 'customer' });
  const { token } = await login({ account: 'customer2', password });
  const { version } = await it.services.platform.readNow();
  await it.services.platform.change(version, { maintenance: 2 });
  const facts = { address: '', userAgent: '' };
  expect(await outcome(authenticate(token))).toBe('maintenance');
  expect(await it.services.authenticate(token, { ...facts, isPublic: true })).toMatchObject({
    isKeptOut: true,
  });
  await it.services.platform.change(version + 1, { maintenance: 1 });
  expect(await authenticate(token)).not.toHaveProperty('isKeptOut');
});

test('who gets no turn to hash has not guessed wrongly, however often', async () => {
  const lockOut = createLockOut({
    failures: it.collections.failures,
    clock: it.clock,
    limits: async () => ({ limit: 5, minutes: 15 }),
  });
  for (let index = 0; index < 8; index += 1) {
    const attempt = await lockOut.enter({ account: 'admin', address: '203.0.113.7', isKnownNetwork: false });
    const busy = errors.tooManyRequests.create({ seconds: 1 });
    expect(await outcome(attempt.look(() => Promise.reject(busy)))).toBe('too_many_requests');
  }
  expect(await outcome(login(right))).toBe('accepted');
});
