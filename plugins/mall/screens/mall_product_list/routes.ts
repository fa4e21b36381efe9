import { PICTURE_USE_POINT, type PictureUse, type PluginContext } from '@waypost/sdk';
import { mountExport } from '../../export/mount-export.ts';
import { mountImport } from '../../import/mount-import.ts';
import { ADD_PICTURE } from '../../pictures/calls.ts';
import { batchShowCall, batchSwitchCall } from './calls.ts';
import { productResource } from './resource.ts';
import { bindProducts, picturesOfProducts, switchProducts } from './service.ts';

/** Mounts the products, and their import and export. */
export function mountProducts(context: PluginContext): void {
  context.resource(productResource, bindProducts(context));
  const use: PictureUse = { used: (pictures) => picturesOfProducts(context, pictures) };
  context.points.contribute(PICTURE_USE_POINT, '^1', 'mall.products', use);
  context.call(batchShowCall, (body, request) => switchProducts(context, body, request));
  context.call(batchSwitchCall, (body, request) => switchProducts(context, body, request));
  mountImport(context);
  mountExport(context);
  context.menu(
    { route: 'mall_product_list', parent: 'mall', sort: 40, icon: 'common', roles: ['administrator'] },
    'mall.product:read',
    [
      ...['create', 'update', 'delete', 'import', 'export'].map((verb) => `mall.product:${verb}`),
      ...['mall.category:read', 'mall.brand:read', 'mall.picture:read', ADD_PICTURE],
    ],
  );
}
