import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { sumSent } from '../closing/sent-sums.ts';
import { transferResource } from '../screens/usdt_transaction_record/resource.ts';
import { withdrawalReject, withdrawalSendAgain, withdrawalTakeOn } from '../screens/withdrawal_list/calls.ts';
import { COUNTS_MS, REPLACED_MS } from '../sending/values.ts';
import { startSending } from '../testing/sending/sending-place.ts';
import { PAYOUT_ACCOUNT } from '../testing/sending/test-signer.ts';
import { HOUSE, OTHER_PAYOUT, PAYOUT, TEN, TEST_LIMITS } from '../testing/withdrawal-place.ts';
import { withdrawalResource } from '../withdrawals/resource.ts';

// What is sent twice is gone twice, and what is lost is never paid.
setDefaultTimeout(240_000);
let it: Awaited<ReturnType<typeof startSending>>;
beforeAll(async () => {
  it = await startSending();
});
afterAll(() => it?.stop());
beforeEach(async () => {
  it.signer.fault = undefined;
  await it.node.control('pool', { most: null, is_stalled: false });
});

const paidTo = async (to: string) =>
  (await it.signedBy(PAYOUT_ACCOUNT)).filter((one) => one.to === to && one.result === 'SUCCESS');
const count = async () => (await paidTo(PAYOUT)).length;

test('what is approved is prepared, signed, broadcast, and booked once it is solid, at the fee that was estimated', async () => {
  const ada = await it.newAgent();
  await it.configure({ withdraw_fee: '500000' });
  const id = await it.approved(ada);
  const before = await count();
  await it.later(1_000);
  expect(await it.row(id)).toMatchObject({ status: 2, phase: 'broadcast', is_by_hand: false });
  // Nobody else pays it, gives it back, or takes it on from here.
  for (const press of [
    () => it.t.call(withdrawalTakeOn, { id }, { as: it.boss }),
    () => it.t.call(withdrawalReject, { id, reason: 'too late' }, { as: it.second }),
    () => it.t.call(withdrawalSendAgain, { id }, { as: it.second }),
  ])
    await expect(press()).rejects.toMatchObject({ code: 'wallet.withdrawal_over' });
  await it.settled();
  const [sent] = await it.sendings(id);
  expect(await it.row(id)).toMatchObject({ phase: 'paid', transaction: sent?.transaction, log_index: 0 });
  expect(sent).toMatchObject({ status: 'success', phase: 'solid', amount: '9500000', receiver: PAYOUT });
  expect(Math.abs(Number(sent?.fee) / Number(sent?.fee_estimate) - 1)).toBeLessThan(0.1);
  expect(await it.money(ada)).toEqual({ available: '90000000', held: '0' });
  expect(await count()).toBe(before + 1);
  const types = (await it.t.audit()).filter(({ target }) => target === id).map(({ type }) => type);
  expect(types).toEqual(['add', 'approve', 'send', 'paid'].map((verb) => `wallet.withdrawal.${verb}`));
  await it.configure({ withdraw_fee: '0' });
});

test('a full pool, a node that forgets, and reorganisations: the same bytes are sent until they stand', async () => {
  const ada = await it.newAgent();
  const id = await it.approved(ada);
  const before = await count();
  await it.node.control('pool', { most: 0 });
  await it.later(1_000);
  expect(await it.row(id)).toMatchObject({ phase: 'signed' });
  expect((await it.sendings(id))[0]).toMatchObject({ remark: 'busy', sent_time: null });
  await it.node.control('pool', { most: null, is_stalled: true });
  await it.later();
  expect((await it.row(id)).phase).toBe('broadcast');
  await it.node.control('pool', { forgets: 'all', is_stalled: false });
  await it.later(20_000);
  await it.node.control('mine', { blocks: 2 });
  expect(await count()).toBe(before + 1);
  const [{ transaction } = { transaction: '' }] = await it.sendings(id);
  await it.node.control('reorganise', { depth: 5, dropped: [transaction] });
  expect(await count()).toBe(before);
  await it.later(20_000);
  await it.settled();
  expect((await it.row(id)).phase).toBe('paid');
  expect(await it.sendings(id)).toHaveLength(1);
  expect(await count()).toBe(before + 1);
});

test('another one is signed only when the first can never be on the chain any more, and an hour later', async () => {
  const ada = await it.newAgent();
  const id = await it.approved(ada);
  const before = await count();
  await it.node.control('pool', { most: 0 });
  await it.later(1_000);
  // Our clock alone says nothing: the chain stands still.
  it.t.clock.set(new Date(it.t.clock.now() + COUNTS_MS + 60_000));
  await it.processOf(it.t.context).pay();
  expect((await it.sendings(id)).map(({ phase }) => phase)).toEqual(['signed']);
  await it.node.control('pool', { most: null });
  await it.later(COUNTS_MS);
  // The newest block is behind its end, and the newest solid one is not.
  expect((await it.sendings(id)).map(({ phase }) => phase)).toEqual(['signed']);
  await it.settled();
  expect((await it.sendings(id)).map(({ phase }) => phase)).toEqual(['expired']);
  expect(await it.row(id)).toMatchObject({ phase: 'approved', transaction: '' });
  await it.later(REPLACED_MS / 2);
  expect(await it.sendings(id)).toHaveLength(1);
  await it.later(REPLACED_MS / 2 + 60_000);
  await it.settled();
  expect((await it.sendings(id)).map(({ phase }) => phase)).toEqual(['expired', 'solid']);
  expect((await it.row(id)).phase).toBe('paid');
  expect(await count()).toBe(before + 1);
  expect(await it.money(ada)).toEqual({ available: '90000000', held: '0' });
});

test('the second to a receiver who has nothing yet waits until the first stands for good: taken back, the second would cost what the first does', async () => {
  const ada = await it.newAgent(undefined, OTHER_PAYOUT);
  const [first, second] = [await it.approved(ada), await it.approved(ada, '7000000')];
  await it.later(1_000);
  await it.later();
  expect(await paidTo(OTHER_PAYOUT)).toHaveLength(1);
  expect((await it.row(second)).phase).toBe('approved');
  const [{ transaction } = { transaction: '' }] = await it.sendings(first);
  await it.node.control('reorganise', { depth: 5, dropped: [transaction] });
  await it.later();
  expect(await paidTo(OTHER_PAYOUT)).toEqual([]);
  await it.later(20_000);
  for (let minutes = 0; minutes < 3; minutes += 1) {
    await it.node.settle();
    await it.later(60_000);
  }
  for (const id of [first, second]) {
    expect(await it.row(id)).toMatchObject({ phase: 'paid' });
    const [sent, ...more] = await it.sendings(id);
    expect(more).toEqual([]);
    expect(Math.abs(Number(sent?.fee) / Number(sent?.fee_estimate) - 1)).toBeLessThan(0.1);
  }
});

test('what fails on the chain waits for a person, who is told, and sends it again or gives it back', async () => {
  const ada = await it.newAgent();
  const ids = [await it.approved(ada), await it.approved(ada)];
  // What the chain charges rises by more than the margin between the estimate and the block.
  await it.node.control('pool', { is_stalled: true });
  await it.later(1_000);
  await it.node.control('parameters', { getEnergyFee: 1_000 });
  await it.node.control('pool', { is_stalled: false });
  await it.settled();
  for (const id of ids) {
    expect(await it.row(id)).toMatchObject({ phase: 'undecided', fault: 'failed', transaction: '' });
    expect((await it.sendings(id))[0]).toMatchObject({
      status: 'fail',
      phase: 'failed',
      remark: 'OUT_OF_ENERGY',
    });
  }
  expect(it.told.filter(({ words }) => words === 'wallet.notice.undecided')).toHaveLength(2);
  expect(await it.money(ada)).toEqual({ available: '80000000', held: '20000000' });
  await it.node.control('parameters', { getEnergyFee: 100 });
  const [first = '', second = ''] = ids;
  await it.t.call(withdrawalReject, { id: second, reason: 'paid in cash' }, { as: it.second });
  await it.t.call(withdrawalSendAgain, { id: first }, { as: it.second });
  await it.later(COUNTS_MS + REPLACED_MS + 120_000);
  await it.settled();
  expect((await it.row(first)).phase).toBe('paid');
  expect(await it.row(second)).toMatchObject({ phase: 'failed', status: 3 });
  expect(await it.money(ada)).toEqual({ available: '90000000', held: '0' });
});

test('what the signer refuses it is asked for once, and somebody decides of once it can never be sent; while it is away people pay', async () => {
  const ada = await it.newAgent();
  it.signer.fault = 'signer_away';
  const byHand = await it.approved(ada);
  await it.later(1_000);
  expect((await it.row(byHand)).phase).toBe('approved');
  await it.t.call(withdrawalTakeOn, { id: byHand }, { as: it.boss });
  it.signer.fault = 'approval_forged';
  const id = await it.approved(ada);
  await it.later(1_000);
  expect((await it.row(id)).phase).toBe('prepared');
  await it.later(40_000);
  expect((await it.sendings(id))[0]).toMatchObject({ phase: 'prepared', remark: 'wallet.approval_forged' });
  await it.later(COUNTS_MS + 60_000);
  await it.settled();
  expect(await it.row(id)).toMatchObject({ phase: 'undecided', fault: 'refused' });
  expect((await it.row(byHand)).phase).toBe('paying');
  it.signer.fault = undefined;
  // It was never signed: there is nothing to wait for.
  await it.t.call(withdrawalSendAgain, { id }, { as: it.second });
  await it.later(1_000);
  await it.settled();
  expect((await it.row(id)).phase).toBe('paid');
});

test('however many cannot be paid now, one behind them that can is; what was asked for in another token is left alone', async () => {
  const ada = await it.newAgent();
  const much = '9000000000000';
  await it.configure({ withdraw_daily: much, withdraw_two_people: much });
  const unpaid: string[] = [];
  for (let made = 0; made < 21; made += 1) unpaid.push(await it.approved(await it.newAgent(much), much));
  await it.configure(TEST_LIMITS);
  const other = await it.approved(ada);
  await it.t.context
    .model(withdrawalResource)
    .updateOne({ _id: other } as never, { $set: { contract: HOUSE } } as never);
  it.t.clock.set(new Date(it.t.clock.now() + 1_000));
  const id = await it.approved(ada);
  const before = await count();
  await it.later(1_000);
  await it.settled();
  expect((await it.row(id)).phase).toBe('paid');
  expect(await count()).toBe(before + 1);
  for (const one of [...unpaid, other]) {
    // Its page says why.
    expect(await it.row(one)).toMatchObject({ phase: 'approved', waits_for: one === other ? '' : 'short' });
    await it.t.call(withdrawalReject, { id: one, reason: 'there is not so much' }, { as: it.second });
  }
});

test('money that is gone from the network after a withdrawal was approved keeps it from being paid until somebody decides', async () => {
  const ada = await it.newAgent();
  const id = await it.approved(ada);
  const row = await it.t.rows(transferResource).add({
    network: 'nile',
    transaction: 'c'.repeat(64),
    log_index: 0,
    state: 'gone',
    account: ada.id,
    amount: TEN,
    block: 7,
    time: new Date(),
    sender: HOUSE,
    receiver: PAYOUT,
    contract: '',
  } as never);
  await it.later(1_000);
  expect(await it.row(id)).toMatchObject({ phase: 'approved', waits_for: 'disputed' });
  expect(await it.sendings(id)).toEqual([]);
  await it.t.context
    .model(transferResource)
    .updateOne({ _id: row._id } as never, { $set: { state: 'not_ours' } } as never);
  await it.later(1_000);
  await it.settled();
  expect(await it.row(id)).toMatchObject({ phase: 'paid', waits_for: '' });
});

test('switched off nothing is prepared, and what is on its way comes to its end', async () => {
  const ada = await it.newAgent();
  const first = await it.approved(ada);
  await it.later(1_000);
  await it.configure({ payout_switch: 2 });
  const second = await it.approved(ada, TEN);
  await it.settled();
  expect((await it.row(first)).phase).toBe('paid');
  expect((await it.row(second)).phase).toBe('approved');
  await it.configure({ payout_switch: 1 });
  await it.settled();
  await it.settled();
  expect((await it.row(second)).phase).toBe('paid');
});

test('the closing of a day says what was sent, what it cost, what is on its way, and what nobody has booked', async () => {
  const all = { from: new Date(0), until: new Date(8_640_000_000_000_000) };
  const before = await sumSent(it.t.context, all);
  const sent = await it.signedBy(PAYOUT_ACCOUNT);
  const paid = sent.filter(({ result }) => result === 'SUCCESS');
  expect(before).toEqual({
    sent_out: paid.reduce((sum, { value }) => sum + BigInt(value), 0n),
    sent_difference: 0n,
    collected: 0n,
    sent_fees: sent.reduce((sum, { fee }) => sum + BigInt(fee), 0n),
    on_the_way: 0n,
  });
  const ada = await it.newAgent();
  const id = await it.approved(ada);
  await it.later(1_000);
  expect(await sumSent(it.t.context, all)).toMatchObject({
    sent_out: before.sent_out,
    on_the_way: BigInt(TEN),
  });
  await it.settled();
  const after = await sumSent(it.t.context, all);
  expect(after).toMatchObject({
    sent_out: before.sent_out + BigInt(TEN),
    sent_difference: 0n,
    on_the_way: 0n,
  });
  // Somebody has changed the store: the chain has paid what no row says.
  const rows = it.t.context.model(withdrawalResource);
  await rows.updateOne({ _id: id } as never, { $set: { phase: 'undecided' } } as never);
  expect(await sumSent(it.t.context, all)).toEqual({ ...after, sent_difference: BigInt(TEN) });
  await rows.updateOne({ _id: id } as never, { $set: { phase: 'paid' } } as never);
});
