import { exportFormat, type PluginContext } from '@waypost/sdk';
import { resolveRange } from '../../statistics/server/resolve-range.ts';
import {
  EXPORT_SUMMARY,
  READ_SUMMARY,
  visitSummaryCall,
  visitSummaryExportCall,
  visitSummaryTotalsCall,
} from './calls.ts';
import { SUMMARY_RANGE } from './range.ts';
import { exportSummary, listSummary, summaryTotals, zSummaryExportInput } from './service.ts';

const EXPORT_KIND = 'visit_summary_export';

/** Mounts the summary of visits by customer and domain, which is for whoever runs the platform. */
export function mountVisitSummary(context: PluginContext): void {
  context.call(visitSummaryCall, (wish) => listSummary(context, wish));
  context.call(visitSummaryTotalsCall, (wish) => summaryTotals(context, wish));
  context.operations.define(EXPORT_KIND, {
    input: zSummaryExportInput,
    run: (run) => exportSummary(context, run),
  });
  context.call(visitSummaryExportCall, async (query, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    // Faults of the range are told to who asks, and a wait over midnight moves no day.
    const { range, span } = await resolveRange(context, SUMMARY_RANGE, query, {});
    return context.operations.start(
      EXPORT_KIND,
      {
        name: `${request.translate('menu.visit_summary')} · ${span.first_day} – ${span.last_day}`,
        input: { query: { ...query, ...span, range } },
      },
      request,
    );
  });
  context.menu(
    {
      parent: 'visit_lookup',
      route: 'visit_summary',
      sort: 25,
      icon: 'chart',
      roles: ['administrator'],
    },
    READ_SUMMARY,
    [EXPORT_SUMMARY],
  );
}
