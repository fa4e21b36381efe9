import type { Logger } from '@waypost/sdk';
import type { LinkIndex } from '../links/link-index.ts';
import { writeSnapshot } from '../links/snapshot.ts';
import type { LinkFeed } from '../store/link-feed.ts';

/**
 * A changed index is kept for a start without the store: looked at every second, kept no more often than every
 * 2 s and so that it takes no more than a fiftieth of the time (a million links: 130 MB).
 */
const SNAPSHOT_LOOK_MS = 1000;
const SNAPSHOT_LEAST_MS = 2000;
const SNAPSHOT_SHARE = 50;
const SNAPSHOT_RETRY_MS = 60_000;

export interface LinkKeeper {
  /** Keeps the index now, where it agrees with the store and has changed. */
  keep(): Promise<void>;
  /** Keeps it no more by itself. */
  stop(): void;
}

/** Keeps the index in a file from time to time. */
export function keepLinks(options: {
  index: LinkIndex;
  snapshotPath: string;
  feed: Pick<LinkFeed, 'pause'>;
  isCaughtUp(): boolean;
  log: Logger;
}): LinkKeeper {
  const { feed, index, log } = options;
  let keptChanges = -1;
  let keepAgainAt = 0;
  let isKeeping = false;
  const keep = (): Promise<void> =>
    feed.pause(async (place) => {
      if (!options.isCaughtUp() || place.resumeToken === '' || keptChanges === index.changes) return;
      const { changes } = index;
      const started = performance.now();
      await writeSnapshot(index, options.snapshotPath, place);
      const took = performance.now() - started;
      keptChanges = changes;
      keepAgainAt = performance.now() + Math.max(SNAPSHOT_LEAST_MS, took * SNAPSHOT_SHARE);
    });
  const keepSometimes = (): void => {
    if (isKeeping || performance.now() < keepAgainAt || keptChanges === index.changes) return;
    isKeeping = true;
    keep()
      .catch((error: unknown) => {
        keepAgainAt = performance.now() + SNAPSHOT_RETRY_MS;
        log.error({ error }, 'the links could not be kept for a start without the store');
      })
      .finally(() => {
        isKeeping = false;
      });
  };
  const timer = setInterval(keepSometimes, SNAPSHOT_LOOK_MS);
  timer.unref();
  return { keep, stop: () => clearInterval(timer) };
}
