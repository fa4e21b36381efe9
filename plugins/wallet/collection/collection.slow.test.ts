import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { newId } from '@waypost/sdk';
import { deposits } from '../chain/deposits/deposit.ts';
import { collectionFacts } from '../screens/tron_transaction_summary/calls.ts';
import { sendingResource } from '../screens/tron_transaction_summary/resource.ts';
import type { StoredSending } from '../sending/stored.ts';
import { COUNTS_MS } from '../sending/values.ts';
import { startSending } from '../testing/sending/sending-place.ts';
import { COLLECTION_ACCOUNT, FEE_ACCOUNT } from '../testing/sending/test-signer.ts';
import { cancelRun, openRun, requireFree } from './open-run.ts';
import { planCollection } from './plan.ts';
import { collectionLines, countLines, findOpenRun } from './run.ts';

// What lies at many addresses and cannot be moved is money that nobody can pay with.
setDefaultTimeout(240_000);
const LEAST = '1000000';
let it: Awaited<ReturnType<typeof startSending>>;
beforeAll(async () => {
  it = await startSending();
});
afterAll(() => it?.stop());
beforeEach(() => {
  it.signer.fault = undefined;
});

const sender = () => it.processOf(it.t.context).sender;
async function begin(least = LEAST) {
  const id = newId(it.t.context);
  await openRun(sender(), { id, least });
  return id;
}
/** Until the run has ended. */
async function finished(): Promise<void> {
  for (let rounds = 0; rounds < 40 && (await findOpenRun(it.t.context)) !== null; rounds += 1)
    await it.settled();
  expect(await findOpenRun(it.t.context)).toBeNull();
}
const sentIn = async (run: string) =>
  (await it.t.rows(sendingResource).all({ run } as never)) as StoredSending[];
const balance = async (of: string) =>
  (await it.node.control('balance', { of })) as { token: string; trx: string };

test('a dry run says what it would cost; the run funds, collects and costs that, and nothing is there for another one', async () => {
  const addresses = [];
  for (const value of ['5000000', '7000000', '900000', '3000000']) addresses.push(await it.newDeposit(value));
  const small = addresses[2] ?? '';
  const plan = await planCollection(sender(), LEAST);
  expect(plan).toMatchObject({
    addresses: 3,
    amount: '15000000',
    receiver: COLLECTION_ACCOUNT,
    obstacle: '',
  });
  expect(plan).toMatchObject({ fee_account: FEE_ACCOUNT, is_covered: true });
  const before = await balance(FEE_ACCOUNT);
  const run = await begin();
  expect(await planCollection(sender(), LEAST)).toMatchObject({ obstacle: 'running', done: 0, total: 3 });
  await expect(begin()).rejects.toMatchObject({ code: 'wallet.collection_running' });
  await expect(requireFree(sender())).rejects.toMatchObject({ code: 'wallet.collection_running' });
  await finished();
  expect(await countLines(it.t.context, run)).toMatchObject({ done: 3, total: 3 });
  expect((await balance(COLLECTION_ACCOUNT)).token).toBe('15000000');
  expect((await balance(small)).token).toBe('900000');
  const sent = await sentIn(run);
  expect(sent.map(({ purpose }) => purpose).sort()).toEqual([
    ...Array(3).fill('collect'),
    ...Array(3).fill('fund'),
  ]);
  for (const { fee, fee_estimate } of sent)
    expect(Math.abs(Number(fee) / Number(fee_estimate) - 1)).toBeLessThan(0.1);
  const fees = sent.reduce((sum, { fee }) => sum + Number(fee), 0);
  expect(Math.abs(fees / Number(plan.fee) - 1)).toBeLessThan(0.1);
  const after = await balance(FEE_ACCOUNT);
  const funded = sent.reduce(
    (sum, { purpose, amount }) => (purpose === 'fund' ? sum + BigInt(amount) : sum),
    0n,
  );
  const burned = sent.reduce((sum, { purpose, fee }) => (purpose === 'fund' ? sum + BigInt(fee) : sum), 0n);
  expect(BigInt(before.trx) - BigInt(after.trx)).toBe(funded + burned);
  const kept = await deposits(it.t.context)
    .find({ address: { $in: addresses } })
    .lean();
  expect(kept.map(({ total, collected }) => BigInt(total) - BigInt(collected ?? '0')).sort()).toEqual([
    0n,
    0n,
    0n,
    900_000n,
  ]);
  expect(await planCollection(sender(), LEAST)).toMatchObject({ addresses: 0, fee: '0' });
  // By what the second one of a kind costs the estimate holds to a tenth.
  for (const value of ['4000000', '6000000']) await it.newDeposit(value);
  const next = await planCollection(sender(), LEAST);
  const again = await begin();
  await finished();
  const cost = (await sentIn(again)).reduce((sum, { fee }) => sum + Number(fee), 0);
  expect(Math.abs(cost / Number(next.fee) - 1)).toBeLessThan(0.1);
});

test('reorganisations and a full pool hold it up, and nothing is sent twice', async () => {
  const address = await it.newDeposit('8000000');
  const before = BigInt((await balance(COLLECTION_ACCOUNT)).token);
  const run = await begin();
  await it.node.control('pool', { most: 0 });
  await it.later(1_000);
  await it.node.control('pool', { most: null });
  await it.later();
  await it.node.control('reorganise', { depth: 3, are_pooled: true });
  await it.node.control('pool', { forgets: 'all' });
  await it.later(20_000);
  await it.settled();
  await it.later();
  await it.node.control('reorganise', {
    depth: 2,
    dropped: (await sentIn(run)).map(({ transaction }) => transaction),
  });
  await it.later(20_000);
  await finished();
  expect(await sentIn(run)).toHaveLength(2);
  expect(BigInt((await balance(COLLECTION_ACCOUNT)).token) - before).toBe(8_000_000n);
  expect((await balance(address)).token).toBe('0');
});

test('a run that is cancelled begins nothing else, and what is on its way comes to its end', async () => {
  for (let made = 0; made < 22; made += 1) await it.newDeposit('2000000');
  const run = await begin();
  await it.later(1_000);
  expect(await countLines(it.t.context, run)).toMatchObject({ funding: 20, waiting: 2 });
  await cancelRun(sender(), run);
  await cancelRun(sender(), run);
  await finished();
  expect(await countLines(it.t.context, run)).toMatchObject({ skipped: 22, collecting: 0 });
  expect((await sentIn(run)).every(({ phase }) => phase === 'solid')).toBe(true);
});

test('what the signer refuses ends that address, and the run goes on', async () => {
  // Those that were funded before need no TRX any more.
  const run = await begin();
  await it.later(1_000);
  expect((await countLines(it.t.context, run)).collecting).toBe(20);
  await finished();
  const refused = await it.newDeposit('2000000');
  it.signer.fault = 'limit_single';
  const other = await begin();
  await it.later(1_000);
  await it.later(6_000);
  expect(
    (await collectionLines(it.t.context).find({ run: other }).lean()).map(({ state, reason }) => [
      state,
      reason,
    ]),
  ).toEqual([['failed', 'wallet.limit_single']]);
  expect(await findOpenRun(it.t.context)).toBeNull();
  it.signer.fault = undefined;
  // The chain's clock is ahead of ours by now.
  await it.later(4 * COUNTS_MS);
  await it.pass(31_000);
  await it.settled();
  expect((await sentIn(other)).map(({ phase }) => phase)).toEqual(['expired']);
  expect((await balance(refused)).trx).toBe('0');
});

test('the payment settings say from which amount on and where to; where the signer says another address nothing is collected', async () => {
  const facts = () => it.t.call(collectionFacts, {}, { as: it.boss });
  expect(await facts()).toEqual({ least: '50000000', receiver: '' });
  await it.configure({ collect_to: FEE_ACCOUNT, collect_least: '2000000' });
  expect(await facts()).toEqual({ least: '2000000', receiver: FEE_ACCOUNT });
  expect(await planCollection(sender(), LEAST)).toMatchObject({ obstacle: 'collect_other', addresses: 0 });
  await expect(begin()).rejects.toMatchObject({ code: 'wallet.collection_collect_other', status: 409 });
  await it.configure({ collect_to: COLLECTION_ACCOUNT });
  expect(await planCollection(sender(), LEAST)).toMatchObject({ obstacle: '' });
});
