import type { PlatformContext } from '@waypost/sdk/platform';
import { backup } from '../screens/backups/resource.ts';

/** The newest day whose backup has failed, until one is made; null: none is missing. */
export async function missingBackup(
  context: PlatformContext,
): Promise<{ fault: string; next_time: Date } | null> {
  return context
    .model(backup)
    .findOne({ next_time: { $ne: null } } as never, { fault: 1, next_time: 1 })
    .sort({ create_time: -1 })
    .lean<{ fault: string; next_time: Date }>();
}
