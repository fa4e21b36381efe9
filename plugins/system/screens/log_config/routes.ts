import type { RequestContext } from '@waypost/sdk';
import { AUDIT_KEPT_DAYS_MIN, isAuditOptional, type PlatformContext } from '@waypost/sdk/platform';
import { typeWords } from '../log/entry-words.ts';
import { RECORDS_PLACE } from '../log/place.ts';
import { logConfigInquire, logConfigUpdate } from './calls.ts';
import { keptDays } from './convert.ts';

const REMOVE_OLD = 'log_remove_old';

/** Mounts what is recorded and for how long, and the job that removes what is old. */
export async function mountLogConfig(context: PlatformContext): Promise<void> {
  const { auditDesk } = context;
  context.menu({ ...RECORDS_PLACE, route: 'log_config', sort: 40, icon: 'tool' }, 'system.log_config:update');
  context.call(logConfigInquire, (_body, request) => describe(context, request));
  context.call(logConfigUpdate, async ({ version, kept_days, unrecorded }, request) => {
    const days = keptDays(kept_days);
    const before = await auditDesk.config();
    const after = await auditDesk.changeConfig(version, { kept_days: days, unrecorded });
    await context.audit({ type: 'system.log_config.update', before, after, request });
    return describe(context, request);
  });
  context.jobs.define(REMOVE_OLD, async (_data, signal) => {
    const removed = await auditDesk.removeOld(signal);
    if (removed > 0) context.log.info({ removed }, 'old entries of the audit log were removed');
  });
  await context.jobs.every('1 hour', REMOVE_OLD);
}

async function describe({ auditDesk }: PlatformContext, { translate }: Pick<RequestContext, 'translate'>) {
  const [{ version, kept_days, unrecorded }, types] = await Promise.all([
    auditDesk.config(),
    auditDesk.types(),
  ]);
  const optional = [...new Set([...types.map(({ type }) => type), ...unrecorded])].filter(isAuditOptional);
  return {
    version,
    unrecorded,
    days_min: AUDIT_KEPT_DAYS_MIN,
    kept_days: kept_days === null ? '' : String(kept_days),
    optional: optional.map((type) => ({ type, title: typeWords(type, translate) })),
    unconverted: kept_days === null ? ['kept_days'] : [],
  };
}
