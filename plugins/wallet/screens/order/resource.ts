import { defineResource } from '@waypost/contract';
import { MOST_COUNTED, ORDER_COLLECTION, ORDER_INDEXES, orderFields } from '../../orders/values.ts';

/** Something that a customer pays for, with the terms that it was made with: later changes of the plan do not touch it. */
export const orderResource = defineResource({
  name: 'wallet.order',
  area: 'order',
  title: 'number',
  collection: ORDER_COLLECTION,
  access: 'own',
  onUninstall: 'keep',
  calls: ['inquire', 'user_inquire', 'details'],
  fields: orderFields,
  indexes: ORDER_INDEXES,
  defaultSort: { field: 'create_time', order: 'desc' },
  countLimit: MOST_COUNTED,
});
