import { exportFormat, type PluginContext } from '@waypost/sdk';
import { visitOwner, visitScope } from '../../codes/scope.ts';
import { EXPORT, READ } from '../../statistics/calls.ts';
import { resolveRange } from '../../statistics/server/resolve-range.ts';
import { foreignPageExportCall, foreignPagesCall, ownForeignPagesCall } from './calls.ts';
import {
  exportForeignPages,
  type ForeignPageExportInput,
  zForeignPageExportInput,
} from './export-foreign-pages.ts';
import { FOREIGN_PAGE_RANGE } from './range.ts';
import { listForeignPages } from './service.ts';

const EXPORT_KIND = 'foreign_page_export';

/** Mounts the list of foreign pages that lead or frame visitors here, and its export. */
export function mountForeignPages(context: PluginContext): void {
  context.call(foreignPagesCall, (query, request) => listForeignPages(context, query, request));
  context.call(ownForeignPagesCall, (query, request) =>
    listForeignPages(context, { ...query, own: true }, request),
  );
  context.operations.define(EXPORT_KIND, {
    input: zForeignPageExportInput,
    run: (run) => exportForeignPages(context, run),
  });
  context.call(foreignPageExportCall, async ({ own, owner: wanted, ...query }, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    const scope = await visitScope(context, { own, owner: wanted, link: query.link }, request);
    // Faults of the range are told to who asks, and a wait over midnight moves no day.
    const { range, span } = await resolveRange(context, FOREIGN_PAGE_RANGE, query, scope);
    const owner = visitOwner({ own, owner: wanted }, request);
    return context.operations.start(
      EXPORT_KIND,
      {
        name: `${request.translate('menu.stealing_list')} · ${span.first_day} – ${span.last_day}`,
        input: {
          query: { ...query, ...span, range },
          ...(owner === undefined ? {} : { owner }),
        } satisfies ForeignPageExportInput,
      },
      request,
    );
  });
  context.menu(
    {
      route: 'stealing_list',
      parent: 'sources',
      sort: 23,
      icon: 'import',
      roles: ['administrator', 'agent', 'customer'],
    },
    READ,
    [EXPORT],
  );
}
