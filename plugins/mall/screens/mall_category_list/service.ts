import { newId, type PluginContext, pictureService, type ResourceBinding } from '@waypost/sdk';
import { ShowStatus } from '../../catalogue/values.ts';
import { withoutHoles } from '../../catalogue/without-holes.ts';
import { holdTree, prepareTree, settlePlace } from '../../categories/tree.ts';
import { mallErrors } from '../../errors.ts';
import { productResource } from '../mall_product_list/resource.ts';
import { categoryResource } from './resource.ts';

type Category = typeof categoryResource;
/** What the place of a category follows from. */
const PLACING = ['title', 'sort', 'show_status', 'superior'] as const;

/** The functions behind resource `mall.category`. */
export function bindCategories(context: PluginContext): ResourceBinding<Category> {
  return {
    filters: {
      show_status: (value) => ({ is_visible: value === ShowStatus.shown }),
      within: (value) => ({ path: value }),
    },
    prepareCreate: async (body) => {
      await prepareTree(context);
      return body;
    },
    beforeCreate: async (body, { session }) => {
      if (body.icon) await pictureService(context).require([body.icon], 'icon', session);
      const _id = newId(context);
      const { title, sort = 0, show_status = ShowStatus.shown, superior = null } = body;
      const facts = { _id, title, sort, show_status, superior };
      return { ...body, _id, ...(await settlePlace(context, facts, undefined, session)) };
    },
    beforeUpdate: async ({ id, version: _version, ...change }, { session, before }) => {
      if (change.icon) await pictureService(context).require([change.icon], 'icon', session);
      if (before === undefined || PLACING.every((name) => change[name] === undefined)) return change;
      const { title, sort, show_status, superior } = { ...before, ...withoutHoles(change) };
      const facts = { _id: id, title, sort, show_status, superior };
      return { ...change, ...(await settlePlace(context, facts, before, session)) };
    },
    afterWrite: async (after, { session, before }) => {
      if (after !== undefined || before === undefined) return;
      // Whoever puts something into it at this moment, and this, do not both succeed.
      await holdTree(context, session);
      const categories = await context
        .model(categoryResource)
        .countDocuments({ superior: String(before._id) })
        .session(session);
      // Those that a merge has moved are in it no more.
      const products = await context
        .model(productResource)
        .countDocuments({ category: String(before._id) })
        .session(session);
      if (categories > 0 || products > 0)
        throw mallErrors.categoryInUse.create(
          { name: before.title, categories, products },
          { content: { categories, products } },
        );
    },
  };
}

/** Which of some pictures categories show. */
export async function picturesOfCategories(
  context: Pick<PluginContext, 'model'>,
  ids: readonly string[],
): Promise<string[]> {
  return (await context.model(categoryResource).distinct('icon', { icon: { $in: [...ids] } })) as string[];
}
