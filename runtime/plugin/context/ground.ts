import type { Manifest, SettingsForm } from '@waypost/contract';
import type { Disposer, PluginContext } from '@waypost/sdk';
import type { PlatformContext } from '@waypost/sdk/platform';
import type { MenuEntry } from '../../services/catalogue.ts';
import type { PluginModels, StoreAccess } from '../../storage/index.ts';
import type { Route } from '../activation/route.ts';
import type { OfferedService } from '../exchange/provided-services.ts';
import type { MountedResource } from '../resource/mounted-resource.ts';

/**
 * What a plugin's context stands on. There are two: the server's process, where what a plugin registers takes effect at
 * once, and a process of the plugin's own, from where it crosses to the server. What a plugin may do is decided above it,
 * in one place for both; a ground carries out what was found right.
 */
export interface ContextGround
  extends Pick<
    PluginContext,
    | 'log'
    | 'clock'
    | 'random'
    | 'platform'
    | 'translate'
    | 'restored'
    | 'fetch'
    | 'passwords'
    | 'secrets'
    | 'unseal'
  > {
  manifest: Manifest;
  /** What an administrator has granted, in the form of `requestedCapabilities`. */
  granted: ReadonlySet<string>;
  models: Pick<PluginModels, 'resource' | 'foreign' | 'collection'>;
  transaction: StoreAccess['transaction'];
  /** Who takes part in changes of rows. */
  rowHooks: MountedResource['hooks'];
  registry: GroundRegistry;
  exchange: GroundExchange;
  extension: GroundExtension;
  onDispose: PluginContext['onDispose'];
  /** Each is asked for when it is used, and throws where it is not there. */
  internet(): PluginContext['internet'];
  jobs(): PluginContext['jobs'];
  operations(): PluginContext['operations'];
  operationDesk(): PlatformContext['operationDesk'];
  listDesk(): PlatformContext['listDesk'];
  auditDesk(): PlatformContext['auditDesk'];
  databaseDesk(): PlatformContext['databaseDesk'];
  installation(): PlatformContext['installation'];
  languages(): PlatformContext['languages'];
  roles(): PlatformContext['roles'];
  visits(): PluginContext['visits'];
  ledger(): PluginContext['ledger'];
  answers(): PluginContext['answers'];
  identity(): PluginContext['identity'];
  processes(): PluginContext['processes'];
  plugins(): PlatformContext['plugins'];
}

/** What others see of a plugin by looking at it. */
export interface GroundRegistry {
  /** @throws TypeError when a call of the name is there */
  route(route: Route): Disposer;
  permission(node: string): Disposer;
  menu(entry: MenuEntry): Disposer;
  /** One registration made of several: they are seen together, and undone together, last first. */
  together(disposers: Disposer[]): Disposer;
}

/** How plugins and browsers hear of each other. */
export interface GroundExchange extends Pick<PluginContext, 'events' | 'realtime' | 'audit' | 'audited'> {
  provide(offer: OfferedService, service: unknown): Disposer;
  /** The service when it is offered in a version of the range. */
  find(name: string, range: string): unknown;
}

/** How plugins extend each other. */
export interface GroundExtension extends Pick<PluginContext, 'hooks' | 'points' | 'visitRules'> {
  settings: {
    declare(form: SettingsForm): Disposer;
    read(): Promise<Record<string, unknown>>;
    onChange(listener: (values: Record<string, unknown>) => Promise<void> | void): Disposer;
  };
}
