import { errors } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { mallErrors } from '../errors.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';

/** Pieces of a product. */
interface Pieces {
  product: string;
  title: string;
  quantity: number;
}

/**
 * Takes what an order has of its products from their stock, and counts it as purchased.
 * Errors: `not_found` 404 for a product that was deleted meanwhile; `mall.out_of_stock` 409 where less of it is left.
 */
export async function takeFromStock(
  context: Pick<PluginContext, 'model'>,
  items: readonly Pieces[],
  session: Session,
): Promise<void> {
  const model = context.model(productResource);
  for (const { product, title, quantity } of sumByProduct(items)) {
    const { matchedCount } = await model.updateOne(
      { _id: product, stock: { $gte: quantity } },
      { $inc: { number_of_purchases: quantity, stock: -quantity } },
      { session },
    );
    if (matchedCount > 0) continue;
    const found = await model.findOne({ _id: product }, { stock: 1 }).session(session).lean();
    if (found === null) throw errors.notFound.create();
    throw mallErrors.outOfStock.create({ name: title, stock: found.stock });
  }
}

/** Puts back what a cancelled order had taken; products that were deleted since are passed over. */
export async function putBackIntoStock(
  context: Pick<PluginContext, 'model'>,
  items: readonly Pieces[],
  session: Session,
): Promise<void> {
  for (const { product, quantity } of sumByProduct(items))
    await context
      .model(productResource)
      .updateOne(
        { _id: product },
        { $inc: { number_of_purchases: -quantity, stock: quantity } },
        { session },
      );
}

/** Products in the order of their ids: two orders at once wait for each other, and never both. */
function sumByProduct(items: readonly Pieces[]): Pieces[] {
  const sums = new Map<string, Pieces>();
  for (const item of items)
    sums.set(item.product, { ...item, quantity: item.quantity + (sums.get(item.product)?.quantity ?? 0) });
  return [...sums.values()].sort((one, other) => (one.product < other.product ? -1 : 1));
}
