import { StartError } from '../../process/environment.ts';
import { ForeignJournal, isTransactionConflict } from '../../storage/index.ts';
import { type AggregatorOptions, createAggregation } from './aggregation.ts';
import { createGivingWay, readProcessorTimes } from './give-way.ts';
import { packBeside } from './pack-beside.ts';
import { AggregationConflict } from './store-commands.ts';
import { type Exclusively, takeTurns } from './take-turns.ts';
import { tidyBeside } from './tidy-beside.ts';

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
export function startAggregator(
  options: AggregatorOptions & {
    isStoreUp(): boolean;
    /** Where others may aggregate into the same database. */
    exclusively?: Exclusively;
  },
): Aggregator {
  const { log } = options;
  const turns = takeTurns(options.database, options.exclusively);
  const stopping = Promise.withResolvers<void>();
  let isStopped = false;
  const pause = (milliseconds: number): Promise<unknown> =>
    Promise.race([Bun.sleep(milliseconds), stopping.promise]);
  const aggregation = createAggregation(options, () => isStopped, turns);
  const givingWay = createGivingWay({
    readTimes: readProcessorTimes,
    monotonic: () => performance.now(),
  });
  const packing = packBeside({
    closeOneDay: () => aggregation.closeOneDay(),
    isBehind: aggregation.isBehindDays,
    failed: (error) =>
      log[options.isStoreUp() ? 'warn' : 'debug']({ error }, 'a day that is over could not be packed'),
  });

  const tidying = tidyBeside({
    isDue: aggregation.hasManyRuns,
    putTogether: aggregation.putRunsTogether,
    failed: (error) =>
      log[options.isStoreUp() ? 'warn' : 'debug']({ error }, 'runs of marks could not be put together'),
  });

  /** Waits after a batch for as long as others need the processor more. */
  const giveWay = async (visits: number, started: number): Promise<void> => {
    const restOf = (least: number) => least - (performance.now() - started);
    if (visits < BUSY_VISITS) await pause(Math.max(0, restOf(BATCH_MS)));
    // A step at a time: as soon as nobody waits for the processor any more, it goes on.
    while (!isStopped) {
      const most = givingWay.most(aggregation.ends(), aggregation.bytesOfVisit());
      const rest = most === undefined ? POLL_MS : restOf((visits / most) * 1000);
      if (rest <= 0) return;
      await pause(Math.min(rest, BATCH_MS));
    }
  };

  const finished = (async () => {
    let retryMs = RETRY_FIRST_MS;
    let told = '';
    let isPrepared = false;
    let isIdentified = false;
    while (!isStopped) {
      const started = performance.now();
      try {
        if (!isIdentified) await aggregation.identify();
        isIdentified = true;
        if (!isPrepared) await aggregation.prepare();
        isPrepared = true;
        const visits = await turns.run(() => aggregation.round());
        retryMs = RETRY_FIRST_MS;
        packing.begin(visits);
        tidying.begin();
        // Where nothing was counted nothing is asked, either: an idle product looks through no journal.
        await (visits === 0 ? pause(POLL_MS) : giveWay(visits, started));
      } catch (error) {
        aggregation.forget();
        if (error instanceof AggregationConflict || isTransactionConflict(error))
          await turns
            .met()
            .catch((fault: unknown) => log.debug({ error: fault }, 'a meeting could not be noted'));
        // Another may have been put in its place under the same address.
        isIdentified = false;
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof ForeignJournal || error instanceof StartError) {
          if (told !== reason) log.error({ reason }, 'visits are not counted');
          told = reason;
        } else if (error instanceof AggregationConflict)
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
    await tidying.end();
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
