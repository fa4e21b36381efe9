import { errors } from '@waypost/contract';
import type { CollectionDeclaration, PluginContext, Session, Stored } from '@waypost/sdk';
import { categoryResource, MOST_LEVELS } from '../screens/mall_category_list/resource.ts';
import { type CategoryPlace, placeBelow, placeFault, placesBelow } from './place.ts';

export type StoredCategory = Stored<typeof categoryResource>;

/** One row that everybody writes who changes how categories stand in one another: two who do so at once follow each other. */
const TREE: CollectionDeclaration<{ _id: string; changes: number }> = {
  name: 'category_tree',
  onUninstall: 'keep',
  fields: { _id: String, changes: Number },
};
const TREE_ID = 'categories';

type Models = Pick<PluginContext, 'model' | 'collection'>;
const treeOf = (context: Models) => context.collection(TREE);

/** Makes the row that `holdTree` writes, ahead of the transaction. */
export async function prepareTree(context: Models): Promise<void> {
  await treeOf(context).updateOne({ _id: TREE_ID }, { $setOnInsert: { changes: 0 } }, { upsert: true });
}

/** From here to its end the transaction is the only one that changes how categories stand in one another. */
export async function holdTree(context: Models, session: Session): Promise<void> {
  await treeOf(context).updateOne({ _id: TREE_ID }, { $inc: { changes: 1 } }, { session, upsert: true });
}

const fault = (path: string, message: string, params?: Record<string, number>) =>
  errors.invalidInput.create({}, { errors: [{ path, message, ...(params ? { params } : {}) }] });

/**
 * Finds the place of a category among the others, and moves along what stands in it.
 * @param facts the category as it becomes; `before`: as it was, undefined for a new one
 * Errors: `invalid_input` 422 at `superior` for one that is not there, that stands in the category itself, or where it would be
 * deeper than `MOST_LEVELS`; at `title` for one that another has beside it.
 */
export async function settlePlace(
  context: Models,
  facts: Parameters<typeof placeBelow>[1],
  before: StoredCategory | undefined,
  session: Session,
): Promise<CategoryPlace> {
  await holdTree(context, session);
  const model = context.model(categoryResource);
  const parent = await findParent(context, facts.superior, session);
  const twin = await model
    .findOne({ superior: facts.superior, title: facts.title, _id: { $ne: facts._id } })
    .session(session)
    .lean();
  if (twin !== null) throw fault('title', 'mall.category.fault.twice');
  const below =
    before === undefined
      ? []
      : await model
          .find({ path: facts._id, _id: { $ne: facts._id } })
          .session(session)
          .lean();
  const wrong = placeFault(parent, { _id: facts._id, depth: before?.depth ?? 1 }, below);
  if (wrong !== undefined) throw fault('superior', `mall.category.fault.${wrong}`, { levels: MOST_LEVELS });
  const place = placeBelow(parent, facts);
  const moved = placesBelow(
    { ...place, _id: facts._id },
    below.map((row) => ({ ...row, _id: String(row._id) })),
  );
  if (moved.size > 0)
    await model.bulkWrite(
      [...moved].map(([_id, $set]) => ({ updateOne: { filter: { _id }, update: { $set: { ...$set } } } })),
      { session },
    );
  return place;
}

async function findParent(
  context: Models,
  superior: string | null,
  session: Session,
): Promise<StoredCategory | undefined> {
  if (superior === null) return undefined;
  const found = await context.model(categoryResource).findById(superior).session(session).lean();
  if (found === null) throw fault('superior', 'mall.fault.no_category');
  return found;
}

/** Ids of a category and of all that stands in it. */
export async function categoriesWithin(context: Pick<PluginContext, 'model'>, id: string): Promise<string[]> {
  const found = await context.model(categoryResource).find({ path: id }, { _id: 1 }).lean();
  return found.map(({ _id }) => String(_id));
}
