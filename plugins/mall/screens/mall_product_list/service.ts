import { type BodyOf, errors } from '@waypost/contract';
import {
  type PluginContext,
  pictureService,
  type ResourceBinding,
  type Session,
  type SignedRequest,
} from '@waypost/sdk';
import { withoutHoles } from '../../catalogue/without-holes.ts';
import { categoriesWithin } from '../../categories/tree.ts';
import { countProducts, productCounts } from '../../products/count-products.ts';
import { searchFilterOf } from '../../products/search-words.ts';
import { followingFields, keptPictures, type StoredProduct } from '../../products/stored.ts';
import type { batchSwitchCall } from './calls.ts';
import { productResource } from './resource.ts';

type Product = typeof productResource;
/** So many products of a part of the tree are counted and reached: they stand far apart in the order of all. */
const WITHIN_REACH = 2_000;

/** The functions behind resource `mall.product`. */
export function bindProducts(context: PluginContext): ResourceBinding<Product> {
  const requirePictures = async (
    change: { cover_images?: string[] | undefined; detail_images?: string[] | undefined },
    session: Session,
  ) => {
    for (const path of ['cover_images', 'detail_images'] as const)
      await pictureService(context).require(keptPictures([change[path]]), path, session);
  };
  return {
    // Every row has what these are asked by: nothing needs to stand for a default.
    filters: {
      show_status: (value) => ({ show_status: value }),
      home_recommend: (value) => ({ home_recommend: value }),
      data_source: (value) => ({ data_source: value }),
      search: (text) => searchFilterOf(context)(String(text)),
      within: async (value) => ({ category: { $in: await categoriesWithin(context, String(value)) } }),
    },
    countLimit: ({ within }) => (within === undefined ? undefined : WITHIN_REACH),
    beforeCreate: async (body, { session, request }) => {
      await requirePictures(body, session);
      const { title, price, category, brand = null, external_id = '', model = '', lowest_price = '' } = body;
      const { properties = [], variants = [], cover_images = [], detail_images = [] } = body;
      await countProducts(context, productCounts([{ category, brand }], []), session);
      return {
        ...body,
        ...followingFields({
          title,
          price,
          lowest_price,
          external_id,
          model,
          properties,
          variants,
          cover_images,
          detail_images,
        }),
        data_source: request.caller.via === 'api_key' ? 'api' : 'manual',
      };
    },
    beforeUpdate: async ({ id: _id, version: _version, ...change }, { session, before }) => {
      if (before === undefined) return change;
      await requirePictures(change, session);
      const { category = before.category, brand = before.brand } = change;
      if (category !== before.category || brand !== before.brand)
        await countProducts(context, productCounts([{ category, brand }], [before]), session);
      return { ...change, ...followingFields({ ...before, ...withoutHoles(change) }) };
    },
    afterWrite: async (after, { session, before }) => {
      if (after !== undefined || before === undefined) return;
      await countProducts(context, productCounts([], [before]), session);
    },
  };
}

type Switches = Partial<Pick<StoredProduct, 'show_status' | 'home_recommend'>>;

/** Switches some products at once; answers how many were otherwise before. Errors: `not_found` 404 where one is not there. */
export async function switchProducts(
  context: PluginContext,
  { ids, ...said }: BodyOf<typeof batchSwitchCall>,
  request: SignedRequest,
): Promise<{ changed: number }> {
  const wanted = [...new Set(ids)];
  const switches: Switches = withoutHoles(said);
  const names = Object.keys(switches) as (keyof Switches)[];
  const changed = await context.transaction(async (session) => {
    const model = context.model(productResource);
    const found = await model
      .find({ _id: { $in: wanted } }, { title: 1, show_status: 1, home_recommend: 1 })
      .session(session)
      .lean();
    if (found.length < wanted.length) throw errors.notFound.create();
    const others = found.filter((row) => names.some((name) => row[name] !== switches[name]));
    await model.updateMany(
      { _id: { $in: others.map(({ _id }) => _id) } },
      { $set: { ...switches, update_time: context.clock.date() }, $inc: { version: 1 } },
      { session },
    );
    for (const { _id, title, ...row } of others)
      await context.audit(
        {
          type: 'mall.product.update',
          target: String(_id),
          before: { title, ...Object.fromEntries(names.map((name) => [name, row[name]])) },
          after: { title, ...switches },
          request,
        },
        session,
      );
    return others.length;
  });
  return { changed };
}

/** Which of some pictures products show. */
export async function picturesOfProducts(
  context: Pick<PluginContext, 'model'>,
  ids: readonly string[],
): Promise<string[]> {
  return (await context
    .model(productResource)
    .distinct('pictures', { pictures: { $in: [...ids] } })) as string[];
}
