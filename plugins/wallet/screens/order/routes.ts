import { presentOrders } from '../../orders/present-orders.ts';
import type { Wallet } from '../../wallet.ts';
import { orderResource } from './resource.ts';

const READ = 'wallet.order:read';
const READ_ALL = 'wallet.order:read_all';

/** Mounts orders: everybody's for operators, the own for whoever buys. */
export function mountOrders({ context }: Wallet): void {
  context.resource(orderResource, {
    present: (rows, { caller }) =>
      presentOrders(context, rows, caller.isSuper || caller.permissions.has(READ_ALL)),
  });
  context.menu(
    { route: 'order', parent: 'money', sort: 70, icon: 'ordered-list', roles: ['administrator'] },
    READ_ALL,
    [READ],
  );
  context.menu(
    { route: 'user_order', parent: 'money', sort: 68, icon: 'list', roles: ['agent', 'customer'] },
    'wallet.own_order:read',
    [READ],
  );
}
