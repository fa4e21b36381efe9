import { amountText } from '@waypost/contract';
import type { PluginContext, Stored } from '@waypost/sdk';
import { tellPerson } from '../letters/tell-person.ts';
import { bankTopUpResource } from './resource.ts';

/** Told in one run: inboxes take so many of a plugin in a minute. */
const MOST_TOLD = 20;

/** Tells those who were not told yet what became of their transfers, whatever ended the process in between. */
export async function tellBankTopUps(
  context: PluginContext,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  const rows = await context.model(bankTopUpResource).find({ is_told: false }).limit(MOST_TOLD).lean();
  for (const row of rows) {
    if (signal.aborted) return;
    try {
      // So much is told at once: the next run tells the rest.
      if (!(await tellBankTopUp(context, row))) return;
    } catch (error) {
      context.log.error({ error, top_up: row._id }, 'nobody could be told of a bank transfer');
    }
  }
}

/** @returns false: so much is told at once, it is told later */
export async function tellBankTopUp(
  context: PluginContext,
  { _id, owner, number, amount, reference, reason, state, is_told }: Stored<typeof bankTopUpResource>,
): Promise<boolean> {
  if (is_told || state === 'waiting') return true;
  const words = `wallet.notice.bank_${state}`;
  const isTold = await tellPerson(context, {
    account: String(owner),
    words,
    params: { number, amount: amountText(amount), reference, reason },
    occasion: `${String(_id)} ${state}`,
    screen: state === 'approved' ? 'bill' : 'balance_recharge',
    plain: { title: number, content: words },
  });
  if (isTold)
    await context
      .model(bankTopUpResource)
      .updateOne({ _id, state }, { $set: { is_told: true } }, { timestamps: false });
  return isTold;
}
