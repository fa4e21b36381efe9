import { collectionPrefix } from '@waypost/contract';
import type { Disposer, Logger, PlatformFacts } from '@waypost/sdk';
import type { Outgoing } from '../outgoing/index.ts';
import type { InstalledPlugin } from '../plugin/release/installed.ts';
import { ownedCollectionsOf } from '../plugin/store/owned-collections.ts';
import type { StoreAccess } from '../storage/index.ts';
import { readLinkPlugins } from '../visit/index.ts';
import { type OutsidePlugin, outsidePlugin } from './outside-plugin.ts';
import { createRunningCommands } from './store-proxy/running-commands.ts';
import { upstreamOf } from './store-proxy/upstream.ts';

export interface OutsideRunnerOptions {
  storeUri: string;
  platform: PlatformFacts;
  /** Calls back when `platform` answers something else. */
  watchPlatform(listener: () => void): Disposer;
  outgoing: Outgoing;
  store: StoreAccess;
  /** Ids of all plugins that are installed now. */
  installed(): ReadonlySet<string>;
  logFor(plugin: string): Logger;
}

/** Starts plugins outside of this process, as the kernel asks for them. */
export interface OutsideRunner {
  run(plugin: InstalledPlugin): Promise<OutsidePlugin>;
  /** After the plugins have ended. */
  stop(): Promise<void>;
}

export function createOutsideRunner(options: OutsideRunnerOptions): OutsideRunner {
  const way = upstreamOf(options.storeUri);
  const running = way.isEmbedded ? createRunningCommands() : undefined;

  async function run(plugin: InstalledPlugin): Promise<OutsidePlugin> {
    const { manifest } = plugin;
    if (manifest === undefined) throw new TypeError(plugin.problem ?? `${plugin.place} has no manifest`);
    const owned = await ownedCollectionsOf(options.store.connection).all();
    const ofOthers = new Set(owned.filter((one) => one.plugin !== plugin.id).map((one) => one._id));
    const prefix = collectionPrefix(plugin.id);
    return outsidePlugin({
      manifest,
      directory: plugin.directory,
      granted: plugin.granted,
      database: options.store.database.databaseName,
      openStore: way.open,
      ...(running === undefined ? {} : { running }),
      platform: options.platform,
      watchPlatform: options.watchPlatform,
      outgoing: options.outgoing,
      log: options.logFor(plugin.id),
      links: {
        join: options.store.joinTransaction,
        pluginsOf: (ids, session) => readLinkPlugins(options.store.database, ids, session),
      },
      // `shop` and `shop-extra` begin alike. One that comes later has to be another's as well.
      isForeignCollection: (collection) =>
        ofOthers.has(collection) ||
        [...options.installed()].some(
          (id) =>
            collectionPrefix(id) !== prefix &&
            collectionPrefix(id).startsWith(prefix) &&
            collection.startsWith(collectionPrefix(id)),
        ),
    });
  }

  return { run, stop: way.close };
}
