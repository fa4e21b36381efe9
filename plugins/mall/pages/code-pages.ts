import {
  CODE_PAGE_POINT,
  type CodePage,
  type CodePages,
  type Filter,
  type PluginContext,
} from '@waypost/sdk';
import { ShowStatus } from '../catalogue/values.ts';
import { searchFilterOf } from '../products/search-words.ts';
import type { StoredProduct } from '../products/stored.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';
import { pageUrl } from './public-products.ts';
import { PRODUCT_PAGES } from './values.ts';

/** Lets codes lead to products that are shown. */
export function contributePages(context: PluginContext): void {
  context.points.contribute(CODE_PAGE_POINT, '^1', PRODUCT_PAGES, productPages(context));
}

export function productPages(context: PluginContext): CodePages {
  const shown = { show_status: ShowStatus.shown };
  const pageOf = ({ _id, title }: Pick<StoredProduct, '_id' | 'title'>): CodePage => ({
    id: String(_id),
    title,
    url: pageUrl(context, String(_id)),
  });
  const read = (filter: Filter<StoredProduct>) =>
    context.model(productResource).find({ ...shown, ...filter }, { title: 1 });
  return {
    title: 'menu.group.mall',
    permission: 'mall.product:read',
    search: async ({ search, limit }) => {
      const filter = search === '' ? {} : await searchFilterOf(context)(search);
      const rows = await read(filter).sort({ create_time: -1, _id: -1 }).limit(limit).lean();
      return rows.map(pageOf);
    },
    read: async (ids) => (await read({ _id: { $in: ids } }).lean()).map(pageOf),
  };
}
