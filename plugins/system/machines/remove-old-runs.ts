import type { PluginContext } from '@waypost/sdk';
import { scriptRun } from '../screens/script/resource.ts';
import { RUN_KEPT_DAYS } from './values.ts';

const DAY_MS = 86_400_000;
/** Runs that are taken away at a time; the next round goes on. */
export const MOST_REMOVED = 500;

/**
 * Takes away runs that are older than they are kept. What they wrote on each server has its own end in the store, of the same age.
 * @returns how many
 */
export async function removeOldRuns({ clock, log, model }: PluginContext): Promise<number> {
  const limit = new Date(clock.now() - RUN_KEPT_DAYS * DAY_MS);
  const runs = model(scriptRun);
  const old = await runs
    .find({ create_time: { $lt: limit } }, { _id: 1 })
    .sort({ create_time: 1 })
    .limit(MOST_REMOVED)
    .lean();
  if (old.length === 0) return 0;
  const { deletedCount } = await runs.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
  log.info({ removed: deletedCount, days: RUN_KEPT_DAYS }, 'old runs of scripts were removed');
  return deletedCount;
}
