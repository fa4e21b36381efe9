import { createHash } from 'node:crypto';
import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import {
  addRow,
  againWhenTaken,
  type PluginContext,
  type Session,
  type SignedRequest,
  type Stored,
} from '@waypost/sdk';
import { mallErrors } from '../errors.ts';
import type { purchaseCall, recordOrderCall } from '../screens/mall_order_list/calls.ts';
import { orderResource } from '../screens/mall_order_list/resource.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';
import { isSameVariant, priceOf, variantsOf } from '../variants/values.ts';
import { bookDay, shareAmount } from './day-sums.ts';
import { takeFromStock } from './move-stock.ts';

/** Without an amount the order is what its products cost now. */
type Wish = Omit<BodyOf<typeof recordOrderCall>, 'amount'> & { amount?: string | undefined };
export type StoredOrder = Stored<typeof orderResource>;

/**
 * Records an order: it, the stock and purchases of its products and the entry of the log are there together or not at all. The same
 * call again, whoever ended the first one, changes nothing.
 * Errors: `mall.key_used` 409 where the key said something else; `mall.order_known` 409 where the order was told under another
 * key; `mall.out_of_stock` 409; `invalid_input` 422 at an item whose product is not there.
 */
export async function recordOrder(
  context: PluginContext,
  wish: Wish,
  request: SignedRequest,
): Promise<ResultOf<typeof recordOrderCall>> {
  const { key, ...order } = wish;
  // Of two programs each has keys of its own.
  const told_by = `${request.caller.id}/${key}`;
  const told = createHash('sha256')
    .update(JSON.stringify(saidOf(order)))
    .digest('hex');
  return context.transaction((session) =>
    againWhenTaken(async () => {
      const model = context.model(orderResource);
      const earlier = await model.findOne({ told_by }).session(session).lean();
      if (earlier !== null) {
        if (earlier.told !== told) throw mallErrors.keyUsed.create();
        return { id: String(earlier._id), is_repeated: true };
      }
      const { external_id, buyer = '', time } = order;
      const known = await model.findOne({ external_id }, { _id: 1 }).session(session).lean();
      if (known !== null)
        throw mallErrors.orderKnown.create({ external_id }, { content: { id: String(known._id) } });
      const priced = await itemsOf(context, order.items, session);
      await takeFromStock(context, priced, session);
      const amount = order.amount ?? String(priced.reduce((sum, { worth }) => sum + worth, 0n));
      const shares = shareAmount(amount, priced);
      const items = priced.map(({ worth: _worth, ...item }, at) => ({ ...item, amount: shares[at] ?? '0' }));
      const row = await addRow(
        context,
        orderResource,
        {
          external_id,
          items,
          amount,
          buyer,
          told_by,
          told,
          quantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
          amount_order: Number(amount),
          time: time === undefined ? context.clock.date() : new Date(time),
        },
        { session, audit: false },
      );
      await bookDay(context, row, 1, session);
      await context.audit(
        {
          type: 'mall.order.add',
          target: row._id,
          after: { external_id, items, amount, buyer },
          request,
        },
        session,
      );
      return { id: row._id, is_repeated: false };
    }),
  );
}

/** What an order says, in one spelling. */
const saidOf = ({ external_id, items, amount, buyer = '', time }: Omit<Wish, 'key'>) => [
  external_id,
  items.map(({ product = null, external_id: named = null, quantity, variant }) => [
    ...[product, named, quantity],
    // Orders of before variants were there are still the same.
    ...(variant === undefined ? [] : [variant]),
  ]),
  amount ?? null,
  buyer,
  time ?? null,
];

/** What all pieces of an item cost now. */
type PricedItem = Omit<StoredOrder['items'][number], 'amount'> & { worth: bigint };

/** The products of an order with what they are called, and what all pieces of each cost, now. Errors: `invalid_input` 422 at the first that is not there. */
async function itemsOf(
  context: PluginContext,
  ordered: Wish['items'],
  session: Session,
): Promise<PricedItem[]> {
  const wanted = <T>(values: readonly (T | undefined)[]) => values.filter((value) => value !== undefined);
  const found = await context
    .model(productResource)
    .find(
      {
        $or: [
          { _id: { $in: wanted(ordered.map(({ product }) => product)) } },
          { external_id: { $in: wanted(ordered.map(({ external_id }) => external_id)) } },
        ],
      },
      { title: 1, external_id: 1, price: 1, properties: 1, variants: 1 },
    )
    .session(session)
    .lean();
  const byId = new Map(found.map((row) => [String(row._id), row]));
  const byName = new Map(found.map((row) => [row.external_id, row]));
  const rows = ordered.map(({ product, external_id, quantity, variant }, at) => {
    const row = product === undefined ? byName.get(external_id ?? '') : byId.get(product);
    if (row === undefined) {
      const path = `items.${at}.${product === undefined ? 'external_id' : 'product'}`;
      throw errors.invalidInput.create({}, { errors: [{ path, message: 'mall.order.fault.no_product' }] });
    }
    if (variant === undefined) return { row, title: row.title, price: row.price, quantity };
    if (!variantsOf(row.properties).some((one) => isSameVariant(one, variant)))
      throw errors.invalidInput.create(
        {},
        { errors: [{ path: `items.${at}.variant`, message: 'mall.order.fault.no_variant' }] },
      );
    const { price, variants } = row;
    const title = `${row.title} (${variant.join(' / ')})`;
    return { row, title, price: priceOf({ price, variants }, variant), quantity };
  });
  return rows.map(({ row, title, price, quantity }) => ({
    product: String(row._id),
    title,
    quantity,
    worth: BigInt(price) * BigInt(quantity),
  }));
}

/**
 * Records an order of one product, which has its key for its name and costs what the product costs now.
 * Errors: as `recordOrder`, at the product.
 */
export async function purchase(
  context: PluginContext,
  { key, ...item }: BodyOf<typeof purchaseCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof purchaseCall>> {
  return recordOrder(context, { key, external_id: key, items: [item] }, request);
}
