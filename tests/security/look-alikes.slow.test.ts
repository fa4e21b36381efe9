import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, seal } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { addAdministrator, PASSWORD } from './people.ts';
import { openWorld, type World, withStore } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

/** The Cyrillic letters that look like Latin ones. */
const CYRILLIC: Record<string, string> = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р', x: 'х' };
const disguised = (name: string) => Array.from(name, (letter) => CYRILLIC[letter] ?? letter).join('');

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

async function register(account: string) {
  const guest: Api = apiOf(world.product.origin);
  const password = await seal(guest, PASSWORD, 'administrator', 'register', 'password');
  return guest.call<{ token: string }>('administrator/register', { account, password });
}
const idOf = (account: string) =>
  withStore(world.product, async (database) =>
    String((await database.collection('system_account').findOne({ account }))?._id),
  );

describe('Account names: somebody who looks like another is trusted like the other', () => {
  test('what looks like a name that is taken is taken, at each way in, and the answer names nobody', async () => {
    const taken = 'pace.coop';
    await createAccount(world.product, { account: taken, role: 'customer' });
    const id = await idOf(taken);
    for (const name of [
      taken,
      disguised(taken),
      'РАСЕ.соор',
      'pace.c0op',
      'ｐａｃｅ.coop',
      'pace.co\u200Dop',
    ]) {
      for (const answer of [await register(name), await addAdministrator(world.root, name)]) {
        if (name.includes('\u200D') && answer.status === 422) continue;
        expect([name, answer.status, answer.body]).toEqual([
          name,
          409,
          expect.objectContaining({
            code: 'duplicate',
            errors: [{ path: 'account', message: expect.any(String) }],
          }),
        ]);
        const text = JSON.stringify(answer.body);
        for (const word of [taken, id, 'skeleton', 'customer', '_id']) expect(text).not.toContain(word);
      }
    }
    await expect(
      runCommand(world.product, ['account', 'create', '--account', disguised(taken)]),
    ).rejects.toThrow('ended with 1');
    expect((await register('pace.coop2')).status).toBe(200);
  });

  test('of look-alikes that are asked for at the same moment one is made', async () => {
    const name = 'expo.race';
    const spellings = [name, disguised(name), name.toUpperCase(), 'exp0.race', 'ехро.race', 'expo.rасе'];
    const answers = await Promise.all([
      ...spellings.map(register),
      addAdministrator(world.root, 'expо.race'),
      addAdministrator(world.root, 'eхpo.race'),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  });

  test('look-alikes from before stay, nobody is shut out, and the doctor tells of them', async () => {
    const people = await Promise.all(
      ['older.coop', 'newer.peer'].map((account) =>
        createAccount(world.product, { account, role: 'customer' }),
      ),
    );
    const twin = disguised('older.coop');
    await withStore(world.product, (database) =>
      database
        .collection('system_account')
        .updateOne({ account: people[1]?.account }, { $set: { account: twin }, $unset: { skeleton: 1 } }),
    );
    const doctor = async () => {
      const text = await runCommand(world.product, ['doctor', '--json']).catch(
        (error: Error) => error.message,
      );
      const checks = JSON.parse(/\[.*\]/s.exec(text)?.[0] ?? '[]') as {
        name: string;
        ok: boolean;
        found: string;
      }[];
      return checks.find(({ name }) => name === 'account names');
    };
    expect(await doctor()).toMatchObject({ ok: false, found: `${twin} looks like older.coop` });
    const guest = apiOf(world.product.origin);
    const password = await seal(guest, PASSWORD, 'administrator', 'login', 'password');
    expect((await guest.call('administrator/login', { account: twin, password })).status).toBe(200);
    await withStore(world.product, (database) =>
      database.collection('system_account').deleteOne({ account: 'older.coop' }),
    );
    // The next start gives the twin the name's look.
    expect(await doctor()).toMatchObject({ ok: true });
    expect((await register('older.coop')).status).toBe(409);
  });
});

describe('A duplicate tells nothing of the other', () => {
  test('the address of somebody else’s code', async () => {
    const body = { name: 'Mine', targets: [{ url: 'https://anna.example/' }], short_code: 'names-nobody' };
    const { content } = await world.anna.call<{ id: string }>('qr_code_list/add', body);
    const answer = await world.ben.call('qr_code_list/add', { ...body, name: 'Other' });
    expect(answer.status).toBe(409);
    const text = JSON.stringify(answer.body);
    for (const word of [content.id, 'anna', 'Mine']) expect(text).not.toContain(word);
  });
});
