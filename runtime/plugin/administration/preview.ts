import { requestedCapabilities } from '@waypost/contract';
import type { PluginChange, PluginPreview } from '@waypost/sdk/platform';
import { emptySurface, surfaceDifference } from '../activation/surface.ts';
import { hasSettings } from '../extension/stored-settings.ts';
import { type InstalledPlugin, missingCapabilities } from '../release/installed.ts';
import { blockersOf } from './blockers.ts';
import { countCollections } from './collections.ts';
import { concernsOf } from './concerns.ts';
import { pluginErrors } from './errors.ts';
import {
  type AdministrationOptions,
  candidateOf,
  dependentsOf,
  type Facts,
  type Snapshot,
  servedOf,
} from './facts.ts';
import { releaseAsPlugin } from './overview.ts';

/** Says what a change would do, without running anything. */
export function createPreview(options: AdministrationOptions, facts: Facts) {
  return async (id: string, change: PluginChange): Promise<PluginPreview> => {
    const snapshot = await facts.read();
    const one =
      change.kind === 'upgrade'
        ? snapshot.candidates.find((other) => other.id === id)
        : candidateOf(snapshot, id);
    const serving = servingPlugin(snapshot, id);
    const target =
      change.kind === 'upgrade' ? await upgradeTarget(id, change.release, snapshot) : one?.chosen;
    const isEnding = change.kind === 'disable' || change.kind === 'remove';
    const blockers = blockersOf(change, target, one, snapshot, options.engineVersion);
    const now = serving === undefined ? undefined : await facts.surfaceOf(serving);
    const current = now?.surface ?? emptySurface();
    const next = isEnding || target === undefined ? undefined : await facts.surfaceOf(target);
    const wanted = next?.surface ?? emptySurface();
    const isPartly = next !== undefined && !next.isComplete;
    const isOfData = change.kind === 'remove' || change.kind === 'upgrade';
    return {
      change: change.kind,
      from: serving?.manifest?.version ?? null,
      to: isEnding ? null : (target?.manifest?.version ?? null),
      blockers: blockers.map(({ code, subject }) => ({ code, subject })),
      concerns: change.kind === 'upgrade' ? concerns(id, change.release, snapshot) : [],
      added: surfaceDifference(wanted, current),
      // Nobody knows what a release keeps that has never run.
      removed: isPartly ? emptySurface() : surfaceDifference(current, wanted),
      is_complete: !isPartly,
      dependents: dependentsOf(snapshot, id),
      capabilities: capabilityDifference(serving, isEnding ? undefined : target),
      migrations: isEnding ? 0 : await migrationsToRun(id, next?.migrations ?? null),
      open: options.live?.open(id) ?? { calls: 0, channels: 0 },
      collections: isOfData ? await countCollections(options.store, await facts.owned.of(id)) : [],
      has_settings: isOfData && (await hasSettings(options.store.connection, id)),
    };
  };

  /** The chosen release or the one before, whichever serves. */
  function servingPlugin(snapshot: Snapshot, id: string): InstalledPlugin | undefined {
    const release = servedOf(snapshot, id)?.release;
    const one = snapshot.candidates.find((other) => other.id === id);
    return [one?.chosen, one?.previous].find((plugin) => plugin !== undefined && plugin.release === release);
  }

  async function upgradeTarget(id: string, release: string, snapshot: Snapshot): Promise<InstalledPlugin> {
    const granted = snapshot.states.get(id)?.chosen?.granted ?? [];
    const target = releaseAsPlugin(
      snapshot.releases.find((one) => one.plugin === id && one.release === release),
      granted,
    );
    if (target === undefined) throw pluginErrors.unknownRelease.create({ release });
    return target;
  }

  function concerns(id: string, release: string, snapshot: Snapshot) {
    const document = (name: string | undefined) =>
      snapshot.releases.find((one) => one.plugin === id && one.release === name);
    const next = document(release);
    return next === undefined ? [] : concernsOf(document(snapshot.states.get(id)?.chosen?.release), next);
  }

  async function migrationsToRun(id: string, last: number | null): Promise<number | null> {
    if (last === null) return null;
    const done = await options.store.migrationsDone(id);
    return Math.max(0, last - done.length);
  }
}

function capabilityDifference(
  from: InstalledPlugin | undefined,
  to: InstalledPlugin | undefined,
): PluginPreview['capabilities'] {
  const before = from?.manifest === undefined ? [] : requestedCapabilities(from.manifest);
  const after = to?.manifest === undefined ? [] : requestedCapabilities(to.manifest);
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
    missing: to === undefined ? [] : missingCapabilities(to),
  };
}
