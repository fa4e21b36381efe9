import type { Problem } from '@waypost/contract/platform';
import { findProblems, type ProblemBook, type SeriesOwner } from '../../monitor/index.ts';
import {
  factsOf,
  readDisk,
  readStoredFacts,
  type StoredFacts,
  spokenOf,
} from '../../services/monitor/stored-facts.ts';
import { feedsOf } from '../../storage/index.ts';
import type { VisitLag } from '../../visit/index.ts';
import type { Ground } from '../ground.ts';
import { lagFigures } from './own-figures.ts';
import { createStoreReader, type StoreReading } from './read-store.ts';

/** What was seen so lately is not looked at again, milliseconds: several people may have the screen open. */
const FRESH_MS = 2_000;

/** So long after its start what a process reads is of the start, or of before it, milliseconds. */
const STARTING_MS = 60_000;

/** Questions to the store of which the quickest answer counts: one that was slow says nothing. */
const TELLING_PINGS = 3;

/** One look at everything. */
export interface Look {
  at: number;
  stored: StoredFacts;
  store: StoreReading;
  lag: VisitLag;
  disk: { free: number; total: number };
  problems: Problem[];
  since: ReadonlyMap<string, Date>;
}

/** What this process knows that is not in the store. */
export interface LookSources {
  lag(): Promise<VisitLag>;
  isJournalFailing(): boolean;
  /** Visits that are missing, and counters that differ. */
  unaccounted(): { unaccounted: number; differences: number };
  failedPlugins(): number;
}

/** Looks at everything; several who ask at the same time have the same look. */
export function createLooks(
  ground: Ground,
  live: LookSources,
  own: { owner: SeriesOwner; book: ProblemBook },
) {
  const { clock, data, environment, store } = ground;
  const { owner, book } = own;
  const startedAt = clock.now();
  const readStore = createStoreReader(store);
  let last: Look | undefined;
  let pings: number[] = [];
  let looking: Promise<Look> | undefined;

  async function look(): Promise<Look> {
    // Before all that is read here waits for the store, too.
    const reading = await readStore();
    pings = [...pings, reading.latency].slice(-TELLING_PINGS);
    const now = clock.now();
    const given = {
      connection: store.connection,
      database: store.database,
      dataDirectory: data.path,
      hasOwnDatabase: environment.mongodbUri !== undefined,
      now,
    };
    const [stored, lag, disk, since] = await Promise.all([
      readStoredFacts(given),
      live.lag(),
      readDisk(data.path),
      book.since(),
    ]);
    const better = {
      ...lagFigures(lag),
      store_latency: pings.length < TELLING_PINGS ? null : Math.min(...pings),
      disk_free: disk.free,
      feed_away: Math.floor(feedsOf(store.connection).away() / 1000),
    };
    const spoken = [
      ...stored.processes.filter(({ _id }) => _id !== owner.id).map((one) => spokenOf(one, now)),
      // This one lives, whatever it has said so far.
      {
        kind: owner.kind,
        host: owner.host,
        silentFor: 0,
        figures: { ...stored.processes.find(({ _id }) => _id === owner.id)?.figures, ...better },
      },
    ];
    const problems = findProblems({
      ...factsOf(stored, now),
      isStarting: now - startedAt < STARTING_MS,
      spoken,
      ...live.unaccounted(),
      isJournalFailing: live.isJournalFailing(),
      failedPlugins: live.failedPlugins(),
      nearLimits: reading.near,
    });
    last = { at: now, stored, store: reading, lag, disk, problems, since };
    return last;
  }

  return {
    last: () => last,
    now(): Promise<Look> {
      if (last !== undefined && Math.abs(clock.now() - last.at) < FRESH_MS) return Promise.resolve(last);
      looking ??= look().finally(() => {
        looking = undefined;
      });
      return looking;
    },
  };
}
