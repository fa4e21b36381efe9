import { join } from 'node:path';
import {
  type Disposer,
  GUESSED_SESSION_EVENT,
  PASSWORD_CHANGED_EVENT,
  type PluginContext,
  type Restored,
} from '@waypost/sdk';
import { createHostCheck } from '../http/back-office-hosts.ts';
import { createHostStamp } from '../http/realtime/host-stamp.ts';
import { createReservedNames } from '../http/reserved-names.ts';
import { createOutgoing } from '../outgoing/index.ts';
import { createCatalogue } from '../plugin/activation/catalogue.ts';
import { createGenerations, type Generations } from '../plugin/activation/generations.ts';
import { createEventBus } from '../plugin/exchange/events.ts';
import { createExtensions } from '../plugin/extension/create-extensions.ts';
import { claimJobWorker } from '../process/job-worker.ts';
import { keepKnownAddress } from '../process/known-address.ts';
import { knownBlocks } from '../process/known-blocks.ts';
import { serverAddress } from '../process/server-address.ts';
import type { Catalogue } from '../services/catalogue.ts';
import { createStoredFiles } from '../services/files/index.ts';
import {
  createInstallation,
  createIpBlack,
  createPublicAddress,
  createRealtime,
  createServices,
  followSiteName,
  IP_BLACK,
  openCollections,
  type PublicAddress,
  type RuntimeServices,
  SETTINGS,
  watchMenu,
  watchSessions,
} from '../services/index.ts';
import { createJobQueue, type JobQueue } from '../services/jobs/job-queue.ts';
import { createLanguageDesk } from '../services/languages/language-desk.ts';
import {
  createLanguages,
  LANGUAGE,
  LANGUAGE_WORD,
  type LanguageDocument,
  type Languages,
  type LanguageWordDocument,
} from '../services/languages/languages.ts';
import {
  createOperations,
  OPERATIONS,
  operationCollection,
  storedResultCollection,
} from '../services/operations/index.ts';
import { followChanges, lastRestore } from '../storage/index.ts';
import {
  createOwnChanges,
  createPageLanguages,
  createVisitAccess,
  VISIT_WORD_SOURCE,
  VISIT_WORDS,
} from '../visit/index.ts';
import type { Ground } from './ground.ts';
import { createLateSurroundings } from './late-surroundings.ts';

/** What plugins are served with and what the runtime itself needs, one of each in a process. */
export type SharedParts = ReturnType<typeof createSharedParts>;

export function createSharedParts(ground: Ground) {
  const { clock, data, environment, log, logFor, random, store } = ground;
  const languages = openLanguages(ground);
  const generations = createGenerations({
    changesOf: languages.changesOf,
    installedAreas: new Map(
      ground.installed.flatMap((plugin) =>
        (plugin.manifest?.areas ?? []).map((area) => [area, plugin.id] as const),
      ),
    ),
    serverWords: ground.serverWords,
    log: logFor('plugins'),
  });
  const catalogue = createCatalogue(generations);
  const worker = environment.roles.has('jobs') ? claimJobWorker(data) : undefined;
  const jobs = createJobQueue({
    connection: store.connection,
    isStoreUp: store.isUp,
    worker: worker?.name,
    timeZone: data.timeZone.current,
    log: logFor('jobs'),
  });
  const events = createEventBus((error, name) => log.error({ event: name, error }, 'event handler failed'));
  const outgoing = openOutgoing(ground);
  const storedFiles = createStoredFiles({
    directory: join(data.path, 'files'),
    send: outgoing.storage,
    random,
  });
  const services = createServices({
    connection: store.connection,
    environment,
    deriveKey: data.deriveKey,
    clock,
    random,
    log: logFor('services'),
    catalogue,
    announce: ground.announce,
    passwordChanged: (account) => void events.emit(PASSWORD_CHANGED_EVENT, { account }),
    sessionGuessed: (guessed) => void events.emit(GUESSED_SESSION_EVENT, guessed),
    serverIp: serverAddress(),
    findFile: (address) => storedFiles.find(address, false),
  });
  store.watchTransactions({
    begins: () => undefined,
    committed: services.auditCommitted,
    ended: () => undefined,
  });
  const changes = createChanges(() => data.timeZone.current());
  changes.watch(() => void jobs.readZone());
  const publicAddress = openPublicAddress(ground, services, changes.look);
  return {
    ...createVisitParts(ground, generations, publicAddress.hostNames),
    events,
    extensions: createExtensions({ store, key: data.deriveKey('plugin-settings'), clock, log }),
    generations,
    ipBlack: openIpBlack(ground),
    languages,
    pageLanguages: followPageLanguages(languages),
    languageDesk: createLanguageDesk({ languages, sources: () => wordSources(ground, generations) }),
    jobs: {
      ...jobs,
      async stop(limitMs: number) {
        await jobs.stop(limitMs);
        worker?.release();
      },
    },
    services,
    realtime: startRealtime(ground, { catalogue, languages, services }),
    translate: catalogue.translate,
    operations: startOperations(ground, { catalogue, jobs, services }),
    outgoing,
    storedFiles,
    publicAddress,
    siteName: openSiteName(ground, services),
    /** Calls back when `platform` answers something else. */
    watchPlatform: (listener: () => void): Disposer => {
      const disposers = [publicAddress.onChange(listener), changes.watch(listener)];
      return async () => {
        for (const dispose of disposers) await dispose();
      };
    },
    installation: createInstallation({
      environment,
      requireEndpoint: outgoing.requireEndpoint,
      timeZone: data.timeZone,
      publicAddress: publicAddress.facts,
      earlierAddresses: publicAddress.earlier,
      settings: services.platform,
      collection: openCollections(store.connection).settings,
      audit: services.auditLog,
      history: services.settingsHistory,
      changes: services.settingsChanges,
    }),
    restored: createRestored(store),
    /** Read anew by whoever uses it: both may be changed while this process runs. */
    platform: {
      get timeZone() {
        return data.timeZone.current();
      },
      get publicUrl() {
        return publicAddress.facts().address;
      },
      get formerPublicUrls() {
        return publicAddress.earlier();
      },
      get ownHosts() {
        return [...publicAddress.hostNames()];
      },
      systemTitle: environment.systemTitle,
      isProduction: environment.isProduction,
    },
  };
}

/** Asked of the store once: it is no other database while anybody works with it. */
function createRestored({ database }: Ground['store']): PluginContext['restored'] {
  let known: Promise<Restored | null> | undefined;
  return () => {
    known ??= lastRestore(database).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

/** Tells who watches when a value is another than the last time somebody looked. */
function createChanges(read: () => string) {
  const listeners = new Set<() => void>();
  let last = read();
  return {
    look() {
      if (read() === last) return;
      last = read();
      for (const listener of listeners) listener();
    },
    watch(listener: () => void): Disposer {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function openPublicAddress(ground: Ground, services: RuntimeServices, zoneRead: () => void): PublicAddress {
  const { address, data, environment, store } = ground;
  return createPublicAddress({
    environment: environment.publicUrl,
    listening: address,
    adminHosts: environment.adminHosts,
    known: ground.knownAddress,
    platform: services.platform,
    follow: (onChange) =>
      followChanges({
        connection: store.connection,
        collection: SETTINGS,
        log: ground.logFor('settings'),
        onChange: async () => {
          data.timeZone.look();
          zoneRead();
          await onChange();
        },
      }),
    keep: (known) => keepKnownAddress(data.path, known),
    failed: (error) =>
      ground
        .logFor('settings')
        .error({ error }, 'the public address could not be kept for a start without the store'),
  });
}

function openSiteName({ logFor, store }: Ground, { pictures, platform }: RuntimeServices) {
  const log = logFor('settings');
  return followSiteName({
    platform,
    pictures,
    follow: (onChange) =>
      followChanges({ connection: store.connection, collection: SETTINGS, log, onChange }),
    failed: (error) => log.error({ error }, 'the name of the site could not be read'),
  });
}

function openIpBlack({ clock, data, knownBlocks: known, logFor, store }: Ground) {
  const log = logFor('ip_black');
  return createIpBlack({
    collection: openCollections(store.connection).ipBlack,
    clock,
    known,
    follow: (onChange) =>
      followChanges({ connection: store.connection, collection: IP_BLACK, log, onChange }),
    keep: (blocks) => knownBlocks.keep(data.path, blocks),
    failed: (error) => log.error({ error }, 'the list of refused addresses could not be read or kept'),
  });
}

function openOutgoing({ environment, logFor }: Ground) {
  const { dnsResolvers, innerAddresses, outgoingTestAddresses, storageAddresses } = environment;
  const { outgoingTestDnsPort: zonePort, outgoingTestWebPorts: webPorts } = environment;
  if (outgoingTestAddresses.length > 0 || zonePort !== undefined || webPorts !== undefined)
    logFor('outgoing').warn(
      { addresses: outgoingTestAddresses, zonePort, webPorts },
      'OUTGOING_TEST_… is set: plugins are led to addresses or ports of a test; for tests only',
    );
  return createOutgoing({
    resolvers: dnsResolvers,
    testAddresses: outgoingTestAddresses,
    storageAddresses,
    innerAddresses,
    replacements: environment.outgoingHosts,
    ...(zonePort === undefined ? {} : { zonePort }),
    ...(webPorts === undefined ? {} : { webPorts }),
  });
}

function createVisitParts(ground: Ground, generations: Generations, ownNames: () => ReadonlySet<string>) {
  const { clock, data, environment, logFor, random, shellDirectory, store } = ground;
  const surroundings = createLateSurroundings();
  const ownChanges = environment.roles.has('visit') ? createOwnChanges({ log: logFor('visit') }) : undefined;
  if (ownChanges !== undefined) store.watchTransactions(ownChanges);
  const visits = createVisitAccess({
    database: store.database,
    secretKey: data.secretKey,
    timeZone: data.timeZone.current,
    clock,
    directory: data.path,
    log: logFor('visit'),
    ownChanges,
    trying: { random, log: logFor('visit'), surroundings: surroundings.read },
    isReserved: createReservedNames({
      generation: generations.current,
      isOwnHost: createHostCheck(ownNames),
      shellDirectory,
    }),
  });
  return { ownChanges, surroundings, visits };
}

function openLanguages({ logFor, store }: Ground): Languages {
  const log = logFor('languages');
  return createLanguages({
    languages: store.connection.collection<LanguageDocument>(LANGUAGE),
    words: store.connection.collection<LanguageWordDocument>(LANGUAGE_WORD),
    follow: (onChange) => {
      const stops = [LANGUAGE, LANGUAGE_WORD].map((collection) =>
        followChanges({ connection: store.connection, collection, log, onChange }),
      );
      return async () => {
        for (const stop of stops) await stop();
      };
    },
    failed: (error) => log.error({ error }, 'languages and their words could not be read'),
  });
}

/** Visitors' pages follow the list of languages and its words, from memory. */
function followPageLanguages(languages: Languages) {
  const pages = createPageLanguages();
  const lay = () => pages.lay({ ...languages.offered(), changes: languages.changesOf(VISIT_WORD_SOURCE) });
  languages.onChange(lay);
  return pages;
}

function wordSources({ serverWords, shellWords }: Ground, generations: Generations) {
  return [
    { id: 'platform.shell', title: 'system.word_source.shell', words: shellWords },
    { id: 'platform.server', title: 'system.word_source.server', words: serverWords },
    { id: VISIT_WORD_SOURCE, title: 'system.word_source.visit', words: VISIT_WORDS },
    ...[...generations.current().activations.values()].map(({ id, manifest, words }) => ({
      id,
      title: manifest.title,
      words,
    })),
  ];
}

function startRealtime(
  ground: Ground,
  {
    catalogue,
    languages,
    services,
  }: { catalogue: Catalogue; languages: Languages; services: RuntimeServices },
) {
  const { clock, data, logFor, random, shellDirectory, store } = ground;
  const log = logFor('realtime');
  return createRealtime({
    deriveKey: data.deriveKey,
    clock,
    random,
    log,
    signIn: services.callers.session,
    renew: services.callers.living,
    watchSessions: (onChange) => watchSessions({ connection: store.connection, log }, onChange),
    watchMenu: (onChange) => watchMenu({ connection: store.connection, log }, onChange),
    watchLanguages: languages.onChange,
    chooseLocale: (asked) => languages.choose(asked, null).locale,
    translate: catalogue.translate,
    hostStamp: createHostStamp(shellDirectory, () => performance.now()),
    generation: catalogue.generation,
    onGeneration: catalogue.onChange,
  });
}

function startOperations(
  ground: Ground,
  { catalogue, jobs, services }: { catalogue: Catalogue; jobs: JobQueue; services: RuntimeServices },
) {
  const { clock, data, environment, logFor, random, store } = ground;
  const log = logFor('operations');
  return createOperations({
    collection: operationCollection(store.connection),
    stored: storedResultCollection(store.connection),
    directory: join(data.path, 'operations'),
    machine: data.instanceId,
    key: data.deriveKey('operation-results'),
    jobs,
    isWorker: environment.roles.has('jobs'),
    follow: (onChange) =>
      followChanges({
        connection: store.connection,
        collection: OPERATIONS,
        log,
        onChange: (change) => onChange(change?.id),
      }),
    clock,
    random,
    log,
    translate: catalogue.translate,
    requireSecondFactor: services.identity.secondFactor.require,
  });
}
