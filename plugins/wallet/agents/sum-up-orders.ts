import { type PluginContext, writeTogether } from '@waypost/sdk';
import { OrderStatus } from '../orders/values.ts';
import { shareResource } from '../screens/agent_divided_into/resource.ts';
import { orderResource } from '../screens/order/resource.ts';
import { bookReturn, bookSale } from './book-share.ts';
import { agentCustomers, agentSums } from './sums.ts';

/** Orders that are counted in one transaction. */
const PORTION = 200;

/**
 * Counts every order that was paid, as if it were paid now: sums and shares from before are thrown away first, so that it may
 * run any number of times.
 */
export async function sumUpOrders(context: PluginContext): Promise<void> {
  await Promise.all([
    context.model(shareResource).deleteMany({}),
    agentSums(context).deleteMany({}),
    agentCustomers(context).deleteMany({}),
  ]);
  let after = '';
  for (;;) {
    const found = await context
      .model(orderResource)
      .find({ _id: { $gt: after }, status: OrderStatus.paid, agent: { $ne: null } })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    if (found.length === 0) return;
    await context.transaction(async (session) => {
      for (const order of found) {
        const { paid_time, price, share } = order;
        if (paid_time === null) continue;
        const writes = writeTogether();
        await bookSale({ context }, { ...order, paid_time }, { session, writes });
        await writes.send(session);
        if (order.settlement === 'refunded')
          await bookReturn(
            { context },
            // Nothing was done with it since.
            { order, refunded: price, returned: share, time: order.update_time },
            session,
          );
      }
    });
    after = String(found.at(-1)?._id);
  }
}
