import {
  type Change,
  type Filter,
  HOST_FREEZES,
  HOST_FREEZES_VERSIONS,
  type HostFreezes,
  type PluginContext,
} from '@waypost/sdk';
import { pushResource } from '../screens/shield_push/resource.ts';
import { eachPush } from './each-push.ts';
import type { StoredPush } from './stored.ts';

/** Blocks that are read at once. */
const PORTION = 200;
/** How long codes are lifted, and then frozen, in one run; the next one goes on where it ended. */
const RUN_MS = 20_000;

/** Freezes and lifts as the policies of the blocks say. While the plugin of the codes is off it waits. */
export async function settleCodes(context: PluginContext, signal: AbortSignal): Promise<void> {
  const freezes = context.require<HostFreezes>(HOST_FREEZES, HOST_FREEZES_VERSIONS);
  if (freezes === undefined) return;
  await thawAll(context, freezes, signal);
  await freezeAll(context, freezes, signal);
}

async function thawAll(context: PluginContext, freezes: HostFreezes, signal: AbortSignal): Promise<void> {
  const end = context.clock.now() + RUN_MS;
  for await (const { _id, version, name } of eachPush(context, { is_thawing: true }, PORTION)) {
    if (signal.aborted || context.clock.now() >= end) return;
    await freezes.lift(name);
    // What was said of the block meanwhile may have frozen them again.
    await write(context, { _id, version }, { is_thawing: false, frozen: 0 });
  }
}

/** Blocks that nobody has been at first, the newest before the others; then those that wait longest. */
async function freezeAll(context: PluginContext, freezes: HostFreezes, signal: AbortSignal): Promise<void> {
  const begin = context.clock.date();
  const isOver = () => signal.aborted || context.clock.now() >= begin.getTime() + RUN_MS;
  while (!isOver()) {
    const rows = await context
      .model(pushResource)
      .find({ is_open: true, codes: 'freeze', settled_time: { $not: { $gte: begin } } })
      .sort({ settled_time: 1, _id: -1 })
      .limit(PORTION)
      .lean();
    for (const row of rows) {
      if (isOver()) return;
      await freezeOne(context, freezes, row);
    }
    if (rows.length < PORTION) return;
  }
}

async function freezeOne(context: PluginContext, freezes: HostFreezes, { _id }: StoredPush): Promise<void> {
  // It was read a while ago: what was lifted since must not be frozen again.
  const isMeant: Filter<StoredPush> = { _id, is_open: true, codes: 'freeze' };
  const row = await context.model(pushResource).findOne(isMeant).lean();
  if (row === null) return;
  try {
    await freezes.freeze({ host: row.name, reason: row.reason, by: null });
    await freezes.settle(row.name);
  } finally {
    // Many codes take their time: whoever lifts meanwhile does not find those that are frozen after, and must not say it is done.
    const isOver: Filter<StoredPush> = { $or: [{ is_open: false }, { codes: { $ne: 'freeze' } }] };
    await write(context, { _id, ...isOver }, { is_thawing: true }, { $inc: { version: 1 } });
  }
  const frozen = await freezes.count(row.name);
  await write(context, isMeant, { frozen, settled_time: context.clock.date() });
}

async function write(
  context: PluginContext,
  filter: Filter<StoredPush>,
  set: Change<StoredPush>['$set'] & {},
  more: Change<StoredPush> = {},
): Promise<void> {
  await context.model(pushResource).updateOne(filter, { $set: set, ...more }, { timestamps: false });
}
