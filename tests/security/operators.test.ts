import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, seal, signIn } from '../api.ts';
import { runCommand } from '../command-line.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { addAdministrator, details, PASSWORD } from './people.ts';
import { openWorld, type World } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

const refusalOf = ({ status, body }: Awaited<ReturnType<Api['call']>>) => [
  status,
  (body as { code?: string }).code,
];

test('an operator with a second factor is asked for a code before there is another operator, or an account is taken over', async () => {
  const account = await createAccount(world.product, { account: 'guarded.op', role: 'administrator' });
  const api = await signIn(world.product.origin, account);
  const { id } = (await addAdministrator(api, 'unguarded.add')).content;
  const codeOf = await giveSecondFactor(api, account.password);
  const { version, role } = await details(api, id);
  const needsCode = [403, 'second_factor_required'];
  expect(refusalOf(await addAdministrator(api, 'thiefs.add'))).toEqual(needsCode);
  for (const [call, body] of [
    ['update', { id, version, role }],
    ['reset_password', { id }],
    ['reset_second_factor', { id, reason: 'It is lost' }],
    ['password_link', { id }],
  ] as const)
    expect([call, ...refusalOf(await api.call(`administrator/${call}`, body))]).toEqual([call, ...needsCode]);
  const password = await seal(api, PASSWORD, 'administrator', 'add', 'password');
  const body = { account: 'guarded.add', password };
  const added = await api.call('administrator/add', body, { 'x-second-factor': codeOf(1) });
  expect(added.status).toBe(200);
});

test('a customer’s address for letters and share are changed with a code, whatever else of them without one', async () => {
  const account = await createAccount(world.product, { account: 'guarded.edit', role: 'administrator' });
  const api = await signIn(world.product.origin, account);
  const password = await seal(api, PASSWORD, 'user', 'add', 'password');
  const body = { account: 'led.away', password, email: 'own@example.com' };
  const { id } = (await api.call<{ id: string }>('user/add', body)).content;
  const row = async () =>
    (await api.call<{ version: number; email: string; share_ratio: number }>('user/details', { id })).content;
  const { share_ratio } = await row();
  const update = async (change: object, headers = {}) =>
    refusalOf(await api.call('user/update', { id, version: (await row()).version, ...change }, headers));
  const codeOf = await giveSecondFactor(api, account.password);
  const needsCode = [403, 'second_factor_required'];
  const email = 'thief@example.com';
  expect(await update({ email })).toEqual(needsCode);
  expect(await update({ share_ratio: share_ratio + 1 })).toEqual(needsCode);
  expect(await update({ name: 'As before', email: 'own@example.com', share_ratio })).toEqual([
    200,
    undefined,
  ]);
  expect(await update({ email }, { 'x-second-factor': codeOf(1) })).toEqual([200, undefined]);
  expect((await row()).email).toBe(email);
});

test('an operator who has money is not removed: nobody would get at it afterwards', async () => {
  const person = await createAccount(world.product, { account: 'rich.operator', role: 'customer' });
  const api = await signIn(world.product.origin, person);
  const { user_info } = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content;
  const { id } = user_info;
  const give = async (amount: string) => {
    const key = `rich-operator${amount.replace('.', '-')}`;
    const body = { id, amount, remark: 'removal', key };
    expect((await world.root.call('user/edit_balance', body)).status).toBe(200);
  };
  const roleIs = (role: string) =>
    runCommand(world.product, ['account', 'role', '--account', person.account, '--role', role]);
  await give('0.000001');
  await roleIs('administrator');
  const remove = () => world.root.call('administrator/remove', { id });
  expect(await remove()).toMatchObject({
    status: 409,
    body: {
      code: 'operator_has_balance',
      message: 'There is money in this account. Bring its balance to zero first.',
    },
  });
  expect(await details(world.root, id)).toMatchObject({ account: person.account });
  await roleIs('customer');
  await give('-0.000001');
  await roleIs('administrator');
  expect((await remove()).status).toBe(200);
});
