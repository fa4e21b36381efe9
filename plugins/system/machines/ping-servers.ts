import type { PlatformContext } from '@waypost/sdk/platform';
import { server } from '../screens/server_list/resource.ts';
import { lookAtServers, type StoredServer } from './look-at-servers.ts';
import { removeOldRuns } from './remove-old-runs.ts';
import { openResults } from './results.ts';
import { settleLostRuns } from './settle-lost-runs.ts';
import { PING_SECONDS } from './values.ts';

const PING_SERVERS = 'ping_servers';
/** Rounds from one look for runs that nobody does to the next. */
const LOST_ROUNDS = 6;
/** More servers than these are not looked at by themselves. */
const MOST_WATCHED = 500;

/** Looks at every server again and again, for as long as it is switched on; runs that are old go also while it is off. */
export async function pingServers(context: PlatformContext): Promise<void> {
  const results = openResults(context);
  let isBusy = false;
  let rounds = 0;
  context.jobs.define(PING_SERVERS, async (_data, signal) => {
    await removeOldRuns(context);
    if (rounds++ % LOST_ROUNDS === 0) await settleLostRuns(context, results);
    // One round that takes longer than the pause is not joined by the next.
    if (isBusy || !context.installation.hasMachines()) return;
    isBusy = true;
    try {
      await lookAtServers(context, await readServers(context), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      isBusy = false;
    }
  });
  await context.jobs.every(`${PING_SECONDS} seconds`, PING_SERVERS);
}

/** Those that were not looked at for the longest time first. */
export async function readServers(
  context: Pick<PlatformContext, 'model'>,
  filter: Readonly<Record<string, unknown>> = {},
  most = MOST_WATCHED,
): Promise<StoredServer[]> {
  return await context
    .model(server)
    .find({ ...filter, remove_time: null })
    .sort({ checked_time: 1, _id: 1 })
    .limit(most)
    .lean();
}
