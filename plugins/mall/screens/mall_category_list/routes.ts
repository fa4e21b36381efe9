import { PICTURE_USE_POINT, type PictureUse, type PluginContext } from '@waypost/sdk';
import { inquireCategories } from '../../categories/inquire.ts';
import { mergeCategory } from '../../categories/merge-category.ts';
import { keepShownCategories } from '../../categories/shown-categories.ts';
import { ADD_PICTURE } from '../../pictures/calls.ts';
import { inquireCall, mergeCall } from './calls.ts';
import { categoryResource } from './resource.ts';
import { bindCategories, picturesOfCategories } from './service.ts';

/** Mounts the categories, which administrators write. */
export function mountCategories(context: PluginContext): void {
  context.resource(categoryResource, bindCategories(context));
  const shown = keepShownCategories(context);
  context.call(inquireCall, (body, request) => inquireCategories(context, shown, body, request));
  context.call(mergeCall, (body, request) => mergeCategory(context, body, request));
  const use: PictureUse = { used: (pictures) => picturesOfCategories(context, pictures) };
  context.points.contribute(PICTURE_USE_POINT, '^1', 'mall.categories', use);
  context.menu(
    { route: 'mall_category_list', parent: 'mall', sort: 30, icon: 'layout', roles: ['administrator'] },
    'mall.category:read',
    [
      ...['mall.category:create', 'mall.category:update', 'mall.category:delete'],
      ...['mall.picture:read', ADD_PICTURE],
    ],
  );
}
