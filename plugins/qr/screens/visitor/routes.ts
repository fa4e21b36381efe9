import { exportFormat, type PluginContext } from '@waypost/sdk';
import { visitOwner } from '../../codes/scope.ts';
import { STATISTICS_PLACE } from '../../statistics/place.ts';
import { ownVisitorsCall, visitorExportCall, visitorsCall } from './calls.ts';
import { exportVisitors, zVisitorExportInput } from './export-visitors.ts';
import { listVisitors } from './service.ts';

const EXPORT_KIND = 'visitor_export';

/** Mounts the visitor list and its export. */
export function mountVisitors(context: PluginContext): void {
  context.call(visitorsCall, (query, request) => listVisitors(context, query, request));
  context.call(ownVisitorsCall, (query, request) => listVisitors(context, { ...query, own: true }, request));
  context.operations.define(EXPORT_KIND, {
    input: zVisitorExportInput,
    run: (run) => exportVisitors(context, run),
  });
  context.call(visitorExportCall, async ({ own, owner: wanted, ...query }, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    const owner = visitOwner({ own, owner: wanted }, request);
    return context.operations.start(
      EXPORT_KIND,
      {
        name: request.translate('menu.visitor'),
        input: { query, ...(owner === undefined ? {} : { owner }) },
      },
      request,
    );
  });
  context.menu(
    {
      route: 'visitor',
      ...STATISTICS_PLACE,
      sort: 90,
      icon: 'user-group',
    },
    'qr.visit:read',
    ['qr.visit:export', 'qr.visit:clear', 'qr.visit:erase'],
  );
}
