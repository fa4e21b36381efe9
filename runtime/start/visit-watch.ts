import { join } from 'node:path';
import {
  type HourAccount,
  type Logger,
  VISITS_UNACCOUNTED_EVENT,
  type VisitsUnaccounted,
} from '@waypost/sdk';
import type { LabelledFigure } from '../http/metrics.ts';
import type { EventBus } from '../plugin/exchange/events.ts';
import type { RoleState } from '../process/readiness.ts';
import { followChanges, type StoreAccess } from '../storage/index.ts';
import {
  type OwnAccount,
  readAccounts,
  readDifferingHours,
  type StandingDifference,
  standingDifferences,
  UNACCOUNTED_VISITS,
  type VisitAccounts,
} from '../visit/index.ts';

export interface VisitWatch {
  /** Looks now. Fails while the store is away. */
  look(): Promise<void>;
  /** What `/readyz` says of the role that answers visits, with what is not accounted for. */
  readiness(
    state: RoleState,
  ): RoleState & { visits_unaccounted: number; visits_differ?: StandingDifference[] };
  metrics(): Record<string, number>;
  /** Visits that are noted as missing, and counters that differ and stay so. */
  unaccounted(): { unaccounted: number; differences: number };
  /** The four counters of each journal that is there. */
  journalMetrics(): LabelledFigure[];
  stop(): Promise<void> | void;
}

const LOOK_MILLISECONDS = 60_000;
/** Journals that have gauges of their own: an aggregator that stands still must not fill the scrapes. */
const MOST_JOURNALS = 40;
/** Days whose hours are held against each other each time. */
const HOURS_OF_DAYS = 2;
const COUNTERS = ['answered', 'journalled', 'folded', 'rolled_up', 'unaccounted'] as const;

/**
 * Compares what was answered, journalled, aggregated and rolled up, once a minute and as soon as visits are noted as
 * unaccounted, and tells what does not add up.
 */
export function watchVisits(options: {
  store: StoreAccess;
  /** DATA_DIR */
  data: { path: string };
  /** This process's own journal, where it has one. */
  own(): OwnAccount | undefined;
  events: Pick<EventBus, 'emit'>;
  /** Resolves when the plugins that tell people of it listen: an event before that would be lost. */
  heard: Promise<void>;
  log: Logger;
  milliseconds?: number;
}): VisitWatch {
  const { log, store } = options;
  let last: VisitAccounts | undefined;
  let earlier: VisitAccounts | undefined;
  let differences: StandingDifference[] = [];
  let hours: HourAccount[] = [];
  let told = '';
  let isHeard = false;

  const tell = (unaccounted: number): void => {
    const isFine = unaccounted === 0 && differences.length === 0 && hours.length === 0;
    const now = JSON.stringify([unaccounted, differences, hours]);
    if (!isHeard || now === told || isFine) return;
    told = now;
    log.error({ visits: unaccounted, differences, hours }, 'answered visits are not accounted for');
    const payload: VisitsUnaccounted = {
      visits: unaccounted,
      differences:
        differences.reduce((sum, { visits }) => sum + visits, 0) +
        hours.flatMap((hour) => hour.differences).reduce((sum, { visits }) => sum + visits, 0),
    };
    void options.events.emit(VISITS_UNACCOUNTED_EVENT, payload);
  };
  const look = async (): Promise<void> => {
    last = await readAccounts(store.database, join(options.data.path, 'journal'), options.own);
    tell(last.unaccounted);
  };
  /** Differences are between looks that are this far apart, however often it is looked in between. */
  const compare = async (): Promise<void> => {
    // What differed a minute ago is not told once more where it does not differ any more.
    hours = [];
    await look();
    if (last !== undefined && earlier !== undefined) differences = standingDifferences(earlier, last);
    earlier = last;
    hours = await readDifferingHours(store.database, {
      days: HOURS_OF_DAYS,
      now: Date.now(),
      directory: join(options.data.path, 'journal'),
      isLagging: last?.journals.some(({ journalled, folded }) => journalled > folded) ?? false,
    });
    if (last !== undefined) tell(last.unaccounted);
  };
  const inBackground = (work: () => Promise<void>) => (): void => {
    if (!store.isUp()) return;
    work().catch((error: unknown) => log.debug({ error }, 'the counters of visits could not be read'));
  };
  const stopFollowing = followChanges({
    connection: store.connection,
    collection: UNACCOUNTED_VISITS,
    log,
    onChange: inBackground(look),
  });
  void options.heard.then(() => {
    isHeard = true;
    inBackground(look)();
  });
  const timer = setInterval(inBackground(compare), options.milliseconds ?? LOOK_MILLISECONDS);
  timer.unref();
  return {
    look,
    readiness: (state) => ({
      ...state,
      visits_unaccounted: last?.unaccounted ?? 0,
      ...(differences.length === 0 ? {} : { visits_differ: differences }),
    }),
    metrics: () => ({
      unaccounted: last?.unaccounted ?? 0,
      counters_differ: differences.length,
      hours_differ: hours.length,
    }),
    unaccounted: () => ({
      unaccounted: last?.unaccounted ?? 0,
      differences: differences.length + hours.length,
    }),
    journalMetrics: () =>
      (last?.journals ?? []).slice(-MOST_JOURNALS).flatMap(({ journal, ...counters }) =>
        COUNTERS.map((counter) => ({
          name: `visit_journal_${counter}`,
          labels: { journal },
          value: counters[counter],
        })),
      ),
    stop: () => {
      clearInterval(timer);
      return stopFollowing();
    },
  };
}
