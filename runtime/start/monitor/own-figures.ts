import { createProcessMeter, type Figures, rounded } from '../../monitor/index.ts';
import { readDisk } from '../../services/monitor/stored-facts.ts';
import type { VisitLag } from '../../visit/index.ts';
import type { StoreReading } from './read-store.ts';

/** What a runtime says of itself beside what every process does. */
export interface OwnSources {
  dataDirectory: string;
  /** Visits answered since the process began; undefined: it answers none. */
  answered(): number | undefined;
  channels(): number;
  /** Milliseconds for which changes have not been followed. */
  feedAway(): number;
  clock: { now(): number };
}

/** Measures this process between two samples. */
export function createOwnFigures({ answered, channels, clock, dataDirectory, feedAway }: OwnSources) {
  const meter = createProcessMeter();
  let before: { at: number; visits: number } | undefined;
  return {
    async read(live: { lag: VisitLag | undefined; store: StoreReading | undefined }): Promise<Figures> {
      const now = clock.now();
      const visits = answered();
      const passed = before === undefined ? 0 : (now - before.at) / 1000;
      const rate =
        visits === undefined || before === undefined || passed <= 0
          ? null
          : (visits - before.visits) / passed;
      before = visits === undefined ? undefined : { at: now, visits };
      const { free } = await readDisk(dataDirectory);
      return {
        ...meter.read(),
        visits: rate === null ? null : rounded(Math.max(0, rate)),
        ...lagFigures(live.lag),
        channels: channels(),
        feed_away: Math.floor(feedAway() / 1000),
        store_latency: live.store?.latency ?? null,
        disk_free: free,
      };
    },
    stop: meter.stop,
  };
}

/** Nothing is known of it while the store, which says what is counted, is away. */
export const lagFigures = (lag: VisitLag | undefined): Figures => ({
  lag_visits: lag?.visits ?? null,
  lag_age: lag === undefined ? null : rounded(lag.milliseconds / 1000),
});
