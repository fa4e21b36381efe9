import { createConnection } from 'node:net';
import { join } from 'node:path';
import type { Clock, HourAccount, Logger, Random } from '@waypost/sdk';
import type { PluginAdministration } from '@waypost/sdk/platform';
import type { Subprocess } from 'bun';
import { createPluginAdministration } from '../plugin/administration/administration.ts';
import { forgetAnswers } from '../plugin/answers/answer-rows.ts';
import { readRegistry } from '../plugin/release/registry.ts';
import { prepareDataDirectory } from '../process/data-directory.ts';
import { lockDataDirectory } from '../process/data-directory-lock.ts';
import { embeddedStoreCommand } from '../process/embedded-store.ts';
import { type Environment, storeUri } from '../process/environment.ts';
import { prepareSocketDirectory, storeSocketPath } from '../process/paths.ts';
import { serverAddress } from '../process/server-address.ts';
import { RUNTIME_VERSION } from '../process/version.ts';
import { type Catalogue, createServices, type RuntimeServices } from '../services/index.ts';
import { compareInstallation, fingerprintOf, openStore, type StoreAccess } from '../storage/index.ts';
import { readAccounts, readDifferingHours, type VisitAccounts } from '../visit/index.ts';
import type { KeptPlugin, PluginSources } from './command.ts';
import { lookAsMonitor, type MonitorLook } from './monitor-look.ts';
import { keptPlugins } from './plugin/kept-plugins.ts';

export interface StoreSession {
  services: RuntimeServices;
  /** Administration of plugins over the store alone: a running product follows it. */
  plugins(sources?: PluginSources): Promise<PluginAdministration>;
  pluginFiles(): Promise<readonly KeptPlugin[]>;
  visitAccounts(): Promise<VisitAccounts>;
  differingHours(isLagging: boolean): Promise<HourAccount[]>;
  monitor(): Promise<MonitorLook>;
  close(): Promise<void>;
}

/** What the paths of registry.json are relative to. */
const PROJECT = join(import.meta.dirname, '../..');
/** How long the store may take to answer, milliseconds. */
const STORE_LIMIT_MS = 15_000;
/** Days whose hours are held against each other. */
const CHECKED_DAYS = 7;
const POLL_MS = 50;

export const clock: Clock = { now: () => Date.now(), date: () => new Date() };
const random: Random = {
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
  number: () => Math.random(),
};
export const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** The command line runs beside the plugins, not with them: nothing of theirs is declared here. */
const emptyCatalogue: Catalogue = {
  permissions: () => [],
  menus: () => [],
  menuGroup: () => undefined,
  remotes: () => [],
  slots: () => [],
  generation: () => 0,
  translate: (_locale, key) => key,
  onChange: () => () => {},
};

/**
 * Services over the store of this environment. A running product's embedded store is used; without one it is started
 * for this command alone, under the lock of DATA_DIR.
 * @throws DataDirectoryInUse, Error when the store cannot be reached, StartError when SECRET_KEY or TIME_ZONE are not those of its database
 */
export async function openStoreSession(
  environment: Environment,
  announce: (text: string) => void,
): Promise<StoreSession> {
  const { deriveKey, timeZone } = await prepareDataDirectory(environment);
  const own = environment.mongodbUri === undefined ? await startEmbeddedStore(environment) : undefined;
  const store = openStore({ uri: storeUri(environment), log: quiet, program: 'command' });
  try {
    await untilUp(store, own);
    // Alone on its store nobody differs from it: a backup that is tried has the zone and perhaps the key of where it comes from.
    if (environment.mongodbUri !== undefined)
      await compareInstallation(store.database, {
        key: fingerprintOf(deriveKey),
        timeZone: environment.timeZone ?? timeZone.current(),
      });
    const services = createServices({
      connection: store.connection,
      environment,
      deriveKey,
      clock,
      random,
      log: quiet,
      catalogue: emptyCatalogue,
      actor: { id: '', account: 'command line', via: 'command_line' },
      announce,
      serverIp: serverAddress(),
    });
    await services.start();
    return {
      services,
      plugins: async ({ registryFile, pluginDirectory } = {}) =>
        createPluginAdministration({
          store,
          registry: await readRegistry(
            registryFile ?? join(PROJECT, 'registry.json'),
            PROJECT,
            RUNTIME_VERSION,
          ),
          engineVersion: RUNTIME_VERSION,
          trustedKeys: environment.pluginTrustedKeys,
          pluginDirectory: pluginDirectory ?? environment.pluginDirectory,
          dataDirectory: environment.dataDirectory,
          live: undefined,
          history: services.pluginHistory,
          changes: services.auditLog,
          forgetPermissions: services.forgetPermissions,
          forgetAnswers: (plugin) => forgetAnswers(store.connection, plugin),
          permissionOwners: services.permissionOwners,
          clock,
          log: quiet,
        }),
      pluginFiles: () => keptPlugins(store, PROJECT),
      differingHours: (isLagging) =>
        readDifferingHours(store.database, {
          days: CHECKED_DAYS,
          now: clock.now(),
          directory: join(environment.dataDirectory, 'journal'),
          isLagging,
        }),
      monitor: () => lookAsMonitor(environment, store),
      visitAccounts: () => readAccounts(store.database, join(environment.dataDirectory, 'journal')),
      close: async () => {
        await services.stop();
        await store.close();
        await own?.stop();
      },
    };
  } catch (error) {
    await store.close();
    await own?.stop();
    throw error;
  }
}

/** Waits until the store answers. @throws Error when it does not in time */
export async function untilUp(store: StoreAccess, own: OwnStore | undefined): Promise<void> {
  const limit = Date.now() + STORE_LIMIT_MS;
  while (!store.isUp()) {
    if (own?.hasEnded()) throw new Error(await own.reason());
    if (Date.now() > limit) {
      const reason = store.lastFailure() ?? 'no answer';
      throw new Error(`the store is not reached after ${STORE_LIMIT_MS / 1000} s: ${reason}`);
    }
    await Bun.sleep(POLL_MS);
  }
}

/** A store that runs for this command alone. */
export interface OwnStore {
  hasEnded(): boolean;
  /** Why it ended by itself, in its own words. */
  reason(): Promise<string>;
  stop(): Promise<void>;
}

/** Starts the embedded store unless one listens already; `locked`: the caller holds the lock of DATA_DIR. */
export async function startEmbeddedStore(
  environment: Environment,
  locked?: 'locked',
): Promise<OwnStore | undefined> {
  prepareSocketDirectory(environment.dataDirectory);
  const socket = storeSocketPath(environment.dataDirectory);
  if (await isListening(socket)) return undefined;
  const lock =
    locked === undefined ? lockDataDirectory(environment.dataDirectory, 'the command line') : undefined;
  const child: Subprocess<'ignore', 'ignore', 'pipe'> = Bun.spawn(
    embeddedStoreCommand(environment.dataDirectory),
    { stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' },
  );
  let said = new Response(child.stderr).text();
  return {
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    reason: async () => {
      const reason = (await said).trim();
      // Whoever asks tells it.
      said = Promise.resolve('');
      return reason === '' ? 'the embedded store ended while it was starting' : reason;
    },
    stop: async () => {
      child.kill('SIGTERM');
      await child.exited;
      process.stderr.write(await said);
      lock?.release();
    },
  };
}

export function isListening(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createConnection(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}
