import type { PluginContext } from '@waypost/sdk';
import { ADD_PICTURE } from '../../pictures/calls.ts';
import type { Pictures } from '../../pictures/pictures.ts';
import { brandResource } from './resource.ts';
import { bindBrands, picturesOfBrands } from './service.ts';

/** Mounts the brands, which administrators write. */
export function mountBrands(context: PluginContext, pictures: Pictures): void {
  context.resource(brandResource, bindBrands(pictures));
  pictures.usedBy((ids) => picturesOfBrands(context, ids));
  context.menu(
    { route: 'mall_brand_list', parent: 'mall', sort: 20, icon: 'copyright', roles: ['administrator'] },
    'mall.brand:read',
    [
      ...['mall.brand:create', 'mall.brand:update', 'mall.brand:delete'],
      ...['mall.picture:read', ADD_PICTURE],
    ],
  );
}
