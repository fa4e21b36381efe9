import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Challenge } from '@waypost/contract';
import { sealValue } from '../../host/sdk/client/seal.ts';
import { type Credentials, createAccount } from '../accounts.ts';
import { type Api, type ApiAnswer, apiOf } from '../api.ts';
import { until } from '../until.ts';
import { openWorld, type World } from './world.ts';

const FLOOD = 100;
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
  const share = (name: string, flooder: number) =>
    guest.call(
      'qr_code_list/share_access',
      { file_name: name, password: 'Guessed123' },
      { 'x-forwarded-for': `203.0.113.${flooder}` },
    );
  let last = { before: 0, hashed: 0 };
  let round = 0;
  // One login that overtakes is proof: where all wait in one line it never does. A busy machine may send it too late.
  await until(
    'a login is answered before half of the flood',
    async () => {
      round += 1;
      const login = await preparedLogin(guest, credentials, PERSON);
      const order: string[] = [];
      const flood = Array.from({ length: FLOOD }, async (_, index) => {
        const { status } = await share(`nobody-has-${round}-${index}`, round);
        order.push(status === 403 ? 'hashed' : `refused ${status}`);
        return status;
      });
      // Some of the flood was answered, so all of it stands at the gate by now.
      await Promise.any(flood);
      const { status } = await login();
      const before = order.filter((one) => one === 'hashed').length;
      expect(status).toBe(200);
      await Promise.all(flood);

      // Who floods gets its queue worked off one by one, and is told to come back beyond it.
      const hashed = order.filter((one) => one === 'hashed').length;
      expect(order.filter((one) => one === 'refused 429').length).toBe(FLOOD - hashed);
      last = { before, hashed };
      return hashed < FLOOD / 2 && before < hashed / 2;
    },
    { explain: () => JSON.stringify({ round, ...last }) },
  );

  // A refusal for want of a turn is no wrong guess: the names are not locked.
  expect((await share(`nobody-has-${round}-${FLOOD - 1}`, round)).status).toBe(403);
}, 120_000);

test('a flood of logins from many networks makes nobody wait for its end where they logged in before', async () => {
  const { product } = world;
  const guest = apiOf(product.origin);
  const credentials = await createAccount(product, { account: 'known.security', role: 'customer' });
  expect((await (await preparedLogin(guest, credentials, KNOWN))()).status).toBe(200);
  let round = 0;
  await until(
    'a login is answered before half of the flood',
    async () => {
      round += 1;
      const guesses = await Promise.all(
        Array.from({ length: NETWORKS }, (_, index) =>
          preparedLogin(
            guest,
            { account: `nobody.${round}.${index}`, password: 'Guessed123' },
            { 'x-forwarded-for': `2001:db8:${round}:${index.toString(16)}::1` },
          ),
        ),
      );
      const login = await preparedLogin(guest, credentials, KNOWN);
      let answered = 0;
      const flood = guesses.map(async (guess) => {
        await guess();
        answered += 1;
      });
      await Promise.any(flood);
      expect((await login()).status).toBe(200);
      const isBefore = answered < NETWORKS / 2;
      await Promise.all(flood);
      return isBefore;
    },
    { explain: () => `${round} rounds` },
  );
}, 120_000);

/** A login of which nothing is left to do but the call itself. */
async function preparedLogin(
  guest: Api,
  { account, password }: Credentials,
  from: Record<string, string>,
): Promise<() => Promise<ApiAnswer<unknown>>> {
  const challenge = await guest.call<Challenge>('security/challenge', {}, from);
  const place = { area: 'administrator', call: 'login', field: 'password' };
  const sealed = await sealValue(password, place, challenge.content);
  return () => guest.call('administrator/login', { account, password: sealed }, from);
}

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
