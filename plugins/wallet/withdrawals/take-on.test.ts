import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import type { Person } from '@waypost/sdk/testing';
import {
  withdrawalLetGo,
  withdrawalPay,
  withdrawalReject,
  withdrawalTakeOn,
} from '../screens/withdrawal_list/calls.ts';
import {
  HOUSE,
  OTHER_PAYOUT,
  PAYOUT,
  startWithdrawals,
  TEN,
  TEST_LIMITS,
} from '../testing/withdrawal-place.ts';
import { withdrawalAsker } from './calls.ts';
import { withdrawalResource } from './resource.ts';
import { PAYING_MS, UNSEEN_MS } from './values.ts';

// What two operators pay at once is gone twice, and nothing brings it back.
setDefaultTimeout(120_000);
let it: Awaited<ReturnType<typeof startWithdrawals>>;
let agent: Person;
beforeAll(async () => {
  it = await startWithdrawals();
  await it.configure(TEST_LIMITS);
  agent = await it.newAgent('900000000');
});
afterAll(() => it?.stop());

const code = (code: string) => ({ code });
const takeOn = (id: string, as: Person, is_warned?: true) =>
  it.t.call(withdrawalTakeOn, { id, ...(is_warned ? { is_warned } : {}) }, { as });
const letGo = (id: string, as: Person) => it.t.call(withdrawalLetGo, { id }, { as });
const enter = (id: string, transaction: string, as: Person) =>
  it.t.call(withdrawalPay, { id, transaction }, { as });
const giveBack = (id: string, as: Person) =>
  it.t.call(withdrawalReject, { id, reason: 'cannot be paid' }, { as });
const shown = (id: string, as: Person) =>
  it.t.call<Record<string, unknown>>('withdrawal_list/details', { id }, { as });
const list = async (body: object, as: Person) =>
  (await it.t.call<{ content: { id: string }[] }>('withdrawal_list/inquire', body, { as })).content.map(
    ({ id }) => id,
  );
const auditOf = async (id: string) =>
  (await it.t.audit())
    .filter(({ target }) => target === id)
    .map(({ type }) => type.replace('wallet.withdrawal.', ''));

test('nobody enters a transaction before taking it on, and nobody but whoever has', async () => {
  const id = await it.approved(agent);
  const transaction = await it.node.pay({ from: HOUSE, to: PAYOUT, value: TEN });
  await expect(enter(id, transaction, it.boss)).rejects.toMatchObject(code('wallet.withdrawal_not_taken'));
  expect(await takeOn(id, it.boss)).toEqual({ id, phase: 'paying' });
  // The same press again is the same.
  expect(await takeOn(id, it.boss)).toEqual({ id, phase: 'paying' });
  for (const refused of [
    () => takeOn(id, it.second),
    // The warning takes nothing from somebody who has just begun.
    () => takeOn(id, it.second, true),
    () => enter(id, transaction, it.second),
    () => letGo(id, it.second),
    () => giveBack(id, it.second),
    // Whoever pays it says first that they do not.
    () => giveBack(id, it.boss),
  ])
    await expect(refused()).rejects.toMatchObject({
      code: 'wallet.withdrawal_being_paid',
      message: expect.stringContaining(`account of ${it.boss.id}`),
    });
  expect(await enter(id, transaction, it.boss)).toEqual({ id, phase: 'verifying' });
  await expect(letGo(id, it.boss)).rejects.toMatchObject(code('wallet.withdrawal_over'));
  await it.node.settle();
  await it.verify();
  expect(await it.row(id)).toMatchObject({ phase: 'paid', payer: it.boss.id });
  expect(await auditOf(id)).toEqual(['add', 'approve', 'take_on', 'pay', 'paid']);
});

test('who pays it since when is shown to those who decide, and not to whoever asked', async () => {
  const id = await it.approved(agent);
  await takeOn(id, it.boss);
  const payer = { phase: 'paying', paying_by: `account of ${it.boss.id}`, paying_since: expect.any(String) };
  expect(await shown(id, it.boss)).toMatchObject({ ...payer, is_mine: true, may_take_over: false });
  expect(await shown(id, it.second)).toMatchObject({ ...payer, is_mine: false, may_take_over: false });
  expect(await shown(id, agent)).toMatchObject({
    phase: 'paying',
    paying_by: '',
    paying_since: null,
    is_mine: false,
    may_take_over: false,
  });
  expect(JSON.stringify(await shown(id, agent))).not.toContain(it.boss.id);
  expect(await list({ is_mine: true, phase: ['paying'] }, it.boss)).toEqual([id]);
  expect(await list({ is_mine: true }, it.second)).toEqual([]);
  expect(await list({ is_mine: false, phase: ['paying'] }, it.second)).toEqual([id]);
  expect(it.t.published().at(-1)).toMatchObject({ data: { id, phase: 'paying' } });
  expect(await letGo(id, it.boss)).toEqual({ id, phase: 'approved' });
  expect(await shown(id, it.second)).toMatchObject({ phase: 'approved', paying_by: '', paying_since: null });
  expect(await takeOn(id, it.second)).toEqual({ id, phase: 'paying' });
  expect(await auditOf(id)).toEqual(['add', 'approve', 'take_on', 'let_go', 'take_on']);
  await letGo(id, it.second);
  expect(await giveBack(id, it.boss)).toEqual({ id, phase: 'failed' });
});

test('taken on by several at once, and taken over by several: one of them has it', async () => {
  const id = await it.approved(agent);
  const people = [it.boss, it.second, it.third];
  const race = async (isWarned?: true) => {
    const ends = await Promise.allSettled(people.map((one) => takeOn(id, one, isWarned)));
    const won = people.filter((_one, index) => ends[index]?.status === 'fulfilled');
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject(code('wallet.withdrawal_being_paid'));
    expect(won.map(({ id }) => id)).toContain(String((await it.row(id)).payer));
    return won;
  };
  const [first, ...none] = await race();
  expect(none).toEqual([]);
  await it.pass(PAYING_MS);
  const others = (await race(true)).filter(({ id }) => id !== first?.id);
  expect(others).toHaveLength(1);
});

test('an hour later somebody takes it over who has read the warning, and the one before enters nothing any more', async () => {
  const id = await it.approved(agent);
  const transaction = await it.node.pay({ from: HOUSE, to: PAYOUT, value: TEN });
  await takeOn(id, it.boss);
  await it.pass(PAYING_MS - 1_000);
  await expect(takeOn(id, it.second, true)).rejects.toMatchObject(code('wallet.withdrawal_being_paid'));
  await it.pass(2_000);
  expect(await shown(id, it.second)).toMatchObject({ may_take_over: true });
  await expect(takeOn(id, it.second)).rejects.toMatchObject(code('wallet.withdrawal_being_paid'));
  expect(await takeOn(id, it.second, true)).toEqual({ id, phase: 'paying' });
  await expect(enter(id, transaction, it.boss)).rejects.toMatchObject(code('wallet.withdrawal_being_paid'));
  // The hour begins anew.
  await expect(takeOn(id, it.boss, true)).rejects.toMatchObject(code('wallet.withdrawal_being_paid'));
  expect(await enter(id, transaction, it.second)).toEqual({ id, phase: 'verifying' });
  expect(await auditOf(id)).toEqual(['add', 'approve', 'take_on', 'take_over', 'pay']);
  const over = (await it.t.audit()).find(
    ({ type, target }) => target === id && type === 'wallet.withdrawal.take_over',
  );
  expect(over?.before).toMatchObject({ paying_by: `account of ${it.boss.id}` });
});

test('one that was taken on and forgotten is given back after the hour, and the money is available again', async () => {
  const one = await it.newAgent();
  const id = await it.approved(one);
  await takeOn(id, it.boss);
  await it.pass(PAYING_MS + 1_000);
  expect(await giveBack(id, it.second)).toEqual({ id, phase: 'failed' });
  expect(await it.money(one)).toEqual({ available: '100000000', held: '0' });
});

test('a transaction that nobody has seen leaves it with whoever pays it', async () => {
  const id = await it.approved(agent);
  await takeOn(id, it.boss);
  await enter(id, 'c'.repeat(64), it.boss);
  await it.verify(UNSEEN_MS + 1_000);
  expect(await it.row(id)).toMatchObject({ phase: 'paying', fault: 'unknown', payer: it.boss.id });
  await expect(takeOn(id, it.second)).rejects.toMatchObject(code('wallet.withdrawal_being_paid'));
  await expect(letGo('0'.repeat(24), it.boss)).rejects.toMatchObject({ status: 404 });
  await expect(takeOn(id, agent)).rejects.toMatchObject({ status: 403 });
  expect(await letGo(id, it.boss)).toEqual({ id, phase: 'approved' });
});

test('what is not approved is not taken on', async () => {
  const { id } = await it.ask(agent);
  await expect(takeOn(id, it.boss)).rejects.toMatchObject(code('wallet.withdrawal_over'));
  await expect(letGo(id, it.boss)).rejects.toMatchObject(code('wallet.withdrawal_over'));
});

test('whoever decides sees what the asker has, and what was paid to them and to this address before', async () => {
  const ada = await it.newAgent();
  const { id } = await it.ask(ada, '30000000');
  const asker = () => it.t.call(withdrawalAsker, { id }, { as: it.boss });
  const first = { paid_before: 0, paid_sum: '0', paid_last: null, paid_to_address: 0 };
  expect(await asker()).toEqual({ available: '70000000', held: '30000000', ...first });
  const paid_time = new Date(it.t.clock.now());
  for (const address of [PAYOUT, OTHER_PAYOUT]) {
    const other = await it.ask(ada);
    await it.t.context
      .model(withdrawalResource)
      .updateOne({ _id: other.id }, { $set: { phase: 'paid', status: 2, paid_time, address } });
  }
  expect(await asker()).toMatchObject({
    paid_before: 2,
    paid_sum: '20000000',
    paid_last: paid_time.toISOString(),
    paid_to_address: 1,
  });
  await expect(it.t.call(withdrawalAsker, { id }, { as: ada })).rejects.toMatchObject({ status: 403 });
});
