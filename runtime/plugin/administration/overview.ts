import { LOCALES, requestedCapabilities } from '@waypost/contract';
import type {
  PluginDetails,
  PluginFailure,
  PluginOverview,
  PluginRelease,
  PluginState,
} from '@waypost/sdk/platform';
import { readPluginWords } from '../../services/locale/texts.ts';
import { RUNTIME_SERVICES } from '../exchange/provided-services.ts';
import { failureSentence } from '../host/failure-sentence.ts';
import type { Candidates, InstalledPlugin } from '../release/installed.ts';
import { describeBackup } from '../store/backups.ts';
import type { ReleaseDocument } from '../store/releases.ts';
import { countCollections } from './collections.ts';
import { pluginErrors } from './errors.ts';
import {
  type AdministrationOptions,
  candidateOf,
  dependentsOf,
  type Facts,
  type Snapshot,
  servedOf,
} from './facts.ts';

/** Reads plugins for lists and pages. */
export function createOverview(options: AdministrationOptions, facts: Facts) {
  async function overview(one: Candidates, snapshot: Snapshot): Promise<PluginOverview> {
    const { chosen } = one;
    const served = servedOf(snapshot, one.id);
    const manifest = chosen?.manifest;
    const failure = failureOf(one, snapshot);
    return {
      id: one.id,
      title: manifest?.title ?? one.id,
      ...(await wordsOf(one, snapshot)),
      icon: manifest?.icon ?? '',
      version: served?.version ?? null,
      release: chosen?.release ?? null,
      source: chosen?.source ?? 'archive',
      trust: chosen?.trust ?? 'outside',
      state: stateOf(one, served?.state, failure),
      reason: failure === null ? (served?.reason ?? null) : failureSentence(failure),
      failure,
      is_enabled: one.isEnabled,
      is_required: one.isRequired,
      requires: [
        ...Object.entries(manifest?.requires ?? {}).map(([id, range]) =>
          requirement(id, range, servedOf(snapshot, id)?.version ?? null),
        ),
        ...Object.entries(manifest?.needs ?? {}).map(([name, range]) =>
          requirement(name, range, offeredVersionOf(name, snapshot)),
        ),
      ],
      dependents: dependentsOf(snapshot, one.id),
      missing_capabilities: [...one.missing],
      newer: newerThan(one, snapshot),
      quarantined: snapshot.processes.reduce(
        (sum, { plugins }) => sum + (plugins.find(({ id }) => id === one.id)?.quarantined.length ?? 0),
        0,
      ),
    };
  }

  function describeRelease(document: ReleaseDocument): PluginRelease {
    return {
      release: document.release,
      version: document.version,
      sha256: document.sha256,
      size: document.size,
      source: document.source,
      key: document.key,
      is_key_trusted: facts.isTrustedKey(document.key),
      capabilities: requestedCapabilities(document.manifest),
      create_time: document.create_time.toISOString(),
    };
  }

  return {
    describeRelease,
    async list(): Promise<PluginOverview[]> {
      const snapshot = await facts.read();
      const rows: PluginOverview[] = [];
      for (const one of [...snapshot.candidates, ...received(snapshot)])
        rows.push(await overview(one, snapshot));
      return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    },
    async one(id: string): Promise<PluginOverview> {
      const snapshot = await facts.read();
      return overview(candidateOf(snapshot, id), snapshot);
    },
    async details(id: string): Promise<PluginDetails> {
      const snapshot = await facts.read();
      const one = received(snapshot).find((other) => other.id === id) ?? candidateOf(snapshot, id);
      const releases = snapshot.releases.filter(({ plugin }) => plugin === id);
      const shown = one.chosen ?? releaseAsPlugin(releases[0]);
      if (shown === undefined) throw pluginErrors.unknown.create({ plugin: id });
      const backup = await facts.backups.find(id);
      return {
        ...(await overview(one, snapshot)),
        engine: shown.manifest?.engine ?? '',
        areas: [...(shown.manifest?.areas ?? [])],
        capabilities: (shown.manifest === undefined ? [] : requestedCapabilities(shown.manifest)).map(
          (name) => ({
            name,
            is_granted: shown.granted.has(name),
          }),
        ),
        surface: (await options.live?.surface(id)) ?? (await facts.surfaceOf(shown)).surface,
        releases: [
          ...(shown.source === 'registry' && shown.manifest !== undefined ? [registryRelease(shown)] : []),
          ...releases.map(describeRelease),
        ],
        collections: await countCollections(options.store, await facts.owned.of(id)),
        processes: snapshot.processes.map(({ _id, plugins, seen_time }) => {
          const served = plugins.find((plugin) => plugin.id === id);
          return {
            process: _id,
            release: served?.release ?? null,
            state: served?.state ?? 'disabled',
            reason: served?.reason ?? null,
            seen_time: seen_time.toISOString(),
          };
        }),
        backup: backup === undefined ? null : describeBackup(backup),
      };
    },
  };
}

function requirement(id: string, range: string, version: string | null): PluginOverview['requires'][number] {
  return { id, range, version, is_met: version !== null && Bun.semver.satisfies(version, range) };
}

/** The version in which a service is offered now. */
function offeredVersionOf(name: string, snapshot: Snapshot): string | null {
  for (const { id, chosen } of snapshot.candidates) {
    const version = chosen?.manifest?.services?.[name];
    if (version !== undefined && (servedOf(snapshot, id)?.release ?? null) !== null) return version;
  }
  return RUNTIME_SERVICES[name] ?? null;
}

/** Whatever process answers: one in which it works does not make up for those in which it does not. */
function stateOf(
  one: Candidates,
  served: PluginState | undefined,
  failure: PluginFailure | null,
): PluginState {
  if (failure !== null) return 'failed';
  if (one.isEnabled && one.missing.length > 0) return 'waiting';
  if (!one.isEnabled) return 'disabled';
  return served ?? 'disabled';
}

/** The first failure among the processes, this one's before those of others. */
function failureOf({ id, chosen, isEnabled }: Candidates, snapshot: Snapshot): PluginFailure | null {
  const of = snapshot.processes.length;
  if (chosen?.problem !== undefined)
    return {
      kind: 'release',
      version: chosen.manifest?.version ?? '',
      reason: chosen.problem,
      serving: servedOf(snapshot, id)?.version ?? null,
      processes: [],
      of,
    };
  if (!isEnabled) return null;
  const failed = snapshot.processes.flatMap(({ _id, plugins }) =>
    plugins.flatMap(({ id: other, failure, version }) =>
      other === id && failure ? [{ process: _id, failure, version }] : [],
    ),
  );
  const [first] = failed;
  if (first === undefined) return null;
  return {
    ...first.failure,
    serving: first.failure.kind === 'process' ? null : first.version,
    processes: failed.map(({ process }) => process),
    of,
  };
}

/** The newest release by version that is above the chosen one. */
function newerThan({ id, chosen }: Candidates, snapshot: Snapshot): PluginOverview['newer'] {
  const version = chosen?.manifest?.version;
  const newest = snapshot.releases
    .filter((release) => release.plugin === id)
    .sort(
      (a, b) => Bun.semver.order(b.version, a.version) || b.create_time.getTime() - a.create_time.getTime(),
    )[0];
  if (newest === undefined || newest.release === chosen?.release) return null;
  const isAbove = version === undefined || Bun.semver.order(newest.version, version) >= 0;
  return isAbove ? { release: newest.release, version: newest.version } : null;
}

/** A release that nobody chose yet, to be looked at. */
export function releaseAsPlugin(
  document: ReleaseDocument | undefined,
  granted: readonly string[] = [],
): InstalledPlugin | undefined {
  if (document === undefined) return undefined;
  return {
    place: document._id,
    id: document.plugin,
    entry: undefined,
    manifest: document.manifest,
    release: document.release,
    directory: '',
    source: document.source,
    trust: 'outside',
    granted: new Set(granted),
    problem: undefined,
  };
}

function registryRelease(plugin: InstalledPlugin): PluginRelease {
  return {
    release: plugin.release,
    version: plugin.release,
    sha256: '',
    size: 0,
    source: 'registry',
    key: null,
    is_key_trusted: false,
    capabilities: [...plugin.granted].sort(),
    create_time: null,
  };
}

/** Plugins that have been received and never been chosen. */
function received(snapshot: Snapshot): Candidates[] {
  const known = new Set(snapshot.candidates.map(({ id }) => id));
  const ids = new Set(snapshot.releases.map(({ plugin }) => plugin).filter((id) => !known.has(id)));
  return [...ids].map((id) => ({
    id,
    isEnabled: false,
    isRequired: false,
    chosen: undefined,
    missing: [],
    previous: undefined,
  }));
}

/** As its chosen release calls itself and says what it is for; one that was only received, as its newest does. */
async function wordsOf(
  { id, chosen }: Candidates,
  snapshot: Snapshot,
): Promise<Pick<PluginOverview, 'names' | 'descriptions'>> {
  if (chosen?.source !== 'registry') {
    const found = snapshot.releases.find(
      ({ plugin, release }) => plugin === id && (chosen === undefined || release === chosen.release),
    );
    return { names: found?.names ?? {}, descriptions: found?.descriptions ?? {} };
  }
  const { manifest } = chosen;
  if (manifest === undefined) return { names: {}, descriptions: {} };
  const words = await readPluginWords(chosen.directory);
  const inAll = (key: string | undefined) =>
    Object.fromEntries(
      LOCALES.flatMap((locale) => {
        const text = key === undefined ? undefined : words[locale].get(key);
        return text === undefined ? [] : [[locale, text]];
      }),
    );
  return { names: inAll(manifest.title), descriptions: inAll(manifest.description) };
}
