import type { Filter, PluginContext } from '@waypost/sdk';
import { pushResource } from '../screens/shield_push/resource.ts';
import type { StoredPush } from './stored.ts';

/** All blocks that a filter finds, the oldest first, however many there are. @param portion how many are read at once */
export async function* eachPush(
  context: PluginContext,
  filter: Filter<StoredPush>,
  portion: number,
): AsyncGenerator<StoredPush> {
  let behind: Filter<StoredPush> = {};
  for (;;) {
    const rows = await context
      .model(pushResource)
      .find({ ...filter, ...behind })
      .sort({ _id: 1 })
      .limit(portion)
      .lean();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion) return;
    behind = { _id: { $gt: last._id } };
  }
}
