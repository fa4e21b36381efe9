import { buyPlan } from '../../orders/make-order.ts';
import type { Wallet } from '../../wallet.ts';
import { buyCall, offersCall } from './calls.ts';
import { offersFor } from './service.ts';

/** Mounts the shop of plans. */
export function mountPurchases(wallet: Wallet): void {
  const { context } = wallet;
  context.call(offersCall, (_body, { caller }) => offersFor(wallet, caller.id));
  context.call(buyCall, async (body, request) => {
    const { _id, status } = await buyPlan(wallet, body, request);
    return { id: String(_id), status };
  });
  context.menu(
    {
      route: 'buy_vip_combo',
      parent: 'money',
      sort: 80,
      icon: 'star',
      hiddenFor: 'wallet.plan:read',
      roles: ['agent', 'customer'],
    },
    'wallet.purchase:read',
    ['wallet.purchase:buy'],
  );
}
