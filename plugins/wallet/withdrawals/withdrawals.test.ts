import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  payoutAddressChange,
  payoutAddressKeep,
  withdrawalCancel,
} from '../screens/acting_withdrawal_list/calls.ts';
import { rechargeAdd } from '../screens/balance_recharge/calls.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { withdrawalReject } from '../screens/withdrawal_list/calls.ts';
import { HOUSE, OTHER_PAYOUT, PAYOUT, startWithdrawals, TEN } from '../testing/withdrawal-place.ts';
import { ADDRESS_WAITS_MS, UNSEEN_MS } from './values.ts';

setDefaultTimeout(120_000);
type Place = Awaited<ReturnType<typeof startWithdrawals>>;
let it: Place;
beforeAll(async () => {
  it = await startWithdrawals();
});
afterAll(() => it?.stop());
const LIMITS = {
  ...{ withdraw_switch: 1, withdraw_minimum: '1000000', withdraw_fee: '0' },
  ...{ withdraw_daily: '10000000000', withdraw_two_people: '1000000000' },
} as const;
beforeEach(() => it.configure(LIMITS));
const code = (code: string) => ({ code });

describe('asking', () => {
  test('holds the money from now on, says where it goes, and the same press again is the same', async () => {
    const ada = await it.newAgent();
    await it.configure({ withdraw_fee: '500000' });
    const key = crypto.randomUUID();
    const { id, phase } = await it.ask(ada, TEN, key);
    expect(phase).toBe('waiting');
    expect(await it.ask(ada, TEN, key)).toEqual({ id, phase });
    expect(await it.money(ada)).toEqual({ available: '90000000', held: TEN });
    expect(await it.row(id)).toMatchObject({
      ...{ status: 1, amount: TEN, fee: '500000', payout: '9500000', address: PAYOUT, network: 'nile' },
    });
    await expect(it.ask(ada, '20000000', key)).rejects.toMatchObject(code('wallet.withdrawal_key_used'));
    expect(await it.facts(ada)).toMatchObject({ held: TEN, daily_left: '9990000000', address: PAYOUT });
  });

  test.each(['-1', '+10000000', '1e7', '1234567890123456789', '0', '10000000.5', ' 10000000', 10_000_000])(
    'an amount of %p is no amount',
    async (amount) => {
      const ada = await it.newAgent('0', '');
      await expect(
        it.t.call('acting_withdrawal_list/add', { amount, key: crypto.randomUUID() }, { as: ada }),
      ).rejects.toMatchObject({ status: 422 });
    },
  );

  test('is bounded: less than the least, more than there is, more than a day’s, too many, and switched off', async () => {
    const ada = await it.newAgent();
    await expect(it.ask(ada, '999999')).rejects.toMatchObject(code('wallet.withdrawal_least'));
    await expect(it.ask(ada, '100000001')).rejects.toMatchObject(code('ledger_insufficient'));
    await it.configure({ withdraw_daily: '15000000' });
    const first = await it.ask(ada);
    await expect(it.ask(ada, '5000001')).rejects.toMatchObject({
      ...code('wallet.withdrawal_daily'),
      message: expect.stringContaining('5.00'),
    });
    // What is given back counts no more, and what is older than a day neither.
    await it.t.call(withdrawalCancel, { id: first.id }, { as: ada });
    await it.ask(ada, '15000000');
    await expect(it.ask(ada, '1000000')).rejects.toMatchObject(code('wallet.withdrawal_daily'));
    await it.pass(25 * 60 * 60_000);
    for (let at = 0; at < 9; at += 1) await it.ask(ada, '1000000');
    await expect(it.ask(ada, '1000000')).rejects.toMatchObject(code('wallet.withdrawal_open'));
    await it.configure({ withdraw_switch: 2 });
    await expect(it.ask(ada, '1000000')).rejects.toMatchObject(code('wallet.withdrawal_closed'));
    expect((await it.facts(ada)).is_open).toBe(false);
  });

  test('waits while money that was credited is gone from the network and nobody has decided', async () => {
    const ada = await it.newAgent();
    const row = await it.t.rows(transferResource).add({
      ...{ network: 'nile', transaction: 'e'.repeat(64), log_index: 0, state: 'gone', account: ada.id },
      ...{ amount: TEN, block: 7, time: new Date(), sender: HOUSE, receiver: PAYOUT, contract: '' },
    } as never);
    await expect(it.ask(ada)).rejects.toMatchObject(code('wallet.withdrawal_disputed'));
    await it.t.context
      .model(transferResource)
      .updateOne({ _id: row._id } as never, { $set: { state: 'not_ours' } } as never);
    await it.ask(ada);
  });

  test('fifty at once of all that there is: one is held, the rest are refused clearly', async () => {
    const ada = await it.newAgent(TEN);
    const ends = await Promise.allSettled(Array.from({ length: 50 }, () => it.ask(ada)));
    const refused = ends.flatMap((end) =>
      end.status === 'rejected' ? [(end.reason as { code: string }).code] : [],
    );
    expect(refused).toHaveLength(49);
    expect(new Set(refused)).toEqual(new Set(['ledger_insufficient']));
    expect(await it.money(ada)).toEqual({ available: '0', held: TEN });
  });
});

describe('the payout address', () => {
  test.each([
    ['41a614f803b6fd780986a42c78ec9c7f77e6ded13c', 'in hex'],
    ['0xa614f803b6fd780986a42c78ec9c7f77e6ded13c', 'in hex'],
    ['TDmEWPYotmrXW4X49WMJTMostcezCiksPx', 'typing error'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'another network'],
    ['TDmEWPYotmrXW4X49WMJTMostcez', '34 characters'],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'no such characters'],
  ])('%s is refused with what is wrong', async (address, message) => {
    const ada = await it.newAgent('0', '');
    await expect(it.t.call(payoutAddressChange, { address }, { as: ada })).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ path: 'address', message: expect.stringContaining(message) }],
    });
  });

  test('can be used a day after it was entered, the first one, too; until then the one before holds', async () => {
    const ada = await it.newAgent('100000000', '');
    await it.t.call(payoutAddressChange, { address: PAYOUT }, { as: ada });
    await expect(it.ask(ada)).rejects.toMatchObject(code('wallet.payout_address_missing'));
    await it.pass(ADDRESS_WAITS_MS - 1_000);
    await expect(it.ask(ada)).rejects.toMatchObject(code('wallet.payout_address_missing'));
    await it.pass(1_000);
    const { id } = await it.ask(ada);
    await it.t.call(payoutAddressChange, { address: OTHER_PAYOUT }, { as: ada });
    const { id: later } = await it.ask(ada);
    await it.pass(ADDRESS_WAITS_MS);
    const { id: last } = await it.ask(ada);
    const rows = await Promise.all([id, later, last].map((one) => it.row(one)));
    expect(rows.map(({ address }) => address)).toEqual([PAYOUT, PAYOUT, OTHER_PAYOUT]);
  });

  test('is told to its owner with what to do, entered again it does not wait anew, and it can be taken back', async () => {
    const ada = await it.newAgent();
    const to = { accounts: [ada.id] };
    const told = () => it.told.filter((message) => JSON.stringify(message.to) === JSON.stringify(to));
    const change = await it.t.call(payoutAddressChange, { address: OTHER_PAYOUT }, { as: ada });
    await it.pass(60_000);
    expect(await it.t.call(payoutAddressChange, { address: OTHER_PAYOUT }, { as: ada })).toEqual(change);
    expect(told().at(-1)).toMatchObject({
      words: 'wallet.notice.payout_address',
      params: { address: OTHER_PAYOUT },
      screen: 'acting_withdrawal_list',
    });
    expect(told()).toHaveLength(1);
    expect(await it.t.call(payoutAddressKeep, {}, { as: ada })).toEqual({
      ...{ address: PAYOUT, next_address: '', next_time: null },
    });
    await it.pass(ADDRESS_WAITS_MS);
    expect((await it.facts(ada)).address).toBe(PAYOUT);
    expect((await it.t.audit()).filter(({ target }) => target === ada.id).map(({ type }) => type)).toEqual([
      ...['wallet.payout_address.change', 'wallet.payout_address.keep'],
    ]);
  });

  test('that payments are received at, and the token’s own, is refused', async () => {
    const ada = await it.newAgent();
    const order = await it.t.call(
      rechargeAdd,
      { amount: TEN, key: crypto.randomUUID() },
      { as: await it.t.person('payer') },
    );
    for (const address of [order.address, 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf'])
      await expect(it.t.call(payoutAddressChange, { address }, { as: ada })).rejects.toMatchObject(
        code('wallet.payout_address_ours'),
      );
  });
});

describe('deciding', () => {
  test('is for somebody else; above the limit two different people approve, and twice by one is once', async () => {
    const ada = await it.newAgent();
    await it.configure({ withdraw_two_people: '9999999' });
    const { id } = await it.ask(ada);
    const owner = { ...ada };
    await expect(it.approve(id, owner)).rejects.toMatchObject({ status: 403 });
    expect(await it.approve(id)).toEqual({ id, phase: 'one_approval' });
    await expect(it.approve(id)).rejects.toMatchObject(code('wallet.withdrawal_approved_before'));
    // Whoever raises the limit meanwhile does not do the work of two.
    await it.configure({ withdraw_two_people: '1000000000' });
    const ends = await Promise.allSettled(Array.from({ length: 10 }, () => it.approve(id)));
    expect(ends.every(({ status }) => status === 'rejected')).toBe(true);
    expect((await it.row(id)).status).toBe(1);
    expect(await it.approve(id, it.second)).toEqual({ id, phase: 'approved' });
    expect(await it.row(id)).toMatchObject({ status: 2, approvals: [it.boss.id, it.second.id] });
    expect(await it.money(ada)).toEqual({ available: '90000000', held: TEN });
  });

  test('an administrator who asks for money neither approves nor rejects it', async () => {
    const root = await it.t.person('root.both', { role: 'super' });
    await it.give(root.id, '50000000');
    await it.t.call(payoutAddressChange, { address: PAYOUT }, { as: root });
    await it.pass(ADDRESS_WAITS_MS);
    const { id } = await it.ask(root);
    await expect(it.approve(id, root)).rejects.toMatchObject(code('wallet.withdrawal_own'));
    await expect(it.t.call(withdrawalReject, { id, reason: 'my own' }, { as: root })).rejects.toMatchObject(
      code('wallet.withdrawal_own'),
    );
    await it.approve(id);
  });

  test('a rejection gives the money back and tells why; nothing comes after it', async () => {
    const ada = await it.newAgent();
    const { id } = await it.ask(ada);
    const reject = () =>
      it.t.call(withdrawalReject, { id, reason: 'Your documents are missing' }, { as: it.boss });
    expect(await reject()).toEqual({ id, phase: 'rejected' });
    await expect(reject()).rejects.toMatchObject(code('wallet.withdrawal_over'));
    await expect(it.approve(id)).rejects.toMatchObject(code('wallet.withdrawal_over'));
    await expect(it.t.call(withdrawalCancel, { id }, { as: ada })).rejects.toMatchObject(
      code('wallet.withdrawal_over'),
    );
    expect(await it.money(ada)).toEqual({ available: '100000000', held: '0' });
    expect(it.told.at(-1)).toMatchObject({
      words: 'wallet.notice.withdrawal_rejected',
      params: { amount: '10.00', reason: 'Your documents are missing' },
      screen: `acting_withdrawal_list?id=${id}`,
    });
    expect(await it.row(id)).toMatchObject({ status: 3, phase: 'rejected', is_told: true });
    expect((await it.t.audit()).at(-1)).toMatchObject({
      ...{ type: 'wallet.withdrawal.reject', account: 'boss.first', target: id },
      after: { phase: 'rejected', remark: 'Your documents are missing' },
    });
  });

  test('the own one is taken back while nobody has decided; that of others is not there', async () => {
    const [ada, ben] = [await it.newAgent(), await it.newAgent('0', '')];
    const { id } = await it.ask(ada);
    await expect(it.t.call(withdrawalCancel, { id }, { as: ben })).rejects.toMatchObject({ status: 404 });
    await expect(it.t.call('withdrawal_list/details', { id }, { as: ben })).rejects.toMatchObject({
      status: 404,
    });
    expect(await it.t.call(withdrawalCancel, { id }, { as: ada })).toEqual({ id, phase: 'cancelled' });
    expect(await it.money(ada)).toEqual({ available: '100000000', held: '0' });
    const approved = await it.approved(ada);
    await expect(it.t.call(withdrawalCancel, { id: approved }, { as: ada })).rejects.toMatchObject(
      code('wallet.withdrawal_over'),
    );
    const shown = await it.t.call<Record<string, unknown>>(
      'withdrawal_list/details',
      { id: approved },
      { as: ada },
    );
    expect(shown).toMatchObject({ approved_by: [], may_approve: false, fault: '', phase: 'approved' });
    for (const secret of ['approvals', 'hold', 'key']) expect(shown).not.toHaveProperty(secret);
  });

  test('approved against rejected at once: one of them is done, and the money is in one place', async () => {
    const ada = await it.newAgent('1000000000');
    for (let round = 0; round < 8; round += 1) {
      const { id } = await it.ask(ada);
      const ends = await Promise.allSettled([
        it.approve(id),
        it.t.call(withdrawalReject, { id, reason: 'at the same moment' }, { as: it.second }),
        it.t.call(withdrawalCancel, { id }, { as: ada }),
      ]);
      const { phase } = await it.row(id);
      // Rejecting behind an approval gives back what was not paid.
      const done = ends.filter(({ status }) => status === 'fulfilled').length;
      expect(done).toBe(phase === 'failed' ? 2 : 1);
      if (phase === 'approved')
        await it.t.call(withdrawalReject, { id, reason: 'end of the round' }, { as: it.second });
    }
    expect(await it.money(ada)).toEqual({ available: '1000000000', held: '0' });
  });
});

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
    expect(types).toEqual(['add', 'approve', 'pay', 'paid'].map((verb) => `wallet.withdrawal.${verb}`));
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
    expect(await it.row(id)).toMatchObject({ phase: 'approved', transaction: '' });
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
    for (const id of ids) if ((await it.row(id)).phase === 'approved') rest.push(id);
    expect(rest).toHaveLength(2);
    for (const id of rest)
      await expect(it.pay(id, transaction)).rejects.toMatchObject(code('wallet.payout_used'));
    // Nobody has seen this one: it is taken whole.
    const unseen = 'b'.repeat(64);
    expect(await it.pay(rest[0] ?? '', unseen)).toMatchObject({ phase: 'verifying' });
    await expect(it.pay(rest[1] ?? '', unseen)).rejects.toMatchObject(code('wallet.payout_used'));
    await it.verify(UNSEEN_MS + 1_000);
    expect(await it.row(rest[0] ?? '')).toMatchObject({
      phase: 'approved',
      fault: 'unknown',
      transaction: '',
    });
    expect(await it.money(ada)).toEqual({ available: '70000000', held: '20000000' });
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
    expect(await it.row(id)).toMatchObject({ phase: 'approved', fault: 'unknown' });
    expect(await it.money(ada)).toEqual({ available: '90000000', held: TEN });
    // Entered before anybody has seen it, and wrong.
    await it.node.control('faults', { provider: 0, faults: { is_down: true } });
    const wrong = await send(OTHER_PAYOUT, TEN);
    await it.pay(id, wrong);
    await it.node.control('faults', { provider: 0, faults: {} });
    await it.node.settle();
    await it.verify(61_000);
    expect(await it.row(id)).toMatchObject({ phase: 'approved', fault: 'receiver', has_transaction: false });
    const shown = await it.t.call('withdrawal_list/details', { id }, { as: it.boss });
    expect(shown).toMatchObject({ fault: 'receiver', approved_by: [expect.any(String)] });
  });

  test('a payment that came in pays no withdrawal', async () => {
    const ada = await it.newAgent();
    const id = await it.approved(ada);
    const transaction = await send(PAYOUT, TEN);
    await it.t.rows(transferResource).add({
      ...{ network: 'nile', transaction, log_index: 0, state: 'unmatched', amount: TEN, block: 7 },
      ...{ time: new Date(), sender: HOUSE, receiver: PAYOUT, contract: '' },
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
