import type { PluginContext } from '@waypost/sdk';
import { orderDay } from './resource.ts';

/** Mounts what orders came to by day. */
export function mountOrderDays(context: PluginContext): void {
  context.resource(orderDay, {
    filters: {
      scope: (value) => ({ scope: value }),
      product: (value) => ({ product: value }),
    },
    present: async (rows) => rows.map((row) => ({ ...row, amount: String(row.amount_order) })),
  });
  context.menu(
    { route: 'mall_order_day', parent: 'mall', sort: 5, icon: 'sun', roles: ['administrator'] },
    'mall.order_day:read',
    ['mall.order_day:export', 'mall.product:read'],
  );
}
