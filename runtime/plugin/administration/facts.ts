import type { Clock, Logger, RequestContext, SignedRequest } from '@waypost/sdk';
import type { PluginContribution, PluginHealth, PluginSurface } from '@waypost/sdk/platform';
import type { AuditLog } from '../../services/index.ts';
import type { StoreAccess } from '../../storage/index.ts';
import { emptySurface, serviceText } from '../activation/surface.ts';
import type { PluginSettings } from '../extension/plugin-settings.ts';
import { type Candidates, type InstalledPlugin, resolveCandidates } from '../release/installed.ts';
import { requiredPlugins } from '../release/requirements.ts';
import { backupsOf } from '../store/backups.ts';
import { ownedCollectionsOf } from '../store/owned-collections.ts';
import { type ProcessDocument, processesOf } from '../store/processes.ts';
import { type ReleaseDocument, releaseId, releasesOf } from '../store/releases.ts';
import { type PluginStates, statesOf } from '../store/states.ts';
import { pluginErrors } from './errors.ts';

/** What only the process that serves knows; the command line has none of it. */
export interface LivePlugins {
  processId: string;
  /** Brings this process in line at once, so that an answer already tells how it went with a plugin. */
  reconcile(id: string): Promise<void>;
  health(id: string): Pick<PluginHealth, 'parts' | 'child' | 'own_processes'> | undefined;
  open(id: string): { calls: number; channels: number };
  surface(id: string): Promise<PluginSurface | undefined>;
  contributions(): PluginContribution[];
  settings: Pick<PluginSettings, 'view' | 'change'>;
  /** Takes a code of the caller's second factor, where there is one. */
  requireCode(code: string | undefined, request: SignedRequest): Promise<void>;
}

export interface AdministrationOptions {
  store: StoreAccess;
  /** Plugins of registry.json. */
  registry: readonly InstalledPlugin[];
  engineVersion: string;
  trustedKeys: readonly Uint8Array[];
  /** PLUGIN_DIR */
  pluginDirectory: string | undefined;
  /** DATA_DIR */
  dataDirectory: string;
  live: LivePlugins | undefined;
  /** The chained history of plugins. */
  history: AuditLog;
  /** The chained log of what plugins change. */
  changes: AuditLog;
  /** Takes a plugin's permission nodes out of roles and keys. */
  forgetPermissions(plugin: string): Promise<number>;
  /** Forgets what a plugin has had answered to plain requests. */
  forgetAnswers(plugin: string): Promise<void>;
  /** Ids of plugins that roles and keys name permissions of. */
  permissionOwners(): Promise<string[]>;
  clock: Clock;
  log: Logger;
}

/** Collections and shared reading of every part of the administration. */
export function createFacts(options: AdministrationOptions) {
  const { connection } = options.store;
  const stores = {
    states: statesOf(connection),
    releases: releasesOf(connection),
    processes: processesOf(connection),
    owned: ownedCollectionsOf(connection),
    backups: backupsOf(connection),
  };
  const keys = new Set(options.trustedKeys.map((key) => Buffer.from(key).toString('base64url')));

  return {
    ...stores,
    isTrustedKey: (key: string | null) => key !== null && keys.has(key),
    isInRegistry: (id: string) => options.registry.some((plugin) => plugin.id === id),

    /** Everything that the store says at this moment. */
    async read(): Promise<Snapshot> {
      const [states, releases, processes] = [
        await stores.states.read(),
        await stores.releases.all(),
        await stores.processes.living(options.clock.now()),
      ];
      const candidates = resolveCandidates({
        registry: options.registry.map((plugin) => ({ ...plugin })),
        states,
        releases: new Map(releases.map((release) => [release._id, release])),
        engineVersion: options.engineVersion,
        directoryOf: () => '',
        isTrustedKey: (key) => keys.has(key),
      });
      // This process first: what it serves is what its caller sees.
      processes.sort(
        (a, b) => Number(b._id === options.live?.processId) - Number(a._id === options.live?.processId),
      );
      return { states, releases, processes, candidates };
    },

    /** What a release shows: as it does now, as it did when it last ran, or as its manifest says. */
    async surfaceOf(
      plugin: InstalledPlugin,
    ): Promise<{ surface: PluginSurface; migrations: number | null; isComplete: boolean }> {
      const known = await stores.processes.surface(releaseId(plugin.id, plugin.release));
      if (known !== undefined)
        return { surface: known.surface, migrations: known.migrations, isComplete: true };
      const { manifest } = plugin;
      return {
        surface: {
          ...emptySurface(),
          screens: [...(manifest?.public_screens ?? [])].sort(),
          jobs: [...(manifest?.schedules ?? [])].sort(),
          topics: (manifest?.topics ?? []).map((topic) => `${plugin.id}.${topic}`).sort(),
          services: Object.keys(manifest?.services ?? {})
            .map((name) => serviceText(manifest ?? {}, name))
            .sort(),
          contributions: (manifest?.slots ?? []).map(({ slot, name }) => `slot:${slot}:${name}`).sort(),
        },
        migrations: null,
        isComplete: false,
      };
    },

    /** Records who did what. Without a request it was the operator of the machine. */
    async record(
      verb: string,
      plugin: string,
      request: RequestContext | undefined,
      facts: { before?: unknown; after?: unknown; target?: string } = {},
    ): Promise<void> {
      await options.history.record({
        type: `plugin.${verb}`,
        plugin,
        ...facts,
        ...(request === undefined ? {} : { request }),
      });
    },
  };
}

export type Facts = ReturnType<typeof createFacts>;

export interface Snapshot {
  states: PluginStates;
  releases: ReleaseDocument[];
  /** Living ones, this one first. */
  processes: ProcessDocument[];
  candidates: Candidates[];
}

/** @throws AppError `plugin_unknown` */
export function candidateOf(snapshot: Snapshot, id: string): Candidates {
  const found = snapshot.candidates.find((one) => one.id === id);
  if (found === undefined) throw pluginErrors.unknown.create({ plugin: id });
  return found;
}

/** What is switched on, as it was chosen; `also` whether or not it is. */
export function enabledPlugins({ candidates }: Snapshot, also?: string): InstalledPlugin[] {
  return candidates.flatMap(({ id, isEnabled, chosen }) =>
    chosen !== undefined && (isEnabled || id === also) ? [chosen] : [],
  );
}

/**
 * Enabled plugins that require `id` or need a service of it, also through others; the outermost first, as they have to
 * be switched off.
 */
export function dependentsOf(snapshot: Snapshot, id: string): string[] {
  const found: string[] = [];
  const all = enabledPlugins(snapshot, id);
  const visit = (of: string) => {
    for (const { id: other, isEnabled, chosen } of snapshot.candidates) {
      if (!isEnabled || chosen === undefined || found.includes(other) || other === id) continue;
      if (!requiredPlugins(chosen, all).some((required) => required.id === of)) continue;
      visit(other);
      found.push(other);
    }
  };
  visit(id);
  return found;
}

/** What serves of a plugin, in this process or else in the first that lives. */
export function servedOf(snapshot: Snapshot, id: string) {
  for (const process of snapshot.processes) {
    const served = process.plugins.find((plugin) => plugin.id === id);
    if (served !== undefined) return served;
  }
  return undefined;
}
