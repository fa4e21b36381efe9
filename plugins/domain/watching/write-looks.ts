import { dayOf, type PluginContext } from '@waypost/sdk';
import { watchResource } from '../screens/domain_monitor/resource.ts';
import { dayWrite, watchDays } from './history.ts';
import type { Settled } from './next-watch.ts';
import type { StoredWatch } from './stored.ts';

export interface SettledLook {
  row: StoredWatch;
  settled: Settled;
}

/** Writes what looks found, in two writes for all of them. Of two looks at one name at the same moment the first counts. */
export async function writeLooks(context: PluginContext, looks: readonly SettledLook[]): Promise<void> {
  if (looks.length === 0) return;
  const day = dayOf(context.platform.timeZone, context.clock.now());
  const writes = looks.map(({ row, settled: { change, alerts } }) => ({
    updateOne: {
      filter: { _id: row._id, looks: row.looks },
      update: {
        $set: { ...change, ...(alerts.length > 0 ? { has_alerts: true } : {}) },
        $inc: { looks: 1 },
        ...(alerts.length > 0 ? { $push: { alerts: { $each: alerts } } } : {}),
      },
    },
  }));
  const options = { ordered: false, timestamps: false } as const;
  await context.model(watchResource).bulkWrite(writes as never, options);
  await watchDays(context).bulkWrite(
    looks.map(({ row, settled }) => dayWrite(row._id, day, settled)) as never,
    options,
  );
}
