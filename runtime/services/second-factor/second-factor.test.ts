import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Caller } from '@waypost/sdk';
import { Secret, TOTP } from 'otpauth';
import { servicesForEachTest } from '../each-test-services.ts';
import { outcome, testRequest } from '../test-services.ts';

const right = { account: 'admin', password: 'Waypost123' };
const STEP = 30_000;
const MINUTE = 60_000;
// A store in a process of its own, on a busy machine.
setDefaultTimeout(60_000);

const it = servicesForEachTest('second_factor');

const login = (totp?: string, address?: string, password = right.password) =>
  it.services.identity.login(
    { account: 'admin', password, totp },
    testRequest({ ...(address ? { address } : {}) }),
  );
async function signedIn(totp?: string) {
  const { token } = await login(totp);
  const caller = await it.services.authenticate(token, { address: '', userAgent: '' });
  if (!caller) throw new Error('the fresh token is not accepted');
  return testRequest({ caller: caller as Caller });
}
/** What an app shows that many steps from now. */
const codeOf = (secret: string, steps = 0) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: it.clock.now() + steps * STEP });
async function setUp() {
  const request = await signedIn();
  const { secondFactor } = it.services.identity;
  const { secret, address } = await secondFactor.begin(
    { password: right.password, issuer: 'Way: post' },
    request,
  );
  const recovery = await secondFactor.confirm(codeOf(secret), request);
  // The code that confirmed it is used up.
  it.clock.pass(STEP);
  return { request, secondFactor, secret, address, recovery };
}

test('a set-up counts once a code of it was shown; the store holds neither secret nor recovery code in plain', async () => {
  const request = await signedIn();
  const { secondFactor } = it.services.identity;
  expect(await outcome(secondFactor.begin({ password: 'Wrong12345', issuer: 'W' }, request))).toBe(
    'invalid_input',
  );
  const { secret, address } = await secondFactor.begin(
    { password: right.password, issuer: 'Way: post' },
    request,
  );
  expect(address).toBe(
    `otpauth://totp/Way%20%20post:admin?issuer=Way%20%20post&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
  expect(await outcome(login())).toBe('accepted');
  expect(await outcome(secondFactor.confirm('000', request))).toBe('invalid_input');
  const recovery = await secondFactor.confirm(codeOf(secret), request);
  expect(recovery).toHaveLength(10);
  expect(await secondFactor.state(request.caller.id)).toMatchObject({ is_on: true, recovery_left: 10 });
  expect(await outcome(secondFactor.begin({ password: right.password, issuer: 'W' }, request))).toBe(
    'second_factor_on',
  );
  const everything = JSON.stringify([
    await it.collections.secondFactors.find({}).toArray(),
    await it.collections.accounts.find({}).toArray(),
    await it.collections.audit.find({}).toArray(),
  ]);
  for (const plain of [secret, ...recovery, ...recovery.map((code) => code.replace('-', ''))])
    expect(everything).not.toContain(plain);
});

test('a set-up that was begun half an hour ago is confirmed by nobody', async () => {
  const request = await signedIn();
  const { secondFactor } = it.services.identity;
  expect(await outcome(secondFactor.confirm('123456', request))).toBe('second_factor_not_begun');
  const { secret } = await secondFactor.begin({ password: right.password, issuer: 'W' }, request);
  it.clock.pass(30 * MINUTE);
  expect(await outcome(secondFactor.confirm(codeOf(secret), request))).toBe('second_factor_not_begun');
});

test('a login asks for the code, takes one a step away, and takes each code once', async () => {
  const { secret } = await setUp();
  expect(await outcome(login())).toBe('totp_required');
  expect(await outcome(login(undefined, undefined, 'Wrong12345'))).toBe('login_failed');
  // The one that confirmed the set-up, a step ago.
  expect(await outcome(login(codeOf(secret, -1)))).toBe('totp_invalid');
  expect(await outcome(login(codeOf(secret, 2)))).toBe('totp_invalid');
  expect(await outcome(login(codeOf(secret)))).toBe('accepted');
  expect(await outcome(login(codeOf(secret)))).toBe('totp_invalid');
  expect(await outcome(login(codeOf(secret, 1)))).toBe('accepted');
  // Whoever read a code over a shoulder has none that is older than one that was used.
  expect(await outcome(login(codeOf(secret)))).toBe('totp_invalid');
});

test('of many logins with one code at once one gets in', async () => {
  const { secret } = await setUp();
  const code = codeOf(secret);
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => outcome(login(code))));
  expect(outcomes.filter((one) => one === 'accepted')).toHaveLength(1);
});

test('a recovery code is good once, however it is typed, and others take the place of those that are left', async () => {
  const { request, secondFactor, secret, recovery } = await setUp();
  const [first = '', second = ''] = recovery;
  expect(await outcome(login(` ${first.toUpperCase().replace('-', ' ')} `))).toBe('accepted');
  expect(await outcome(login(first))).toBe('totp_invalid');
  expect(await secondFactor.state(request.caller.id)).toMatchObject({ recovery_left: 9 });
  const given = { password: right.password, code: codeOf(secret) };
  const [other = ''] = await secondFactor.renewRecoveryCodes(given, request);
  expect(await outcome(login(second))).toBe('totp_invalid');
  expect(await outcome(login(other))).toBe('accepted');
});

test('guessing codes is stopped like guessing passwords, and the right password opens no further round', async () => {
  const { request, secret } = await setUp();
  const wrong = () => codeOf(secret, 1000);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await outcome(login(wrong(), '198.51.100.4'))).toBe('totp_invalid');
    // A question without a code, and a right password elsewhere, wipe nothing out.
    if (attempt < 4) expect(await outcome(login(undefined, '198.51.100.4'))).toBe('totp_required');
    await it.services.identity.requireOldPassword(right.password, { ...request, address: '198.51.100.4' });
  }
  expect(await outcome(login(codeOf(secret), '198.51.100.4'))).toBe('locked_out');
  it.clock.pass(15 * MINUTE);
  expect(await outcome(login(codeOf(secret), '198.51.100.4'))).toBe('accepted');
});

test('turning it off asks for password and code; an operator takes it away from whoever lost both', async () => {
  const { request, secondFactor, secret } = await setUp();
  const off = (password: string, code: string) => outcome(secondFactor.turnOff({ password, code }, request));
  expect(await off('Wrong12345', codeOf(secret))).toBe('invalid_input');
  expect(await off(right.password, codeOf(secret, 9))).toBe('invalid_input');
  expect(await off(right.password, codeOf(secret))).toBe('accepted');
  expect(await off(right.password, codeOf(secret))).toBe('second_factor_off');
  expect(await outcome(login())).toBe('accepted');
  await setUp();
  expect(await outcome(login())).toBe('totp_required');
  await secondFactor.reset(request.caller.id);
  expect(await outcome(login())).toBe('accepted');
  expect(await outcome(secondFactor.reset(request.caller.id))).toBe('second_factor_off');
});

test('what asks for a second factor lets whoever has none pass, and takes each code once', async () => {
  const before = await signedIn();
  const { secondFactor } = it.services.identity;
  expect(await outcome(secondFactor.require(undefined, before))).toBe('accepted');
  const { request, secret } = await setUp();
  expect(await outcome(secondFactor.require(undefined, request))).toBe('second_factor_required');
  expect(await outcome(secondFactor.require(codeOf(secret, 5), request))).toBe('second_factor_wrong');
  expect(await outcome(secondFactor.require(codeOf(secret), request))).toBe('accepted');
  expect(await outcome(secondFactor.require(codeOf(secret), request))).toBe('second_factor_wrong');
});

test('what leads data out wants a code, and of whoever has none a login within the last quarter of an hour', async () => {
  const before = await signedIn();
  const { confirmIdentity } = it.services;
  expect(await outcome(confirmIdentity(undefined, before))).toBe('accepted');
  it.clock.pass(16 * MINUTE);
  expect(await outcome(confirmIdentity(undefined, before))).toBe('password_needed');
  expect(await outcome(confirmIdentity(undefined, await signedIn()))).toBe('accepted');
  const byKey = { ...before, caller: { ...before.caller, via: 'api_key' as const } };
  expect(await outcome(confirmIdentity(undefined, byKey))).toBe('password_needed');
  const { request, secret } = await setUp();
  expect(await outcome(confirmIdentity(undefined, request))).toBe('second_factor_required');
  expect(await outcome(confirmIdentity(codeOf(secret), request))).toBe('accepted');
  // The call itself has asked for it, and used it up.
  const asks = { hasCode: true, isPersonal: false };
  expect(await outcome(confirmIdentity(undefined, { ...request, asks }))).toBe('accepted');
});

test('a secret that was moved to another account, or changed, opens nothing', async () => {
  const { secret } = await setUp();
  const { id } = await it.services.accounts.create({
    account: 'other1',
    password: 'Other12345',
    role: 'customer',
  });
  const found = await it.collections.secondFactors.findOne({});
  if (!found) throw new Error('there is no second factor');
  await it.collections.secondFactors.insertOne({ ...found, _id: id });
  const other = it.services.identity.login(
    { account: 'other1', password: 'Other12345', totp: codeOf(secret) },
    testRequest(),
  );
  expect(await outcome(other)).toContain('cannot be opened');
});

test('who is forgotten leaves no second factor behind', async () => {
  const { request } = await setUp();
  await it.services.identity.forget(request.caller.id);
  expect(await it.collections.secondFactors.countDocuments({})).toBe(0);
});

test('where operators have to have one, who has none can do nothing but set it up; keys and customers go on', async () => {
  const before = await signedIn();
  const { key } = await it.services.apiKeys.create({ owner: before.caller.id, name: 'k' });
  const person = { account: 'customer1', password: 'Customer123' };
  await it.services.accounts.create({ ...person, role: 'customer' });
  const { version } = await it.services.platform.readNow();
  await it.services.platform.change(version, { operator_second_factor: 2 });
  const { token, user_info } = await login();
  expect(user_info).toMatchObject({ must_set_second_factor: true, is_super: false });
  const callerOf = (text: string) => it.services.authenticate(text, { address: '', userAgent: '' });
  const limited = await callerOf(token);
  expect(limited).toMatchObject({ lacksSecondFactor: true, isSuper: false });
  expect([...(limited?.permissions ?? [])]).toEqual(['system.own_password:update']);
  expect(await it.services.callers.session(token)).toBeUndefined();
  expect(await callerOf(key)).toMatchObject({ isSuper: true });
  const customer = await it.services.identity.login(person, testRequest());
  expect((await callerOf(customer.token))?.lacksSecondFactor).toBeUndefined();
  const request = testRequest({ caller: limited as Caller });
  const { secondFactor } = it.services.identity;
  const { secret } = await secondFactor.begin({ password: right.password, issuer: 'W' }, request);
  await secondFactor.confirm(codeOf(secret), request);
  expect(await callerOf(token)).toMatchObject({ isSuper: true });
  expect((await callerOf(token))?.lacksSecondFactor).toBeUndefined();
});
