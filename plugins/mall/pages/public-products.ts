import { zId } from '@waypost/contract';
import {
  type PluginContext,
  PUBLIC_PAGES,
  PUBLIC_PAGES_VERSIONS,
  type PublicPageBranch,
  type PublicPages,
  pictureService,
} from '@waypost/sdk';
import { ShowStatus } from '../catalogue/values.ts';
import type { StoredProduct } from '../products/stored.ts';
import { brandResource } from '../screens/mall_brand_list/resource.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';
import { productPage } from './product-page.ts';
import { PAGE_BRANCH, pagePath } from './values.ts';

/** The same with the origin that visitors reach. */
export const pageUrl = ({ platform }: Pick<PluginContext, 'platform'>, id: string): string =>
  `${platform.publicUrl}${pagePath(id)}`;

/** Shows products that are not hidden to everybody. */
export function mountPages(context: PluginContext): void {
  const stop = context
    .require<PublicPages>(PUBLIC_PAGES, PUBLIC_PAGES_VERSIONS)
    ?.contributeBranch(publicProducts(context));
  if (stop !== undefined) context.onDispose(stop);
}

export function publicProducts(
  context: Pick<PluginContext, 'model' | 'require' | 'translate'>,
): PublicPageBranch {
  const find = async (address: string): Promise<StoredProduct | null> =>
    zId.safeParse(address).success
      ? context.model(productResource).findOne({ _id: address, show_status: ShowStatus.shown }).lean()
      : null;
  return {
    first: PAGE_BRANCH,
    page: async (address, locale) => {
      const product = await find(address);
      if (product === null) return undefined;
      const brand =
        product.brand === null ? null : await context.model(brandResource).findById(product.brand).lean();
      return productPage(context, { ...product, brandTitle: brand?.title }, locale);
    },
    pictures: async (address) => (await find(address))?.pictures ?? [],
    picture: async (picture) =>
      new Uint8Array(Buffer.from(await pictureService(context).read(picture), 'base64')),
  };
}
