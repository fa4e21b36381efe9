import type { PluginContext } from '@waypost/sdk';
import { sendingResource } from '../screens/tron_transaction_summary/resource.ts';
import type { StoredSending } from '../sending/stored.ts';
import { withdrawalResource } from '../withdrawals/resource.ts';
import type { DaySpan, SentSums } from './figures.ts';

type Sent = Pick<StoredSending, 'purpose' | 'phase' | 'amount' | 'fee' | 'transaction' | 'subject'>;
const PORTION = 500;

/** Adds up what the signer has sent. */
export async function sumSent(context: PluginContext, { from, until }: DaySpan): Promise<SentSums> {
  const sums: SentSums = {
    sent_out: 0n,
    sent_difference: 0n,
    collected: 0n,
    sent_fees: 0n,
    on_the_way: 0n,
  };
  const model = context.model(sendingResource);
  const ended = model
    .find({ end_time: { $gte: from, $lt: until }, phase: { $in: ['solid', 'failed'] } })
    .lean()
    .cursor();
  let payouts: Sent[] = [];
  const compare = async () => {
    sums.sent_difference += await unbooked(context, payouts);
    payouts = [];
  };
  for await (const row of ended) {
    const { purpose, phase, amount, fee } = row;
    sums.sent_fees += BigInt(fee);
    if (phase === 'failed') continue;
    if (purpose === 'collect') sums.collected += BigInt(amount);
    if (purpose !== 'payout') continue;
    sums.sent_out += BigInt(amount);
    payouts.push(row);
    if (payouts.length === PORTION) await compare();
  }
  await compare();
  const open = model.find({ is_open: true, token: 'USDT' }, { amount: 1 }).lean().cursor();
  for await (const row of open) sums.on_the_way += BigInt(row.amount);
  return sums;
}

/** What was sent for withdrawals that something else, or nothing, has paid. */
async function unbooked(context: PluginContext, payouts: readonly Sent[]): Promise<bigint> {
  if (payouts.length === 0) return 0n;
  const paid = await context
    .model(withdrawalResource)
    .find({ _id: { $in: payouts.map(({ subject }) => subject) }, phase: 'paid' }, { transaction: 1 })
    .lean();
  const booked = new Set(paid.map(({ transaction }) => transaction));
  return payouts.reduce(
    (sum, { transaction, amount }) => (booked.has(transaction) ? sum : sum + BigInt(amount)),
    0n,
  );
}
