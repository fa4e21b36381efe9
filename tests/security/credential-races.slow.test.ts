import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { addAdministrator, chooseOwnPassword, isOut, PASSWORD } from './people.ts';
import { openWorld, type World } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

const [OWN, NEW, THIEF] = ['Mine12345', 'Brandnew123', 'Stolen12345'];
/** As many as one network may have under way. */
const ATTEMPTS = 4;
const ROUNDS = 3;

/** Every piece of a change is sealed beforehand, so that the calls themselves come close together. */
async function prepareChange(by: Api, from: string, to: string) {
  const place = ['update_password', 'update'] as const;
  const body = {
    old_password: await seal(by, from, ...place, 'old_password'),
    password: await seal(by, to, ...place, 'password'),
  };
  return () => by.call<{ token: string }>('update_password/update', body);
}

async function prepareLogin(account: string, password: string, address: string) {
  const guest = apiOf(world.product.origin);
  const body = { account, password: await seal(guest, password, 'administrator', 'login', 'password') };
  return () => guest.call<{ token: string }>('administrator/login', body, { 'x-forwarded-for': address });
}

/** An operator who chose a password of its own, with a session that somebody else has as well. */
async function operatorNamed(account: string) {
  const { content } = await addAdministrator(world.root, account);
  const own = await chooseOwnPassword(world.product.origin, account, PASSWORD, OWN);
  return { id: content.id, own };
}

async function prepareReset(id: string, password: string) {
  const body = {
    id,
    password: await seal(world.root, password, 'administrator', 'reset_password', 'password'),
  };
  return () => world.root.call('administrator/reset_password', body);
}

const several = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: ATTEMPTS }, make));

describe('a password is changed because somebody else knows it', () => {
  test('logins that were under way with the old one have no session afterwards', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const account = `race.login.${round}`;
      const own = await signIn(
        world.product.origin,
        await createAccount(world.product, { account, role: 'customer' }),
      );
      const change = await prepareChange(own, PASSWORD, NEW);
      const logins = await several(() => prepareLogin(account, PASSWORD, '198.51.100.61'));
      const underWay = logins.map((login) => login());
      expect((await change()).status).toBe(200);
      for (const { status, body } of await Promise.all(underWay)) {
        if (status !== 200 || body.status !== true) continue;
        expect(await isOut(apiOf(world.product.origin, body.content.token))).toBe(true);
      }
    }
  });

  test('an administrator’s reset holds against a change by whoever has session and old password', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const account = `race.reset.${round}`;
      const { id, own } = await operatorNamed(account);
      const changes = await several(() => prepareChange(own, OWN, THIEF));
      const reset = await prepareReset(id, NEW);
      const underWay = changes.map((change) => change());
      expect((await reset()).status).toBe(200);
      await Promise.all(underWay);
      const login = await prepareLogin(account, THIEF, `198.51.100.${70 + round}`);
      expect((await login()).status).toBe(401);
      // Theirs is the password that the administrator gave.
      await signIn(world.product.origin, { account, password: NEW });
    }
  });

  test('no API key is made by a session that the reset has ended', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id, own } = await operatorNamed(`race.keys.${round}`);
      const reset = await prepareReset(id, NEW);
      let isReset = false;
      const made: string[] = [];
      const makeKeys = async () => {
        while (!isReset) {
          const { body } = await own.call<{ key: string }>('api_key/add', { name: 'Stays' });
          if (body.status !== true) return;
          made.push(body.content.key);
        }
      };
      const thieves = Array.from({ length: ATTEMPTS }, makeKeys);
      expect((await reset()).status).toBe(200);
      isReset = true;
      await Promise.all(thieves);
      for (const key of made) expect(await isOut(apiOf(world.product.origin, key))).toBe(true);
    }
  });
});
