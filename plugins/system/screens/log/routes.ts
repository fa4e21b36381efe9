import { exportFormat } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import { z } from 'zod';
import { logDetails, logExport, logInquire, logState, logVerify } from './calls.ts';
import { RECORDS_PLACE } from './place.ts';
import { exportEntries, listEntries, readEntry } from './service.ts';

const EXPORT_KIND = 'log_export';
const VERIFY_KIND = 'log_verify';

/** Mounts the audit log: it is read, taken along and looked at, and never written to. */
export function mountLog(context: PlatformContext): void {
  const { auditDesk, operations } = context;
  context.menu({ ...RECORDS_PLACE, route: 'log', sort: 60, icon: 'file' }, 'system.log:read', [
    'system.log:export',
    'system.log:verify',
  ]);
  context.call(logInquire, (body, { translate }) => listEntries(context, body, translate));
  context.call(logDetails, ({ id }, { translate }) => readEntry(context, id, translate));
  context.call(logState, async () => {
    const { newest, checked, removed } = await auditDesk.state();
    return {
      newest,
      checked: checked && { ...checked, time: checked.time.toISOString() },
      removed: removed && {
        ...removed,
        until: removed.until.toISOString(),
        time: removed.time.toISOString(),
      },
    };
  });

  operations.define(EXPORT_KIND, {
    input: z.strictObject({ query: logExport.body }),
    run: (run) => exportEntries(context, run),
  });
  context.call(logExport, async (query, request) => {
    if (query.format !== undefined) await exportFormat(context, query.format);
    const started = await operations.start(
      EXPORT_KIND,
      { name: request.translate('menu.log'), input: { query } },
      request,
    );
    await context.audit({ type: 'system.log.export', after: query, request });
    return started;
  });
  operations.define(VERIFY_KIND, { input: z.strictObject({}), run: (run) => auditDesk.check(run) });
  context.call(logVerify, (_body, request) =>
    operations.start(VERIFY_KIND, { name: request.translate('menu.group.records'), input: {} }, request),
  );
}
