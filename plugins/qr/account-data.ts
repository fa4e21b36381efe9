import type { Resource } from '@waypost/contract';
import { ACCOUNT_DATA_POINT, type AccountData, type PluginContext } from '@waypost/sdk';
import { designPresetResource } from './codes/design/presets/resource.ts';
import { poolItemResource } from './pools/item-resource.ts';
import { poolResource } from './screens/internal_code_grouping/resource.ts';
import { printBatchResource } from './screens/print_batch/resource.ts';
import { codeResource } from './screens/qr_code_list/resource.ts';

/** Rows that are handed over at once. */
const PORTION = 200;

/** What the owner of an account takes along: codes, and pools with what stands in them. */
export function contributeAccountData(context: PluginContext): void {
  const parts = [
    ['qr.codes', 'menu.qr_code_list', codeResource],
    ['qr.print_batches', 'menu.print_batch', printBatchResource],
    ['qr.design_presets', 'menu.brand', designPresetResource],
    ['qr.pools', 'menu.internal_code_grouping', poolResource],
    ['qr.pool_items', 'qr.pool_item.title', poolItemResource],
  ] as const;
  for (const [name, title, resource] of parts)
    context.points.contribute(ACCOUNT_DATA_POINT, '^1', name, rowsOf(context, title, resource));
}

/** Every stored field of an owner's rows that is no secret. */
function rowsOf(context: PluginContext, title: string, resource: Resource): AccountData {
  const names = Object.entries(resource.fields).flatMap(([name, { hints }]) =>
    hints.secret === true || hints.stored === false ? [] : [name],
  );
  return {
    title,
    portion: async ({ account, after }) => {
      const filter = { owner: account, ...(after === null ? {} : { _id: { $gt: after } }) };
      const found = await context.model(resource).find(filter).sort({ _id: 1 }).limit(PORTION).lean();
      const rows = found.map((row) => {
        return {
          id: String(row._id),
          ...Object.fromEntries(names.map((name) => [name, row[name] ?? null])),
        };
      });
      return { rows, next: found.length < PORTION ? null : String(found.at(-1)?._id) };
    },
  };
}
