import { membershipSteps } from '../../members/membership-steps.ts';
import { cancelOrder } from '../../orders/cancel-order.ts';
import { presentOrders } from '../../orders/present-orders.ts';
import { mountReceipts } from '../../orders/receipt/mount-receipts.ts';
import { refundNotices } from '../../orders/refund/refund-notices.ts';
import { offerRefund, refundOrder } from '../../orders/refund/refund-order.ts';
import { shareDebts } from '../../orders/refund/share-debts.ts';
import type { Wallet } from '../../wallet.ts';
import { cancelCall, refundCall, refundOffer } from './calls.ts';
import { orderResource } from './resource.ts';

const READ = 'wallet.order:read';
const READ_ALL = 'wallet.order:read_all';

/** Mounts orders: everybody's for operators, the own for whoever buys. */
export function mountOrders(wallet: Wallet): void {
  const { context } = wallet;
  for (const declare of [membershipSteps, shareDebts, refundNotices]) declare(context);
  context.resource(orderResource, {
    present: (rows, { caller }) =>
      presentOrders(context, rows, caller.isSuper || caller.permissions.has(READ_ALL)),
  });
  context.call(refundOffer, ({ id }, request) => offerRefund(wallet, id, request));
  context.call(refundCall, (body, request) => refundOrder(wallet, body, request));
  context.call(cancelCall, async ({ id }, request) => {
    const done = await cancelOrder(wallet, id, request);
    await wallet.transfer?.tell(id);
    return done;
  });
  mountReceipts(context);
  context.menu(
    { route: 'order', parent: 'money', sort: 70, icon: 'ordered-list', roles: ['administrator'] },
    READ_ALL,
    [READ, 'wallet.order:refund'],
  );
  context.menu(
    {
      route: 'user_order',
      parent: 'money',
      sort: 68,
      icon: 'list',
      hiddenFor: READ_ALL,
      roles: ['agent', 'customer'],
    },
    'wallet.own_order:read',
    [READ, 'wallet.own_order:cancel'],
  );
}
