import { errors } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { productResource } from '../screens/mall_product_list/resource.ts';

/** Pieces of a product. */
interface Pieces {
  product: string;
  quantity: number;
}

/**
 * Raises (`by` 1) or lowers (-1) the purchases of products by what an order has of them.
 * @param how.isNeeded whether each has to be there; products that were deleted since an order are passed over
 */
export async function countPurchases(
  context: Pick<PluginContext, 'model'>,
  items: readonly Pieces[],
  { by, isNeeded }: { by: 1 | -1; isNeeded: boolean },
  session: Session,
): Promise<void> {
  const pieces = new Map<string, number>();
  for (const { product, quantity } of items) pieces.set(product, (pieces.get(product) ?? 0) + quantity);
  const model = context.model(productResource);
  for (const [_id, quantity] of pieces) {
    const $inc = { number_of_purchases: by * quantity };
    const { matchedCount } = await model.updateOne({ _id } as never, { $inc } as never, { session });
    // Deleted between the look and this.
    if (matchedCount === 0 && isNeeded) throw errors.notFound.create();
  }
}
