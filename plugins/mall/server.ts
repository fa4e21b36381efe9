import { definePlugin } from '@waypost/sdk';
import { migrations } from './migrations/index.ts';
import { contributePages } from './pages/code-pages.ts';
import { mountPages } from './pages/public-products.ts';
import { mountPictures } from './pictures/routes.ts';
import { mountRecommendations } from './recommendations/recommended.ts';
import { mountBrands } from './screens/mall_brand_list/routes.ts';
import { mountCategories } from './screens/mall_category_list/routes.ts';
import { mountOrderDays } from './screens/mall_order_day/routes.ts';
import { mountOrders } from './screens/mall_order_list/routes.ts';
import { mountProducts } from './screens/mall_product_list/routes.ts';
import { mallSettings } from './settings.ts';

/** A catalogue of products with their categories and brands; orders of them are made elsewhere and told here. */
export const plugin = definePlugin({
  id: 'mall',
  migrations,
  async setup(context) {
    mountPictures(context);
    mountCategories(context);
    mountBrands(context);
    mountProducts(context);
    mountOrders(context);
    mountOrderDays(context);
    mountPages(context);
    contributePages(context);
    mountRecommendations(context, context.settings(mallSettings).get);
  },
});
