import { PICTURE_USE_POINT, type PictureUse, type PluginContext } from '@waypost/sdk';
import { ADD_PICTURE } from '../../pictures/calls.ts';
import { brandResource } from './resource.ts';
import { bindBrands, picturesOfBrands } from './service.ts';

/** Mounts the brands, which administrators write. */
export function mountBrands(context: PluginContext): void {
  context.resource(brandResource, bindBrands(context));
  const use: PictureUse = { used: (pictures) => picturesOfBrands(context, pictures) };
  context.points.contribute(PICTURE_USE_POINT, '^1', 'mall.brands', use);
  context.menu(
    { route: 'mall_brand_list', parent: 'mall', sort: 20, icon: 'copyright', roles: ['administrator'] },
    'mall.brand:read',
    [
      ...['mall.brand:create', 'mall.brand:update', 'mall.brand:delete'],
      ...['mall.picture:read', ADD_PICTURE],
    ],
  );
}
