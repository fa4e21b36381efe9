import type { MonitorState } from '@waypost/contract/platform';
import type { Disposer } from '@waypost/sdk';
import { type Monitoring, PROBLEM_EVENT, type ProblemTold } from '@waypost/sdk/platform';
import type { LabelledFigure } from '../../http/metrics.ts';
import {
  createHistoryReader,
  createProblemBook,
  createSeriesWriter,
  ensureMonitorCollections,
  ownerOf,
  type ProblemChange,
  problemSentence,
  SAMPLE_SECONDS,
} from '../../monitor/index.ts';
import type { EventBus } from '../../plugin/exchange/events.ts';
import type { RoleState } from '../../process/readiness.ts';
import { toldStarts } from '../../process/told-starts.ts';
import { RUNTIME_VERSION } from '../../process/version.ts';
import { feedsOf } from '../../storage/index.ts';
import type { Ground } from '../ground.ts';
import { createLooks, type Look, type LookSources } from './look.ts';
import { createOwnFigures } from './own-figures.ts';
import { storeFigures, storeOwner } from './read-store.ts';
import { stateOf } from './state-of.ts';
import { type WarnedRole, warningOf } from './warning-of.ts';

/** Milliseconds between two looks at what is wrong. */
const LOOK_MS = 10_000;

/** What this process knows that is not in the store. */
export interface LiveSources extends LookSources {
  answered(): number | undefined;
  channels(): number;
  events: Pick<EventBus, 'emit'>;
  /** Resolves when those listen who tell people. */
  heard: Promise<void>;
}

export interface Monitor extends Monitoring {
  /** What `/readyz` says beside a role: the names of what was wrong at the last look. */
  warning(role: WarnedRole): Pick<RoleState, 'warning' | 'detail'>;
  /** What `/metrics` says: the same, and the figures that it was found in. */
  metrics(): Record<string, number>;
  labelledMetrics(): LabelledFigure[];
  stop(): Promise<void>;
}

/** Keeps what processes say of themselves, looks for what is wrong, and tells it once. */
export function createMonitor(ground: Ground, live: LiveSources): Monitor {
  const { clock, data, environment, store } = ground;
  const log = ground.logFor('monitor');
  const instance = data.instanceId;
  const owner = ownerOf('runtime', {
    instance,
    version: RUNTIME_VERSION,
    starts: toldStarts(process.env),
    now: clock.date(),
  });
  const { away: feedAway } = feedsOf(store.connection);
  const own = createOwnFigures({ ...live, dataDirectory: data.path, clock, feedAway });
  const writer = createSeriesWriter({ database: store.database, isStoreUp: store.isUp, log });
  const book = createProblemBook(store.database);
  const readHistory = createHistoryReader(store.database);
  const looks = createLooks(ground, live, { owner, book });
  let isHeard = false;
  let isPrepared = false;
  let followedAt = Number.NEGATIVE_INFINITY;

  async function follow(): Promise<void> {
    if (!store.isUp()) return;
    if (!isPrepared) await ensureMonitorCollections(store.database);
    isPrepared = true;
    const { at, problems } = await looks.now();
    // One look that is asked for twice is no second one that agrees.
    if (!isHeard || at - followedAt < LOOK_MS / 2) return;
    followedAt = at;
    for (const change of await book.follow(problems, clock.date())) tell(change);
  }
  const tell = ({ problem, kind, since }: ProblemChange): void => {
    log[kind === 'began' ? 'warn' : 'info'](
      { problem, since },
      kind === 'began' ? problemSentence(problem) : `over: ${problem.code} ${problem.subject}`,
    );
    const told: ProblemTold = {
      problem,
      kind,
      since: since.toISOString(),
      occasion: `problem ${problem.code} ${problem.subject} ${problem.level} ${kind} ${since.getTime()}`,
    };
    void live.events.emit(PROBLEM_EVENT, told);
  };

  async function sample(): Promise<void> {
    const seen = store.isUp() ? await looks.now().catch(() => undefined) : undefined;
    const now = clock.now();
    const figures = await own.read({ lag: seen?.lag, store: seen?.store });
    await writer.add(owner, figures, now);
    if (seen === undefined) return;
    const { jobs, operations } = seen.stored;
    const byStore = storeOwner(seen.store, { instance, host: owner.host, now });
    // A MongoDB that says nothing of itself has no process id either.
    if (seen.store.pid !== 0) await writer.add(byStore, storeFigures(seen.store), now);
    await writer.add(
      { ...owner, id: 'installation', kind: 'installation', host: '' },
      {
        jobs_waiting: jobs.waiting,
        jobs_running: jobs.running,
        jobs_late: jobs.late,
        jobs_failed: jobs.failed,
        operations_waiting: operations.waiting,
        operations_running: operations.running,
      },
      now,
    );
  }
  const timers = environment.isMonitored
    ? [
        repeat(follow, LOOK_MS, (error) => log.debug({ error }, 'what is wrong could not be looked at')),
        repeat(sample, SAMPLE_SECONDS * 1000, (error) => log.debug({ error }, 'figures could not be kept')),
      ]
    : [];
  // What it costs is measured against nothing of it.
  if (!environment.isMonitored) void own.stop();
  void live.heard.then(() => {
    isHeard = true;
    // At once, so that a restart is known of one that does not live for half a minute.
    for (const { run } of timers) run();
  });

  return {
    async monitorState(): Promise<MonitorState> {
      return stateOf(await looks.now(), { channels: live.channels() });
    },
    monitorHistory: (range) => readHistory({ range, now: clock.now() }),
    warning: (role) => warningOf(looks.last()?.problems ?? [], role),
    metrics: () => {
      const last = looks.last();
      return last === undefined ? {} : figuresOf(last);
    },
    labelledMetrics: () =>
      (looks.last()?.problems ?? []).map(({ code, level, subject }) => ({
        name: 'problem',
        labels: { code, level, subject },
        value: 1,
      })),
    async stop() {
      for (const { stop } of timers) await stop();
      await own.stop();
      await writer.end(owner, clock.now());
    },
  };
}

/** The figures that problems are found in. */
function figuresOf({ disk, lag, stored, store }: Look): Record<string, number> {
  const { jobs, operations, backup } = stored;
  return {
    visit_lag_visits: lag.visits,
    visit_lag_seconds: lag.milliseconds / 1000,
    disk_free_bytes: disk.free,
    disk_bytes: disk.total,
    store_latency_seconds: store.latency / 1000,
    jobs_waiting: jobs.waiting,
    jobs_running: jobs.running,
    jobs_late: jobs.late,
    jobs_failed: jobs.failed,
    operations_waiting: operations.waiting,
    operations_running: operations.running,
    ...(backup.last === undefined
      ? {}
      : { backup_time_seconds: Date.parse(backup.last.time) / 1000, backup_bytes: backup.last.bytes }),
  };
}

/** Does `work` again and again, never twice at once. */
function repeat(work: () => Promise<void>, milliseconds: number, failed: (error: unknown) => void) {
  let running: Promise<void> | undefined;
  const run = (): void => {
    running ??= work()
      .catch(failed)
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(run, milliseconds);
  timer.unref();
  const stop: Disposer = async () => {
    clearInterval(timer);
    await running;
  };
  return { run, stop };
}
