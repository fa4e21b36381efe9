import type { Filter, PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { categoriesWithin } from '../categories/tree.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';
import { searchFilterOf } from './search-words.ts';
import type { StoredProduct } from './stored.ts';

/** What products are narrowed by where it is a value of theirs. */
const NARROWED = ['brand', 'show_status', 'home_recommend', 'data_source'] as const;
const PORTION = 500;

/** Which products are meant: as lists of them are narrowed. */
export type ProductChoice = { search?: string | undefined; within?: string | undefined } & {
  [name in (typeof NARROWED)[number]]?: unknown;
};

/** What finds the products that are meant. */
export async function productFilter(
  context: Pick<PluginContext, 'model'>,
  choice: ProductChoice,
): Promise<Filter<StoredProduct>> {
  const filters: Filter<StoredProduct>[] = NARROWED.filter((name) => choice[name] !== undefined).map(
    (name) => ({
      [name]: choice[name],
    }),
  );
  if (choice.within !== undefined)
    filters.push({ category: { $in: await categoriesWithin(context, choice.within) } });
  const search = choice.search?.trim() ?? '';
  if (search !== '') filters.push(await searchFilterOf(context)(search));
  return filters.length === 0 ? {} : { $and: filters };
}

/** Where a reading of products stands: at its last one. */
export const zProductPlace = z.object({ create_time: z.iso.datetime(), id: z.string() });
export type ProductPlace = z.infer<typeof zProductPlace>;

export const placeOf = ({ _id, create_time }: StoredProduct): ProductPlace => ({
  create_time: create_time.toISOString(),
  id: String(_id),
});

/**
 * The products, the newest first, portion by portion: they are never all in memory.
 * @param after the place behind which to go on; undefined: from the first
 */
export async function* readProducts(
  context: Pick<PluginContext, 'model'>,
  filter: Filter<StoredProduct>,
  after?: ProductPlace,
): AsyncGenerator<StoredProduct[]> {
  const cursor = context
    .model(productResource)
    .find(after === undefined ? filter : { $and: [filter, behind(after)] })
    .sort({ create_time: -1, _id: -1 })
    .lean()
    .cursor({ batchSize: PORTION });
  let portion: StoredProduct[] = [];
  for await (const row of cursor) {
    portion.push(row);
    if (portion.length < PORTION) continue;
    yield portion;
    portion = [];
  }
  if (portion.length > 0) yield portion;
}

function behind({ create_time, id }: ProductPlace): Filter<StoredProduct> {
  const time = new Date(create_time);
  return { $or: [{ create_time: { $lt: time } }, { create_time: time, _id: { $lt: id } }] };
}
