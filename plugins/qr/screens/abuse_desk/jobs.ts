import type { PluginContext } from '@waypost/sdk';
import { deliverSoon } from '../../messages/due-messages.ts';
import type { ReadSettings } from '../../settings.ts';
import { forgetFollowers } from './followers.ts';
import { abuseReport } from './resource.ts';
import { tellUntold } from './tell.ts';

const DAY_MS = 86_400_000;
/** Reports that are deleted at once. */
const BATCH = 500;

/** What is done about reports without anybody asking for it. */
export async function keepReports(context: PluginContext, readSettings: ReadSettings): Promise<void> {
  context.jobs.define('tell_reports', async () => {
    await tellUntold(context);
    await deliverSoon(context);
  });
  context.jobs.define('tidy_reports', async (_data, signal) => {
    const { report_days } = await readSettings();
    if (report_days > 0) await forgetClosed(context, report_days, signal);
  });
  await context.jobs.every('15 minutes', 'tell_reports');
  await context.jobs.every('1 day', 'tidy_reports');
}

/** Deletes reports that were closed so many days ago; open ones stay, however old. */
async function forgetClosed(context: PluginContext, days: number, signal: AbortSignal): Promise<void> {
  const reports = context.model(abuseReport);
  const before = new Date(context.clock.now() - days * DAY_MS);
  // Those that were closed before anybody wrote down when have the time of their last change.
  const closed = {
    state: { $ne: 'open' as const },
    $or: [{ state_time: { $lt: before } }, { state_time: null, update_time: { $lt: before } }],
  };
  let count = 0;
  while (!signal.aborted) {
    const some = await reports.find(closed, { _id: 1 }).limit(BATCH).lean();
    const ids = some.map(({ _id }) => String(_id));
    if (ids.length === 0) break;
    await forgetFollowers(context, ids);
    const { deletedCount } = await reports.deleteMany({ ...closed, _id: { $in: ids } });
    count += deletedCount;
  }
  if (count > 0) await context.audit({ type: 'qr.abuse_report.forget', after: { count, days } });
}
