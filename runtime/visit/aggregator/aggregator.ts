import { type AggregatorOptions, createAggregation } from './aggregation.ts';
import { packBeside } from './pack-beside.ts';
import { AggregationConflict } from './store-commands.ts';

/** Time between two batches while there is little to do: what makes statistics less than 2 s late and batches large. */
const BATCH_MS = 500;
const POLL_MS = 100;
/** A batch of this size is followed by the next at once. */
const BUSY_VISITS = 5000;
const RETRY_FIRST_MS = 200;
const RETRY_MOST_MS = 5000;

export interface Aggregator {
  /** Ends after the batch and the day in hand; a day that takes too long is left. */
  stop(): Promise<void>;
}

/**
 * Aggregates every journal under `directory` into the store: those of living processes as they grow, those of dead ones to
 * their end. Goes on through outages of the store.
 */
export function startAggregator(options: AggregatorOptions & { isStoreUp(): boolean }): Aggregator {
  const { log } = options;
  const stopping = Promise.withResolvers<void>();
  let isStopped = false;
  const pause = (milliseconds: number): Promise<unknown> =>
    Promise.race([Bun.sleep(milliseconds), stopping.promise]);
  const aggregation = createAggregation(options, () => isStopped);
  const packing = packBeside({
    closeOneDay: () => aggregation.closeOneDay(),
    failed: (error) =>
      log[options.isStoreUp() ? 'warn' : 'debug']({ error }, 'a day that is over could not be packed'),
  });

  const finished = (async () => {
    let retryMs = RETRY_FIRST_MS;
    let isPrepared = false;
    while (!isStopped) {
      const started = performance.now();
      try {
        if (!isPrepared) await aggregation.prepare();
        isPrepared = true;
        const visits = await aggregation.round();
        retryMs = RETRY_FIRST_MS;
        packing.begin(visits);
        const rest = BATCH_MS - (performance.now() - started);
        if (visits === 0) await pause(POLL_MS);
        else if (visits < BUSY_VISITS && rest > 0) await pause(rest);
      } catch (error) {
        aggregation.forget();
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof AggregationConflict)
          log.info({ reason }, 'a batch met another writer and is aggregated again');
        // While the store is away that is known, and told by whoever opened it.
        else {
          const level = options.isStoreUp() ? 'warn' : 'debug';
          log[level]({ reason, retry_ms: retryMs }, 'aggregation failed and is tried again');
        }
        await pause(retryMs);
        retryMs = Math.min(retryMs * 2, RETRY_MOST_MS);
      }
    }
    await packing.end();
    await aggregation.close();
  })();

  return {
    stop: () => {
      isStopped = true;
      stopping.resolve();
      return finished;
    },
  };
}
