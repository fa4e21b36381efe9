import { type BodyOf, errors, type ResultOf } from '@waypost/contract';
import type { PluginContext, SignedRequest } from '@waypost/sdk';
import { mallErrors } from '../errors.ts';
import { countProducts } from '../products/count-products.ts';
import type { mergeCall } from '../screens/mall_category_list/calls.ts';
import { categoryResource } from '../screens/mall_category_list/resource.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';
import { holdTree, prepareTree } from './tree.ts';

/** Most products that one transaction moves: some seconds, as 20,000 took eight on two busy cores. */
export const MAX_MERGED_PRODUCTS = 10_000;
const UPDATE_PRODUCTS = 'mall.product:update';

/**
 * Moves the products of a category into another one and deletes it: all of it happens, or nothing.
 * Errors: `forbidden` 403 without the right to change products; `not_found` 404; `invalid_input` 422 at `into` for the category
 * itself or one that is not there; `mall.category_in_use` 409 while categories are in it,
 * `mall.category_too_large` 409 with more than `MAX_MERGED_PRODUCTS`.
 */
export async function mergeCategory(
  context: PluginContext,
  { id, into }: BodyOf<typeof mergeCall>,
  request: SignedRequest,
): Promise<ResultOf<typeof mergeCall>> {
  const { isSuper, permissions } = request.caller;
  if (!isSuper && !permissions.has(UPDATE_PRODUCTS))
    throw errors.forbidden.create({ permission: UPDATE_PRODUCTS });
  if (into === id) throw intoFault('mall.category.fault.into_itself');
  await prepareTree(context);
  let moved = 0;
  await context.purge(categoryResource, id, request, async (before, session) => {
    // A category that is put into this one at this moment would be left without it.
    await holdTree(context, session);
    const target = await context.model(categoryResource).findById(into).session(session).lean();
    if (target === null) throw intoFault('mall.fault.no_category');
    const { title, full_title, product_number: products } = before;
    const categories = await context
      .model(categoryResource)
      .countDocuments({ superior: id })
      .session(session);
    if (categories > 0)
      throw mallErrors.categoryInUse.create(
        { name: title, categories, products },
        { content: { categories, products } },
      );
    if (products > MAX_MERGED_PRODUCTS)
      throw mallErrors.categoryTooLarge.create({ name: title, products, limit: MAX_MERGED_PRODUCTS });
    const moving = await context
      .model(productResource)
      .updateMany(
        { category: id },
        { $set: { category: into, update_time: context.clock.date() }, $inc: { version: 1 } },
        { session },
      );
    moved = moving.modifiedCount;
    await countProducts(context, { categories: new Map([[into, moved]]), brands: new Map() }, session);
    await context.audit(
      {
        type: 'mall.category.merge',
        target: id,
        before: { title, full_title, products: moved },
        after: { into, full_title: target.full_title },
        request,
      },
      session,
    );
  });
  return { moved };
}

const intoFault = (message: string) =>
  errors.invalidInput.create({}, { errors: [{ path: 'into', message }] });
