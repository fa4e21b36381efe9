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
  const marked = looks.map((look) => ({ ...look, mark: context.random.number() }));
  const writes = marked.map(({ row, settled: { change, alerts }, mark }) => ({
    updateOne: {
      filter: { _id: row._id, looks: row.looks },
      update: {
        $set: { ...change, mark, ...(alerts.length > 0 ? { has_alerts: true } : {}) },
        $inc: { looks: 1 },
        ...(alerts.length > 0 ? { $push: { alerts: { $each: alerts } } } : {}),
      },
    },
  }));
  const options = { ordered: false, timestamps: false } as const;
  const { matchedCount } = await context.model(watchResource).bulkWrite(writes, options);
  const counted = matchedCount === looks.length ? marked : await written(context, marked);
  if (counted.length === 0) return;
  await watchDays(context).bulkWrite(
    counted.map(({ row, settled }) => dayWrite(row._id, day, settled)),
    options,
  );
}

/** Those of several looks that were written: another one at the same name, or its end, came before the others. */
async function written<Look extends SettledLook & { mark: number }>(
  context: PluginContext,
  looks: readonly Look[],
): Promise<Look[]> {
  const found = await context
    .model(watchResource)
    .find({ _id: { $in: looks.map(({ row }) => row._id) } }, { mark: 1 })
    .lean();
  const marks = new Map(found.map(({ _id, mark }) => [_id, mark]));
  return looks.filter(({ row, mark }) => marks.get(row._id) === mark);
}
