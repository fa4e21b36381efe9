import { type ResultOf, YesNo } from '@waypost/contract';
import type { PluginContext } from '@waypost/sdk';
import { ShowStatus } from '../catalogue/values.ts';
import { pagePath } from '../pages/values.ts';
import { keptPictures } from '../products/stored.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';
import type { ReadSettings } from '../settings.ts';
import { shownPrice } from '../variants/values.ts';
import { recommendedCall } from './calls.ts';

/** Products that one home page shows. */
const MAX_RECOMMENDED = 6;

/** Tells those who are logged in what is recommended to them. */
export function mountRecommendations(context: PluginContext, readSettings: ReadSettings): void {
  context.call(recommendedCall, async () => ({
    products: (await readSettings()).shows_on_home ? await recommended(context) : [],
  }));
}

async function recommended({
  model,
}: Pick<PluginContext, 'model'>): Promise<ResultOf<typeof recommendedCall>['products']> {
  const rows = await model(productResource)
    .find({ home_recommend: YesNo.yes, show_status: ShowStatus.shown })
    .sort({ ranking_recommend: -1, _id: -1 })
    .limit(MAX_RECOMMENDED)
    .lean();
  return rows.map((row) => {
    const id = String(row._id);
    const page = pagePath(id);
    const { least, hasOnePrice } = shownPrice(row);
    const [picture] = keptPictures([row.cover_images]);
    return {
      id,
      title: row.title,
      price: least,
      has_dearer: !hasOnePrice,
      is_sold_out: row.stock === 0,
      page,
      picture: picture === undefined ? '' : `${page}/${picture}.png`,
    };
  });
}
