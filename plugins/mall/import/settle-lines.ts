import { againWhenTaken, fieldDefaults, newRow, type PluginContext, type Session } from '@waypost/sdk';
import { countProducts, productCounts } from '../products/count-products.ts';
import { followingFields, type StoredProduct } from '../products/stored.ts';
import { brandResource } from '../screens/mall_brand_list/resource.ts';
import { categoryResource } from '../screens/mall_category_list/resource.ts';
import { isAtMost, productResource } from '../screens/mall_product_list/resource.ts';
import { areVariantsOf } from '../variants/values.ts';
import type { LineFault, ProductLine } from './product-line.ts';

/** What became of a line. */
export type LineOutcome = 'added' | 'changed' | 'same' | 'left_out';
export interface SettledLine {
  line: ProductLine;
  outcome: LineOutcome;
  fault?: LineFault;
}

/**
 * Writes the products of some lines in one transaction: what is there under its external id is changed where the line says
 * something else, so that the same file, or a run that begins anew, makes nothing twice.
 */
export const settleLines = (context: PluginContext, lines: readonly ProductLine[]): Promise<SettledLine[]> =>
  // Another file may bring the same at this moment: this one then runs again, and finds it there.
  context.transaction((session) => againWhenTaken(() => settleOnce(context, lines, session)));

async function settleOnce(
  context: PluginContext,
  lines: readonly ProductLine[],
  session: Session,
): Promise<SettledLine[]> {
  const model = context.model(productResource);
  const { settled, added, changed } = await planLines(context, lines, session);
  await countProducts(
    context,
    productCounts(
      [...added, ...changed.map(({ before, $set }) => ({ ...before, ...$set }))],
      changed.map(({ before }) => before),
    ),
    session,
  );
  if (added.length > 0) await model.insertMany(added, { session, lean: true });
  if (changed.length > 0)
    await model.bulkWrite(
      changed.map(({ before, $set }) => ({
        updateOne: { filter: { _id: before._id }, update: { $set, $inc: { version: 1 } } },
      })),
      { session },
    );
  return settled;
}

/** What lines do to the products that are there now. */
export interface LinesPlan {
  settled: SettledLine[];
  added: StoredProduct[];
  changed: { before: StoredProduct; $set: Partial<StoredProduct> }[];
}

/** Compares lines with the products that are there, and writes nothing. Without a session for a dry run. */
export async function planLines(
  context: PluginContext,
  lines: readonly ProductLine[],
  session?: Session,
): Promise<LinesPlan> {
  const names = await namesOf(context, lines, session);
  const found = await context
    .model(productResource)
    .find({ external_id: { $in: lines.map(({ external_id }) => external_id) } })
    .session(session ?? null)
    .lean();
  const there = new Map(found.map((row) => [row.external_id, row]));
  const now = context.clock.date();
  const plan: LinesPlan = { settled: [], added: [], changed: [] };
  const settle = (line: ProductLine): SettledLine => {
    const { fields, fault } = line.fault === undefined ? resolve(line, names) : line;
    if (fault !== undefined) return { line, outcome: 'left_out', fault };
    const before = there.get(line.external_id);
    const $set = withFollowing(fields as Partial<StoredProduct>, before);
    // A file may have one of the two prices only: what is there counts as well.
    const { lowest_price, price } = { ...before, ...$set };
    if (!isAtMost(lowest_price, price)) return { line, outcome: 'left_out', fault: 'above_price' };
    const { properties = [] } = { ...before, ...$set };
    if (!areVariantsOf(line.fields.variants ?? [], properties))
      return { line, outcome: 'left_out', fault: 'variants' };
    if (before === undefined) {
      plan.added.push(newRow(context, productResource, { ...$set, data_source: 'import' }));
      return { line, outcome: 'added' };
    }
    if (Object.entries($set).every(([name, value]) => Bun.deepEquals(Reflect.get(before, name), value)))
      return { line, outcome: 'same' };
    plan.changed.push({ before, $set: { ...$set, update_time: now } });
    return { line, outcome: 'changed' };
  };
  for (const line of lines) plan.settled.push(settle(line));
  return plan;
}

/** What a line says, and what follows from it beside what is there. */
function withFollowing(fields: Partial<StoredProduct>, before: StoredProduct | undefined) {
  const whole = { ...(before ?? fieldDefaults(productResource)), ...fields } as StoredProduct;
  return { ...fields, ...followingFields(whole) };
}

/** Ids of categories and brands that lines name. */
interface Names {
  categories: ReadonlyMap<string, string>;
  brands: ReadonlyMap<string, string>;
}

async function namesOf(
  context: PluginContext,
  lines: readonly ProductLine[],
  session: Session | undefined,
): Promise<Names> {
  const idsBy = async (
    resource: typeof categoryResource | typeof brandResource,
    name: 'full_title' | 'title',
    wanted: readonly (string | undefined)[],
  ) => {
    const rows = await context
      .model(resource as typeof categoryResource)
      .find({ [name]: { $in: [...new Set(wanted)] } }, { [name]: 1 })
      .session(session ?? null)
      .lean();
    return new Map(rows.map((row) => [String(row[name]), String(row._id)]));
  };
  return {
    categories: await idsBy(
      categoryResource,
      'full_title',
      lines.map(({ fields }) => fields.category ?? ''),
    ),
    brands: await idsBy(
      brandResource,
      'title',
      lines.map(({ fields }) => fields.brand ?? ''),
    ),
  };
}

function resolve(
  { fields: said }: ProductLine,
  { categories, brands }: Names,
): { fields: Record<string, unknown>; fault?: LineFault } {
  const { category, brand, ...rest } = said;
  const fields: Record<string, unknown> = { ...rest };
  if (category !== undefined) {
    const id = categories.get(category);
    if (id === undefined) return { fields, fault: 'no_category' };
    fields.category = id;
  }
  if (brand !== undefined) {
    const id = brand === '' ? null : brands.get(brand);
    if (id === undefined) return { fields, fault: 'no_brand' };
    fields.brand = id;
  }
  return { fields };
}
