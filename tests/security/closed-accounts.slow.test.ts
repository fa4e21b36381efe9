import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { download, runOperation } from '../operations.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { auditOf, isOut } from './people.ts';
import { addCode, openWorld, type PageOf, type World } from './world.ts';

// Processes, hashes and a busy machine.
setDefaultTimeout(180_000);

let world: World;
beforeAll(async () => {
  world = await openWorld();
}, 180_000);

let people = 0;
async function person() {
  people += 1;
  const credentials = await createAccount(world.product, {
    account: `closing.person${people}`,
    role: 'customer',
  });
  return { ...credentials, api: await signIn(world.product.origin, credentials) };
}
const close = async (
  api: Api,
  password: string,
  given: { codes?: 'keep' | 'freeze' | 'delete'; headers?: Record<string, string> } = {},
) =>
  api.call(
    'own_account/close',
    {
      old_password: await seal(api, password, 'own_account', 'close', 'old_password'),
      codes: given.codes ?? 'keep',
    },
    given.headers ?? {},
  );
const visited = async (code: { short_code: string }) =>
  (await fetch(`${world.product.origin}/${code.short_code}`, { redirect: 'manual' })).status;

describe('Closing an account: a stolen session must not do it, and nothing of it stays open', () => {
  test('asks for the password; sessions and keys end, the name stays taken, printed codes go on', async () => {
    const anna = await person();
    const code = await addCode(anna.api, { name: 'On a wall' });
    const { key } = (await anna.api.call<{ key: string }>('api_key/add', { name: 'Shop' })).content;
    const program = apiOf(world.product.origin, key);
    expect((await close(program, anna.password)).status).toBe(403);
    expect(await close(anna.api, 'Wrong12345')).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'old_password' }] },
    });
    expect(await isOut(anna.api)).toBe(false);
    const { id } = (await anna.api.call<{ user_info: { id: string } }>('administrator/profile')).content
      .user_info;
    expect((await close(anna.api, anna.password)).status).toBe(200);
    expect([await isOut(anna.api), await isOut(program)]).toEqual([true, true]);
    await expect(signIn(world.product.origin, anna)).rejects.toThrow('account_disabled');
    await expect(createAccount(world.product, { account: anna.account, role: 'customer' })).rejects.toThrow();
    expect(await visited(code)).toBeLessThan(400);
    expect((await auditOf(world.product, id)).map(({ type }) => type)).toContain('system.own_account.close');
  });

  test('codes are frozen where that is wished', async () => {
    const anna = await person();
    const code = await addCode(anna.api, { name: 'On a wall' });
    expect((await close(anna.api, anna.password, { codes: 'freeze' })).status).toBe(200);
    expect(await visited(code)).toBe(451);
  });

  test('codes go to the bin where that is wished, and are there when an operator opens the account again', async () => {
    const anna = await person();
    const code = await addCode(anna.api, { name: 'On a wall' });
    const { id } = (await anna.api.call<{ user_info: { id: string } }>('administrator/profile')).content
      .user_info;
    expect((await close(anna.api, anna.password, { codes: 'delete' })).status).toBe(200);
    expect(await visited(code)).toBe(410);
    expect((await world.root.call('user/enable', { ids: [id] })).status).toBe(200);
    const again = await signIn(world.product.origin, anna);
    const bin = await again.call<PageOf<{ id: string }>>('qr_code_list/qr_code_remove');
    expect(bin.content.content.map((row) => row.id)).toEqual([code.id]);
  });

  test('is refused while there is money in it: nobody leaves what is theirs behind by mistake', async () => {
    const anna = await person();
    const { id } = (await anna.api.call<{ user_info: { id: string } }>('administrator/profile')).content
      .user_info;
    const give = async (amount: string) =>
      world.root.call('user/edit_balance', {
        id,
        amount,
        remark: 'closing',
        key: `closing-${id}${amount.replace('.', '-')}`,
      });
    expect((await give('0.000001')).status).toBe(200);
    const { content: state } = await anna.api.call<{ reasons: string[] }>('own_account/closing');
    expect(state.reasons).toEqual([expect.stringContaining('There is money in your account')]);
    expect(await close(anna.api, anna.password)).toMatchObject({
      status: 409,
      body: { code: 'account_not_settled', errors: [{ message: state.reasons[0] }] },
    });
    expect(await isOut(anna.api)).toBe(false);
    expect((await give('-0.000001')).status).toBe(200);
    expect((await close(anna.api, anna.password)).status).toBe(200);
  });

  test('wants a code from whoever has a second factor', async () => {
    const anna = await person();
    const codeOf = await giveSecondFactor(anna.api, anna.password);
    expect(await close(anna.api, anna.password)).toMatchObject({
      status: 403,
      body: { code: 'second_factor_required' },
    });
    const wrong = { 'x-second-factor': 'aaaaa-aaaaa' };
    expect(await close(anna.api, anna.password, { headers: wrong })).toMatchObject({
      status: 403,
      body: { code: 'second_factor_wrong' },
    });
    const right = { 'x-second-factor': codeOf(1) };
    expect((await close(anna.api, anna.password, { headers: right })).status).toBe(200);
  });

  test('is refused to whoever runs the platform', async () => {
    const { administrator } = world.product;
    expect((await close(world.root, administrator.password)).status).toBe(403);
    expect(await isOut(world.root)).toBe(false);
  });
});

test('the export has the own codes and nobody else’s, and no secret', async () => {
  const anna = await person();
  const ben = await person();
  const { key } = (await anna.api.call<{ key: string }>('api_key/add', { name: 'Shop' })).content;
  await addCode(anna.api, { name: 'Door of Anna' });
  await addCode(ben.api, { name: 'Door of Ben' });
  const { id } = await runOperation(anna.api, 'own_account/export');
  expect((await download(world.product.origin, ben.api.token, id)).status).toBe(404);
  const text = await (await download(world.product.origin, anna.api.token, id)).text();
  const data = JSON.parse(text) as {
    format: string;
    account: { account: string };
    'qr.codes': { name: string }[];
  };
  expect(data.format).toBe('waypost-account/1');
  expect(data.account.account).toBe(anna.account);
  expect(data['qr.codes'].map(({ name }) => name)).toEqual(['Door of Anna']);
  for (const secret of [key, anna.password, anna.api.token ?? '-', 'password_hash', 'Door of Ben'])
    expect(text).not.toContain(secret);
});
