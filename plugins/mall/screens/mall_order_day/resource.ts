import { DEFAULT_CURRENCY, defineResource, field, zAmount, zId } from '@waypost/contract';
import { z } from 'zod';

const own = { write: 'none' } as const;

/** What a row is the sum of: all orders of a day, or those of one product. */
export const DAY_SCOPES = ['all', 'product'] as const;

/** What orders came to by day, in all and for each product. Orders write it as they come and are cancelled. */
export const orderDay = defineResource({
  name: 'mall.order_day',
  area: 'mall_order_day',
  title: 'day',
  fields: {
    /** By the time of the orders, in the installation's time zone. */
    day: field(z.iso.date(), { ...own, list: true, sort: true, filter: 'range' }),
    scope: field(z.enum(DAY_SCOPES), { ...own, filter: 'equals', options: DAY_SCOPES }),
    /** Null: all of them. */
    product: field(zId.nullable(), {
      ...own,
      filter: 'equals',
      ref: { name: 'mall.product', area: 'mall_product', title: 'title' },
    }),
    /** As it was called when it was first sold on the day. */
    product_title: field(z.string(), { ...own, list: true, default: '' }),
    orders: field(z.int(), { ...own, list: true, sort: true, default: 0 }),
    quantity: field(z.int(), { ...own, list: true, sort: true, default: 0 }),
    amount: field(zAmount, { ...own, list: true, stored: false, currency: DEFAULT_CURRENCY }),
    /** The amount as a number, which the list sorts by. */
    amount_order: field(z.int(), { ...own, sort: true, default: 0 }),
  },
  access: 'all',
  calls: ['inquire'],
  export: true,
  indexes: [
    { keys: { day: 1, product: 1 }, unique: true },
    ...(['day', 'orders', 'quantity', 'amount_order'] as const).map((by) => ({
      keys: { scope: 1, [by]: -1, _id: -1 } as const,
    })),
    { keys: { product: 1, day: -1, _id: -1 } },
  ],
  countLimit: 10_000,
  defaultSort: { field: 'day', order: 'desc' },
});
