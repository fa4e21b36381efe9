import { exportFormat, type PluginContext } from '@waypost/sdk';
import { countsCall, countsExportCall, EXPORT, READ } from './calls.ts';
import { exportCounts, zCountsExport } from './export-counts.ts';
import { readDay, requireSpan } from './service.ts';

const EXPORT_KIND = 'counts_export';

/** Mounts the counters that every visit passes, held against each other by hour. */
export function mountCounts(context: PluginContext): void {
  context.call(countsCall, ({ day }) => readDay(context, day));
  context.operations.define(EXPORT_KIND, {
    input: zCountsExport,
    run: (run) => exportCounts(context, run),
  });
  context.call(countsExportCall, async (query, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    requireSpan(context, query);
    const name = `${request.translate('menu.count_reconciliation')} · ${query.first_day} – ${query.last_day}`;
    return context.operations.start(EXPORT_KIND, { name, input: query }, request);
  });
  context.menu(
    {
      route: 'count_reconciliation',
      parent: 'operations',
      sort: 20,
      icon: 'check-square',
      roles: ['administrator'],
    },
    READ,
    [EXPORT],
  );
}
