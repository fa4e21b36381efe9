import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zPrice } from '../../money/values.ts';
import { zExternalId } from '../mall_product_list/resource.ts';
import { MOST_ITEMS, ORDER_STATES, zBuyer, zOrderId, zQuantity, zReason } from './resource.ts';

const area = 'mall_order';

/** A product by its id here, or by what the program calls it. */
const zOrdered = z
  .strictObject({ product: zId.optional(), external_id: zExternalId.min(1).optional(), quantity: zQuantity })
  .refine((item) => (item.product === undefined) !== (item.external_id === undefined), {
    message: 'mall.order.fault.which',
    path: ['product'],
  });

export const recordOrderCall = defineCall({
  area,
  call: 'add',
  body: z.strictObject({
    /** Made anew for each order: the same again changes nothing and is answered with the same order. */
    key: z.string().regex(/^[0-9A-Za-z_-]{8,64}$/),
    external_id: zOrderId,
    items: z.array(zOrdered).min(1).max(MOST_ITEMS),
    /** All of it, in smallest units. */
    amount: zPrice,
    buyer: zBuyer.optional(),
    /** Left out: now. */
    time: zTime.optional(),
  }),
  result: z.object({ id: zId, is_repeated: z.boolean() }),
  access: { permission: 'mall.order:create' },
  summary:
    'Records an order that was made elsewhere, once for each `key`, and raises the purchases of its products',
});

export const cancelOrderCall = defineCall({
  area,
  call: 'cancel',
  /** By its id here, or by what the program calls it. */
  body: z
    .strictObject({
      id: zId.optional(),
      external_id: zOrderId.optional(),
      reason: zReason.optional(),
    })
    .refine((order) => (order.id === undefined) !== (order.external_id === undefined), {
      message: 'mall.order.fault.which',
      path: ['id'],
    }),
  result: z.object({ id: zId, state: z.enum(ORDER_STATES), is_repeated: z.boolean() }),
  access: { permission: 'mall.order:cancel' },
  summary: 'Cancels an order and lowers the purchases of its products again, once',
});
