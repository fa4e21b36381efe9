import { createTable, type OperationRun, type PluginContext, todayOf, type VisitorRow } from '@waypost/sdk';
import { z } from 'zod';
import { type CodeLabel, codeLabels } from '../../codes/code-labels.ts';
import { visitScopeNow } from '../../codes/scope.ts';
import { zVisitorExport } from './calls.ts';
import { deviceName } from './device-name.ts';
import { namedBy } from './service.ts';

/** What an export is started with. `owner`: whose codes; undefined: everyone's. */
export const zVisitorExportInput = z.strictObject({
  query: zVisitorExport.omit({ own: true, owner: true }),
  owner: z.string().optional(),
});
export type VisitorExportInput = z.infer<typeof zVisitorExportInput>;

const COLUMNS = [
  'ip',
  'name',
  'short_code',
  'location',
  'isp',
  'device',
  'system',
  'app',
  'browser',
  'referrer',
  'count',
  'first_time',
  'last_time',
  'user_agent',
] as const;

/** Writes the visitors of a query as a table, portion by portion: neither file nor rows are ever whole in memory. */
export async function exportVisitors(
  context: PluginContext,
  run: OperationRun<VisitorExportInput>,
): Promise<void> {
  const { translate, signal } = run;
  const { owner, query } = run.input;
  const { link, format, ...rest } = query;
  const scope = await visitScopeNow(context, { owner, link });
  const asked = { ...rest, ...namedBy(rest.search, run), scope };
  const { count } = await context.visits.visitors({ ...asked, page: 1, page_size: 1 });
  run.progress(0, count);
  const day = todayOf(context);
  const table = await createTable(context, run, {
    name: `${translate('menu.visitor')} ${day}`,
    columns: COLUMNS.map((column) => translate(headKey(column))),
    format,
  });
  let done = 0;
  for await (const visitors of context.visits.visitorStream(asked, signal)) {
    signal.throwIfAborted();
    const labels = await codeLabels(
      context,
      visitors.map((visitor) => visitor.link),
      asked.scope,
    );
    for (const visitor of visitors) await table.write(cellsOf(visitor, labels, translate));
    done += visitors.length;
    // Visitors may have come since they were counted.
    run.progress(done, Math.max(count, done));
  }
  await table.end();
}

function headKey(column: (typeof COLUMNS)[number]): string {
  return column === 'short_code' ? 'qr.code.short_code' : `qr.visit.${column}`;
}

function cellsOf(
  visitor: VisitorRow,
  labels: ReadonlyMap<string, CodeLabel>,
  translate: OperationRun<unknown>['translate'],
) {
  const label = labels.get(visitor.link);
  const row = {
    ...visitor,
    name: label?.name ?? translate('qr.visit.link.purged'),
    short_code: label?.short_code ?? '',
    device: deviceName(visitor, translate),
    app: translate(`qr.visit.app.${visitor.app}`),
  };
  return COLUMNS.map((column) => row[column]);
}
