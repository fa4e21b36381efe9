import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { type Api, apiOf, seal } from '../api.ts';
import { addAdministrator, chooseOwnPassword, details, PASSWORD } from './people.ts';
import { createKey, openWorld, type World } from './world.ts';

setDefaultTimeout(120_000);
let world: World;
beforeAll(async () => {
  world = await openWorld();
});

const refused = [403, 'use_own_account'];
const outcomeOf = async (answer: ReturnType<Api['call']>) => {
  const { status, body } = await answer;
  return [status, (body as { code?: string }).code];
};

describe('a session left open, or a program’s key, would have the account without its password', () => {
  test('nobody gives themselves a link, a password or a factor by the verbs for others', async () => {
    const { id } = (await addAdministrator(world.root, 'own.verbs')).content;
    const own = 'OwnVerbs123';
    const self = await chooseOwnPassword(world.product.origin, 'own.verbs', PASSWORD, own);
    for (const [call, body] of [
      ['password_link', { id }],
      ['mail_password_link', { id }],
      ['reset_password', { id }],
      ['reset_second_factor', { id, reason: 'Lost' }],
    ] as const)
      expect([call, ...(await outcomeOf(self.call(`administrator/${call}`, body)))]).toEqual([
        call,
        ...refused,
      ]);
  });

  test('name and phone are the person’s to change; where letters go asks for the password, and no key changes it', async () => {
    const { anna, product } = world;
    const before = (await anna.call<{ account: string; name: string }>('own_account/details')).content;
    const change = { name: 'Anna Karenina', phone: '+7 495 000' };
    expect((await anna.call('own_account/update', change)).content).toMatchObject(change);
    expect((await anna.call('own_account/update', { name: '', phone: '' })).content).toMatchObject({
      name: before.account,
      phone: '',
    });
    const email = 'anna@example.com';
    const sealed = (api: Api, text: string) => seal(api, text, 'own_account', 'change_email', 'old_password');
    const wrong = { email, old_password: await sealed(anna, 'Wrong12345') };
    expect((await anna.call('own_account/change_email', wrong)).status).toBe(422);
    const right = { email, old_password: await sealed(anna, PASSWORD) };
    expect((await anna.call('own_account/change_email', right)).content).toMatchObject({ email });
    const program = apiOf(product.origin, await createKey(product, ['--account', before.account]));
    const stolen = { email: 'thief@example.com', old_password: await sealed(program, PASSWORD) };
    expect((await program.call('own_account/change_email', stolen)).status).toBe(403);
    expect((await anna.call('own_account/details')).content).toMatchObject({ email });
  });

  test('a key makes customers, and nobody who can do more; it gives nobody credentials', async () => {
    const program = apiOf(
      world.product.origin,
      await createKey(world.product, ['--account', 'operator.security']),
    );
    const password = (area: string) => seal(program, PASSWORD, area, 'add', 'password');
    const customer = await program.call<{ id: string }>('user/add', {
      account: 'made.by.key',
      password: await password('user'),
    });
    expect(customer.status).toBe(200);
    const { id } = customer.content;
    const { id: other, version } = await details(
      world.root,
      (await addAdministrator(world.root, 'other.of.key')).content.id,
    );
    const { version: row } = (await world.root.call<{ version: number }>('user/details', { id })).content;
    for (const [path, body] of [
      ['user/add', { account: 'agent.by.key', kind: 'agent', password: await password('user') }],
      ['user/change_role', { id, version: row, kind: 'agent' }],
      ['user/password_link', { id }],
      ['user/mail_password_link', { id }],
      ['user/reset_password', { id }],
      ['user/reset_second_factor', { id, reason: 'Lost' }],
      ['administrator/add', { account: 'op.by.key', password: await password('administrator') }],
      ['administrator/update', { id: other, version, email: 'thief@example.com' }],
      ['administrator/enable', { id: other }],
      ['administrator/password_link', { id: other }],
      ['administrator/reset_password', { id: other }],
    ] as const)
      expect([path, ...(await outcomeOf(program.call(path, body)))]).toEqual([path, ...refused]);
  });
});
