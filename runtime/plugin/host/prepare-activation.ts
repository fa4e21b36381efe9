import type { Clock, PluginDefinition } from '@waypost/sdk';
import type pino from 'pino';
import { readPluginWords } from '../../services/locale/texts.ts';
import type { StoreAccess } from '../../storage/index.ts';
import { type Activation, createActivation } from '../activation/activation.ts';
import { type Breakers, createBreakers } from '../activation/breakers.ts';
import type { Generations } from '../activation/generations.ts';
import type { OutsideDefinition } from '../activation/outside-definition.ts';
import { SETUP_LIMIT_MS, within } from '../activation/time-limit.ts';
import { createServerContext } from '../context/server-context.ts';
import type { ContextSources } from '../context/server-ground.ts';
import type { InstalledPlugin } from '../release/installed.ts';
import { loadPlugin } from '../release/load-plugin.ts';
import { ownedCollectionsOf } from '../store/owned-collections.ts';
import { reportDisposal } from './endings.ts';
import { migratePlugin, putBackUnfinished } from './plugin-migrations.ts';

export interface PreparationPlace {
  generations: Generations;
  store: StoreAccess;
  sources: ContextSources;
  log: pino.Logger;
  clock: Clock;
  /** Runs a plugin outside of this process. */
  outside(plugin: InstalledPlugin): Promise<OutsideDefinition>;
  /** Brings the code of a plugin that runs here; by default it is imported from its folder. */
  load?(plugin: InstalledPlugin): Promise<PluginDefinition>;
  /** A part, or the process, of a plugin does otherwise than before. */
  onPartChange(): void;
  /** Gives back what an activation holds of this process. */
  release(activation: Activation): void;
}

/** An activation that is ready and that nobody sees. */
export interface Prepared {
  activation: Activation;
  /** Ends it again and puts its data back. */
  undo(): Promise<void>;
}

/** Everything of an activation but the moment in which it becomes visible. Whatever fails undoes what came before it. */
export async function prepareActivation(plugin: InstalledPlugin, place: PreparationPlace): Promise<Prepared> {
  const { store, log } = place;
  const { manifest } = plugin;
  if (manifest === undefined) throw new TypeError(plugin.problem ?? `${plugin.place} has no manifest`);
  const outside = plugin.trust === 'outside' ? await place.outside(plugin) : undefined;
  const definition = outside ?? (await (place.load ?? loadPlugin)(plugin));
  const activation = createActivation({
    plugin: { ...plugin, manifest },
    words: place.generations.withChanges(plugin.id, await readPluginWords(plugin.directory)),
    models: store.models(),
    breakers: breakersOf(plugin, place),
  });
  activation.child = outside?.process;
  if (outside?.process !== undefined) activation.scope.hold(outside.process.onChange(place.onPartChange));
  const undoing: (() => Promise<void>)[] = [];
  const undo = async () => {
    await activation.scope.dispose(reportDisposal(log, plugin.id));
    await outside?.dispose();
    for (const step of undoing.reverse()) await step();
    place.release(activation);
  };
  try {
    const context = createServerContext(activation, place.sources);
    await putBackUnfinished(plugin.id, place);
    const serving = place.generations.current().activations.get(plugin.id);
    undoing.push(await migratePlugin({ definition, activation, context, serving }, place));
    await within(SETUP_LIMIT_MS, 'setup', Promise.resolve(definition.setup(context)));
    if (activation.processes !== undefined)
      activation.scope.hold(activation.processes.onChange(place.onPartChange));
    await ownedCollectionsOf(store.connection).claim(plugin.id, activation.models.names());
    undoing.push(await activation.models.prepare());
    return { activation, undo };
  } catch (error) {
    await undo();
    throw error;
  }
}

function breakersOf(plugin: InstalledPlugin, { clock, log, onPartChange }: PreparationPlace): Breakers {
  return createBreakers({
    plugin: plugin.id,
    clock,
    canQuarantine: plugin.entry?.required !== true,
    onChange(part, reason) {
      if (reason === undefined) log.info({ plugin: plugin.id, part }, 'a part of a plugin works again');
      else log.error({ plugin: plugin.id, part, reason }, 'a part of a plugin is in quarantine');
      onPartChange();
    },
  });
}
