import { createTable, type OperationRun, type PluginContext } from '@waypost/sdk';
import { z } from 'zod';
import { visitScopeNow } from '../../codes/scope.ts';
import { resolveRange } from '../../statistics/server/resolve-range.ts';
import { zForeignPageExport } from './calls.ts';
import { FOREIGN_PAGE_RANGE } from './range.ts';
import { foreignPages } from './service.ts';

/** What an export is started with. `owner`: whose codes; undefined: everyone's. */
export const zForeignPageExportInput = z.strictObject({
  query: zForeignPageExport.omit({ own: true, owner: true }),
  owner: z.string().optional(),
});
export type ForeignPageExportInput = z.infer<typeof zForeignPageExportInput>;

const COLUMNS = ['host', 'view_number', 'share', 'first_day', 'last_day'] as const;
const AT_ONCE = 500;

/** Writes the foreign pages of a query as a table. */
export async function exportForeignPages(
  context: PluginContext,
  run: OperationRun<ForeignPageExportInput>,
): Promise<void> {
  const { translate, input, signal } = run;
  const { link, format, ...query } = input.query;
  const scope = await visitScopeNow(context, { owner: input.owner, link });
  const { span } = await resolveRange(context, FOREIGN_PAGE_RANGE, query, scope);
  const rows = await foreignPages(context, query, { scope, span });
  const table = await createTable(context, run, {
    name: `${translate('menu.stealing_list')} ${span.first_day} ${span.last_day}`,
    columns: COLUMNS.map((column) => translate(`qr.foreign_page.${column}`)),
    format,
  });
  for (const [index, row] of rows.entries()) {
    if (index % AT_ONCE === 0) {
      signal.throwIfAborted();
      run.progress(index, rows.length);
    }
    const share = Math.round(row.share * 10_000) / 10_000;
    await table.write(COLUMNS.map((column) => ({ ...row, share })[column]));
  }
  await table.end();
  run.progress(rows.length, rows.length);
}
