import { amountText } from '@waypost/contract';
import { type PluginContext, tellNow } from '@waypost/sdk';
import { withdrawalResource } from '../withdrawals/resource.ts';

const PORTION = 20;

/** Tells operators of withdrawals that were sent in vain: somebody has to say what becomes of them. Once for each time. */
export async function tellUndecided(context: PluginContext): Promise<void> {
  const rows = await context.model(withdrawalResource).find({ has_alarm: true }).limit(PORTION).lean();
  for (const { _id, version, number, payout, fault, phase } of rows) {
    const isTold =
      phase !== 'undecided' ||
      (await tellNow(context, {
        to: { permission: 'wallet.withdrawal:pay' },
        words: `wallet.notice.${fault === 'sent_before' || fault === 'unlisted' ? fault : 'undecided'}`,
        params: { number, amount: amountText(payout) },
        plain: { title: `Withdrawal ${number} was not paid`, content: fault },
        occasion: `undecided/${String(_id)}/${version}`,
        screen: `withdrawal_list?id=${String(_id)}`,
      }));
    if (!isTold) return;
    await context
      .model(withdrawalResource)
      .updateOne({ _id, version }, { $set: { has_alarm: false } }, { timestamps: false });
  }
}
