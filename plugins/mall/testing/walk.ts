import type { PluginWalk, Shown } from '../../../tests/e2e/walk/plugin-walk.ts';
import { makeThings } from './walk-things.ts';

/** The rights on a screen of the catalogue, by the buttons of its list. */
const catalogue = (noun: string): Readonly<Record<string, Shown>> => ({
  [`mall.${noun}:create`]: { [`mall_${noun}_list`]: [`mall.${noun}.create`] },
  [`mall.${noun}:update`]: { [`mall_${noun}_list`]: ['action.edit'] },
  [`mall.${noun}:delete`]: { [`mall_${noun}_list`]: ['action.delete'] },
});

/** By what on its screens the plugin's rights are seen, and what stands on them. */
export const walk: PluginWalk = {
  verbs: {
    ...catalogue('category'),
    ...catalogue('brand'),
    ...catalogue('product'),
    'mall.product:import': { mall_product_list: ['mall.import.verb'] },
    'mall.product:export': { mall_product_list: ['operation.export'] },
    'mall.order_day:export': { mall_order_day: ['operation.export'] },
    'mall.order:cancel': { mall_order_list: ['mall.order.cancel'] },
  },
  withoutButton: {
    'mall.picture:create': 'stands in the forms of categories, brands and products',
    'mall.picture:read': 'pictures in lists and forms',
    'mall.category:read': 'categories in pickers and columns',
    'mall.brand:read': 'brands in pickers and columns',
    'mall.product:read': 'products in the filter of orders',
    'mall.order:create': 'programs record orders; there is no button',
  },
  makeThings,
};
