import type { RequestContext } from '@waypost/sdk';
import type { CollectionChoice, PluginArchive, PluginRemoval, SettingsChoice } from '@waypost/sdk/platform';
import { JOBS } from '../../services/jobs/job-queue.ts';
import { forgetMigrations } from '../../storage/index.ts';
import { removeLinksOf } from '../../visit/index.ts';
import { dropSettings, hasSettings, keepSettings } from '../extension/stored-settings.ts';
import { drop } from '../store/backups.ts';
import type { ArchiveStore } from './archives.ts';
import { blockersOf } from './blockers.ts';
import type { createChange } from './change.ts';
import { countCollections } from './collections.ts';
import { pluginErrors } from './errors.ts';
import { type AdministrationOptions, dependentsOf, type Facts } from './facts.ts';

/** Takes a plugin away for good, with a choice for each of its collections, and for its settings where it has none. */
export function createRemove(
  options: AdministrationOptions,
  facts: Facts,
  change: ReturnType<typeof createChange>,
  archives: ArchiveStore,
) {
  const { connection } = options.store;

  return async (
    id: string,
    wish: {
      collections: Readonly<Record<string, CollectionChoice>>;
      settings?: SettingsChoice | undefined;
      cascade?: boolean;
    },
    request?: RequestContext,
  ): Promise<PluginRemoval> => {
    const snapshot = await facts.read();
    const one = snapshot.candidates.find((other) => other.id === id);
    const owned = await facts.owned.of(id);
    const isSet = await hasSettings(connection, id);
    const isKnown = one !== undefined || snapshot.releases.some(({ plugin }) => plugin === id);
    if (!isKnown && owned.length === 0 && !isSet) throw pluginErrors.unknown.create({ plugin: id });
    if (facts.isInRegistry(id)) throw pluginErrors.inRegistry.create({ plugin: id });
    const [blocked] = blockersOf(
      { kind: 'remove' },
      one?.chosen,
      one,
      snapshot,
      options.engineVersion,
    ).filter(({ code }) => code !== 'dependents' || wish.cascade !== true);
    if (blocked !== undefined) throw blocked.error;
    if (dependentsOf(snapshot, id).length > 0) await change.disable(id, { cascade: true }, request);
    if (one !== undefined) await change.hold(id);

    const release = one?.chosen?.release ?? null;
    const collections = await countCollections(options.store, owned);
    const choiceOf = (name: string, proposal: CollectionChoice) => wish.collections[name] ?? proposal;
    const archived = collections.filter(({ name, proposal }) => choiceOf(name, proposal) === 'archive');
    let archive: PluginArchive | null = null;
    if (archived.length > 0)
      archive = await archives.make({ plugin: id, release, names: archived.map(({ name }) => name) });
    const kept: string[] = [];
    const dropped: string[] = [];
    for (const { _id: name, proposal } of owned) {
      const isThere = collections.some((collection) => collection.name === name);
      if (isThere && choiceOf(name, proposal) === 'keep') {
        kept.push(name);
        continue;
      }
      await drop(connection, name);
      await facts.owned.forget(name);
      if (isThere) dropped.push(name);
    }
    const areSettingsKept = kept.length > 0 || wish.settings === 'keep';
    // Recorded before the rest goes: whatever is cut off from here is found and finished by doing it again.
    await facts.record('remove', id, request, {
      target: release ?? '',
      before: { collections: collections.map(({ name, count }) => ({ name, count })) },
      after: {
        kept,
        dropped,
        archive: archive?.id ?? null,
        ...(isSet ? { settings: areSettingsKept ? 'keep' : 'drop' } : {}),
      },
    });
    if (areSettingsKept) await keepSettings(connection, id);
    else await dropSettings(connection, id);
    const areRightsKept = kept.length > 0 || (isSet && areSettingsKept);
    await forgetTheRest(id, { isDataKept: kept.length > 0, areRightsKept });
    await options.live?.reconcile(id);
    return { kept, dropped, archive };
  };

  async function forgetTheRest(
    id: string,
    { isDataKept, areRightsKept }: { isDataKept: boolean; areRightsKept: boolean },
  ): Promise<void> {
    await facts.backups.remove(id);
    await connection.collection(JOBS).deleteMany({ name: { $regex: `^${id}\\.` } });
    // Who may do what with rows that stay is decided by whoever decided it: a reinstall neither takes nor gives anything.
    if (!areRightsKept) await options.forgetPermissions(id);
    if (!isDataKept) {
      // What visitors reach is data, too: kept with the rest, it is there after a reinstall.
      await removeLinksOf(options.store.database, id);
      await options.forgetAnswers(id);
      await forgetMigrations(connection, id, await options.store.migrationsDone(id));
    }
    await facts.processes.forgetSurfaces(id);
    await facts.releases.remove(id);
    await facts.states.remove(id);
  }
}
