import { ACCOUNT_DATA_POINT, type PluginContext } from '@waypost/sdk';
import type { StoredOrder } from './orders/stored.ts';
import { orderResource } from './screens/order/resource.ts';

/** Rows that are handed over at once. */
const PORTION = 200;

/** What the owner of an account takes along: the orders. What is on the balance is in the bill, which is the platform's. */
export function contributeAccountData(context: PluginContext): void {
  context.points.contribute(ACCOUNT_DATA_POINT, '^1', 'wallet.orders', {
    title: 'menu.user_order',
    portion: async ({ account, after }: { account: string; after: string | null }) => {
      const filter = { owner: account, ...(after === null ? {} : { _id: { $gt: after } }) };
      const found = (await context
        .model(orderResource)
        .find(filter as never)
        .sort({ _id: 1 })
        .limit(PORTION)
        .lean()) as StoredOrder[];
      const rows = found.map(
        ({ _id, number, kind, plan_name, days, price, status, settlement, ...order }) => ({
          ...{ id: String(_id), number, kind, plan_name, days, price, status, settlement },
          ...{ pay_type: order.pay_type, create_time: order.create_time, paid_time: order.paid_time },
          ...{ from_time: order.from_time, until_time: order.until_time },
        }),
      );
      return { rows, next: found.length < PORTION ? null : String(found.at(-1)?._id) };
    },
  });
}
