import { AGENTS_PLACE } from '../../agents/place.ts';
import { presentOrders } from '../../orders/present-orders.ts';
import type { Wallet } from '../../wallet.ts';
import { customerOrderResource } from './resource.ts';

/** Mounts the orders of an agent's own customers. */
export function mountCustomerOrders({ context }: Wallet): void {
  context.resource(customerOrderResource, {
    scope: ({ caller }) => ({ agent: caller.id }),
    present: (rows) => presentOrders(context, rows, true),
  });
  context.menu(
    {
      ...AGENTS_PLACE,
      route: 'order_customer',
      sort: 55,
      icon: 'idcard',
      hiddenFor: 'wallet.order:read_all',
      roles: ['agent'],
    },
    'wallet.customer_order:read',
  );
}
