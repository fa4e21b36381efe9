import type { PluginContext } from '@waypost/sdk';
import { cancelOrder } from '../../orders/cancel-order.ts';
import { purchase, recordOrder } from '../../orders/record-order.ts';
import { cancelOrderCall, purchaseCall, recordOrderCall } from './calls.ts';
import { orderResource } from './resource.ts';

/** Mounts the orders: programs tell them, administrators look at them and cancel. */
export function mountOrders(context: PluginContext): void {
  context.resource(orderResource, {
    filters: {
      state: (value) => ({ state: value }),
      product: (value) => ({ 'items.product': value }),
    },
  });
  context.call(recordOrderCall, (body, request) => recordOrder(context, body, request));
  context.call(purchaseCall, (body, request) => purchase(context, body, request));
  context.call(cancelOrderCall, (body, request) => cancelOrder(context, body, request));
  context.menu(
    { route: 'mall_order_list', parent: 'mall', sort: 10, icon: 'subscribed', roles: ['administrator'] },
    'mall.order:read',
    ['mall.order:create', 'mall.order:cancel', 'mall.product:read'],
  );
}
