import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { TEST_XPUB } from '../../../tests/chain-place.ts';
import { FAKE_USDT } from '../../../tests/tron-node.ts';
import { countAtTill } from '../chain/shared/tills.ts';
import {
  payoutAddressChange,
  payoutAddressKeep,
  withdrawalCancel,
} from '../screens/acting_withdrawal_list/calls.ts';
import { rechargeAdd } from '../screens/balance_recharge/calls.ts';
import { confirmLimits, payConfigDetails, payConfigUpdate, zPayConfig } from '../screens/pay_config/calls.ts';
import { takeKey } from '../screens/tron/rows.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { withdrawalReject, withdrawalTakeOn } from '../screens/withdrawal_list/calls.ts';
import { factsOfXpub } from '../signing/vault/derive.ts';
import { accountAt } from '../testing/sending/test-signer.ts';
import {
  HOUSE,
  OTHER_PAYOUT,
  PAYOUT,
  startWithdrawals,
  TEN,
  TEST_LIMITS,
} from '../testing/withdrawal-place.ts';
import { ADDRESS_WAITS_MS } from './values.ts';

setDefaultTimeout(120_000);
type Place = Awaited<ReturnType<typeof startWithdrawals>>;
let it: Place;
beforeAll(async () => {
  it = await startWithdrawals();
});
afterAll(() => it?.stop());
beforeEach(() => it.configure(TEST_LIMITS));
const code = (code: string) => ({ code });
/** A transfer of somebody's that the chain has lost. */
const goneTransfer = (transaction: string, account: string) =>
  it.t.rows(transferResource).add({
    network: 'nile',
    transaction,
    log_index: 0,
    state: 'gone',
    account,
    amount: TEN,
    block: 7,
    time: new Date(),
    sender: HOUSE,
    receiver: PAYOUT,
    contract: '',
  } as never);

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
      status: 1,
      amount: TEN,
      fee: '500000',
      payout: '9500000',
      address: PAYOUT,
      network: 'nile',
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
    const row = await goneTransfer('e'.repeat(64), ada.id);
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
      address: PAYOUT,
      next_address: '',
      next_time: null,
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

  test('that all orders are paid to, or were, and an account of the operator is refused, also when it becomes one later', async () => {
    const ada = await it.newAgent();
    const { t } = it;
    const place = { network: 'nile', contract: FAKE_USDT, expire_time: t.clock.date() } as const;
    const at = (index: number) => accountAt(2_000_000 + index).address;
    const [set, before, house, fees, watched] = [at(1), at(2), at(3), at(4), at(5)];
    await t.context.transaction((session) => countAtTill(t.context, { ...place, address: before }, session));
    const key = factsOfXpub(TEST_XPUB);
    if (key === undefined) throw new Error('the key of the tests is none');
    const facts = { id: 'b'.repeat(16), create_time: t.clock.date().toISOString(), remove_time: null };
    await takeKey(t.context, { ...key, ...facts, address: watched });
    await it.configure({ shared_address: set, payout_account: house, fee_account: fees });
    for (const address of [set, before, house, fees, watched])
      await expect(it.t.call(payoutAddressChange, { address }, { as: ada })).rejects.toMatchObject(
        code('wallet.payout_address_ours'),
      );
    await it.configure({ shared_address: PAYOUT });
    await expect(it.ask(ada)).rejects.toMatchObject(code('wallet.payout_address_ours'));
    await it.configure({ shared_address: '', payout_account: '', fee_account: '' });
    const { id } = await it.ask(ada);
    await it.configure({ shared_address: PAYOUT });
    await expect(it.approve(id)).rejects.toMatchObject(code('wallet.payout_address_ours'));
    expect((await it.row(id)).phase).toBe('waiting');
    await it.configure({ shared_address: '' });
    await it.approve(id);
  });
});

describe('deciding', () => {
  test('of a person whose credited money is gone from the network waits until somebody has decided of that', async () => {
    const ada = await it.newAgent();
    const [waiting, approved] = [(await it.ask(ada)).id, await it.approved(ada)];
    const row = await goneTransfer('d'.repeat(64), ada.id);
    const takeOn = () => it.t.call(withdrawalTakeOn, { id: approved }, { as: it.boss });
    for (const press of [() => it.approve(waiting), takeOn])
      await expect(press()).rejects.toMatchObject({
        ...code('wallet.withdrawal_person_disputed'),
        message: expect.stringContaining('USDT transfers'),
      });
    expect((await it.row(waiting)).phase).toBe('waiting');
    expect((await it.row(approved)).phase).toBe('approved');
    await it.t.context
      .model(transferResource)
      .updateOne({ _id: row._id } as never, { $set: { state: 'not_ours' } } as never);
    expect((await it.approve(waiting)).phase).toBe('approved');
    await takeOn();
  });

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

  test('a limit that one person raises applies a day later, or once somebody else confirms it', async () => {
    const ada = await it.newAgent();
    await it.configure({ withdraw_two_people: '9999999' });
    await it.ask(ada);
    const change = async (withdraw_two_people: string) => {
      const shown = await it.t.call(payConfigDetails, {}, { as: it.boss });
      const values = zPayConfig.parse(shown);
      const { version } = shown;
      return it.t.call(payConfigUpdate, { ...values, version, withdraw_two_people }, { as: it.boss });
    };
    const needed = async () => (await it.row((await it.ask(await it.newAgent())).id)).needed;
    const told = it.told.length;
    const raised = await change('1000000000');
    expect(raised.raises).toMatchObject([{ limit: 'withdraw_two_people', before: '9999999', is_own: true }]);
    expect(it.told.slice(told)).toMatchObject([{ to: { permission: 'wallet.pay_config:update' } }]);
    expect(await needed()).toBe(2);
    const { version } = raised;
    const confirmed = (as: typeof it.boss) => it.t.call(confirmLimits, { version }, { as });
    await expect(confirmed(it.boss)).rejects.toMatchObject(code('wallet.raise_own'));
    it.heldBack.set(`${it.second.id} by ${it.boss.id}`, '2026-12-05T10:00:00.000Z');
    await expect(confirmed(it.second)).rejects.toMatchObject(code('wallet.withdrawal_held_back'));
    it.heldBack.clear();
    expect((await confirmed(it.second)).raises).toEqual([]);
    expect(await needed()).toBe(1);
    // Lowering is free; another raise waits anew, and is over by itself.
    expect((await change('9999999')).raises).toEqual([]);
    expect(await needed()).toBe(2);
    await change('1000000000');
    expect(await needed()).toBe(2);
    it.t.clock.set(new Date(it.t.clock.now() + 86_400_001));
    expect(await needed()).toBe(1);
  });

  test('two accounts of one person are one approver, and the asker approves by no other account', async () => {
    const ada = await it.newAgent();
    await it.configure({ withdraw_two_people: '9999999' });
    const until = '2026-12-05T10:00:00.000Z';
    const refused = {
      ...code('wallet.withdrawal_held_back'),
      message: expect.stringContaining('2026-12-05 10:00 UTC'),
    };
    const { id } = await it.ask(ada);
    it.heldBack.set(`${it.boss.id} by ${ada.id}`, until);
    await expect(it.approve(id)).rejects.toMatchObject(refused);
    it.heldBack.clear();
    await it.approve(id);
    // Whichever of the two approves first.
    for (const pair of [`${it.second.id} by ${it.boss.id}`, `${it.boss.id} by ${it.second.id}`]) {
      it.heldBack.set(pair, until);
      await expect(it.approve(id, it.second)).rejects.toMatchObject(refused);
      expect(await it.row(id)).toMatchObject({ phase: 'one_approval', approvals: [it.boss.id] });
      it.heldBack.clear();
    }
    expect(await it.approve(id, it.third)).toEqual({ id, phase: 'approved' });
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
      type: 'wallet.withdrawal.reject',
      account: 'boss.first',
      target: id,
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
