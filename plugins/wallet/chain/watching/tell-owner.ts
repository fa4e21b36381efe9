import { amountText } from '@waypost/contract';
import { type PluginContext, tellNow } from '@waypost/sdk';
import type { Settlement } from '../../orders/values.ts';
import { type Deposit, deposits } from '../deposits/deposit.ts';

/** What people are told who may have closed the page long ago: `wallet.notice.payment_<word>`. */
const WORDS: Readonly<Partial<Record<Settlement, string>>> = {
  settled: 'paid',
  over: 'over',
  late: 'late',
  under: 'under',
  wrong_token: 'wrong_token',
  failed: 'failed',
};

/** By what it is known that of this state was told. */
const stateOf = ({ settlement, total }: Deposit): string => `${settlement}/${total}`;

/**
 * Tells the owner of an order what came for it, once for each state, whatever ended the process in between: each look tells what
 * was not told yet.
 */
export async function tellOwner(context: PluginContext, deposit: Deposit): Promise<void> {
  const word = WORDS[deposit.settlement];
  const state = stateOf(deposit);
  if (word === undefined || deposit.told === state) return;
  const left = BigInt(deposit.amount) - BigInt(deposit.total);
  const params = {
    received: amountText(deposit.total),
    left: amountText(String(left > 0n ? left : 0n)),
  };
  // Where so much is told at once the next look tells it.
  const isTold = await tellNow(context, {
    to: { accounts: [deposit.owner] },
    words: `wallet.notice.payment_${word}`,
    params,
    plain: { title: `Payment: ${word}`, content: `${params.received} USDT` },
    occasion: `${deposit.order}/${state}`,
    screen: `balance_recharge?id=${deposit.order}`,
  });
  if (isTold) await deposits(context).updateOne({ _id: deposit._id }, { $set: { told: state } });
}
