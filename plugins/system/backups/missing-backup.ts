import type { PlatformContext } from '@waypost/sdk/platform';
import { backup } from '../screens/backups/resource.ts';

/** The newest day whose backup has failed, until one is made; null: none is missing. */
export async function missingBackup(
  context: PlatformContext,
): Promise<{ fault: string; next_time: Date } | null> {
  const found = await context
    .model(backup)
    .findOne({ next_time: { $ne: null } }, { fault: 1, next_time: 1 })
    .sort({ create_time: -1 })
    .lean();
  return found?.next_time ? { fault: found.fault, next_time: found.next_time } : null;
}
