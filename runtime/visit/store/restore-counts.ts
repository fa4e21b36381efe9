import { restoreRotationCounts } from './rotation-counts.ts';

const COUNT_ATTEMPTS = 5;

/** The counts of rotations, once more where a journal went away while it was read. */
export async function restoreCounts(place: Parameters<typeof restoreRotationCounts>[0]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await restoreRotationCounts(place);
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ENOENT' || attempt === COUNT_ATTEMPTS) throw error;
    }
  }
}
