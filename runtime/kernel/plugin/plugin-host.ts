import { errors } from '@waypost/contract';
import type { PluginContext, PluginDefinition } from '@waypost/sdk';
import type pino from 'pino';
import type { StoreAccess } from '../../store/access/store-access.ts';
import { knownFailure } from '../http/failure.ts';
import { readPluginWords } from '../locale/texts.ts';
import { type Activation, createActivation } from './activation.ts';
import { type ContextSources, createPluginContext } from './context.ts';
import { nextGeneration } from './generation.ts';
import type { Generations } from './generations.ts';
import { loadPlugin } from './load-plugin.ts';
import { dependencyOrder } from './order.ts';
import { readPluginStates, type SwitchedStates, writePluginState } from './plugin-states.ts';
import type { InstalledPlugin } from './registry.ts';

/** Longest a plugin's setup may take, milliseconds. */
const SETUP_LIMIT_MS = 30_000;
/** Time that calls in flight get when their plugin is disposed, milliseconds. */
const DRAIN_LIMIT_MS = 10_000;

export interface PluginStatus {
  id: string;
  version: string | undefined;
  state: 'active' | 'disabled' | 'failed';
  /** Why it failed. */
  reason: string | undefined;
  isRequired: boolean;
}

export interface PluginHost {
  statuses(): PluginStatus[];
  /** Whether it is switched on, be it active or not: the visit path answers links of enabled plugins. */
  isEnabled(id: string): boolean;
  /** Brings what is active in line with what is switched on. Runs one after another. */
  reconcile(): Promise<void>;
  /** Switches a plugin in the store; every process follows. @throws TypeError for an unknown or required plugin */
  switchPlugin(id: string, isEnabled: boolean): Promise<void>;
  dispose(): Promise<void>;
}

export interface PluginHostOptions {
  installed: readonly InstalledPlugin[];
  generations: Generations;
  /** What was switched when this process last saw the store. */
  knownStates: SwitchedStates;
  saveStates(states: SwitchedStates): Promise<void>;
  store: StoreAccess;
  sources: ContextSources;
  log: pino.Logger;
}

export function createPluginHost(options: PluginHostOptions): PluginHost {
  const { installed, store, log, generations } = options;
  const { installedAreas, serverWords } = generations;
  const { order, problems } = dependencyOrder(installed);
  const failures = new Map<string, string>();
  /** Failed only because something they require was not active. */
  const waiting = new Set<string>();
  let states = options.knownStates;
  let queue: Promise<void> = Promise.resolve();

  for (const [plugin, reason] of problems) {
    failures.set(plugin.id, reason);
    log.error({ plugin: plugin.id, place: plugin.place, reason }, 'plugin cannot be used');
  }

  const isEnabled = (plugin: InstalledPlugin): boolean =>
    plugin.entry !== undefined &&
    (plugin.entry.required === true || (states.get(plugin.id) ?? plugin.entry.enabled));
  const enabledIds = () => new Set(installed.filter(isEnabled).map((plugin) => plugin.id));
  // Read once a visit: kept as a set.
  let enabled = enabledIds();

  async function activate(plugin: InstalledPlugin): Promise<void> {
    const { manifest } = plugin;
    if (manifest === undefined) return;
    const missing = Object.keys(manifest.requires ?? {}).find(
      (id) => !generations.current().activations.has(id),
    );
    if (missing !== undefined) throw new TypeError(`requires ${missing}, which is not active`);
    const definition = await loadPlugin(plugin);
    const activation = createActivation({
      manifest,
      directory: plugin.directory,
      words: await readPluginWords(plugin.directory),
      remote:
        manifest.remote === undefined
          ? undefined
          : {
              id: manifest.id,
              version: manifest.version,
              manifest: `/plugins/${manifest.id}/${manifest.version}/mf-manifest.json`,
              public_screens: manifest.public_screens ?? [],
            },
    });
    try {
      await setUp(definition, createPluginContext(activation, options.sources));
      await store.prepareModels(manifest.id);
      const next = nextGeneration(
        generations.current(),
        new Map([...generations.current().activations, [manifest.id, activation]]),
        installedAreas,
        serverWords,
      );
      activation.scope.commit();
      await generations.show(next);
    } catch (error) {
      await activation.scope.dispose((fault) =>
        log.error({ plugin: plugin.id, error: fault }, 'disposer failed'),
      );
      store.releaseModels(manifest.id);
      throw error;
    }
    failures.delete(plugin.id);
    log.info(
      { plugin: plugin.id, version: manifest.version, generation: generations.current().number },
      'plugin activated',
    );
  }

  async function setUp(definition: PluginDefinition, context: PluginContext): Promise<void> {
    await store.migrate(definition.id, definition.migrations, (migration) => migration.up(context));
    const { promise: limit, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => reject(new Error(`setup took longer than ${SETUP_LIMIT_MS} ms`)),
      SETUP_LIMIT_MS,
    );
    try {
      await Promise.race([definition.setup(context), limit]);
    } finally {
      clearTimeout(timer);
    }
  }

  async function deactivate(activation: Activation): Promise<void> {
    const remaining = new Map(generations.current().activations);
    remaining.delete(activation.id);
    await generations.show(nextGeneration(generations.current(), remaining, installedAreas, serverWords));
    const timer = setTimeout(
      () => activation.ending.abort(new Error('the plugin was switched off')),
      DRAIN_LIMIT_MS,
    );
    await activation.idle();
    clearTimeout(timer);
    activation.ending.abort(new Error('the plugin was switched off'));
    await activation.scope.dispose((error) => log.error({ plugin: activation.id, error }, 'disposer failed'));
    store.releaseModels(activation.id);
    log.info({ plugin: activation.id, generation: generations.current().number }, 'plugin disposed');
  }

  async function bringInLine(): Promise<void> {
    const fresh = await readPluginStates(store.connection);
    if (!Bun.deepEquals(fresh, states)) await options.saveStates(fresh);
    states = fresh;
    enabled = enabledIds();
    const wanted = wantedPlugins();
    for (const activation of [...generations.current().activations.values()].reverse())
      if (!wanted.has(activation.id)) await deactivate(activation);
    for (const plugin of order) {
      if (!enabled.has(plugin.id)) failures.delete(plugin.id);
      else if (!generations.current().activations.has(plugin.id)) await activateOrReport(plugin);
    }
    await generations.notifyAgain();
  }

  /** What is switched on together with everything that it requires. */
  function wantedPlugins(): ReadonlySet<string> {
    const wanted = new Set<string>();
    for (const plugin of order)
      if (enabled.has(plugin.id) && requirements(plugin).every((id) => wanted.has(id))) wanted.add(plugin.id);
    return wanted;
  }

  async function activateOrReport(plugin: InstalledPlugin): Promise<void> {
    const missing = requirements(plugin).find((id) => !generations.current().activations.has(id));
    if (missing !== undefined) {
      failures.set(plugin.id, `requires ${missing}, which is not active`);
      waiting.add(plugin.id);
      return;
    }
    // What failed of itself fails again: it is tried anew when it is switched off and on, or what it requires has come.
    if (failures.has(plugin.id) && !waiting.delete(plugin.id)) return;
    try {
      await activate(plugin);
    } catch (error) {
      if (knownFailure(error)?.code === errors.storeUnavailable.code) throw error;
      failures.set(plugin.id, error instanceof Error ? error.message : String(error));
      log.error({ plugin: plugin.id, error }, 'plugin did not activate');
    }
  }

  function requirements(plugin: InstalledPlugin): string[] {
    return Object.keys(plugin.manifest?.requires ?? {});
  }

  function serially(work: () => Promise<void>): Promise<void> {
    const run = queue.then(work);
    queue = run.catch(() => {});
    return run;
  }

  return {
    statuses: () =>
      installed.map((plugin) => {
        const isActive = generations.current().activations.has(plugin.id);
        const reason = failures.get(plugin.id);
        return {
          id: plugin.id,
          version: plugin.entry?.version,
          state: isActive ? 'active' : reason === undefined ? 'disabled' : 'failed',
          reason: isActive ? undefined : reason,
          isRequired: plugin.entry?.required === true,
        };
      }),
    isEnabled: (id) => enabled.has(id),
    reconcile: () => serially(bringInLine),
    async switchPlugin(id, isOn) {
      const plugin = installed.find((other) => other.id === id);
      if (plugin?.entry === undefined) throw new TypeError(`plugin ${id} is not installed`);
      if (plugin.entry.required === true && !isOn) throw new TypeError(`plugin ${id} is required`);
      await writePluginState(store.connection, id, isOn, options.sources.clock.date());
      await serially(bringInLine);
    },
    dispose: () =>
      serially(async () => {
        for (const activation of [...generations.current().activations.values()].reverse())
          await deactivate(activation);
      }),
  };
}
