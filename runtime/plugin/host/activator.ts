import type { Clock, PluginDefinition } from '@waypost/sdk';
import type pino from 'pino';
import { readPluginWords } from '../../services/locale/texts.ts';
import { migrationLock, type StoreAccess } from '../../storage/index.ts';
import { type Activation, createActivation } from '../activation/activation.ts';
import { type Generation, nextGeneration } from '../activation/generation.ts';
import type { Generations } from '../activation/generations.ts';
import type { OutsideDefinition } from '../activation/outside-definition.ts';
import { createParts } from '../activation/parts.ts';
import { SETUP_LIMIT_MS, within } from '../activation/time-limit.ts';
import { type ContextSources, createPluginContext } from '../context/context.ts';
import type { InstalledPlugin } from '../release/installed.ts';
import { loadPlugin, unloadPlugin } from '../release/load-plugin.ts';
import { type BackupDocument, backupsOf } from '../store/backups.ts';
import { ownedCollectionsOf } from '../store/owned-collections.ts';

/** Time that calls in flight get when their plugin is disposed, milliseconds. */
const DRAIN_LIMIT_MS = 10_000;

/** Makes plugins visible and takes them away, each in one assignment. */
export interface Activator {
  /**
   * Makes a release visible, in the place of the one that serves, if any. Whatever fails leaves that one serving, its
   * data as they were.
   * @param isWanted asked at the last moment: a preparation may take long
   * @returns undefined when it was not wanted any more
   */
  show(plugin: InstalledPlugin, isWanted: () => boolean): Promise<Activation | undefined>;
  /** Takes a plugin away; its calls in flight end in the background. */
  hide(id: string): Promise<void>;
  /** Plugins of which an activation is still ending. */
  draining(): string[];
  /** Resolves when nothing is ending any more. */
  drained(): Promise<void>;
}

export interface ActivatorOptions {
  generations: Generations;
  store: StoreAccess;
  sources: ContextSources;
  log: pino.Logger;
  clock: Clock;
  /** Areas of everything that is installed, active or not. */
  installedAreas(): ReadonlyMap<string, string>;
  /** Runs a plugin outside of this process. */
  outside(plugin: InstalledPlugin): Promise<OutsideDefinition>;
  /** A part, or the process, of a plugin does otherwise than before. */
  onPartChange(): void;
}

export function createActivator(options: ActivatorOptions): Activator {
  const { generations, store, log } = options;
  const ending = new Map<Activation, Promise<void>>();

  const report = (plugin: string) => (error: unknown) => log.error({ plugin, error }, 'disposer failed');
  const next = (activations: ReadonlyMap<string, Activation>): Generation =>
    nextGeneration(generations.current(), activations, options.installedAreas(), generations.serverWords);

  /** Everything but the moment itself: afterwards the activation is ready and nobody sees it. */
  async function prepare(
    plugin: InstalledPlugin,
  ): Promise<{ activation: Activation; undo: () => Promise<void> }> {
    const { manifest } = plugin;
    if (manifest === undefined) throw new TypeError(plugin.problem ?? `${plugin.place} has no manifest`);
    const outside = plugin.trust === 'outside' ? await options.outside(plugin) : undefined;
    const definition = outside ?? (await loadPlugin(plugin));
    const activation = createActivation({
      plugin: { ...plugin, manifest },
      words: await readPluginWords(plugin.directory),
      models: store.models(),
      parts: createParts({
        plugin: plugin.id,
        clock: options.clock,
        canQuarantine: plugin.entry?.required !== true,
        onChange(part, reason) {
          if (reason === undefined) log.info({ plugin: plugin.id, part }, 'a part of a plugin works again');
          else log.error({ plugin: plugin.id, part, reason }, 'a part of a plugin is in quarantine');
          options.onPartChange();
        },
      }),
    });
    activation.child = outside?.process;
    if (outside?.process !== undefined) activation.scope.hold(outside.process.onChange(options.onPartChange));
    const undoing: (() => Promise<void>)[] = [];
    const undo = async () => {
      await activation.scope.dispose(report(plugin.id));
      await outside?.dispose();
      for (const step of undoing.reverse()) await step();
      release(activation);
    };
    try {
      const context = createPluginContext(activation, options.sources);
      await putBackUnfinished(plugin.id);
      undoing.push(await migrate(definition, activation, context));
      await within(SETUP_LIMIT_MS, 'setup', Promise.resolve(definition.setup(context)));
      await ownedCollectionsOf(store.connection).claim(plugin.id, activation.models.names());
      undoing.push(await activation.models.prepare());
      return { activation, undo };
    } catch (error) {
      await undo();
      throw error;
    }
  }

  /** A process was killed in the middle of migrations that run by themselves: the data are put back before anything reads them. */
  async function putBackUnfinished(plugin: string): Promise<void> {
    const backups = backupsOf(store.connection);
    if ((await backups.find(plugin))?.is_open !== true) return;
    await store.exclusively(migrationLock(plugin), async () => {
      const backup = await backups.find(plugin);
      if (backup?.is_open !== true) return;
      log.warn({ plugin, backup: backup.release }, 'a migration was cut off: the data are put back');
      await backups.restore(backup);
      await backups.close(plugin);
    });
  }

  /** @returns how to take back what the migrations did, should something fail after them */
  async function migrate(
    definition: PluginDefinition,
    activation: Activation,
    context: Parameters<PluginDefinition['setup']>[0],
  ): Promise<() => Promise<void>> {
    const { id, models } = activation;
    const serving = generations.current().activations.get(id);
    let backup: BackupDocument | undefined;
    const restore = async () => {
      if (backup === undefined) return;
      log.warn({ plugin: id, backup: backup.release }, 'the data of a plugin are put back');
      await backupsOf(store.connection).restore(
        backup,
        models.names().map(({ collection }) => collection),
      );
    };
    activation.migrations = definition.migrations.length;
    let isLarge = false;
    try {
      const ran = await store.migrate(id, definition.migrations, {
        async before(pending) {
          isLarge = pending.some((migration) => migration.isLarge);
          backup = await backupsOf(store.connection).make({
            plugin: id,
            release: serving?.release ?? '',
            nextRelease: activation.release,
            names: await existing(id),
            migrations: pending.map(({ number }) => number),
            isOpen: isLarge,
            time: options.clock.date(),
          });
        },
        run: (migration) => migration.up(context),
      });
      if (ran.length > 0) await backupsOf(store.connection).close(id);
      if (ran.length > 0) log.info({ plugin: id, migrations: ran }, 'plugin migrated');
      return ran.length > 0 ? restore : async () => {};
    } catch (error) {
      // In one transaction nothing has happened; a large one has to be put back.
      if (isLarge) {
        await restore();
        await backupsOf(store.connection).close(id);
      }
      throw error;
    }
  }

  async function existing(plugin: string): Promise<string[]> {
    const owned = new Set((await ownedCollectionsOf(store.connection).of(plugin)).map(({ _id }) => _id));
    const names = (await store.database.listCollections({}, { nameOnly: true }).toArray()).map(
      ({ name }) => name,
    );
    return names.filter((name) => owned.has(name)).sort();
  }

  function release(activation: Activation): void {
    activation.models.release();
    const isUsed = [...generations.current().activations.values(), ...ending.keys()].some(
      (other) => other !== activation && other.directory === activation.directory,
    );
    if (!isUsed) unloadPlugin(activation);
  }

  /** What an earlier release had and this one has not: indexes and jobs. */
  async function forgetOld(old: Activation, now: Activation): Promise<void> {
    // Another switch may have come meanwhile.
    if (generations.current().activations.get(now.id) !== now) return;
    await now.models.dropOldIndexes();
    const gone = [...old.declared.jobs].filter((job) => !now.declared.jobs.has(job));
    await options.sources.jobs.forget(gone.map((job) => `${now.id}.${job}`));
  }

  /** Lets what is on its way end, then undoes the rest. Nobody sees the activation any more. */
  function finish(activation: Activation, then: () => Promise<void> = async () => {}): void {
    const end = async () => {
      const reason = new Error('the plugin was switched off');
      const timer = setTimeout(() => activation.ending.abort(reason), DRAIN_LIMIT_MS);
      await activation.idle();
      clearTimeout(timer);
      activation.ending.abort(reason);
      await activation.scope.dispose(report(activation.id));
      ending.delete(activation);
      release(activation);
      options.onPartChange();
      log.info({ plugin: activation.id, release: activation.release }, 'plugin disposed');
      await then();
    };
    ending.set(
      activation,
      end().catch((error: unknown) => {
        ending.delete(activation);
        report(activation.id)(error);
      }),
    );
  }

  return {
    async show(plugin, isWanted) {
      const { activation, undo } = await prepare(plugin);
      if (!isWanted()) {
        await undo();
        return undefined;
      }
      const { activations } = generations.current();
      const old = activations.get(plugin.id);
      const started = performance.now();
      let flipped = started;
      try {
        const shown = next(new Map([...activations, [plugin.id, activation]]));
        if (old?.manifest.remote !== undefined)
          activation.predecessor = { release: old.release, root: `${old.directory}/${old.manifest.remote}` };
        old?.scope.withdraw(report(plugin.id));
        try {
          activation.scope.commit();
        } catch (error) {
          old?.scope.commit();
          throw error;
        }
        generations.show(shown);
        flipped = performance.now();
      } catch (error) {
        await undo();
        throw error;
      }
      await generations.notify();
      if (old !== undefined) finish(old, () => forgetOld(old, activation));
      log.info(
        {
          plugin: plugin.id,
          release: plugin.release,
          generation: generations.current().number,
          flip_ms: rounded(flipped - started),
          ...(old === undefined ? {} : { replaces: old.release }),
        },
        'plugin activated',
      );
      return activation;
    },
    async hide(id) {
      const { activations } = generations.current();
      const old = activations.get(id);
      if (old === undefined) return;
      const started = performance.now();
      const remaining = new Map(activations);
      remaining.delete(id);
      const shown = next(remaining);
      old.scope.withdraw(report(id));
      generations.show(shown);
      const flipped = performance.now();
      await generations.notify();
      finish(old);
      log.info(
        { plugin: id, generation: generations.current().number, flip_ms: rounded(flipped - started) },
        'plugin taken away',
      );
    },
    draining: () => [...new Set([...ending.keys()].map(({ id }) => id))],
    async drained() {
      await Promise.all(ending.values());
    },
  };
}

/** Milliseconds with three digits behind the point: a flip takes a fraction of one. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}
