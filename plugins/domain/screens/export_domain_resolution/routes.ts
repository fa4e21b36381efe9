import { exportFormat, type PluginContext } from '@waypost/sdk';
import type { FindOwnPlace } from '../../place/own-place.ts';
import { placeForOthers } from '../../resolution/needed-records.ts';
import { resolutionCall, resolutionExportCall, zoneExportCall } from './calls.ts';
import {
  exportRecords,
  exportZone,
  listResolution,
  ownerOf,
  requireZone,
  zRecordsInput,
  zZoneInput,
} from './service.ts';

const RECORDS_KIND = 'resolution_export';
const ZONE_KIND = 'zone_export';

/** Mounts the DNS records that domains need, and their exports as a table and as a zone. */
export function mountResolution(context: PluginContext, findPlace: FindOwnPlace): void {
  const place = async () => placeForOthers(context, await findPlace());
  context.call(resolutionCall, async (wish, request) =>
    listResolution(context, { wish, place: await place() }, request),
  );
  context.operations.define(RECORDS_KIND, {
    input: zRecordsInput,
    run: async (run) => exportRecords(context, run, await place()),
  });
  context.operations.define(ZONE_KIND, {
    input: zZoneInput,
    run: async (run) => exportZone(context, run, await place()),
  });
  context.call(resolutionExportCall, async (query, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    return context.operations.start(
      RECORDS_KIND,
      { name: request.translate('menu.export_domain_resolution'), input: { query, ...ownerOf(request) } },
      request,
    );
  });
  context.call(zoneExportCall, async ({ zone }, request) => {
    await requireZone(context, zone, request);
    return context.operations.start(ZONE_KIND, { name: zone, input: { zone, ...ownerOf(request) } }, request);
  });
  context.menu(
    {
      route: 'export_domain_resolution',
      parent: 'domains',
      sort: 50,
      icon: 'export',
      roles: ['administrator', 'agent', 'customer'],
    },
    'domain.resolution:read',
    ['domain.resolution:export'],
  );
}
