import { type Manifest, requestedCapabilities } from '@waypost/contract';
import type { Logger, PluginContext } from '@waypost/sdk';
import type { Installation, PluginAdministration } from '@waypost/sdk/platform';
import { type Activation, createActivation } from '../../../plugin/activation/activation.ts';
import { createBreakers } from '../../../plugin/activation/breakers.ts';
import { createServerContext } from '../../../plugin/context/server-context.ts';
import type { ContextSources } from '../../../plugin/context/server-ground.ts';
import { createEventBus } from '../../../plugin/exchange/events.ts';
import { createProvidedServices } from '../../../plugin/exchange/provided-services.ts';
import { createHookBus } from '../../../plugin/extension/hooks.ts';
import { createPluginSettings } from '../../../plugin/extension/plugin-settings.ts';
import { createPointRegistry } from '../../../plugin/extension/points.ts';
import { createRuleKinds } from '../../../plugin/extension/rule-kinds.ts';
import { createOperations } from '../../../services/operations/index.ts';
import { createTopics } from '../../../services/realtime/topics.ts';
import { installedOf } from '../test-activation.ts';
import { createHeldClock } from '../test-clock.ts';
import { createTestOutgoing } from '../test-outgoing.ts';
import { createTestProcesses } from '../test-processes.ts';
import { createTestQueue, type TestQueue } from '../test-queue.ts';
import { createTestRandom } from '../test-random.ts';
import { SERVER_WORDS } from '../test-words.ts';
import { inert } from './inert.ts';

/** An activation as the product makes one, over a store in which nothing is. */
export interface RecordedActivation {
  activation: Activation;
  context: PluginContext;
  queue: TestQueue;
}

const NOW = '2026-01-15T12:00:00Z';
const silent = (): undefined => undefined;
const log: Logger = { debug: silent, info: silent, warn: silent, error: silent };

/** The plugin is granted what its plugin.json asks for, and nothing else. */
export function recordedActivation(manifest: Manifest): RecordedActivation {
  const clock = createHeldClock(NOW);
  const granted = new Set(requestedCapabilities(manifest));
  const plugin = { id: manifest.id, migrations: [], setup: silent };
  const installed = installedOf({ plugin, manifest, granted, folder: '' });
  const activation = createActivation({
    plugin: { ...installed, manifest },
    words: SERVER_WORDS,
    models: inert(),
    breakers: createBreakers({ plugin: manifest.id, clock, canQuarantine: false, onChange: silent }),
  });
  const queue = createTestQueue(clock.now, 'UTC');
  const context = createServerContext(activation, sourcesOver({ clock, queue }));
  return { activation, context, queue };
}

function sourcesOver({
  clock,
  queue,
}: {
  clock: ReturnType<typeof createHeldClock>;
  queue: TestQueue;
}): ContextSources {
  const random = createTestRandom();
  const topics = createTopics(log);
  return {
    store: inert(),
    services: inert(),
    visits: inert(),
    events: createEventBus(silent),
    extensions: {
      hooks: createHookBus(silent),
      points: createPointRegistry(silent),
      ruleKinds: createRuleKinds(),
      settings: createPluginSettings({ connection: inert(), key: new Uint8Array(32), clock, log }),
    },
    provided: createProvidedServices(),
    answers: () => inert(),
    openProcesses: createTestProcesses(),
    outgoing: { ...createTestOutgoing({ fetch: () => new Response() }), internet: () => async () => inert() },
    translate: (_locale, key) => key,
    jobs: queue,
    realtime: { topic: topics.declare, publish: topics.publish },
    operations: createOperations({
      collection: inert(),
      stored: inert(),
      directory: '',
      machine: '',
      key: new Uint8Array(32),
      jobs: queue,
      isWorker: false,
      follow: () => silent,
      clock,
      random,
      log,
      translate: (_locale, key) => key,
      requireSecondFactor: async () => undefined,
    }),
    lists: inert(),
    restored: async () => null,
    platform: {
      timeZone: 'UTC',
      publicUrl: 'http://127.0.0.1',
      formerPublicUrls: [],
      ownHosts: ['127.0.0.1'],
      systemTitle: 'Waypost',
      isProduction: false,
    },
    administration: () => inert<PluginAdministration>(),
    installation: () => inert<Installation>(),
    languages: inert(),
    clock,
    random,
    logFor: () => log,
  };
}
