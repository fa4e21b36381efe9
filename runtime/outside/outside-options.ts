import type { Manifest } from '@waypost/contract';
import type { Disposer, Logger, PlatformFacts } from '@waypost/sdk';
import type { Outgoing } from '../outgoing/index.ts';
import type { OutsideLimits } from './host/limits.ts';
import type { VisitWritesOptions } from './host/visit-writes.ts';
import type { RunningCommands } from './store-proxy/running-commands.ts';
import type { OpenUpstream } from './store-proxy/store-way.ts';

/** What a plugin that runs in a process of its own is started with. */
export interface OutsideOptions {
  manifest: Manifest;
  /** Folder of the release, absolute. */
  directory: string;
  granted: ReadonlySet<string>;
  /** Name of the store's database, and the way to it; of the latter the plugin sees nothing. */
  database: string;
  openStore: OpenUpstream;
  /** Commands of all plugins, where one of them can keep the store from the others. */
  running?: RunningCommands;
  platform: PlatformFacts;
  /** Calls back when `platform` answers something else; without it nothing ever does. */
  watchPlatform?(listener: () => void): Disposer;
  log: Logger;
  /** How links are written in a transaction that the plugin has begun. */
  links: Pick<VisitWritesOptions, 'join' | 'pluginsOf'>;
  /** Whether a collection that begins like the plugin's belongs to another plugin; asked at each command. */
  isForeignCollection?: (collection: string) => boolean;
  limits?: Partial<OutsideLimits>;
  outgoing: Outgoing;
}
