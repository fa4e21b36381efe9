import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createAccount } from '../accounts.ts';
import { type Api, apiOf, seal, signIn } from '../api.ts';
import { giveSecondFactor } from '../second-factor.ts';
import { addAdministrator, chooseOwnPassword, PASSWORD } from './people.ts';
import { openWorld, type World, withStore } from './world.ts';

// Whoever takes over a session, or an operator who is one of several, must not be able to pay money out alone.
setDefaultTimeout(180_000);
const PAYOUT = 'TDmEWPYotmrXW4X49WMJTMostcezCiksPw';
const TRANSACTION = 'a'.repeat(64);
let world: World;
let serial = 0;

beforeAll(async () => {
  world = await openWorld();
  // Nothing is asked of any chain here: there only has to be one that is set up.
  await withStore(world.product, async (database) => {
    await database.collection('wallet_pay_config').updateOne(
      { _id: 'pay_config' } as never,
      {
        $set: {
          version: 1,
          qr_code_switch: 1,
          network: 'nile',
          confirmations: 19,
          xpub: '',
          rate: '0',
          contract: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf',
          contract_symbol: 'USDT',
          contract_decimals: 6,
          withdraw_switch: 1,
          withdraw_minimum: '1000000',
          withdraw_fee: '0',
          withdraw_daily: '10000000000',
          withdraw_two_people: '1000000000',
          rate_currency: 'CNY',
        },
      },
      { upsert: true },
    );
  });
  const answer = await world.root.call('pay_provider/add', {
    name: 'Nobody',
    url: 'https://chain.example',
    per_second: 5,
    sort: 1,
  });
  expect(answer.status).toBe(200);
}, 180_000);

const refusal = ({ status, body }: Awaited<ReturnType<Api['call']>>) => [
  status,
  body.status ? undefined : body.code,
];

/** An agent with money and an address that can be used. */
async function agentWith(amount: string) {
  serial += 1;
  const login = await createAccount(world.product, { account: `agent.out.${serial}`, role: 'agent' });
  const api = await signIn(world.product.origin, login);
  const { id } = (await api.call<{ user_info: { id: string } }>('administrator/profile')).content.user_info;
  (
    await world.root.call('user/edit_balance', {
      id,
      amount,
      remark: 'For the test',
      key: `withdrawal-balance-${serial}`,
    })
  ).content;
  await withStore(world.product, (database) =>
    database.collection('wallet_payout_address').insertOne({
      _id: id as never,
      address: PAYOUT,
      since: new Date(0),
      next_address: '',
      next_time: null,
      version: 1,
      is_told: true,
    }),
  );
  const ask = async () => {
    serial += 1;
    const body = { amount: '1000000', key: `withdrawal-press-${serial}` };
    return (await api.call<{ id: string }>('acting_withdrawal_list/add', body)).content.id;
  };
  return { login, api, id, ask };
}

test('a stolen session neither asks for money nor changes where it goes: both want a code of the second factor', async () => {
  const { login, api } = await agentWith('10');
  const codeOf = await giveSecondFactor(api, login.password);
  const body = { amount: '1000000', key: 'withdrawal-stolen-1' };
  expect(refusal(await api.call('acting_withdrawal_list/add', body))).toEqual([
    403,
    'second_factor_required',
  ]);
  const change = { address: 'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA' };
  expect(refusal(await api.call('acting_withdrawal_list/change_address', change))).toEqual([
    ...[403, 'second_factor_required'],
  ]);
  expect(
    refusal(await api.call('acting_withdrawal_list/add', body, { 'x-second-factor': 'aaaaa-aaaaa' })),
  ).toEqual([403, 'second_factor_wrong']);
  expect((await api.call('acting_withdrawal_list/facts')).content).toMatchObject({
    held: '0',
    address: PAYOUT,
    next_address: '',
  });
  const given = { 'x-second-factor': codeOf(1) };
  expect((await api.call('acting_withdrawal_list/add', body, given)).status).toBe(200);
  // The same code once more.
  expect(refusal(await api.call('acting_withdrawal_list/change_address', change, given))).toEqual([
    ...[403, 'second_factor_wrong'],
  ]);
});

test('an operator’s stolen session approves, rejects and pays nothing without a code', async () => {
  const { ask } = await agentWith('10');
  const login = await createAccount(world.product, { account: 'boss.out', role: 'administrator' });
  const api = await signIn(world.product.origin, login);
  const codeOf = await giveSecondFactor(api, login.password);
  const id = await ask();
  for (const [call, body] of [
    ['approve', { id }],
    ['reject', { id, reason: 'not by them' }],
    ['pay', { id, transaction: TRANSACTION }],
  ] as const)
    expect([call, ...refusal(await api.call(`withdrawal_list/${call}`, body))]).toEqual([
      ...[call, 403, 'second_factor_required'],
    ]);
  const given = { 'x-second-factor': codeOf(1) };
  expect((await api.call('withdrawal_list/approve', { id }, given)).content).toEqual({
    id,
    phase: 'approved',
  });
});

test('nobody who acts as an agent takes money out or changes the address', async () => {
  const { id } = await agentWith('10');
  const acted = await world.root.call<{ token: string }>('user/act_as', { id });
  const token = acted.body.status === true ? acted.content.token : undefined;
  expect(token).toBeString();
  const acting = apiOf(world.product.origin, token);
  for (const [call, body] of [
    ['add', { amount: '1000000', key: 'withdrawal-acted-1' }],
    ['change_address', { address: 'TB7mhtkvfhsRBRhe5FuRa4tFXSEyGDe4eA' }],
    ['keep_address', {}],
  ] as const)
    expect([call, ...refusal(await acting.call(`acting_withdrawal_list/${call}`, body))]).toEqual([
      ...[call, 403, 'acting_refused'],
    ]);
});

test('who is disabled cannot ask, and what they have asked for before is not approved', async () => {
  const { api, id, ask } = await agentWith('10');
  const asked = await ask();
  expect((await world.root.call('user/disable', { ids: [id], codes: 'keep' })).status).toBe(200);
  const body = { amount: '1000000', key: 'withdrawal-disabled-1' };
  expect((await api.call('acting_withdrawal_list/add', body)).status).toBe(401);
  const boss = world.operator;
  expect(refusal(await boss.call('withdrawal_list/approve', { id: asked }))).toEqual([
    ...[409, 'wallet.withdrawal_person'],
  ]);
  expect(
    (await boss.call('withdrawal_list/reject', { id: asked, reason: 'disabled' })).content,
  ).toMatchObject({
    phase: 'rejected',
  });
});

test('an account with a withdrawal that is not finished is not closed, and says what stands against it', async () => {
  const { login, api, ask } = await agentWith('1');
  const id = await ask();
  const close = async () => {
    const old_password = await seal(api, login.password, 'own_account', 'close', 'old_password');
    return api.call('own_account/close', { old_password, codes: 'keep' });
  };
  const refused = await close();
  expect(refusal(refused)).toEqual([409, 'account_not_settled']);
  expect(JSON.stringify(refused.body)).toContain('You have a withdrawal that is not finished');
  expect((await api.call('acting_withdrawal_list/cancel', { id })).status).toBe(200);
  // The money is on the balance again, which stands against it, too.
  expect(refusal(await close())).toEqual([409, 'account_not_settled']);
});

test('no dump of what people are shown names who approved to whoever asked', async () => {
  const { api, ask } = await agentWith('10');
  const id = await ask();
  (await world.operator.call('withdrawal_list/approve', { id })).content;
  const shown = (await api.call('withdrawal_list/details', { id })).content;
  expect(shown).toMatchObject({ phase: 'approved', approved_by: [] });
  const text = JSON.stringify((await api.call('withdrawal_list/user_inquire', {})).content);
  for (const secret of ['approvals', '"hold"', '"key"']) expect(text).not.toContain(secret);
});

test('who makes a second account, or resets one, is not the second person who approves', async () => {
  const limit = (withdraw_two_people: string) =>
    withStore(world.product, (database) =>
      database
        .collection('wallet_pay_config')
        .updateOne({ _id: 'pay_config' as never }, { $set: { withdraw_two_people } }),
    );
  await limit('0');
  try {
    const { ask } = await agentWith('10');
    const id = await ask();
    const made = await addAdministrator(world.root, 'second.self');
    const own = await chooseOwnPassword(world.product.origin, 'second.self', PASSWORD, 'SecondSelf123');
    const reset = await createAccount(world.product, { account: 'second.reset', role: 'administrator' });
    const other = await signIn(world.product.origin, reset);
    expect((await world.root.call('withdrawal_list/approve', { id })).status).toBe(200);
    const { user_info } = (await other.call<{ user_info: { id: string } }>('administrator/profile')).content;
    expect(made.status).toBe(200);
    expect(refusal(await own.call('withdrawal_list/approve', { id }))).toEqual([
      409,
      'wallet.withdrawal_held_back',
    ]);
    const { password } = (
      await world.root.call<{ password: string }>('administrator/reset_password', { id: user_info.id })
    ).content;
    const taken = await chooseOwnPassword(world.product.origin, reset.account, password, 'TakenOver123');
    expect(refusal(await taken.call('withdrawal_list/approve', { id }))).toEqual([
      409,
      'wallet.withdrawal_held_back',
    ]);
    // Whom nobody here has made, or got at.
    expect(refusal(await world.operator.call('withdrawal_list/approve', { id }))).toEqual([200, undefined]);
  } finally {
    await limit('1000000000');
  }
});
