import { createMetrics, type Metrics, prefixed } from '../http/metrics.ts';
import { failedPlugins, failedWarning, pluginFigures } from '../plugin/host/failed-plugins.ts';
import type { PluginHost } from '../plugin/host/plugin-host.ts';
import { createReadiness, joinWarnings, type Readiness, type RoleState } from '../process/readiness.ts';
import type { VisitPath } from '../visit/index.ts';
import type { Ground } from './ground.ts';
import { createMonitor, type Monitor } from './monitor/monitor.ts';
import type { SharedParts } from './shared-parts.ts';
import type { Startup } from './startup.ts';
import { storeMetrics, storeWarning } from './store-usage.ts';
import { type VisitWatch, watchVisits } from './visit-watch.ts';

/** What `/readyz` and `/metrics` say of this process. */
export interface Health {
  readiness(): Readiness;
  metrics: Metrics;
  /** Whether calls can be served: the store is reached, and what has to be done once is done. */
  isApiReady(): boolean;
  monitor: Monitor;
  stop: VisitWatch['stop'];
}

export function watchHealth(
  ground: Ground,
  parts: SharedParts,
  live: {
    plugins: Pick<PluginHost, 'served'>;
    startup: Pick<Startup, 'isDone' | 'done'>;
    /** Undefined while it is opened, and where this process answers no visits. */
    visitPath(): VisitPath | undefined;
  },
): Health {
  const { environment, store, storeUsage } = ground;
  const { plugins, startup, visitPath } = live;
  const visitWatch = watchVisits({
    store,
    data: ground.data,
    own: () => visitPath()?.account(),
    events: parts.events,
    heard: startup.done,
    log: ground.logFor('visit'),
  });
  const isApiReady = () => store.isUp() && startup.isDone();
  const monitor = createMonitor(ground, {
    lag: parts.visits.lag,
    answered: () => visitPath()?.account().answered,
    channels: parts.realtime.size,
    isJournalFailing: () => visitPath()?.readiness().reason === 'journal_failing',
    unaccounted: visitWatch.unaccounted,
    failedPlugins: () => failedPlugins(plugins.served()).length,
    events: parts.events,
    heard: startup.done,
  });
  const needsStore = (role: 'api' | 'jobs') => (): RoleState =>
    isApiReady()
      ? {
          ready: true,
          ...joinWarnings(
            storeWarning(storeUsage.last()),
            failedWarning(plugins.served()),
            monitor.warning(role),
          ),
        }
      : { ready: false, reason: store.isUp() ? 'starting' : 'store_unavailable' };
  const figures = () => ({
    ...prefixed('visit_', { ...visitPath()?.metrics(), ...visitWatch.metrics() }),
    store_up: store.isUp() ? 1 : 0,
    ...storeMetrics(storeUsage.last()),
    ...pluginFigures(parts.generations.current(), plugins.served()),
    realtime_channels: parts.realtime.size(),
    ...monitor.metrics(),
  });
  const labelled = () => [...visitWatch.journalMetrics(), ...monitor.labelledMetrics()];
  return {
    readiness: createReadiness(environment.roles, {
      visit: () => ({
        ...visitWatch.readiness(visitPath()?.readiness() ?? { ready: false, reason: 'starting' }),
        ...(store.isUp() ? monitor.warning('visit') : {}),
      }),
      api: needsStore('api'),
      jobs: needsStore('jobs'),
    }),
    metrics: createMetrics(figures, labelled),
    isApiReady,
    monitor,
    async stop() {
      await monitor.stop();
      await visitWatch.stop();
    },
  };
}
