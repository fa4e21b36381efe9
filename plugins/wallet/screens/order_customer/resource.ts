import { defineResource } from '@waypost/contract';
import { MOST_COUNTED, ORDER_COLLECTION, ORDER_INDEXES, orderFields } from '../../orders/values.ts';

/** The same orders as the agent right above the buyer sees them: what was bought, and what was earned of it. */
export const customerOrderResource = defineResource({
  name: 'wallet.customer_order',
  area: 'order_customer',
  title: 'number',
  collection: ORDER_COLLECTION,
  access: 'all',
  onUninstall: 'keep',
  calls: ['inquire', 'details'],
  fields: orderFields,
  indexes: ORDER_INDEXES,
  defaultSort: { field: 'create_time', order: 'desc' },
  countLimit: MOST_COUNTED,
});
