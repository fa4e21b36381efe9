import { expect, setDefaultTimeout, test } from 'bun:test';
import type { Caller } from '@waypost/sdk';
import { Secret, TOTP } from 'otpauth';
import { servicesForEachTest } from '../each-test-services.ts';
import { outcome, testRequest } from '../test-services.ts';

const password = 'Waypost123';
const DAY = 86_400_000;
setDefaultTimeout(60_000);

const it = servicesForEachTest('session_guesses');

async function signedIn(totp?: string) {
  const { token } = await it.services.identity.login({ account: 'admin', password, totp }, testRequest());
  const caller = await it.services.authenticate(token, { address: '', userAgent: '' });
  if (!caller) throw new Error('the fresh token is not accepted');
  return { token, caller };
}
const isAlive = async (token: string) =>
  (await it.services.authenticate(token, { address: '', userAgent: '' })) !== undefined;
let networks = 0;
/** Each from a network of its own, as somebody with many addresses has them. */
const from = (caller: Caller) => {
  networks += 1;
  return testRequest({ caller, address: `198.${networks >> 8}.${networks & 255}.4` });
};
/** Switches the second factor on; answers what an app shows so many steps from now. */
async function setUp(caller: Caller) {
  const { secondFactor } = it.services.identity;
  const { secret } = await secondFactor.begin({ password, issuer: 'W' }, testRequest({ caller }));
  const codeOf = (steps = 0) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: it.clock.now() + steps * 30_000 });
  await secondFactor.confirm(codeOf(), testRequest({ caller }));
  it.clock.pass(30_000);
  return codeOf;
}

test('a stolen session has five guesses of a code from however many networks, and then is none', async () => {
  const { token, caller } = await signedIn();
  const other = await signedIn();
  const codeOf = await setUp(caller);
  const { secondFactor } = it.services.identity;
  const guess = (code: string) => outcome(secondFactor.require(code, from(caller)));
  for (let at = 0; at < 5; at += 1) {
    expect(await isAlive(token)).toBe(true);
    expect(await guess(codeOf(1000 + at))).toBe('second_factor_wrong');
  }
  expect([await isAlive(token), await isAlive(other.token)]).toEqual([false, true]);
  // One that was on its way gets no further guess, and the right one neither.
  expect(await guess(codeOf())).toBe('locked_out');
  expect(it.guessedSessions).toMatchObject([{ account: caller.id, isAll: false }]);
  expect((await signedIn(codeOf())).caller.id).toBe(caller.id);
});

test('of a hundred guesses at once no more than five are looked at', async () => {
  const { caller } = await signedIn();
  const codeOf = await setUp(caller);
  const { secondFactor } = it.services.identity;
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, at) => outcome(secondFactor.require(codeOf(1000 + at), from(caller)))),
  );
  expect(all.filter((one) => one === 'second_factor_wrong')).toHaveLength(5);
});

test('old passwords are bounded alike, and a right one between them begins the session anew, not the day', async () => {
  const tokens: string[] = [];
  for (let at = 0; at < 5; at += 1) {
    const { token, caller } = await signedIn();
    tokens.push(token);
    const guess = (given: string) => outcome(it.services.identity.requireOldPassword(given, from(caller)));
    for (let wrong = 0; wrong < 4; wrong += 1) expect(await guess('Wrong12345')).toBe('invalid_input');
    // The twentieth of the day has ended all of them.
    if (at < 4) expect(await guess(password)).toBe('accepted');
  }
  expect(await Promise.all(tokens.map(isAlive))).toEqual([false, false, false, false, false]);
  expect(it.guessedSessions).toMatchObject([{ isAll: true }]);
  const again = await signedIn();
  expect(await isAlive(again.token)).toBe(true);
  it.clock.pass(DAY);
  const { token, caller } = await signedIn();
  expect(await outcome(it.services.identity.requireOldPassword('Wrong12345', from(caller)))).toBe(
    'invalid_input',
  );
  expect(await isAlive(token)).toBe(true);
});
