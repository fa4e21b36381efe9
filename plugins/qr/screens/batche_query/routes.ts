import { exportFormat, type PluginContext } from '@waypost/sdk';
import { offerBlockStatus } from '../../codes/look-up/blocks.ts';
import { batchQueryCall, batchQueryExportCall } from './calls.ts';
import { exportFound, zFoundExportInput } from './export-found.ts';
import { askerOf, listFound, requireLines } from './service.ts';

const EXPORT_KIND = 'batch_query_export';

/** Mounts the look-up of many codes, links and domains at once, and its export. */
export function mountBatchQuery(context: PluginContext): void {
  offerBlockStatus(context);
  context.call(batchQueryCall, (wish, request) => listFound(context, wish, request));
  context.operations.define(EXPORT_KIND, {
    input: zFoundExportInput,
    run: (run) => exportFound(context, run),
  });
  context.call(batchQueryExportCall, async (query, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    requireLines(query.lines);
    const { owner } = askerOf(request);
    return context.operations.start(
      EXPORT_KIND,
      {
        name: request.translate('menu.batche_query'),
        input: { query, ...(owner === undefined ? {} : { owner }) },
      },
      request,
    );
  });
  context.menu(
    {
      route: 'batche_query',
      parent: 'links',
      sort: 24,
      icon: 'search',
      roles: ['administrator', 'agent', 'customer'],
    },
    'qr.code:read',
    ['qr.batch_query:export'],
  );
}
