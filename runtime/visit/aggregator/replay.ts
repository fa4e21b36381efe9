import { type AggregatorOptions, createAggregation } from './aggregation.ts';
import { AggregationConflict } from './store-commands.ts';

/** What a replay did. */
export interface Replay {
  /** Visits that were stored now; those stored before are not counted again. */
  visits: number;
  /** Journals whose writer still lives: they go on growing. */
  living: number;
  /** Visits that were noted as unaccounted and could be counted now. */
  recovered: number;
  /** Visits that are still unaccounted. */
  unaccounted: number;
}

/** A writer is asked whether it lives at most once in this time, milliseconds. */
const LOOK_MS = 1100;

/**
 * Aggregates what the journals under `directory` hold to its end, once, with no other aggregator running, then counts what can be
 * read by now of the visits that were noted as unaccounted.
 * Throws the store's error; a batch is stored whole or not at all, so it can be run again.
 */
export async function replayJournals(options: AggregatorOptions): Promise<Replay> {
  const aggregation = createAggregation(options, () => false);
  let total = 0;
  const done = async (living: number): Promise<Replay> => ({
    visits: total,
    living,
    ...(await aggregation.recover()),
  });
  try {
    await aggregation.identify();
    await aggregation.prepare();
    let quietSince = Number.POSITIVE_INFINITY;
    for (;;) {
      const visits = await aggregation.round().catch((error: unknown) => {
        aggregation.forget();
        if (!(error instanceof AggregationConflict)) throw error;
        return Number.NaN;
      });
      if (Number.isNaN(visits)) continue;
      total += visits;
      const { own, held } = aggregation.journals();
      if (own === 0) return await done(held);
      if (visits > 0) quietSince = Number.POSITIVE_INFINITY;
      else if (quietSince === Number.POSITIVE_INFINITY) quietSince = options.clock.now();
      else if (options.clock.now() - quietSince > 2 * LOOK_MS) return await done(own + held);
      else await Bun.sleep(LOOK_MS / 4);
    }
  } finally {
    await aggregation.close();
  }
}
