import type { Reference } from '@waypost/contract';

/** What a picker has to know of orders. */
export const orderReference: Reference = {
  name: 'wallet.order',
  area: 'order',
  title: 'number',
  page: 'order',
};
