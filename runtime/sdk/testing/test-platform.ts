import { hkdfSync } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENTITLEMENTS, PUBLIC_PAGES, type Restored, STORED_FILES } from '@waypost/sdk';
import { createHostCheck } from '../../http/back-office-hosts.ts';
import { createReservedNames } from '../../http/reserved-names.ts';
import type { Outgoing } from '../../outgoing/index.ts';
import { createCatalogue } from '../../plugin/activation/catalogue.ts';
import { createGenerations } from '../../plugin/activation/generations.ts';
import { createAnswerBook } from '../../plugin/answers/known-answers.ts';
import type { ContextSources } from '../../plugin/context/server-ground.ts';
import { createEventBus } from '../../plugin/exchange/events.ts';
import { createProvidedServices, provideOfRuntime } from '../../plugin/exchange/provided-services.ts';
import type { ExtensionSources } from '../../plugin/extension/create-extensions.ts';
import { createHookBus } from '../../plugin/extension/hooks.ts';
import { createPluginSettings } from '../../plugin/extension/plugin-settings.ts';
import { createPointRegistry } from '../../plugin/extension/points.ts';
import { createRuleKinds } from '../../plugin/extension/rule-kinds.ts';
import { createListDesk } from '../../plugin/lists/list-desk.ts';
import { scopedLog } from '../../process/log.ts';
import { createStoredFiles } from '../../services/files/index.ts';
import { createRealtime, createServices } from '../../services/index.ts';
import { createLanguageDesk } from '../../services/languages/language-desk.ts';
import {
  createLanguages,
  LANGUAGE,
  LANGUAGE_WORD,
  type LanguageDocument,
  type LanguageWordDocument,
} from '../../services/languages/languages.ts';
import {
  createOperations,
  operationCollection,
  storedResultCollection,
} from '../../services/operations/index.ts';
import type { StoreAccess } from '../../storage/index.ts';
import { VISIT_WORD_SOURCE, VISIT_WORDS } from '../../visit/answers/page-languages.ts';
import { createVisitAccess } from '../../visit/statistics/visit-access.ts';
import type { HeldClock } from './test-clock.ts';
import type { createTestLog } from './test-log.ts';
import { createTestProcesses } from './test-processes.ts';
import { createTestQueue } from './test-queue.ts';
import { createTestRandom } from './test-random.ts';
import { testSurroundings } from './test-surroundings.ts';
import { SERVER_WORDS } from './test-words.ts';

/** Known to everybody: what is sealed with it in a test is no secret. */
const SECRET_KEY = new Uint8Array(32).fill(7);
const PUBLIC_URL = 'http://127.0.0.1';
/** Hashes of passwords as cheap as the library makes them; kibibytes and rounds. */
const CHEAP = { memoryCost: 8, timeCost: 1 };

const deriveKey = (purpose: string) =>
  new Uint8Array(hkdfSync('sha256', SECRET_KEY, new Uint8Array(0), `waypost/v1/${purpose}`, 32));

export type TestPlatform = ReturnType<typeof createTestPlatform>;
type Parts = ReturnType<typeof createParts>;
type TestLog = ReturnType<typeof createTestLog>;

interface PlatformOptions {
  /** Connected. */
  store: StoreAccess;
  clock: HeldClock;
  timeZone: string;
  log: TestLog;
  outgoing: Outgoing;
  /** What the operator gives programs of the plugin's own. */
  variables: Readonly<Record<string, string>>;
  restored(): Restored | null;
}

/** What plugins are served with, before anything of it is watched by a test. */
function createParts({ store, clock, timeZone, outgoing, log: { log } }: PlatformOptions) {
  const random = createTestRandom();
  const directory = join(tmpdir(), `waypost-testing-${process.pid}-${crypto.randomUUID()}`);
  const logFor = (part: string) => scopedLog(log, { part });
  const languages = createLanguages({
    languages: store.connection.collection<LanguageDocument>(LANGUAGE),
    words: store.connection.collection<LanguageWordDocument>(LANGUAGE_WORD),
    // One process: whoever writes says so by `context.languages.reload`.
    follow: () => () => undefined,
    failed: (error) => log.error({ error }, 'languages and their words could not be read'),
  });
  const generations = createGenerations({
    changesOf: languages.changesOf,
    installedAreas: new Map(),
    serverWords: SERVER_WORDS,
    log: logFor('plugins'),
  });
  const catalogue = createCatalogue(generations);
  const queue = createTestQueue(clock.now, timeZone);
  const storedFiles = createStoredFiles({
    directory: join(directory, 'files'),
    send: outgoing.storage,
    random,
  });
  const services = createServices({
    findFile: (address) => storedFiles.find(address, false),
    connection: store.connection,
    environment: { dataDirectory: directory, adminAccount: undefined, adminPassword: 'Waypost123' },
    deriveKey,
    clock,
    random,
    log: logFor('services'),
    catalogue,
    announce: () => undefined,
    passwordCost: CHEAP,
  });
  store.watchTransactions({
    begins: () => undefined,
    committed: services.auditCommitted,
    ended: () => undefined,
  });
  const realtime = createRealtime({
    deriveKey,
    clock,
    random,
    log: logFor('realtime'),
    signIn: services.callers.session,
    renew: services.callers.living,
    watchSessions: () => () => undefined,
    watchMenu: () => () => undefined,
    watchLanguages: languages.onChange,
    chooseLocale: () => 'en-US',
    translate: catalogue.translate,
    hostStamp: () => 'testing',
    generation: catalogue.generation,
    onGeneration: catalogue.onChange,
  });
  const operations = createOperations({
    collection: operationCollection(store.connection),
    stored: storedResultCollection(store.connection),
    directory: join(directory, 'operations'),
    machine: directory,
    key: deriveKey('operation-results'),
    jobs: queue,
    isWorker: true,
    follow: () => () => undefined,
    clock,
    random,
    log: logFor('operations'),
    translate: catalogue.translate,
    requireSecondFactor: async () => undefined,
  });
  const languageDesk = createLanguageDesk({
    languages,
    sources: () => [
      { id: 'platform.server', title: 'system.word_source.server', words: SERVER_WORDS },
      { id: VISIT_WORD_SOURCE, title: 'system.word_source.visit', words: VISIT_WORDS },
      ...[...generations.current().activations.values()].map(({ id, manifest, words }) => ({
        id,
        title: manifest.title,
        words,
      })),
    ],
  });
  return {
    random,
    directory,
    logFor,
    generations,
    catalogue,
    queue,
    services,
    storedFiles,
    realtime,
    operations,
    languages,
    languageDesk,
  };
}

function createTestExtensions(
  { store, clock, log: { log } }: PlatformOptions,
  logFor: Parts['logFor'],
): ExtensionSources {
  return {
    hooks: createHookBus(({ plugin, name, error }) =>
      log.error({ plugin, hook: name, error }, 'a hook of a plugin failed; the change went its way'),
    ),
    points: createPointRegistry((problem) =>
      log.warn({ ...problem }, 'a contribution does not fit its extension point'),
    ),
    ruleKinds: createRuleKinds(),
    settings: createPluginSettings({
      connection: store.connection,
      key: deriveKey('plugin-settings'),
      clock,
      log: logFor('extensions'),
    }),
  };
}

/** Keeps what goes through the bus and the live channel, for the test to look at. */
function createWatched({ realtime }: Parts, log: TestLog['log']) {
  const emitted: { name: string; payload: unknown }[] = [];
  const failures: { name: string; error: unknown }[] = [];
  const published: { topic: string; data: unknown; audience: string }[] = [];
  const bus = createEventBus((error, name) => {
    failures.push({ name, error });
    log.error({ event: name, error }, 'event handler failed');
  });
  const sources: Pick<ContextSources, 'events' | 'realtime'> = {
    events: {
      on: bus.on,
      async emit(name, payload) {
        emitted.push({ name, payload });
        await bus.emit(name, payload);
      },
    },
    realtime: {
      topic: realtime.topic,
      publish(topic, data, audience) {
        published.push({ topic, data, audience });
        realtime.publish(topic, data, audience);
      },
    },
  };
  return { emitted, failures, published, sources };
}

/** What the product has one of in a process, over one database: the pieces themselves, put together for a test. */
export function createTestPlatform(options: PlatformOptions) {
  const { store, clock, timeZone } = options;
  const { log, records } = options.log;
  const parts = createParts(options);
  const { directory, generations, logFor, operations, queue, random, services, storedFiles } = parts;
  const watched = createWatched(parts, log);
  let hasOperations = false;
  const provided = createProvidedServices();
  provideOfRuntime(provided, ENTITLEMENTS, services.entitlements);
  provideOfRuntime(provided, PUBLIC_PAGES, services.publicPages.offered);
  provideOfRuntime(provided, STORED_FILES, storedFiles.offered);
  const sources: ContextSources = {
    ...watched.sources,
    store,
    services,
    visits: createVisitAccess({
      database: store.database,
      secretKey: SECRET_KEY,
      timeZone: () => timeZone,
      clock,
      directory,
      log: logFor('visit'),
      trying: { random, log: logFor('visit'), surroundings: async () => testSurroundings(PUBLIC_URL) },
      isReserved: createReservedNames({
        generation: generations.current,
        isOwnHost: createHostCheck(() => new Set([new URL(PUBLIC_URL).hostname])),
        shellDirectory: directory,
      }),
    }),
    extensions: createTestExtensions(options, logFor),
    answers: createAnswerBook({
      connection: store.connection,
      signatureKey: deriveKey('reach'),
      // One process, which knows what it has written itself; nothing starts without the store.
      follow: () => () => undefined,
      keep: async () => undefined,
      generation: generations.current,
      onGeneration: generations.onChange,
      isEnabled: () => false,
      snapshot: { declared: [], tables: new Map() },
      log: logFor('answers'),
    }).of,
    outgoing: options.outgoing,
    translate: parts.catalogue.translate,
    provided,
    jobs: queue,
    operations: {
      ...operations,
      define(kind, definition) {
        hasOperations = true;
        return operations.define(kind, definition);
      },
    },
    lists: createListDesk({
      generation: generations.current,
      later: services.callers.later,
      log: logFor('lists'),
    }),
    restored: async () => options.restored(),
    platform: {
      timeZone,
      publicUrl: PUBLIC_URL,
      formerPublicUrls: [],
      ownHosts: [new URL(PUBLIC_URL).hostname],
      systemTitle: 'Waypost',
      isProduction: false,
    },
    openProcesses: createTestProcesses(options.variables),
    administration: () => {
      throw new TypeError('context.plugins: no plugins are administered in a test of one');
    },
    languages: parts.languageDesk,
    installation: () => {
      throw new TypeError('context.installation: a test of a plugin has no installation');
    },
    clock,
    random,
    logFor: (plugin) => scopedLog(log, { plugin }),
  };
  /** Looks after operations from now on, where there are any. */
  const beginOperations = async (): Promise<void> => {
    if (hasOperations) await operations.begin();
  };
  return { ...parts, ...watched, sources, log, records, beginOperations };
}
