import { type Manifest, requestedCapabilities, zManifest } from '@waypost/contract';
import type { PluginContext, PluginDefinition } from '@waypost/sdk';
import { z } from 'zod';
import { type Activator, createActivator } from '../../plugin/host/activator.ts';
import type { InstalledPlugin } from '../../plugin/release/installed.ts';
import { dependencyOrder } from '../../plugin/release/order.ts';
import { RUNTIME_VERSION } from '../../process/version.ts';
import { forgetMigrations } from '../../storage/migrations.ts';
import { ensureVisitCollections } from '../../visit/store/ensure-collections.ts';
import type { TestPlatform } from './test-platform.ts';

/** Whether it works with people's accounts: by themselves, or by the money that they have. */
export const needsAccounts = (granted: ReadonlySet<string>): boolean =>
  ['identity', 'ledger:read', 'ledger:write'].some((capability) => granted.has(capability));

/** A plugin and what its plugin.json says. */
export interface GivenPlugin {
  plugin: PluginDefinition;
  manifest: Manifest;
  granted: ReadonlySet<string>;
  /** Where its words are. */
  folder: string;
}

/** @throws TypeError with each fault of the manifest and its path */
export function readManifest(manifest: unknown): Manifest {
  const parsed = zManifest.safeParse(manifest);
  if (!parsed.success) throw new TypeError(`plugin.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

export function givenPlugin(
  plugin: PluginDefinition,
  manifest: Manifest,
  { folder, granted }: { folder?: string | undefined; granted?: readonly string[] | undefined } = {},
): GivenPlugin {
  if (plugin.id !== manifest.id)
    throw new TypeError(`plugin.json is of ${manifest.id}, the server defines ${plugin.id}`);
  return {
    plugin,
    manifest,
    granted: new Set(granted ?? requestedCapabilities(manifest)),
    folder: folder ?? `no-folder-of-${manifest.id}`,
  };
}

/** The tested plugin and those beside it, switched on and off by the product's own activator. */
export interface TestActivation {
  /** In order of what they require. @throws TypeError with the reason why one cannot run; what its migrations and its setup throw */
  start(): Promise<void>;
  stop(): Promise<void>;
  show(id: string): Promise<void>;
  hide(id: string): Promise<void>;
  /** The context that its last `setup` was given. @throws TypeError before that */
  contextOf(id: string): PluginContext;
  /** Takes the plugin's migrations after this number for not yet run. @returns how many there are */
  forgetMigrations(id: string, after: number): Promise<void>;
}

export function createTestActivation(
  platform: TestPlatform,
  plugins: readonly GivenPlugin[],
  services: Readonly<Record<string, { version: string; service: object }>>,
): TestActivation {
  const { generations, log, sources } = platform;
  const { store } = sources;
  const contexts = new Map<string, PluginContext>();
  const installed = plugins.map(installedOf);
  const activator: Activator = createActivator({
    generations,
    store,
    sources,
    log,
    clock: sources.clock,
    outside: () => Promise.reject(new TypeError('no plugin of a test runs in a process of its own')),
    load: async ({ id }) => keepingContext(find(id).plugin, contexts),
    onPartChange: () => undefined,
    installedAreas: () =>
      new Map(installed.flatMap(({ id, manifest }) => (manifest?.areas ?? []).map((area) => [area, id]))),
  });
  const find = (id: string): GivenPlugin => {
    const found = plugins.find(({ manifest }) => manifest.id === id);
    if (found === undefined) throw new TypeError(`no plugin ${id} is part of this test`);
    return found;
  };
  const show = async (id: string): Promise<void> => {
    await activator.show(installedOf(find(id)), () => true);
  };
  const hide = async (id: string): Promise<void> => {
    await activator.hide(id);
    await activator.drained();
  };

  return {
    async start() {
      for (const [name, { version, service }] of Object.entries(services))
        sources.provided.provide({ name, version, plugin: offererOf(name) }, service);
      if (plugins.some(({ granted }) => needsAccounts(granted))) await platform.services.start();
      if (plugins.some(({ granted }) => granted.has('visits:read') || granted.has('visits:publish')))
        await ensureVisitCollections(store.database);
      const { order, problems } = dependencyOrder([...offering(services), ...installed]);
      for (const [{ id }, problem] of problems) throw new TypeError(`plugin ${id}: ${problem}`);
      for (const { id } of order) if (plugins.some(({ manifest }) => manifest.id === id)) await show(id);
      await platform.beginOperations();
    },
    async stop() {
      for (const { id } of [...generations.current().activations.values()].reverse())
        await activator.hide(id);
      await activator.drained();
    },
    show,
    hide,
    contextOf(id) {
      const context = contexts.get(id);
      if (context === undefined) throw new TypeError(`plugin ${id} has not been set up`);
      return context;
    },
    async forgetMigrations(id, after) {
      const numbers = find(id).plugin.migrations.map(({ number }) => number);
      await forgetMigrations(
        store.connection,
        id,
        numbers.filter((number) => number > after),
      );
    },
  };
}

export function installedOf({ manifest, granted, folder }: GivenPlugin): InstalledPlugin {
  const { id, engine, version } = manifest;
  return {
    place: `the test of ${id}`,
    id,
    entry: undefined,
    manifest,
    release: version,
    directory: folder,
    // The test's own modules: nothing forgets them when the plugin is switched off.
    source: 'registry',
    trust: 'trusted',
    granted,
    problem: Bun.semver.satisfies(RUNTIME_VERSION, engine)
      ? undefined
      : `plugin.json: engine: this runtime is ${RUNTIME_VERSION}, expected ${engine}`,
  };
}

const offererOf = (service: string): string => service.slice(0, service.indexOf('.'));

/** Whoever is said to offer the services that a test hands in. */
function offering(services: Readonly<Record<string, { version: string }>>): InstalledPlugin[] {
  return Object.entries(services).map(([name, { version }]) =>
    installedOf({
      plugin: { id: offererOf(name), migrations: [], setup: () => undefined },
      manifest: {
        id: `${offererOf(name)}-offers-${name.replaceAll(/[._]/g, '-')}`.slice(0, 40),
        version,
        engine: '*',
        title: name,
        areas: ['none'],
        server: 'server.ts',
        services: { [name]: version },
      },
      granted: new Set(),
      folder: '',
    }),
  );
}

function keepingContext(plugin: PluginDefinition, contexts: Map<string, PluginContext>): PluginDefinition {
  return {
    ...plugin,
    setup(context) {
      contexts.set(plugin.id, context);
      return plugin.setup(context);
    },
  };
}
