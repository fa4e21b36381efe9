import type { PluginContext } from '@waypost/sdk';
import { deliverSoon } from '../messages/due-messages.ts';
import { poolResource } from '../screens/internal_code_grouping/resource.ts';
import { poolLevel } from './levels.ts';
import { roomOf, settlePool } from './settle-pool.ts';
import { itemsOf, type StoredPool, takenBy } from './stored.ts';

/** Name of the job that looks which pools run low. */
const LOOK = 'look_at_pools';
const PORTION = 200;

/**
 * Visits go by what they have counted themselves. How much is left, who is to be told of it, and what further processes have counted
 * is looked after here.
 */
export async function watchPools(context: PluginContext): Promise<void> {
  context.jobs.define(LOOK, (_data, signal) => lookAtPools(context, signal));
  await context.jobs.every('1 minute', LOOK);
}

/** Publishes the pools anew that were visited or have another level by now, and tells owners of those that got worse. */
export async function lookAtPools(
  context: PluginContext,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<void> {
  let after: string | undefined;
  let changed = 0;
  while (!signal.aborted) {
    const pools = await context
      .model(poolResource)
      .find(after === undefined ? {} : { _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(PORTION)
      .lean();
    const last = pools.at(-1);
    if (last === undefined) break;
    after = String(last._id);
    for (const id of await changedPools(context, pools)) {
      await context.transaction((session) => settlePool(context, { id, isSilent: false, session }));
      changed++;
    }
  }
  if (changed > 0) await deliverSoon(context);
}

async function changedPools(context: PluginContext, pools: readonly StoredPool[]): Promise<string[]> {
  const items = await itemsOf(
    context,
    pools.map(({ _id }) => String(_id)),
  );
  const taken = await takenBy(context, items);
  return pools
    .filter((pool) => {
      const room = roomOf(context, items.get(String(pool._id)) ?? [], taken);
      return room.taken !== pool.seen_taken || poolLevel(room, pool) !== pool.level;
    })
    .map(({ _id }) => String(_id));
}
