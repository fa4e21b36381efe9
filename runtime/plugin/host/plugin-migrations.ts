import type { Clock, PluginContext, PluginDefinition } from '@waypost/sdk';
import type pino from 'pino';
import { migrationLock, type StoreAccess } from '../../storage/index.ts';
import type { Activation } from '../activation/activation.ts';
import { type BackupDocument, backupsOf } from '../store/backups.ts';
import { ownedCollectionsOf } from '../store/owned-collections.ts';

export interface MigrationPlace {
  store: StoreAccess;
  clock: Clock;
  log: pino.Logger;
}

/** A process was killed in the middle of migrations that run by themselves: the data are put back before anything reads them. */
export async function putBackUnfinished(plugin: string, { store, log }: MigrationPlace): Promise<void> {
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

/**
 * Runs the migrations that are due, with a copy of the data made before them.
 * @returns how to take back what they did, should something fail after them
 */
export async function migratePlugin(
  work: {
    definition: PluginDefinition;
    activation: Activation;
    context: PluginContext;
    /** The release that serves meanwhile. */
    serving: Activation | undefined;
  },
  { store, clock, log }: MigrationPlace,
): Promise<() => Promise<void>> {
  const { definition, activation } = work;
  const { id, models } = activation;
  const backups = backupsOf(store.connection);
  let backup: BackupDocument | undefined;
  const restore = async () => {
    if (backup === undefined) return;
    log.warn({ plugin: id, backup: backup.release }, 'the data of a plugin are put back');
    await backups.restore(
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
        backup = await backups.make({
          plugin: id,
          release: work.serving?.release ?? '',
          nextRelease: activation.release,
          names: await existingCollections(id, store),
          migrations: pending.map(({ number }) => number),
          isOpen: isLarge,
          time: clock.date(),
        });
      },
      run: (migration) => migration.up(work.context),
    });
    if (ran.length === 0) return async () => {};
    await backups.close(id);
    log.info({ plugin: id, migrations: ran }, 'plugin migrated');
    return restore;
  } catch (error) {
    // In one transaction nothing has happened; a large one has to be put back.
    if (isLarge) {
      await restore();
      await backups.close(id);
    }
    throw error;
  }
}

async function existingCollections(plugin: string, store: StoreAccess): Promise<string[]> {
  const owned = new Set((await ownedCollectionsOf(store.connection).of(plugin)).map(({ _id }) => _id));
  const found = await store.database.listCollections({}, { nameOnly: true }).toArray();
  return found
    .map(({ name }) => name)
    .filter((name) => owned.has(name))
    .sort();
}
