import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { payConfigDetails, payConfigUpdate, zPayConfig } from '../screens/pay_config/calls.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { withdrawalLetGo, withdrawalReject } from '../screens/withdrawal_list/calls.ts';
import {
  HOUSE,
  OTHER_PAYOUT,
  PAYOUT,
  startWithdrawals,
  TEN,
  TEST_LIMITS,
} from '../testing/withdrawal-place.ts';
import { withdrawalResource } from './resource.ts';
import { UNSEEN_MS } from './values.ts';

setDefaultTimeout(120_000);
type Place = Awaited<ReturnType<typeof startWithdrawals>>;
let it: Place;
beforeAll(async () => {
  it = await startWithdrawals();
});
afterAll(() => it?.stop());
beforeEach(() => it.configure(TEST_LIMITS));
const code = (code: string) => ({ code });

describe('paying', () => {
  const send = (to: string, value: string, more: object = {}) =>
    it.node.pay({ from: HOUSE, to, value, ...more });

  test('an entered transaction is verified until it is solid, then the money is gone, once', async () => {
    const ada = await it.newAgent();
    await it.configure({ withdraw_fee: '500000' });
    const id = await it.approved(ada);
    const transaction = await send(PAYOUT, '9500000');
    expect(await it.pay(id, `0x${transaction.toUpperCase()}`)).toEqual({ id, phase: 'verifying' });
    expect(await it.pay(id, transaction)).toEqual({ id, phase: 'verifying' });
    await it.verify();
    expect((await it.row(id)).phase).toBe('verifying');
    await expect(
      it.t.call(withdrawalReject, { id, reason: 'too late' }, { as: it.second }),
    ).rejects.toMatchObject(code('wallet.withdrawal_over'));
    await it.node.settle();
    await it.verify();
    await it.verify();
    expect(await it.row(id)).toMatchObject({ status: 2, phase: 'paid', transaction, log_index: 0 });
    expect(await it.money(ada)).toEqual({ available: '90000000', held: '0' });
    expect(it.told.at(-1)).toMatchObject({
      words: 'wallet.notice.withdrawal_paid',
      params: { amount: '9.50' },
    });
    expect(it.t.published().at(-1)).toMatchObject({
      topic: 'wallet.withdrawal',
      data: { id, phase: 'paid' },
    });
    const types = (await it.t.audit()).filter(({ target }) => target === id).map(({ type }) => type);
    expect(types).toEqual(
      ['add', 'approve', 'take_on', 'pay', 'paid'].map((verb) => `wallet.withdrawal.${verb}`),
    );
  });

  test('what is wrong with a transaction is said, and nothing is booked', async () => {
    const ada = await it.newAgent();
    const early = await send(PAYOUT, TEN);
    await it.pass(3_600_000);
    const id = await it.approved(ada);
    const look = 'TPjjvMwjPoDC32V2dGDYTkLH4E5LAtBZ6C';
    await it.node.control('token', { address: look, symbol: 'USDT', name: 'Tether USD', decimals: 6 });
    const failed = String(
      await it.node.control('transfer', {
        transfers: [{ from: HOUSE, to: PAYOUT, value: TEN }],
        is_failed: true,
      }),
    );
    const cases: [string, string][] = [
      [await send(PAYOUT, TEN, { contract: look }), 'contract'],
      [await send(OTHER_PAYOUT, TEN), 'receiver'],
      [await send(PAYOUT, '9999999'), 'amount'],
      [await send(PAYOUT, '10000001'), 'amount'],
      [failed, 'failed'],
      [early, 'early'],
    ];
    for (const [transaction, fault] of cases)
      await expect(it.pay(id, transaction)).rejects.toMatchObject(code(`wallet.payout_${fault}`));
    for (const transaction of ['', 'z'.repeat(64), 'a'.repeat(63), `${'a'.repeat(64)}00`])
      await expect(it.pay(id, transaction)).rejects.toMatchObject({ status: 422 });
    expect(await it.row(id)).toMatchObject({ phase: 'paying', transaction: '' });
    expect(await it.money(ada)).toEqual({ available: '90000000', held: TEN });
  });

  test('one transaction pays one withdrawal, whatever was entered at once, seen or not', async () => {
    const ada = await it.newAgent();
    const ids = await Promise.all([it.approved(ada), it.approved(ada), it.approved(ada)]);
    const transaction = await send(PAYOUT, TEN);
    const ends = await Promise.allSettled(ids.map((id) => it.pay(id, transaction)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const end of ends)
      if (end.status === 'rejected') expect(end.reason).toMatchObject(code('wallet.payout_used'));
    await it.node.settle();
    await it.verify();
    const rest: string[] = [];
    for (const id of ids) if ((await it.row(id)).phase === 'paying') rest.push(id);
    expect(rest).toHaveLength(2);
    for (const id of rest)
      await expect(it.pay(id, transaction)).rejects.toMatchObject(code('wallet.payout_used'));
    // Nobody has seen this one: it is taken whole.
    const unseen = 'b'.repeat(64);
    expect(await it.pay(rest[0] ?? '', unseen)).toMatchObject({ phase: 'verifying' });
    await expect(it.pay(rest[1] ?? '', unseen)).rejects.toMatchObject(code('wallet.payout_used'));
    await it.verify(UNSEEN_MS + 1_000);
    expect(await it.row(rest[0] ?? '')).toMatchObject({
      phase: 'paying',
      fault: 'unknown',
      transaction: '',
    });
    expect(await it.money(ada)).toEqual({ available: '70000000', held: '20000000' });
    await it.t.call(withdrawalLetGo, { id: rest[0] ?? '' }, { as: it.boss });
    await it.t.call(withdrawalReject, { id: rest[0] ?? '', reason: 'was never sent' }, { as: it.second });
    expect(await it.row(rest[0] ?? '')).toMatchObject({ phase: 'failed', status: 3 });
    expect(await it.money(ada)).toEqual({ available: '80000000', held: TEN });
  });

  test('two transfers of one transaction pay two withdrawals, and no third', async () => {
    const ada = await it.newAgent();
    const ids = await Promise.all([it.approved(ada), it.approved(ada), it.approved(ada)]);
    const transaction = String(
      await it.node.control('transfer', {
        transfers: Array.from({ length: 2 }, () => ({ from: HOUSE, to: PAYOUT, value: TEN })),
      }),
    );
    await it.node.settle();
    expect(await it.pay(ids[0] ?? '', transaction)).toMatchObject({ phase: 'verifying' });
    expect(await it.pay(ids[1] ?? '', transaction)).toMatchObject({ phase: 'verifying' });
    await expect(it.pay(ids[2] ?? '', transaction)).rejects.toMatchObject(code('wallet.payout_used'));
    await it.verify();
    expect((await it.row(ids[1] ?? '')).log_index).toBe(1);
    expect(await it.money(ada)).toEqual({ available: '70000000', held: TEN });
  });

  test('what a reorganisation took back is not booked, and one that is wrong once solid says so', async () => {
    const ada = await it.newAgent();
    const id = await it.approved(ada);
    const transaction = await send(PAYOUT, TEN);
    await it.pay(id, transaction);
    await it.node.control('reorganise', { depth: 2, dropped: [transaction] });
    await it.node.settle();
    await it.verify();
    expect((await it.row(id)).phase).toBe('verifying');
    await it.verify(UNSEEN_MS + 1_000);
    expect(await it.row(id)).toMatchObject({ phase: 'paying', fault: 'unknown' });
    expect(await it.money(ada)).toEqual({ available: '90000000', held: TEN });
    // Entered before anybody has seen it, and wrong.
    await it.node.control('faults', { provider: 0, faults: { is_down: true } });
    const wrong = await send(OTHER_PAYOUT, TEN);
    await it.pay(id, wrong);
    await it.node.control('faults', { provider: 0, faults: {} });
    await it.node.settle();
    await it.verify(61_000);
    expect(await it.row(id)).toMatchObject({ phase: 'paying', fault: 'receiver', has_transaction: false });
    const shown = await it.t.call('withdrawal_list/details', { id }, { as: it.boss });
    expect(shown).toMatchObject({ fault: 'receiver', approved_by: [expect.any(String)] });
  });

  test('a payment that came in pays no withdrawal', async () => {
    const ada = await it.newAgent();
    const id = await it.approved(ada);
    const transaction = await send(PAYOUT, TEN);
    await it.t.rows(transferResource).add({
      network: 'nile',
      transaction,
      log_index: 0,
      state: 'unmatched',
      amount: TEN,
      block: 7,
      time: new Date(),
      sender: HOUSE,
      receiver: PAYOUT,
      contract: '',
    } as never);
    await expect(it.pay(id, transaction)).rejects.toMatchObject(code('wallet.payout_deposit'));
  });

  test('only what is approved is paid, and on the network that it was asked for on', async () => {
    const ada = await it.newAgent();
    const { id } = await it.ask(ada);
    const transaction = await send(PAYOUT, TEN);
    await expect(it.pay(id, transaction)).rejects.toMatchObject(code('wallet.withdrawal_over'));
    await it.approve(id);
    await it.configure({ network: 'shasta' });
    await expect(it.pay(id, transaction)).rejects.toMatchObject(code('wallet.withdrawal_network'));
    await it.configure({ network: 'nile' });
    expect(await it.pay(id, transaction)).toMatchObject({ phase: 'verifying' });
    await expect(it.pay(id, transaction, ada)).rejects.toMatchObject({ status: 403 });
  });

  test('another network is not set while withdrawals of this one are to be paid or verified; back to theirs it is', async () => {
    const ada = await it.newAgent();
    const [one, other] = [await it.approved(ada), await it.approved(ada)];
    await it.pay(one, await send(PAYOUT, TEN));
    const set = async (network: 'nile' | 'shasta') => {
      const shown = await it.t.call(payConfigDetails, {}, { as: it.boss });
      const values = { ...zPayConfig.parse(shown), version: shown.version };
      return it.t.call(payConfigUpdate, { ...values, network }, { as: it.boss });
    };
    const unpaid = await it.t
      .rows(withdrawalResource)
      .count({ phase: { $in: ['approved', 'paying', 'verifying'] } });
    expect(unpaid).toBeGreaterThanOrEqual(2);
    await expect(set('shasta')).rejects.toMatchObject({
      code: 'wallet.network_withdrawals',
      status: 409,
      message: expect.stringContaining(`verified: ${unpaid}.`),
    });
    expect(await set('nile')).toMatchObject({ network: 'nile' });
    // It was approved while another network was set: what the sentence of paying it asks for has to be possible.
    await it.configure({ network: 'shasta' });
    expect(await set('nile')).toMatchObject({ network: 'nile' });
    expect((await it.row(other)).phase).toBe('approved');
  });
});

test('with two providers the word of one does not pay anything', async () => {
  const two = await startWithdrawals({ providers: 2 });
  try {
    const ada = await two.newAgent();
    const id = await two.approved(ada);
    await two.node.control('faults', { provider: 0, faults: { lies_solid: true } });
    const transaction = await two.node.pay({ from: HOUSE, to: PAYOUT, value: TEN });
    await two.pay(id, transaction);
    await two.verify();
    expect((await two.row(id)).phase).toBe('verifying');
    await two.node.settle();
    await two.verify();
    expect((await two.row(id)).phase).toBe('paid');
  } finally {
    await two.stop();
  }
});
