import { createTable, type OperationRun, type PluginContext, todayOf } from '@waypost/sdk';
import { z } from 'zod';
import { zBatchQueryExport } from './calls.ts';
import { findRows } from './service.ts';

/** What an export is started with. `owner`: whose codes; undefined: everyone's. */
export const zFoundExportInput = z.strictObject({ query: zBatchQueryExport, owner: z.string().optional() });

const COLUMNS = [
  ...(['line', 'text', 'status', 'name', 'short_url', 'owner_account'] as const),
  ...(['view_number', 'block_status', 'note'] as const),
];

/** Writes what is found for lines as a table. */
export async function exportFound(
  context: PluginContext,
  run: OperationRun<z.infer<typeof zFoundExportInput>>,
): Promise<void> {
  const { input, signal, translate } = run;
  const { format, ...query } = input.query;
  const { rows, has_blocks } = await findRows(context, query, { owner: input.owner, translate });
  const isTold: Partial<Record<(typeof COLUMNS)[number], boolean>> = {
    owner_account: input.owner === undefined,
    block_status: has_blocks,
  };
  const columns = COLUMNS.filter((column) => isTold[column] ?? true);
  const table = await createTable(context, run, {
    name: `${translate('menu.batche_query')} ${todayOf(context)}`,
    columns: columns.map((column) => translate(`qr.batch_query.${column}`)),
    format,
  });
  for (const [index, row] of rows.entries()) {
    signal.throwIfAborted();
    if (index % 500 === 0) run.progress(index, rows.length);
    const cells = {
      ...row,
      status: translate(`qr.batch_query.status.${row.status}`),
      block_status:
        row.block_status === null ? '' : translate(`qr.batch_query.block_status.${row.block_status}`),
    };
    await table.write(columns.map((column) => cells[column]));
  }
  await table.end();
  run.progress(rows.length, rows.length);
}
