import { DEFAULT_CURRENCY, defineResource, field, zAmount, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zPrice } from '../../money/values.ts';

/** What has become of an order that was told here. */
export const ORDER_STATES = ['recorded', 'cancelled'] as const;

/** Most products of one order, and most pieces of one of them. */
export const MOST_ITEMS = 50;
export const zQuantity = z.int().min(1).max(100_000);

/** What programs call an order. */
export const zOrderId = z.string().trim().min(1).max(64);
export const zBuyer = z.string().trim().max(200);
export const zReason = z.string().trim().max(200);

/** What of a product an order keeps, whatever becomes of the product. */
export const zItem = z.object({
  product: zId,
  title: z.string(),
  quantity: zQuantity,
  /** Its part of the order's amount. */
  amount: zAmount,
});

/** Orders of products, made elsewhere and told here by programs. */
export const orderResource = defineResource({
  name: 'mall.order',
  area: 'mall_order',
  title: 'external_id',
  fields: {
    external_id: field(zOrderId, { list: true, search: true, filter: 'equals', write: 'none', unique: true }),
    items: field(z.array(zItem).max(MOST_ITEMS), { list: true, write: 'none' }),
    /** Pieces in all. */
    quantity: field(z.int(), { list: true, write: 'none' }),
    amount: field(zPrice, { list: true, write: 'none', currency: DEFAULT_CURRENCY }),
    /** Who bought, in the words of the program. */
    buyer: field(zBuyer, { list: true, search: true, write: 'none', default: '' }),
    /** When it was made there. */
    time: field(zTime, { list: true, filter: 'range', sort: true, write: 'none' }),
    state: field(z.enum(ORDER_STATES), {
      list: true,
      filter: 'equals',
      quick: true,
      write: 'none',
      options: ORDER_STATES,
      default: 'recorded',
    }),
    cancel_time: field(zTime.nullable(), { list: 'hidden', write: 'none', default: null }),
    cancel_reason: field(zReason, { list: 'hidden', write: 'none', default: '' }),
    /** Whose key told it, and under which key of its own; what was told, so that another order is not taken for it. */
    told_by: field(z.string(), { write: 'none', secret: true }),
    told: field(z.string(), { write: 'none', secret: true }),
    /** The amount as a number, which the list sorts by. */
    amount_order: field(z.int(), { write: 'none', secret: true, sort: true, default: 0 }),
    /** Finds orders of a product. */
    product: field(zId, {
      stored: false,
      write: 'none',
      filter: 'equals',
      ref: { name: 'mall.product', area: 'mall_product', title: 'title' },
    }),
  },
  access: 'all',
  calls: ['inquire', 'details'],
  indexes: [
    { keys: { told_by: 1 }, unique: true },
    { keys: { time: -1, _id: -1 } },
    { keys: { state: 1, time: -1, _id: -1 } },
    { keys: { amount_order: -1, _id: -1 } },
    { keys: { 'items.product': 1, time: -1, _id: -1 } },
  ],
  countLimit: 10_000,
  defaultSort: { field: 'time', order: 'desc' },
});
