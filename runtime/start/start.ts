import { hostname } from 'node:os';
import { join } from 'node:path';
import { type Clock, type Logger, PLUGIN_FAILED_EVENT, type PlatformFacts, type Random } from '@waypost/sdk';
import type pino from 'pino';
import { createHostCheck } from '../http/back-office-hosts.ts';
import { createCallPipeline } from '../http/call-pipeline.ts';
import { createAddressReader } from '../http/client-address.ts';
import { createDispatcher } from '../http/dispatcher.ts';
import { listen, stopServer } from '../http/listen.ts';
import { createMetrics, prefixed } from '../http/metrics.ts';
import { createOriginCheck } from '../http/origin.ts';
import { createRateLimits } from '../http/rate-limits.ts';
import { createHostStamp } from '../http/realtime/host-stamp.ts';
import { createSocketServer } from '../http/realtime/socket-server.ts';
import { createReservedNames } from '../http/reserved-names.ts';
import { createHandlers } from '../http/server.ts';
import { createWaitingVisits } from '../http/waiting-visits.ts';
import { createOutsideRunner } from '../outside/index.ts';
import { trustedBy } from '../package/index.ts';
import { createCatalogue } from '../plugin/activation/catalogue.ts';
import { installedIds } from '../plugin/activation/generation.ts';
import { createGenerations } from '../plugin/activation/generations.ts';
import { createLiveAdministration } from '../plugin/administration/live-administration.ts';
import { createEventBus } from '../plugin/exchange/events.ts';
import { createProvidedServices } from '../plugin/exchange/provided-services.ts';
import { createExtensions } from '../plugin/extension/create-extensions.ts';
import { failedPlugins, failedWarning, pluginFigures } from '../plugin/host/failed-plugins.ts';
import { createPluginHost, type PluginHost } from '../plugin/host/plugin-host.ts';
import { readStatesSnapshot, writeStatesSnapshot } from '../plugin/host/switch-snapshot.ts';
import { readRegistry } from '../plugin/release/registry.ts';
import { createReleaseFiles } from '../plugin/release/release-files.ts';
import { releasesOf } from '../plugin/store/releases.ts';
import { PLUGIN_STATES } from '../plugin/store/states.ts';
import { prepareDataDirectory } from '../process/data-directory.ts';
import { type Environment, storeUri } from '../process/environment.ts';
import { createLog, scopedLog } from '../process/log.ts';
import { createReadiness, joinWarnings, type RoleState, readyRoles } from '../process/readiness.ts';
import { RUNTIME_VERSION } from '../process/version.ts';
import { createRealtime, createServices, watchSessions } from '../services/index.ts';
import { createJobQueue } from '../services/jobs/job-queue.ts';
import { chooseLocale } from '../services/locale/choose-locale.ts';
import { readServerWords } from '../services/locale/texts.ts';
import { createOperations, OPERATIONS, operationCollection } from '../services/operations/index.ts';
import { followChanges, openStore, type StoreAccess } from '../storage/index.ts';
import {
  createOwnChanges,
  createVisitAccess,
  createVisitPath,
  ensureVisitCollections,
  type VisitPath,
} from '../visit/index.ts';
import { createStartup, once } from './startup.ts';
import { provideStoreStatus, storeMetrics, storeWarning, watchStoreUsage } from './store-usage.ts';
import { systemClock, systemRandom } from './system-sources.ts';
import { watchVisits } from './visit-watch.ts';

const PROJECT = join(import.meta.dir, '../..');
/** Time that requests in flight get at a stop, milliseconds. */
const DRAIN_LIMIT_MS = 10_000;

export interface StartOptions {
  environment: Environment;
  /** Default: registry.json of the project; paths in it are relative to the project in any case. */
  registryFile?: string;
  /** Multiplies every rate limit. */
  rateScale?: number;
  clock?: Clock;
  random?: Random;
  log?: pino.Logger;
  /** Prints to the terminal what must not be in the log; default: standard output. */
  announce?: (text: string) => void;
}

export interface Runtime {
  /** Origin that it listens on. */
  address: string;
  /** Resolves when every role of this process can do its work for the first time. */
  ready: Promise<void>;
  plugins: PluginHost;
  store: StoreAccess;
  log: pino.Logger;
  /** Stops accepting, lets requests in flight end, flushes visits, closes the store. */
  stop(): Promise<void>;
}

/**
 * Starts a runtime with the roles of its environment. It answers from the first moment: without the store visits go on
 * and the API says so.
 * @throws StartError when it cannot start at all: data directory, registry, address in use
 */
export async function startRuntime(options: StartOptions): Promise<Runtime> {
  const { environment } = options;
  const clock = options.clock ?? systemClock;
  const random = options.random ?? systemRandom;
  const log = options.log ?? createLog({ level: environment.logLevel });
  const logFor = (part: string): Logger => scopedLog(log, { part });

  const data = await prepareDataDirectory(environment);
  const registryFile = options.registryFile ?? join(PROJECT, 'registry.json');
  const installed = await readRegistry(registryFile, PROJECT, RUNTIME_VERSION);
  const serverWords = await readServerWords(join(PROJECT, 'locales'));
  const knownStates = await readStatesSnapshot(data.path);

  const server = listen(environment);
  const address = server.url.origin;
  const publicUrl = environment.publicUrl ?? address;
  const shellDirectory = join(PROJECT, 'host/shell/dist');
  const store = openStore({ uri: storeUri(environment), log: logFor('store') });
  const storeUsage = watchStoreUsage({ store, log: logFor('store') });

  const ownChanges = environment.roles.has('visit') ? createOwnChanges({ log: logFor('visit') }) : undefined;
  if (ownChanges !== undefined) store.watchTransactions(ownChanges);
  const visitAccess = createVisitAccess({
    database: store.database,
    secretKey: data.secretKey,
    timeZone: data.timeZone,
    clock,
    directory: data.path,
    log: logFor('visit'),
    ownChanges,
    isReserved: createReservedNames({ generation: () => generations.current(), shellDirectory }),
  });
  const events = createEventBus((error, name) => log.error({ event: name, error }, 'event handler failed'));
  const extensions = createExtensions({ store, key: data.deriveKey('plugin-settings'), clock, log });
  const jobs = createJobQueue({
    connection: store.connection,
    isStoreUp: store.isUp,
    isWorker: environment.roles.has('jobs'),
    log: logFor('jobs'),
  });
  const generations = createGenerations({
    installedAreas: new Map(
      installed.flatMap((plugin) => (plugin.manifest?.areas ?? []).map((area) => [area, plugin.id] as const)),
    ),
    serverWords,
    log: logFor('plugins'),
  });
  const catalogue = createCatalogue(generations);
  const services = createServices({
    connection: store.connection,
    environment,
    deriveKey: data.deriveKey,
    clock,
    random,
    log: logFor('services'),
    catalogue,
    announce: options.announce ?? ((text) => void process.stdout.write(`${text}\n`)),
  });
  const realtime = createRealtime({
    deriveKey: data.deriveKey,
    clock,
    random,
    log: logFor('realtime'),
    signIn: services.callers.session,
    renew: services.callers.living,
    watchSessions: (onChange) =>
      watchSessions({ connection: store.connection, log: logFor('realtime') }, onChange),
    chooseLocale: (asked) => chooseLocale(asked, null),
    translate: catalogue.translate,
    hostStamp: createHostStamp(shellDirectory, () => performance.now()),
    generation: catalogue.generation,
    onGeneration: catalogue.onChange,
  });
  const operations = createOperations({
    collection: operationCollection(store.connection),
    directory: join(data.path, 'operations'),
    jobs,
    isWorker: environment.roles.has('jobs'),
    follow: (onChange) =>
      followChanges({
        connection: store.connection,
        collection: OPERATIONS,
        log: logFor('operations'),
        onChange: (change) => onChange(change?.id),
      }),
    clock,
    random,
    log: logFor('operations'),
    translate: catalogue.translate,
  });
  const platform: PlatformFacts = {
    timeZone: data.timeZone,
    publicUrl,
    systemTitle: environment.systemTitle,
    isProduction: environment.isProduction,
  };
  const outside = createOutsideRunner({
    storeUri: storeUri(environment),
    platform,
    store,
    installed: () => installedIds(generations.current()),
    logFor: (plugin) => scopedLog(log, { plugin }),
  });
  const processId = `${hostname()}:${process.pid}:${clock.now()}`;
  const administration = createLiveAdministration({
    processId,
    store,
    registry: installed,
    environment,
    generations,
    reconcile: (id) => plugins.reconcile(id),
    realtime,
    settings: extensions.settings,
    services,
    clock,
    log: logFor('plugins'),
  });
  const provided = createProvidedServices();
  provideStoreStatus(provided, storeUsage);
  const plugins: PluginHost = createPluginHost({
    processId,
    registry: installed,
    engineVersion: RUNTIME_VERSION,
    generations,
    files: createReleaseFiles({ archive: releasesOf(store.connection).archive, dataDirectory: data.path }),
    isTrustedKey: (key) => trustedBy({ key, keyId: '' }, environment.pluginTrustedKeys),
    announce: realtime.announcePlugins,
    failed: (failure) => void events.emit(PLUGIN_FAILED_EVENT, failure),
    outside: outside.run,
    knownStates,
    saveStates: (states) => writeStatesSnapshot(data.path, states),
    store,
    log,
    sources: {
      store,
      services,
      visits: visitAccess,
      events,
      extensions,
      provided,
      jobs,
      realtime,
      operations,
      administration: () => administration,
      clock,
      random,
      logFor: (plugin) => scopedLog(log, { plugin }),
      platform,
    },
  });

  let visitPath: VisitPath | undefined;
  const visitWatch = watchVisits({
    store,
    data,
    own: () => visitPath?.account(),
    events,
    log: logFor('visit'),
  });
  const startup = createStartup({
    store,
    log: logFor('start'),
    async work() {
      await ensureVisitCollections(store.database);
      await services.start();
      await plugins.start();
      await operations.begin();
      storeUsage.look();
    },
  });
  const isApiReady = () => store.isUp() && startup.isDone();
  const needsStore = (): RoleState =>
    isApiReady()
      ? { ready: true, ...joinWarnings(storeWarning(storeUsage.last()), failedWarning(plugins.served())) }
      : { ready: false, reason: store.isUp() ? 'starting' : 'store_unavailable' };
  const readiness = createReadiness(environment.roles, {
    visit: () => visitWatch.readiness(visitPath?.readiness() ?? { ready: false, reason: 'starting' }),
    api: needsStore,
    jobs: needsStore,
  });
  const figures = () => ({
    ...prefixed('visit_', { ...visitPath?.metrics(), ...visitWatch.metrics() }),
    store_up: store.isUp() ? 1 : 0,
    ...storeMetrics(storeUsage.last()),
    ...pluginFigures(generations.current(), plugins.served()),
    realtime_channels: realtime.size(),
  });
  const metrics = createMetrics(figures, visitWatch.journalMetrics);
  const rateLimits = createRateLimits(options.rateScale);
  const readAddress = createAddressReader(environment.trustedProxies);
  const addressOf = (request: Request) => readAddress(request, server.requestIP(request)?.address ?? '');
  const isBackOffice = createHostCheck({ adminHosts: environment.adminHosts, publicUrl });
  const isOwnOrigin = createOriginCheck(publicUrl);
  const sockets = environment.roles.has('api')
    ? createSocketServer({
        realtime,
        isBackOffice,
        isOwnOrigin,
        takeSocket: (request) => rateLimits.takeCall('realtime', addressOf(request)),
      })
    : undefined;
  const dispatch = environment.roles.has('api')
    ? createDispatcher({
        generation: generations.current,
        pipeline: createCallPipeline({
          authenticate: (token, facts) => services.authenticate(token, facts),
          isReady: isApiReady,
          rateLimits,
          log,
        }),
        rateLimits,
        addressOf,
        isOwnOrigin,
        isReady: isApiReady,
        hasFailed: (id) => failedPlugins(plugins.served()).includes(id),
        log,
        clock,
        observe: metrics.observeCall,
      })
    : undefined;

  const reportUrl = `${publicUrl}/#/report_abuse`;
  const visitWhileStarting = environment.roles.has('visit')
    ? createWaitingVisits(() => visitPath, reportUrl)
    : undefined;
  let areVisitsSettled = false;
  const serve = () =>
    server.reload(
      createHandlers({
        visit: areVisitsSettled ? visitPath?.handle : visitWhileStarting,
        dispatch,
        sockets,
        readiness,
        metrics,
        metricsToken: data.metricsToken,
        generation: generations.current,
        isBackOffice,
        addressOf,
        shellDirectory,
        sitePicture: services.identity.sitePicture,
        about: { title: environment.systemTitle, version: RUNTIME_VERSION, url: publicUrl },
        log,
      }),
    );
  serve();
  if (environment.roles.has('visit')) {
    visitPath = await createVisitPath({
      directory: data.path,
      durability: environment.visitDurability,
      trustedProxies: environment.trustedProxies,
      timeZone: data.timeZone,
      listenHost: environment.host,
      secretKey: data.secretKey,
      ownHosts: [...environment.adminHosts, new URL(publicUrl).host],
      database: store.database,
      isStoreUp: store.isUp,
      clock,
      random,
      log: logFor('visit'),
      isPluginActive: plugins.isEnabled,
      ownChanges,
      reportUrl,
    });
    void visitPath.settled.then(() => {
      areVisitsSettled = true;
      serve();
    });
  }
  const stopFollowing = followChanges({
    connection: store.connection,
    collection: PLUGIN_STATES,
    log: logFor('plugins'),
    onChange: () => (startup.isDone() ? plugins.follow() : undefined),
  });
  const ready = readyRoles(environment.roles, startup.done);
  void ready.then(() => log.info({ address, roles: [...environment.roles] }, 'ready'));
  log.info({ address, version: RUNTIME_VERSION }, 'listening');

  return {
    address,
    ready,
    plugins,
    store,
    log,
    stop: once(async () => {
      log.info({}, 'stopping');
      await stopServer(server, DRAIN_LIMIT_MS);
      startup.stop();
      await visitPath?.close();
      await stopFollowing();
      await visitWatch.stop();
      await extensions.stop();
      await realtime.stop();
      await operations.stop();
      await jobs.stop(DRAIN_LIMIT_MS);
      await plugins.dispose();
      await services.stop();
      storeUsage.stop();
      await outside.stop();
      await store.close();
      log.info({}, 'stopped');
    }),
  };
}
