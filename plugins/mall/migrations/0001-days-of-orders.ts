import type { Migration } from '@waypost/sdk';
import { bookDay, shareAmount } from '../orders/day-sums.ts';
import { orderDay } from '../screens/mall_order_day/resource.ts';
import { orderResource } from '../screens/mall_order_list/resource.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';

/** Orders of before are in the sums of their days, and products of before have no variants and no order of their own. */
export const daysOfOrders: Migration = {
  number: 1,
  name: 'orders are added up by day',
  isLarge: true,
  async up(context) {
    await context
      .model(productResource)
      .updateMany(
        { variants: { $exists: false } },
        { $set: { variants: [], sort: 0 } },
        { timestamps: false },
      );
    const orders = context.model(orderResource);
    // It may begin anew after a crash: what an earlier run has added up goes.
    await context.model(orderDay).deleteMany({});
    for await (const order of orders.find().sort({ _id: 1 }).lean().cursor()) {
      const { _id, items, amount } = order;
      const shares = shareAmount(
        amount,
        items.map(({ quantity }) => ({ worth: 0n, quantity })),
      );
      const shared = items.map((item, at) => ({ ...item, amount: shares[at] ?? '0' }));
      await context.transaction(async (session) => {
        await orders.updateOne({ _id }, { $set: { items: shared } }, { session, timestamps: false });
        if (order.state === 'recorded') await bookDay(context, { ...order, items: shared }, 1, session);
      });
    }
  },
};
