import { defineCall, zId, zTime } from '@waypost/contract';
import { z } from 'zod';
import { zPrice } from '../../money/values.ts';
import { zExternalId, zVariant } from '../mall_product_list/resource.ts';
import { MOST_ITEMS, ORDER_STATES, zBuyer, zOrderId, zQuantity, zReason } from './resource.ts';

const area = 'mall_order';

/** A product by its id here, or by what the program calls it. */
const ordered = {
  product: zId.optional(),
  external_id: zExternalId.min(1).optional(),
  /** One value of each property that has several, in their order; left out: the product at its own price. */
  variant: zVariant.shape.values.optional(),
  quantity: zQuantity,
};
const isOne = (item: { product?: string | undefined; external_id?: string | undefined }) =>
  (item.product === undefined) !== (item.external_id === undefined);
const ONE = { message: 'mall.order.fault.which', path: ['product'] };
/** Made anew for each order: the same again changes nothing and is answered with the same order. */
const zKey = z.string().regex(/^[0-9A-Za-z_-]{8,64}$/);

export const recordOrderCall = defineCall({
  area,
  call: 'add',
  body: z.strictObject({
    key: zKey,
    external_id: zOrderId,
    items: z.array(z.strictObject(ordered).refine(isOne, ONE)).min(1).max(MOST_ITEMS),
    /** All of it, in smallest units. */
    amount: zPrice,
    buyer: zBuyer.optional(),
    /** Left out: now. */
    time: zTime.optional(),
  }),
  result: z.object({ id: zId, is_repeated: z.boolean() }),
  access: { permission: 'mall.order:create' },
  summary:
    'Records an order that was made elsewhere, once for each `key`: takes its pieces from the stock, and counts them as purchased',
});

export const purchaseCall = defineCall({
  area: 'mall_product',
  call: 'purchase',
  body: z.strictObject({ key: zKey, ...ordered }).refine(isOne, ONE),
  result: recordOrderCall.result,
  access: { permission: 'mall.order:create' },
  summary: 'Records an order of one product at its price, once for each `key`, as `mall_order/add` does',
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
  summary: 'Cancels an order once: its pieces are in stock again, and no purchases any more',
});
