import { hostname } from 'node:os';
import { ENTITLEMENTS, PUBLIC_PAGES, STORED_FILES } from '@waypost/sdk';
import { type Monitoring, PLUGIN_FAILED_EVENT } from '@waypost/sdk/platform';
import { createOutsideRunner, createProcessRunner } from '../outside/index.ts';
import { trustedBy } from '../package/index.ts';
import { installedIds } from '../plugin/activation/generation.ts';
import { createLiveAdministration } from '../plugin/administration/live-administration.ts';
import { PLUGIN_ANSWERS } from '../plugin/answers/answer-rows.ts';
import { writeAnswersSnapshot } from '../plugin/answers/answers-snapshot.ts';
import { type AnswerBook, createAnswerBook } from '../plugin/answers/known-answers.ts';
import { createProvidedServices, provideOfRuntime } from '../plugin/exchange/provided-services.ts';
import { createPluginHost, type PluginHost } from '../plugin/host/plugin-host.ts';
import { writeStatesSnapshot } from '../plugin/host/switch-snapshot.ts';
import { createListDesk } from '../plugin/lists/list-desk.ts';
import { createReleaseFiles } from '../plugin/release/release-files.ts';
import { releasesOf } from '../plugin/store/releases.ts';
import { storeUri } from '../process/environment.ts';
import { scopedLog } from '../process/log.ts';
import { RUNTIME_VERSION } from '../process/version.ts';
import { followChanges } from '../storage/index.ts';
import type { Ground } from './ground.ts';
import type { SharedParts } from './shared-parts.ts';
import { provideStoreStatus } from './store-usage.ts';

/**
 * The host of plugins and what runs those from outside; nothing is active before `plugins.start`.
 * @param monitor is there once plugins are
 */
export function createPlugins(ground: Ground, parts: SharedParts, monitor: () => Monitoring) {
  const { clock, data, environment, installed, log, store } = ground;
  const { events, extensions, generations, platform, realtime, services } = parts;
  const logForPlugin = (plugin: string) => scopedLog(log, { plugin });
  const outside = createOutsideRunner({
    storeUri: storeUri(environment),
    platform,
    watchPlatform: parts.watchPlatform,
    outgoing: parts.outgoing,
    store,
    installed: () => installedIds(generations.current()),
    logFor: logForPlugin,
  });
  const processId = `${hostname()}:${process.pid}:${clock.now()}`;
  const answers = createAnswers(ground, parts, (id) => plugins.isEnabled(id));
  const administration = createLiveAdministration({
    answers,
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
    log: ground.logFor('plugins'),
  });
  const provided = createProvidedServices();
  provideStoreStatus(provided, ground.storeUsage);
  provideOfRuntime(provided, ENTITLEMENTS, services.entitlements);
  provideOfRuntime(provided, PUBLIC_PAGES, services.publicPages.offered);
  provideOfRuntime(provided, STORED_FILES, parts.storedFiles.offered);
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
    knownStates: ground.knownStates,
    saveStates: (states) => writeStatesSnapshot(data.path, states),
    store,
    log,
    sources: {
      store,
      services,
      visits: parts.visits,
      events,
      extensions,
      provided,
      answers: answers.of,
      jobs: parts.jobs,
      realtime,
      operations: parts.operations,
      lists: createListDesk({
        generation: generations.current,
        later: services.callers.later,
        log: ground.logFor('lists'),
      }),
      outgoing: parts.outgoing,
      translate: parts.translate,
      restored: parts.restored,
      administration: () => administration,
      languages: parts.languageDesk,
      installation: () => ({
        ...parts.installation,
        monitorState: () => monitor().monitorState(),
        monitorHistory: (range) => monitor().monitorHistory(range),
      }),
      openProcesses: createProcessRunner(process.env),
      clock,
      random: ground.random,
      logFor: logForPlugin,
      platform,
    },
  });
  return { plugins, outside, answers };
}

function createAnswers(
  { data, knownAnswers, logFor, store }: Ground,
  { generations }: SharedParts,
  isEnabled: (plugin: string) => boolean,
): AnswerBook {
  const log = logFor('answers');
  const { connection } = store;
  return createAnswerBook({
    connection,
    signatureKey: data.deriveKey('reach'),
    follow: (onChange) => followChanges({ connection, collection: PLUGIN_ANSWERS, log, onChange }),
    keep: (snapshot) => writeAnswersSnapshot(data.path, snapshot),
    generation: generations.current,
    onGeneration: generations.onChange,
    isEnabled,
    snapshot: knownAnswers,
    log,
  });
}
