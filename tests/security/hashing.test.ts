import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Challenge } from '@waypost/contract';
import { sealValue } from '../../host/sdk/client/seal.ts';
import { createAccount } from '../accounts.ts';
import { apiOf } from '../api.ts';
import { openWorld, type World } from './world.ts';

const FLOOD = 100;
const FLOODER = { 'x-forwarded-for': '203.0.113.77' };
/** Networks of a flood, one login each: as many as may wait at once. */
const NETWORKS = 64;
const KNOWN = { 'x-forwarded-for': '198.51.100.78' };
const PERSON = { 'x-forwarded-for': '198.51.100.77' };

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

test('a flood of share passwords from one address makes nobody else wait for its end to sign in', async () => {
  const { product } = world;
  const guest = apiOf(product.origin);
  const credentials = await createAccount(product, { account: 'hashing.security', role: 'customer' });
  const challenge = await guest.call<Challenge>('security/challenge', {}, PERSON);
  const place = { area: 'administrator', call: 'login', field: 'password' };
  const password = await sealValue(credentials.password, place, challenge.content);
  const order: string[] = [];

  const flood = Array.from({ length: FLOOD }, async (_, index) => {
    const body = { file_name: `nobody-has-${index}`, password: 'Guessed123' };
    const { status } = await guest.call('qr_code_list/share_access', body, FLOODER);
    order.push(status === 403 ? 'hashed' : `refused ${status}`);
    return status;
  });
  // Some of the flood was answered, so all of it stands at the gate by now.
  await Promise.any(flood);
  const login = await guest.call('administrator/login', { account: credentials.account, password }, PERSON);
  const before = order.filter((one) => one === 'hashed').length;
  expect(login.status).toBe(200);
  await Promise.all(flood);

  // Who floods gets its queue worked off one by one, and is told to come back beyond it.
  const hashed = order.filter((one) => one === 'hashed').length;
  expect(order.filter((one) => one === 'refused 429').length).toBe(FLOOD - hashed);
  expect(hashed).toBeLessThan(FLOOD / 2);
  expect(before).toBeLessThan(hashed);

  // A refusal for want of a turn is no wrong guess: the names are not locked.
  const again = await guest.call(
    'qr_code_list/share_access',
    { file_name: `nobody-has-${FLOOD - 1}`, password: 'Guessed123' },
    FLOODER,
  );
  expect(again.status).toBe(403);
}, 120_000);

test('a flood of logins from many networks makes nobody wait for its end where they logged in before', async () => {
  const { product } = world;
  const guest = apiOf(product.origin);
  const credentials = await createAccount(product, { account: 'known.security', role: 'customer' });
  const place = { area: 'administrator', call: 'login', field: 'password' };
  const prepare = async (account: string, text: string, from: Record<string, string>) => {
    const challenge = await guest.call<Challenge>('security/challenge', {}, from);
    const password = await sealValue(text, place, challenge.content);
    return () => guest.call('administrator/login', { account, password }, from);
  };
  const own = () => prepare(credentials.account, credentials.password, KNOWN);
  expect((await (await own())()).status).toBe(200);
  const logins = await Promise.all(
    Array.from({ length: NETWORKS }, (_, index) =>
      prepare(`nobody.${index}`, 'Guessed123', { 'x-forwarded-for': `2001:db8:0:${index.toString(16)}::1` }),
    ),
  );
  const login = await own();
  let answered = 0;
  const flood = logins.map(async (guess) => {
    await guess();
    answered += 1;
  });
  await Promise.any(flood);
  expect((await login()).status).toBe(200);
  expect(answered).toBeLessThan(NETWORKS / 2);
  await Promise.all(flood);
}, 120_000);

test('nothing of the product hashes past the gate', async () => {
  const project = join(import.meta.dir, '../..');
  const found: string[] = [];
  for (const folder of ['runtime', 'plugins'])
    for await (const file of new Bun.Glob('**/*.{ts,tsx}').scan(join(project, folder)))
      if (
        !file.endsWith('.test.ts') &&
        /Bun\.password|argon2(Sync)?\(|\bscrypt/.test(await Bun.file(join(project, folder, file)).text())
      )
        found.push(`${folder}/${file}`);
  expect(found).toEqual(['runtime/services/credentials/password.ts']);
});
