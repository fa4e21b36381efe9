import { amountText } from '@waypost/contract';
import { type CollectionDeclaration, type PluginContext, type Session, tellNow } from '@waypost/sdk';

/** Who is to be told of a refund; written with it, and gone once it is told, whatever ended the process in between. */
interface RefundNotice {
  /** Id of the order. */
  _id: string;
  number: string;
  owner: string;
  refund: string;
  reason: string;
  /** Null: nobody earned of it. */
  agent: string | null;
  share_return: string;
  owed: string;
  time: Date;
}

const COLLECTION: CollectionDeclaration<RefundNotice> = {
  name: 'refund_notice',
  onUninstall: 'drop',
  fields: {
    _id: String,
    number: String,
    owner: String,
    refund: String,
    reason: String,
    agent: String,
    share_return: String,
    owed: String,
    time: Date,
  },
  indexes: [{ keys: { time: 1 } }],
};
export const refundNotices = (context: PluginContext) => context.collection(COLLECTION);
/** Told in one run: inboxes take so many of a plugin in a minute. */
const MOST_TOLD = 20;

/** Has a refund told, within its transaction. */
export async function noteRefund(
  context: PluginContext,
  notice: Omit<RefundNotice, 'time'>,
  session: Session,
): Promise<void> {
  await refundNotices(context).create([{ ...notice, time: context.clock.date() }], { session });
}

/** Tells buyers and agents of refunds that they were not told of yet: each once. */
export async function tellRefunds(context: PluginContext): Promise<void> {
  const waiting = await refundNotices(context).find({}).sort({ time: 1 }).limit(MOST_TOLD).lean();
  for (const notice of waiting)
    try {
      // So much is told at once: the next run tells it.
      if (!(await tellOne(context, notice))) return;
      await refundNotices(context).deleteOne({ _id: notice._id });
    } catch (error) {
      context.log.error({ error, order: notice._id }, 'nobody could be told of a refund');
      // Behind the others, so that it holds up none of them.
      await refundNotices(context).updateOne({ _id: notice._id }, { $set: { time: context.clock.date() } });
    }
}

/** @returns false: so much is told at once, it is told later */
async function tellOne(
  context: PluginContext,
  { _id, number, owner, refund, reason, agent, share_return, owed }: RefundNotice,
): Promise<boolean> {
  const isBuyerTold = await tellNow(context, {
    to: { accounts: [owner] },
    words: 'wallet.notice.refunded',
    params: { number, amount: amountText(refund), reason },
    plain: { title: number, content: `${amountText(refund)} USDT` },
    occasion: `refund/${_id}`,
    screen: `user_order?id=${_id}`,
  });
  if (!isBuyerTold || agent === null || share_return === '0') return isBuyerTold;
  return tellNow(context, {
    to: { accounts: [agent] },
    words: owed === '0' ? 'wallet.notice.share_returned' : 'wallet.notice.share_owed',
    params: { number, amount: amountText(share_return), owed: amountText(owed) },
    plain: { title: number, content: `-${amountText(share_return)} USDT` },
    occasion: `share_return/${_id}`,
    screen: `order_customer?id=${_id}`,
  });
}
