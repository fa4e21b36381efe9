import type pino from 'pino';
import { stopServer } from '../http/listen.ts';
import { createWaitingVisits } from '../http/waiting-visits.ts';
import type { PluginHost } from '../plugin/host/plugin-host.ts';
import { PLUGIN_STATES } from '../plugin/store/states.ts';
import type { StartError } from '../process/environment.ts';
import { readyRoles } from '../process/readiness.ts';
import { RUNTIME_VERSION } from '../process/version.ts';
import {
  fingerprintOf,
  followChanges,
  noteInstallation,
  requireSameInstallation,
  type StoreAccess,
} from '../storage/index.ts';
import { ensureVisitCollections, type VisitPath } from '../visit/index.ts';
import { type Ground, openGround, type StartOptions } from './ground.ts';
import { watchHealth } from './health.ts';
import { createPlugins } from './plugins.ts';
import { createRequests } from './requests.ts';
import { createSharedParts } from './shared-parts.ts';
import { createStartup, once } from './startup.ts';
import { createListsOfVisits, surroundingsNow } from './visit-surroundings.ts';
import { openVisits, placeOfVisits } from './visits.ts';
import { warnOfAddress } from './warn-of-address.ts';

/** Time that requests in flight get at a stop, milliseconds. */
const DRAIN_LIMIT_MS = 10_000;

export interface Runtime {
  /** Origin that it listens on. */
  address: string;
  /** Resolves when every role of this process can do its work for the first time. */
  ready: Promise<void>;
  /** Resolves when it was started otherwise than the other machines on its database: it has to be stopped. */
  refused: Promise<StartError>;
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
  const ground = await openGround(options);
  const { address, environment, log, logFor, server, store, storeUsage } = ground;
  const parts = createSharedParts(ground);
  const { extensions, ipBlack, jobs, languages, operations, publicAddress, realtime, services, siteName } =
    parts;
  // Not waited for here: until requests are served a visit would be refused.
  const lists = createListsOfVisits(ground);
  const visitLists = lists.answering;
  const { plugins, outside, answers } = createPlugins(ground, parts, () => health.monitor);

  let visitPath: VisitPath | undefined;
  parts.surroundings.comeFrom(() =>
    surroundingsNow(parts, { lists: lists.read(), isPluginActive: plugins.isEnabled, visitPath }),
  );
  const startup = createStartup({
    store,
    log: logFor('start'),
    async work() {
      await requireCommonInstallation(ground);
      await ensureVisitCollections(store.database);
      await services.start();
      await publicAddress.load();
      await ipBlack.load();
      await languages.load();
      await siteName.load();
      await (await visitLists)?.load();
      await plugins.start();
      await operations.begin();
      storeUsage.look();
    },
  });
  const health = watchHealth(ground, parts, { plugins, startup, visitPath: () => visitPath });
  const serve = createRequests(ground, parts, { plugins, answers, health, rateScale: options.rateScale });
  if (visitLists !== undefined) {
    let isSettled = false;
    const serveVisits = () =>
      serve(
        visitPath !== undefined && isSettled
          ? { visit: visitPath.handle, forward: visitPath.forward }
          : createWaitingVisits(() => visitPath, placeOfVisits(parts)),
      );
    serveVisits();
    const opened = await openVisits(ground, parts, { plugins, visitLists: await visitLists });
    visitPath = opened;
    const move = () => {
      opened.moveTo(placeOfVisits(parts));
      serveVisits();
    };
    publicAddress.onChange(move);
    // It may have changed while the files were read.
    move();
    void opened.settled.then(() => {
      isSettled = true;
      serveVisits();
    });
  } else {
    serve(undefined);
    publicAddress.onChange(() => serve(undefined));
  }
  const stopFollowing = followChanges({
    connection: store.connection,
    collection: PLUGIN_STATES,
    log: logFor('plugins'),
    onChange: () => (startup.isDone() ? plugins.follow() : undefined),
  });
  const ready = readyRoles(environment.roles, startup.done);
  void ready.then(() => log.info({ address, roles: [...environment.roles] }, 'ready'));
  void startup.done.then(() => warnOfAddress(publicAddress, logFor('start')));
  log.info({ address, version: RUNTIME_VERSION }, 'listening');

  return {
    address,
    ready,
    refused: startup.refused,
    plugins,
    store,
    log,
    stop: once(async () => {
      log.info({}, 'stopping');
      await stopServer(server, DRAIN_LIMIT_MS);
      startup.stop();
      await publicAddress.stop();
      await ipBlack.stop();
      await languages.stop();
      await siteName.stop();
      await lists.stop();
      await visitPath?.close();
      await stopFollowing();
      await answers.stop();
      await health.stop();
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

/** With a database of its own there may be other machines on it, and all of them need the same key and the same days. */
async function requireCommonInstallation({ data, environment, store }: Ground): Promise<void> {
  const own = {
    key: fingerprintOf(data.deriveKey),
    timeZone: data.timeZone.current(),
    isZoneFixed: !data.timeZone.isOpen(),
  };
  // The embedded store is this DATA_DIR's alone; what is noted there moves with the data, and is compared where others may be.
  if (environment.mongodbUri === undefined) await noteInstallation(store.database, own);
  else await requireSameInstallation(store.database, own);
}
