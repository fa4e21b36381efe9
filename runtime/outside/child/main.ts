import { randomBytes } from 'node:crypto';
import { collectionName } from '@waypost/contract';
import type { PluginDefinition } from '@waypost/sdk';
import { z } from 'zod';
import { ownNames } from '../../plugin/context/own-names.ts';
import { createPluginContext } from '../../plugin/context/plugin-context.ts';
import { findText, readPluginWords, readServerWords } from '../../services/locale/texts.ts';
import { openStore } from '../../storage/index.ts';
import { createPeer, type Peer } from '../channel/peer.ts';
import { openSocketTransport } from '../channel/socket-transport.ts';
import { containSelf } from '../contain/contain-self.ts';
import {
  CHANNEL_DESCRIPTOR,
  type Containment,
  type Offered,
  STORE_PORT,
  type Start,
  zOffered,
  zPlatformFacts,
  zStart,
} from '../protocol.ts';
import { createAnswers } from './answers.ts';
import { childModels, childRegistry, createRegistered } from './child-registry.ts';
import { loadDefinition } from './load-definition.ts';
import { remoteAnswers } from './remote-answers.ts';
import { createRemoteExtension } from './remote-extension.ts';
import { createRemoteFetch, createRemoteInternet } from './remote-fetch.ts';
import { createRemoteIdentity } from './remote-identity.ts';
import { createRemoteLedger } from './remote-ledger.ts';
import { createRemoteLog } from './remote-log.ts';
import { createRemoteProcesses } from './remote-processes.ts';
import { createHandlers, createRemoteParts } from './remote-sources.ts';
import { createRemoteVisits } from './remote-visits.ts';
import { createHandles } from './request.ts';
import { snapshotOf } from './snapshot.ts';
import { tunnelStoreConnections } from './store-tunnel.ts';

/** Bytes that may wait for a host that does not read. */
const WAITING_LIMIT_BYTES = 128 * 1024 * 1024;
const STORE_LIMIT_MS = 15_000;
/** Connections of the driver to the store. */
const STORE_CONNECTIONS = 8;

let answers: ReturnType<typeof createAnswers> | undefined;
let containment: Containment | undefined;
/** The same object as the plugin's context has. */
let platform: Start['platform'] | undefined;
let aggregated = () => {};
const offered = new Map<string, string>();
const peer: Peer = createPeer({
  transport: await openSocketTransport(
    CHANNEL_DESCRIPTOR,
    {
      receive: (chunk) => peer.receive(chunk),
      // Without its host a plugin has no work.
      closed: () => process.exit(0),
    },
    WAITING_LIMIT_BYTES,
  ),
  async answer(method, params, signal) {
    if (method === 'ping') return null;
    if (method === 'contain') {
      containment ??= containSelf();
      return containment;
    }
    if (method === 'start') return start(zStart.parse(params));
    if (answers === undefined) throw new Error(`the host asked for ${method} before the start`);
    return answers(method, params, signal);
  },
  take(method, params) {
    if (method === 'visits.aggregated') return aggregated();
    if (method === 'settings') return void answers?.('settings.changed', null, new AbortController().signal);
    if (method === 'services') takeOffers(z.array(zOffered).parse(params));
    if (method === 'platform' && platform !== undefined)
      Object.assign(platform, zPlatformFacts.parse(params));
  },
});

function takeOffers(offers: readonly Offered[]): void {
  offered.clear();
  for (const { name, version } of offers) offered.set(name, version);
}

async function start(options: Start) {
  const { manifest, directory } = options;
  takeOffers(options.services);
  platform = options.platform;
  if (containment === undefined) throw new Error('the host starts a plugin before it is contained');
  tunnelStoreConnections(peer);
  process.chdir(directory);
  const log = createRemoteLog(peer);
  const store = openStore({
    uri: `mongodb://localhost:${STORE_PORT}/${options.database}?directConnection=true&maxPoolSize=${STORE_CONNECTIONS}`,
    log,
    program: 'plugin',
  });
  const remoteVisits = createRemoteVisits({
    peer,
    begin: (session) =>
      store.database
        .collection<{ _id: string }>(collectionName(manifest.id, 'none'))
        .findOne({ _id: '' }, { session }),
  });
  aggregated = remoteVisits.aggregated;
  store.watchTransactions(remoteVisits.watcher);
  const words = [await readPluginWords(directory), await readServerWords(options.locales)];
  const definition: PluginDefinition = await loadDefinition(directory, manifest.server, manifest.id);
  const handlers = createHandlers();
  const handles = createHandles();
  const identity = createRemoteIdentity(peer, handles);
  const ledger = createRemoteLedger({ peer, handles, joined: remoteVisits.joined });
  const remoteInternet = createRemoteInternet(peer);
  let isSetUp = false;
  let isTelling = false;
  /** After the setup the host is told of each change, once for several at a time. */
  const changed = () => {
    if (!isSetUp || isTelling) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      peer.tell('registrations', snapshotOf(registered, handlers));
    });
  };
  const registered = createRegistered();
  const context = createPluginContext({
    manifest,
    granted: new Set(options.granted),
    log,
    clock: { now: () => Date.now(), date: () => new Date() },
    random: { bytes: (length) => new Uint8Array(randomBytes(length)), number: () => Math.random() },
    platform,
    translate: (locale, key, params) => findText(words, locale, key, params) ?? key,
    models: childModels(store.models(), registered),
    transaction: store.transaction,
    registry: childRegistry(registered, changed),
    fetch: createRemoteFetch(peer),
    processes: () => createRemoteProcesses(peer),
    ...createRemoteParts({ peer, handlers, handles, offered, changed, joined: remoteVisits.joined }),
    ...createRemoteExtension({ peer, handlers, changed, requireOwn: ownNames(manifest).require }),
    internet: () => remoteInternet,
    visits: () => remoteVisits.visits,
    answers: () => remoteAnswers(peer),
    ledger: () => ledger,
    identity: () => identity,
    plugins: () => missing('plugins'),
    operationDesk: () => missing('operationDesk'),
    listDesk: () => missing('listDesk'),
    auditDesk: () => missing('auditDesk'),
    languages: () => missing('languages'),
    databaseDesk: () => missing('databaseDesk'),
    installation: () => missing('installation'),
    roles: () => missing('roles'),
    onDispose: (disposer) => void registered.disposers.push(disposer),
  });
  answers = createAnswers({
    context,
    registered,
    handlers,
    migrations: definition.migrations,
    peer,
    requests: { words, handles, logWith: (fields) => createRemoteLog(peer, fields) },
    async setup() {
      await definition.setup(context);
      isSetUp = true;
      return snapshotOf(registered, handlers);
    },
    async dispose() {
      for (const dispose of registered.disposers.reverse()) await dispose();
      return;
    },
  });
  await storeReached(store.isUp, store.onChange);
  return {
    id: definition.id,
    migrations: definition.migrations.map(({ number, name }) => ({ number, name })),
  };
}

function missing(part: string): never {
  throw new TypeError(`context.${part} is not there for a plugin in a process of its own`);
}

/** A plugin is set up when it can use its store, as in the host's own process. */
async function storeReached(
  isUp: () => boolean,
  onChange: (listener: (up: boolean) => void) => () => void,
): Promise<void> {
  if (isUp()) return;
  const reached = Promise.withResolvers<void>();
  const timer = setTimeout(() => reached.reject(new Error('the store was not reached')), STORE_LIMIT_MS);
  const stop = onChange((up) => up && reached.resolve());
  try {
    await reached.promise;
  } finally {
    clearTimeout(timer);
    stop();
  }
}

// A promise that the plugin forgot is its fault, and no reason to end the calls of everybody who uses it.
process.on('unhandledRejection', (error) =>
  createRemoteLog(peer).error(
    { error: error instanceof Error ? error : String(error) },
    'a rejection was not handled',
  ),
);
process.on('uncaughtException', (error) =>
  createRemoteLog(peer).error({ error }, 'an exception was not caught'),
);
// Ctrl-C and service managers send them to all processes at once: calls in flight end first, then the host ends this one.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdin.on('end', () => process.exit(0));
process.stdin.resume();
