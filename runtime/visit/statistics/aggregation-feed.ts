import type { Disposer } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import { sharedFeedOf } from '../../storage/index.ts';
import type { VisitCollections } from '../store/collections.ts';

/**
 * Tells of aggregated batches: each one moves its journal's checkpoint in the same transaction. The change feed is asked for them
 * only once somebody listens; after an outage listeners are called once, because batches may have been missed.
 */
export function followAggregation(
  database: mongo.Db,
  { checkpoints }: Pick<VisitCollections, 'checkpoints'>,
): (listener: () => void) => Disposer {
  const listeners = new Set<() => void>();
  let leave: (() => Promise<void>) | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return (listener) => {
    // The same function may listen twice.
    const own = () => listener();
    listeners.add(own);
    leave ??= sharedFeedOf(database).follow(checkpoints.collectionName, {
      opened: ({ isGapless }) => {
        if (!isGapless) tell();
      },
      change: tell,
      lost: () => undefined,
    });
    return async () => {
      listeners.delete(own);
      if (listeners.size > 0) return;
      const last = leave;
      leave = undefined;
      await last?.();
    };
  };
}
