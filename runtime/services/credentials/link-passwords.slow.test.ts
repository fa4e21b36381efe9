import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { servicesForEachTest } from '../each-test-services.ts';
import { LINK_PASSWORD_LIMITS } from './link-passwords.ts';

setDefaultTimeout(60_000);
const t = servicesForEachTest('link_passwords');
const LINK = 'a1'.repeat(12);
const { limit, minutes } = LINK_PASSWORD_LIMITS;

let hash = '';
beforeAll(async () => {
  hash = await Bun.password.hash('open sesame', { algorithm: 'argon2id', memoryCost: 8, timeCost: 1 });
});

const look = (password: string, { address = '198.51.100.7', link = LINK } = {}) =>
  t.services.linkPasswords.look({
    link,
    hash,
    password,
    address,
    signal: new AbortController().signal,
  });

test('whoever guesses a link’s password waits, others and other links do not', async () => {
  for (let attempt = 1; attempt < limit; attempt++) expect(await look('guess')).toBe('wrong');
  expect(await look('guess')).toEqual({ locked: minutes * 60 });
  t.clock.pass(60_000);
  // The right one does not help while it is locked.
  expect(await look('open sesame')).toEqual({ locked: (minutes - 1) * 60 });
  expect(await look('open sesame', { address: '203.0.113.9' })).toBe('right');
  expect(await look('open sesame', { link: 'b2'.repeat(12) })).toBe('right');
  t.clock.pass((minutes - 1) * 60_000);
  expect(await look('open sesame')).toBe('right');
});

test('guesses from many addresses are held together', async () => {
  const networks = 60;
  let locked = 0;
  for (let network = 0; network < networks; network++)
    for (let attempt = 0; attempt < limit - 1; attempt++) {
      const verdict = await look('guess', { address: `198.51.${network}.7` });
      if (typeof verdict === 'object') locked++;
    }
  expect(locked).toBeGreaterThan(0);
  expect(locked).toBe(networks * (limit - 1) - limit * 40);
});

test('many guesses at once get no more than their number', async () => {
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => look('guess')));
  expect(verdicts.filter((verdict) => verdict === 'wrong').length).toBeLessThan(limit);
});

test('wrong passwords of links lock no account', async () => {
  for (let attempt = 0; attempt <= limit; attempt++) await look('guess');
  expect(await t.collections.failures.countDocuments({})).toBe(0);
});

test('a pass can be used once, whichever process is asked', async () => {
  const until = new Date(t.clock.now() + 60_000);
  const uses = await Promise.all(
    Array.from({ length: 10 }, () => t.services.linkPasswords.useOnce('pass', until)),
  );
  expect(uses.filter((isFirst) => isFirst)).toHaveLength(1);
});
