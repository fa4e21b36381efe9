import { errors } from '@waypost/contract';
import type { PluginContext, Session } from '@waypost/sdk';
import { brandResource } from '../screens/mall_brand_list/resource.ts';
import { categoryResource } from '../screens/mall_category_list/resource.ts';

/** What of a product is counted. */
interface Counted {
  category: string;
  brand: string | null;
}

/** How many more, or fewer, products categories and brands have. */
export interface ProductCounts {
  categories: Map<string, number>;
  brands: Map<string, number>;
}

/** What is added by products that come, and taken off by those that go. */
export function productCounts(come: readonly Counted[], gone: readonly Counted[]): ProductCounts {
  const counts: ProductCounts = { categories: new Map(), brands: new Map() };
  const count = (of: Map<string, number>, id: string, by: number) => of.set(id, (of.get(id) ?? 0) + by);
  for (const [products, by] of [
    [come, 1],
    [gone, -1],
  ] as const)
    for (const { category, brand } of products) {
      count(counts.categories, category, by);
      if (brand !== null) count(counts.brands, brand, by);
    }
  return counts;
}

/**
 * Writes the numbers of products at what they are of, so that whoever removes one of these at this moment and whoever uses it
 * do not both succeed.
 * Errors: `invalid_input` 422 at `category` or `brand` for one that is not there.
 */
export async function countProducts(
  context: Pick<PluginContext, 'model'>,
  { categories, brands }: ProductCounts,
  session: Session,
): Promise<void> {
  const write = async (
    resource: typeof categoryResource | typeof brandResource,
    numbers: Map<string, number>,
    at: { path: string; message: string },
  ) => {
    const model = context.model(resource as typeof categoryResource);
    for (const [_id, by] of numbers) {
      const $inc = { product_number: by };
      const { matchedCount } = await model.updateOne({ _id }, { $inc }, { session });
      if (matchedCount === 0 && by >= 0) throw errors.invalidInput.create({}, { errors: [at] });
    }
  };
  await write(categoryResource, categories, { path: 'category', message: 'mall.fault.no_category' });
  await write(brandResource, brands, { path: 'brand', message: 'mall.fault.no_brand' });
}
