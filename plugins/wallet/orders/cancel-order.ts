import { requireRow, type SignedRequest } from '@waypost/sdk';
import { deposits } from '../chain/deposits/deposit.ts';
import { stepDeposit } from '../chain/deposits/state.ts';
import { walletErrors } from '../errors.ts';
import { orderResource } from '../screens/order/resource.ts';
import type { Wallet } from '../wallet.ts';
import { canStep, stepOrder } from './state.ts';

/**
 * Cancels an own order that is not paid. Its address is looked at as before: what comes there all the same is late, on the
 * balance of its owner, and buys nothing.
 * Errors: `not_found` 404; `wallet.not_cancellable` 409; `wallet.order_paying` 409 while a payment waits for its blocks
 */
export async function cancelOrder(
  { context }: Pick<Wallet, 'context'>,
  id: string,
  request: SignedRequest,
): Promise<{ id: string; version: number }> {
  const owner = request.caller.id;
  return context.transaction(async (session) => {
    const model = context.model(orderResource);
    const order = await requireRow(model.findOne({ _id: id, owner }).session(session).lean());
    const { number, settlement } = order;
    if (!canStep('cancel', order)) throw walletErrors.notCancellable.create({ number });
    const deposit = await deposits(context).findOne({ order: id }).session(session).lean();
    if (deposit !== null && deposit.pending !== '0') throw walletErrors.orderPaying.create({ number });
    const now = context.clock.date();
    const after = await stepOrder(context, { id, event: 'cancel' }, session);
    if (deposit !== null) {
      const set = { is_cancelled: true, ...(deposit.expire_time > now ? { expire_time: now } : {}) };
      await stepDeposit(context, { deposit, event: 'cancel', set }, session);
    }
    await context.audit(
      {
        type: 'wallet.order.cancel',
        target: id,
        before: { number, settlement },
        after: { number, settlement: after.settlement },
        request,
      },
      session,
    );
    return { id, version: after.version };
  });
}
