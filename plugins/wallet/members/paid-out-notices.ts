import { amountText } from '@waypost/contract';
import { type CollectionDeclaration, type PluginContext, type Session, tellNow } from '@waypost/sdk';

/** Who is to be told that their balance was paid out; written with it, and gone once it is told. */
interface PaidOutNotice {
  /** `<operator>/<key>` of the call. */
  _id: string;
  account: string;
  amount: string;
  reference: string;
  time: Date;
}
const COLLECTION: CollectionDeclaration<PaidOutNotice> = {
  name: 'paid_out_notice',
  onUninstall: 'drop',
  fields: { _id: String, account: String, amount: String, reference: String, time: Date },
  indexes: [{ keys: { time: 1, _id: 1 } }],
};
export const paidOutNotices = (context: PluginContext) => context.collection(COLLECTION);
/** Told in one run: inboxes take so many of a plugin in a minute. */
const MOST_TOLD = 20;

/** Has it told, within its transaction. */
export async function notePaidOut(
  context: PluginContext,
  notice: Omit<PaidOutNotice, 'time'>,
  session: Session,
): Promise<void> {
  await paidOutNotices(context).create([{ ...notice, time: context.clock.date() }], { session });
}

/** Tells those who were not told yet, whatever ended the process in between: each once. */
export async function tellPaidOuts(context: PluginContext): Promise<void> {
  const waiting = await paidOutNotices(context).find({}).sort({ time: 1, _id: 1 }).limit(MOST_TOLD).lean();
  for (const { _id, account, amount, reference } of waiting)
    try {
      const isTold = await tellNow(context, {
        to: { accounts: [account] },
        words: 'wallet.notice.paid_out',
        params: { amount: amountText(amount), reference },
        plain: { title: `${amountText(amount)} USDT`, content: reference },
        occasion: `paid_out/${_id}`,
        screen: 'bill',
      });
      // So much is told at once: the next run tells it.
      if (!isTold) return;
      await paidOutNotices(context).deleteOne({ _id });
    } catch (error) {
      context.log.error({ error, account }, 'somebody could not be told that the balance was paid out');
      // Behind the others, so that it holds up none of them.
      await paidOutNotices(context).updateOne({ _id }, { $set: { time: context.clock.date() } });
    }
}
