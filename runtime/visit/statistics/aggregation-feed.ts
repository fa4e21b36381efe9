import type { Disposer, Logger } from '@waypost/sdk';
import type { mongo } from 'mongoose';
import type { CheckpointDocument, VisitCollections } from '../store/collections.ts';

const RETRY_MS = 500;

/**
 * Tells of aggregated batches: each one moves its journal's checkpoint in the same transaction. The change feed is open
 * only while somebody listens; after an outage listeners are called once, because batches may have been missed.
 */
export function followAggregation(
  collections: Pick<VisitCollections, 'checkpoints'>,
  log?: Logger,
): (listener: () => void) => Disposer {
  const listeners = new Set<() => void>();
  let close: (() => Promise<void>) | undefined;
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return (listener) => {
    // The same function may listen twice.
    const own = () => listener();
    listeners.add(own);
    close ??= watch(collections.checkpoints, tell, log);
    return async () => {
      listeners.delete(own);
      if (listeners.size > 0) return;
      const stop = close;
      close = undefined;
      await stop?.();
    };
  };
}

function watch(
  checkpoints: mongo.Collection<CheckpointDocument>,
  tell: () => void,
  log: Logger | undefined,
): () => Promise<void> {
  let isStopped = false;
  let stream: mongo.ChangeStream<CheckpointDocument> | undefined;
  const close = async () => {
    await stream?.close().catch((error: unknown) => log?.debug({ error }, 'a feed could not be closed'));
  };
  const finished = (async () => {
    while (!isStopped) {
      stream = checkpoints.watch();
      try {
        const first = stream.next();
        stream.once('init', tell);
        await first;
        tell();
        while (!isStopped) {
          await stream.next();
          tell();
        }
      } catch (error) {
        if (!isStopped) log?.debug({ error }, 'the feed of aggregations broke off; it is opened again');
        await close();
      }
      if (!isStopped) await Bun.sleep(RETRY_MS);
    }
  })();
  return async () => {
    isStopped = true;
    await close();
    await finished;
  };
}
