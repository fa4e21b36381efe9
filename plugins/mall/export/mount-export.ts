import { createTable, exportFormat, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { lineOf } from '../import/product-line.ts';
import { PRODUCT_COLUMNS } from '../import/values.ts';
import { placeOf, productFilter, readProducts, zProductPlace } from '../products/find-products.ts';
import type { StoredProduct } from '../products/stored.ts';
import { brandResource } from '../screens/mall_brand_list/resource.ts';
import { categoryResource } from '../screens/mall_category_list/resource.ts';
import { exportCall } from '../screens/mall_product_list/calls.ts';
import { productResource } from '../screens/mall_product_list/resource.ts';

const KIND = 'product_export';
/** Where an export stands: at its last product, with those that are written. */
const zKept = z.object({ after: zProductPlace, done: z.int(), count: z.int() });

/** Mounts the export of products. */
export function mountExport(context: PluginContext): void {
  context.operations.define(KIND, { input: exportCall.body, run: (run) => exportProducts(context, run) });
  context.call(exportCall, async (choice, request) => {
    if (choice.format !== undefined) await exportFormat(context, choice.format);
    const name = request.translate('menu.mall_product_list');
    return context.operations.start(KIND, { name, input: choice }, request);
  });
}

/**
 * Writes products as lines that an import reads again; what they have been sold stands behind. A run that was stopped goes on
 * behind the last portion that it kept.
 */
export async function exportProducts(
  context: PluginContext,
  { input: { format, ...choice }, ...run }: OperationRun<z.output<typeof exportCall.body>>,
): Promise<void> {
  const filter = await productFilter(context, choice);
  const table = await createTable(context, run, {
    name: `${run.translate('menu.mall_product_list')} ${todayOf(context)}`,
    columns: [...PRODUCT_COLUMNS, 'number_of_purchases', 'data_source'],
    format,
  });
  const kept = table.kept === undefined ? undefined : zKept.parse(table.kept);
  const count = kept?.count ?? (await context.model(productResource).countDocuments(filter));
  let done = kept?.done ?? 0;
  run.progress(done, count);
  for await (const products of readProducts(context, filter, kept?.after)) {
    run.signal.throwIfAborted();
    const [categories, brands] = await titlesOf(context, products);
    for (const product of products) {
      const names = {
        category: categories.get(product.category) ?? '',
        brand: brands.get(product.brand ?? '') ?? '',
      };
      const line = lineOf(product, names);
      await table.write([
        ...PRODUCT_COLUMNS.map((column) => line[column]),
        product.number_of_purchases,
        product.data_source,
      ]);
    }
    done += products.length;
    run.progress(done, Math.max(count, done));
    const last = products.at(-1);
    if (last !== undefined) await table.keepWhenDue({ after: placeOf(last), done, count });
  }
  await table.end();
}

/** Titles of the categories and brands of some products. */
function titlesOf(context: PluginContext, products: readonly StoredProduct[]) {
  const titles = async (
    resource: typeof categoryResource | typeof brandResource,
    name: 'full_title' | 'title',
    ids: readonly (string | null)[],
  ) => {
    const rows = await context
      .model(resource as typeof categoryResource)
      .find({ _id: { $in: [...new Set(ids)] } }, { [name]: 1 })
      .lean();
    return new Map(rows.map((row) => [String(row._id), String(row[name])]));
  };
  return Promise.all([
    titles(
      categoryResource,
      'full_title',
      products.map(({ category }) => category),
    ),
    titles(
      brandResource,
      'title',
      products.map(({ brand }) => brand),
    ),
  ]);
}
