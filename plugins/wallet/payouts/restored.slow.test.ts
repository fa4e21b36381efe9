import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { PAYER } from '../../../tests/chain-place.ts';
import { withdrawalLetGo, withdrawalSendAgain, withdrawalTakeOn } from '../screens/withdrawal_list/calls.ts';
import { COUNTS_MS } from '../sending/values.ts';
import { startSending } from '../testing/sending/sending-place.ts';
import { PAYOUT_ACCOUNT } from '../testing/sending/test-signer.ts';
import { PAYOUT, TEN } from '../testing/withdrawal-place.ts';

// What comes out of a backup knows nothing of what was paid after it.
setDefaultTimeout(240_000);
let it: Awaited<ReturnType<typeof startSending>>;
beforeAll(async () => {
  it = await startSending();
});
afterAll(() => it?.stop());

test('what the chain has paid and nobody here knows of is not paid again: somebody is told, and decides', async () => {
  const ada = await it.newAgent();
  const [first, second] = [await it.approved(ada), await it.approved(ada)];
  const seen = await it.node.pay({ from: PAYOUT_ACCOUNT, to: PAYOUT, value: TEN });
  await it.node.settle();
  await it.later(1_000);
  for (const id of [first, second]) {
    expect(await it.row(id)).toMatchObject({
      phase: 'undecided',
      fault: 'sent_before',
      transaction: '',
      seen_transactions: [seen],
    });
    expect(await it.sendings(id)).toEqual([]);
  }
  const told = it.told.filter(({ words }) => words === 'wallet.notice.sent_before');
  expect(told).toHaveLength(2);
  // It has paid one of them: with it entered, the other is sent by whoever has looked.
  await it.t.call(withdrawalTakeOn, { id: first }, { as: it.boss });
  await it.pay(first, seen);
  await it.t.call(withdrawalSendAgain, { id: second }, { as: it.second });
  await it.later(1_000);
  await it.settled();
  expect((await it.row(second)).phase).toBe('paid');
  expect((await it.sendings(second)).map(({ phase }) => phase)).toEqual(['solid']);
});

test('a transfer of another amount, from before, or that has paid another one stands against nothing', async () => {
  const ada = await it.newAgent();
  await it.node.pay({ from: PAYOUT_ACCOUNT, to: PAYOUT, value: '9999999' });
  await it.later(120_000);
  const ids = [await it.approved(ada), await it.approved(ada)];
  await it.later(1_000);
  await it.settled();
  await it.settled();
  for (const id of ids) expect(await it.row(id)).toMatchObject({ phase: 'paid', seen_transactions: [] });
});

test('after a restore nothing is prepared before somebody says so, and what was signed before has come or never will', async () => {
  const ada = await it.newAgent();
  it.signer.restoredTime = it.t.clock.date().toISOString();
  it.signer.isHeld = true;
  const id = await it.approved(ada);
  await it.later(COUNTS_MS / 2);
  expect(await it.sendings(id)).toEqual([]);
  it.signer.isHeld = false;
  await it.settled();
  expect(await it.sendings(id)).toEqual([]);
  await it.later(COUNTS_MS);
  await it.settled();
  await it.settled();
  expect((await it.row(id)).phase).toBe('paid');
});

test('a receiver who has got more transfers than can be looked at is not paid, by nobody’s press: somebody is told, and pays by hand', async () => {
  const ada = await it.newAgent();
  const id = await it.approved(ada);
  const transfers = Array.from({ length: 500 }, () => ({ from: PAYER, to: PAYOUT, value: '1' }));
  for (let at = 0; at < 5; at += 1) {
    await it.node.control('transfer', { transfers });
    await it.node.control('mine', { blocks: 1 });
  }
  await it.later(1_000);
  const unlisted = { phase: 'undecided', fault: 'unlisted', transaction: '' };
  expect(await it.row(id)).toMatchObject({ ...unlisted, seen_transactions: [] });
  const told = it.told.filter(({ words }) => words === 'wallet.notice.unlisted');
  expect(told).toMatchObject([{ to: { permission: 'wallet.withdrawal:pay' } }]);
  const again = () => it.t.call(withdrawalSendAgain, { id }, { as: it.second });
  await expect(again()).rejects.toMatchObject({ code: 'wallet.payout_unlisted' });
  // Nor after somebody had it in hand and let go of it.
  await it.t.call(withdrawalTakeOn, { id }, { as: it.boss });
  await it.t.call(withdrawalLetGo, { id }, { as: it.boss });
  await expect(again()).rejects.toMatchObject({ code: 'wallet.payout_unlisted' });
  await it.later(1_000);
  expect(await it.sendings(id)).toEqual([]);
  // What comes from the wallet of whoever pays it books it.
  await it.t.call(withdrawalTakeOn, { id }, { as: it.boss });
  const paid = await it.node.pay({ from: PAYER, to: PAYOUT, value: TEN });
  await it.pay(id, paid);
  await it.settled();
  await it.t.jobs.run('verify_payouts');
  expect((await it.row(id)).phase).toBe('paid');
});
