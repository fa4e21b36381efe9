import {
  isReservedPluginId,
  type Manifest,
  type RegistryEntry,
  requestedCapabilities,
} from '@waypost/contract';
import type { PluginSource, PluginTrust } from '@waypost/sdk/platform';
import type { ReleaseDocument } from '../store/releases.ts';
import type { PluginStateDocument, ReleaseChoice } from '../store/states.ts';

/** One release of a plugin that could be activated, or why not. */
export interface InstalledPlugin {
  /** `plugins.2` of registry.json, or `shop@1.0.0-0a1b2c3d`. */
  place: string;
  id: string;
  entry: RegistryEntry | undefined;
  manifest: Manifest | undefined;
  /** Of registry.json's plugins the version. */
  release: string;
  /** Absolute path. */
  directory: string;
  source: PluginSource;
  trust: PluginTrust;
  /** What was granted, in the form of `requestedCapabilities`. */
  granted: ReadonlySet<string>;
  problem: string | undefined;
}

/** The releases of one plugin that may serve, the wanted one first. */
export interface Candidates {
  id: string;
  isEnabled: boolean;
  isRequired: boolean;
  /** What administrators or registry.json chose; undefined when its release is gone from the store. */
  chosen: InstalledPlugin | undefined;
  /** What the chosen one asks for and nobody granted. */
  missing: readonly string[];
  /** Served before; goes on as long as the chosen one cannot. */
  previous: InstalledPlugin | undefined;
}

/** Two activations of the same stamp are the same. */
export function stampOf(plugin: Pick<InstalledPlugin, 'release' | 'trust' | 'granted'>): string {
  return `${plugin.release} ${plugin.trust} ${[...plugin.granted].sort().join(',')}`;
}

export function missingCapabilities(plugin: InstalledPlugin): string[] {
  if (plugin.manifest === undefined) return [];
  return requestedCapabilities(plugin.manifest).filter((capability) => !plugin.granted.has(capability));
}

export interface ResolveOptions {
  registry: readonly InstalledPlugin[];
  states: ReadonlyMap<string, PluginStateDocument>;
  /** Releases that states name. */
  releases: ReadonlyMap<string, ReleaseDocument>;
  engineVersion: string;
  directoryOf(id: string, release: string): string;
  isTrustedKey(key: string): boolean;
}

/** What is installed by registry.json and by administrators. The operator's own file goes first. */
export function resolveCandidates(options: ResolveOptions): Candidates[] {
  const { registry, states } = options;
  const all: Candidates[] = registry.map((plugin) => {
    const state = states.get(plugin.id);
    return {
      id: plugin.id,
      isEnabled:
        plugin.entry !== undefined &&
        (plugin.entry.required === true || (state?.enabled ?? plugin.entry.enabled)) &&
        state?.is_held !== true,
      isRequired: plugin.entry?.required === true,
      chosen: plugin,
      missing: [],
      previous: undefined,
    };
  });
  const own = new Set(registry.map(({ id }) => id));
  for (const state of [...states.values()].sort((a, b) => (a._id < b._id ? -1 : 1))) {
    if (own.has(state._id) || !state.chosen) continue;
    const chosen = fromRelease(state._id, state.chosen, options);
    const previous = state.previous ? fromRelease(state._id, state.previous, options) : undefined;
    all.push({
      id: state._id,
      isEnabled: state.enabled === true && state.is_held !== true,
      isRequired: false,
      chosen,
      missing: chosen === undefined ? [] : missingCapabilities(chosen),
      previous: previous !== undefined && missingCapabilities(previous).length === 0 ? previous : undefined,
    });
  }
  return withoutConflicts(all);
}

function fromRelease(
  id: string,
  choice: ReleaseChoice,
  options: ResolveOptions,
): InstalledPlugin | undefined {
  const document = options.releases.get(`${id}@${choice.release}`);
  if (document === undefined) return undefined;
  const { manifest } = document;
  const isTrusted = choice.trusted && document.key !== null && options.isTrustedKey(document.key);
  return {
    place: document._id,
    id,
    entry: undefined,
    manifest,
    release: document.release,
    directory: options.directoryOf(id, document.release),
    source: document.source,
    trust: isTrusted ? 'trusted' : 'outside',
    granted: new Set(choice.granted),
    problem: problemOf(manifest, options.engineVersion),
  };
}

function problemOf({ id, engine }: Manifest, engineVersion: string): string | undefined {
  // Received by a release that did not refuse it yet.
  if (isReservedPluginId(id)) return `plugin.json: id: collections of the platform begin with ${id}`;
  if (Bun.semver.satisfies(engineVersion, engine)) return undefined;
  return `plugin.json: engine: this runtime is ${engineVersion}, expected ${engine}`;
}

/**
 * Areas and public screens are given once, whether or not their plugin is switched on: otherwise switching one off would
 * hand its address to another, and with it the passwords that visitors type there.
 */
function withoutConflicts(all: Candidates[]): Candidates[] {
  const owners = new Map<string, string>();
  const claim = (id: string, plugin: InstalledPlugin | undefined, what: string) => {
    const owner = owners.get(what) ?? id;
    owners.set(what, owner);
    if (owner !== id && plugin !== undefined)
      plugin.problem ??= `${plugin.place}: the ${what} belongs to ${owner} already`;
  };
  for (const { id, chosen, previous } of all)
    for (const plugin of [chosen, previous]) {
      for (const area of plugin?.manifest?.areas ?? []) claim(id, plugin, `area ${area}`);
      for (const screen of plugin?.manifest?.public_screens ?? [])
        claim(id, plugin, `public screen ${screen}`);
    }
  return all;
}
