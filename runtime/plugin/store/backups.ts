import type { PluginBackup } from '@waypost/sdk/platform';
import type { Connection } from 'mongoose';
import { forgetMigrations } from '../../storage/index.ts';

export const PLUGIN_BACKUPS = 'plugin_backups';
const COPY_PREFIX = 'plugin_backup_';

export interface BackupDocument {
  /** The plugin: it has one, from before its last upgrade that changed data. */
  _id: string;
  release: string;
  next_release: string;
  /** `copy` holds what `name` had. */
  collections: { name: string; copy: string; count: number }[];
  /** Migrations that ran after it. */
  migrations: number[];
  /** Migrations that run by themselves are under way: found after a kill, the collections are put back. */
  is_open: boolean;
  create_time: Date;
}

/** Copies of a plugin's collections, from before migrations changed them. */
export function backupsOf(connection: Connection) {
  const backups = connection.collection<BackupDocument>(PLUGIN_BACKUPS);

  async function copy(from: string, to: string): Promise<void> {
    await connection
      .collection(from)
      .aggregate([{ $match: {} }, { $out: to }])
      .toArray();
  }
  async function dropCopies(document: BackupDocument): Promise<void> {
    for (const one of document.collections) await drop(connection, one.copy);
  }

  return {
    find: async (plugin: string): Promise<BackupDocument | undefined> =>
      (await backups.findOne({ _id: plugin })) ?? undefined,
    all: (): Promise<BackupDocument[]> => backups.find({}).sort({ _id: 1 }).toArray(),
    /** @param names collections of the plugin that exist now */
    async make(options: {
      plugin: string;
      release: string;
      nextRelease: string;
      names: readonly string[];
      migrations: readonly number[];
      isOpen: boolean;
      time: Date;
    }): Promise<BackupDocument> {
      const { plugin } = options;
      const collections: BackupDocument['collections'] = [];
      const before = await backups.findOne({ _id: plugin });
      for (const name of options.names) {
        const to = `${COPY_PREFIX}${name}`;
        await drop(connection, to);
        await copy(name, to);
        collections.push({ name, copy: to, count: await connection.collection(to).countDocuments() });
      }
      const document: BackupDocument = {
        _id: plugin,
        release: options.release,
        next_release: options.nextRelease,
        collections,
        migrations: [...options.migrations],
        is_open: options.isOpen,
        create_time: options.time,
      };
      await backups.replaceOne({ _id: plugin }, document, { upsert: true });
      const kept = new Set(collections.map((one) => one.copy));
      for (const one of before?.collections ?? []) if (!kept.has(one.copy)) await drop(connection, one.copy);
      return document;
    },
    /**
     * Puts the collections back, each in one go with its indexes; what was written since is gone.
     * @param later collections that only the later release has: they go
     */
    async restore(document: BackupDocument, later: readonly string[] = []): Promise<void> {
      for (const { name, copy: from } of document.collections) await copy(from, name);
      const known = new Set(document.collections.map(({ name }) => name));
      for (const name of later) if (!known.has(name)) await drop(connection, name);
      await forgetMigrations(connection, document._id, document.migrations);
    },
    /** The migrations ended, well or put back. */
    async close(plugin: string): Promise<void> {
      await backups.updateOne({ _id: plugin }, { $set: { is_open: false } });
    },
    async remove(plugin: string): Promise<void> {
      const document = await backups.findOne({ _id: plugin });
      if (document === null) return;
      await dropCopies(document);
      await backups.deleteOne({ _id: plugin });
    },
  };
}

/** What a backup shows to administrators. */
export function describeBackup(document: BackupDocument): PluginBackup {
  return {
    id: document._id,
    release: document.release,
    next_release: document.next_release,
    collections: document.collections.map(({ name, count }) => ({ name, count })),
    create_time: document.create_time.toISOString(),
  };
}

/** Drops a collection with its indexes; one that is not there is as it should be. */
export async function drop(connection: Connection, name: string): Promise<void> {
  try {
    await connection.collection(name).drop();
  } catch (error) {
    // NamespaceNotFound
    if (!(error instanceof Error && 'code' in error && error.code === 26)) throw error;
  }
}
