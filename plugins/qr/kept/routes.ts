import { exportFormat, type PluginContext, type Settings } from '@waypost/sdk';
import { seesEveryOwner } from '../codes/scope.ts';
import type { qrSettings } from '../settings.ts';
import {
  clearAccessHistoryCall,
  clearingsCall,
  clearRecordCall,
  eraseCall,
  exportAccessRecordsCall,
  getIpCall,
  keptTargetsCall,
  keptVisitsCall,
  restoreAccessRecordsCall,
} from './calls.ts';
import { exportKept, zKeptExportInput } from './export-kept.ts';
import { keepVisits } from './jobs.ts';
import {
  clearKept,
  eraseAddress,
  keptTargets,
  listAddresses,
  listKeptVisits,
  reachedCode,
  tellOfVisits,
} from './service.ts';

const EXPORT_KIND = 'kept_visit_export';

/** Mounts what owners do with single visits; docs/http.md, "Kept visits". */
export async function mountKeptVisits(
  context: PluginContext,
  settings: Settings<typeof qrSettings>,
): Promise<void> {
  context.call(keptVisitsCall, async (query, request) => {
    await reachedCode(context, query.id, request);
    return listKeptVisits(context, query, request);
  });
  context.call(keptTargetsCall, async ({ id }, request) => ({
    targets: await keptTargets(context, await reachedCode(context, id, request)),
  }));
  context.call(getIpCall, async (query, request) => {
    await reachedCode(context, query.id, request);
    return listAddresses(context, query);
  });
  context.call(clearRecordCall, (wish, request) => clearKept(context, wish, request));
  context.call(clearAccessHistoryCall, ({ id }, request) => clearKept(context, { id }, request));
  context.call(clearingsCall, async ({ id }, request) => {
    await reachedCode(context, id, request);
    return { clearings: await context.visits.visitClearings(id) };
  });
  context.call(restoreAccessRecordsCall, async ({ id, clearing }, request) => {
    await reachedCode(context, id, request);
    const restored = await context.visits.restoreVisits(id, clearing);
    await tellOfVisits(context, { verb: 'restore', code: id, count: restored }, request);
    return { restored };
  });
  context.call(eraseCall, async (wish, request) => ({ erased: await eraseAddress(context, wish, request) }));
  context.operations.define(EXPORT_KIND, {
    input: zKeptExportInput,
    run: (run) => exportKept(context, run),
  });
  context.call(exportAccessRecordsCall, async (query, request) => {
    const code = await reachedCode(context, query.id, request);
    if (query.format !== undefined) await exportFormat(context, query.format);
    const owner = seesEveryOwner(request) ? {} : { owner: request.caller.id };
    const name = `${request.translate('qr.kept_visit.title')} ${code.short_code}`;
    return context.operations.start(
      EXPORT_KIND,
      { name, input: { query, locale: request.locale, ...owner } },
      request,
    );
  });
  await keepVisits(context, settings);
}
