import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import type { cancelOrderCall } from '../screens/mall_order_list/calls.ts';
import { orderResource } from '../screens/mall_order_list/resource.ts';
import { bookDay } from './day-sums.ts';
import { putBackIntoStock } from './move-stock.ts';

/**
 * Cancels an order: its state, the stock and purchases of its products and the entry of the log change together or not at all. One that
 * is cancelled stays as it is, and is answered as cancelled.
 * Errors: `not_found` 404.
 */
export async function cancelOrder(
  context: PluginContext,
  { id, external_id, reason = '' }: BodyOf<typeof cancelOrderCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof cancelOrderCall>> {
  const which = id === undefined ? { external_id: external_id ?? '' } : { _id: id };
  return context.transaction(async (session) => {
    const model = context.model(orderResource);
    const found = await model.findOne(which).session(session).lean();
    if (found === null) throw errors.notFound.create();
    const order = String(found._id);
    if (found.state === 'cancelled') return { id: order, state: found.state, is_repeated: true };
    const now = context.clock.date();
    const $set = { state: 'cancelled' as const, cancel_time: now, cancel_reason: reason, update_time: now };
    await model.updateOne({ _id: order }, { $set, $inc: { version: 1 } }, { session });
    await putBackIntoStock(context, found.items, session);
    await bookDay(context, found, -1, session);
    await context.audit(
      {
        type: 'mall.order.cancel',
        target: order,
        before: { external_id: found.external_id, state: found.state },
        after: { external_id: found.external_id, state: 'cancelled', reason },
        request,
      },
      session,
    );
    return { id: order, state: 'cancelled', is_repeated: false };
  });
}
