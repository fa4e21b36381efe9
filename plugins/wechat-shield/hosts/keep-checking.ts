import type { PluginContext } from '@waypost/sdk';
import { readConfig } from '../detection/config.ts';
import { checkResource } from '../screens/wx_shield_detection/resource.ts';
import { checkRound } from './check-round.ts';
import { syncHosts } from './sync-hosts.ts';

const CHECK_JOB = 'check_hosts';
const TIDY_JOB = 'tidy_checks';
/** So often the names that are held are read anew. */
const SYNC_MS = 5 * 60_000;
const DAY_MS = 86_400_000;

/** Checks domains as often as is set, and forgets what is too old. */
export async function keepChecking(context: PluginContext): Promise<void> {
  let synced = Number.NEGATIVE_INFINITY;
  context.jobs.define(CHECK_JOB, async (_data, signal) => {
    const now = context.clock.now();
    if (Math.abs(now - synced) >= SYNC_MS && (await syncHosts(context))) synced = now;
    await checkRound(context, signal);
  });
  context.jobs.define(TIDY_JOB, async () => {
    const { history_days } = await readConfig(context, 'detection');
    const before = new Date(context.clock.now() - history_days * DAY_MS);
    await context.model(checkResource).deleteMany({ time: { $lt: before } });
  });
  await context.jobs.every('1 minute', CHECK_JOB);
  await context.jobs.every('1 day', TIDY_JOB);
}
