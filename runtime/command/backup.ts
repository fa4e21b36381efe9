import { join, resolve } from 'node:path';
import { isBucketAddress } from '../outgoing/bucket.ts';
import type { Environment } from '../process/environment.ts';
import { noteBackup } from '../process/last-backup.ts';
import { ArchiveError } from './archive/archive-error.ts';
import { backupSource } from './archive/backup-source.ts';
import { createBackup } from './archive/create-backup.ts';
import { saidElsewhere } from './archive/left-elsewhere.ts';
import type { Manifest } from './archive/manifest.ts';
import { requireOwnDatabase } from './archive/mongodb-archive.ts';
import { remoteArchive, saidBy } from './archive/remote-archive.ts';
import { withWorkFolder } from './archive/work-folder.ts';
import type { Command } from './command.ts';

export const backup: Command = {
  name: 'backup',
  summary:
    'Writes everything in DATA_DIR, and in MONGODB_URI where it is set, into one archive, while the product serves',
  operands: [
    { name: 'FILE', summary: 'archive to be made (tar), or s3://bucket/folder/name.tar; it must not exist' },
  ],
  options: {},
  async run({ environment, operands }) {
    const target = operands[0] as string;
    const { dataDirectory } = environment;
    const manifest = await made(target, environment);
    const { collections, documents, indexes } = manifest.store;
    const bytes = manifest.entries.reduce((sum, entry) => sum + entry.bytes, 0);
    await noteBackup(dataDirectory, {
      time: manifest.time,
      bytes,
      file: isBucketAddress(target) ? target : resolve(target),
      elsewhere: manifest.elsewhere,
    });
    return {
      value: {
        file: target,
        version: manifest.version,
        time: manifest.time,
        ...manifest.store,
        bytes,
        elsewhere: manifest.elsewhere,
      },
      lines: [
        `${target}: ${documents} documents in ${collections} collections, ${indexes} indexes, ${bytes} bytes; opened and checked`,
        ...saidElsewhere(manifest),
        ...(manifest.hasSecretKey
          ? ['It holds the secret key: keep it where only you can read it.']
          : ['It does not hold SECRET_KEY, which is set in the environment: keep that one too.']),
      ],
    };
  },
};

/** Into a storage it goes from a file that is whole and was checked: a backup that ends in the middle leaves none there. */
async function made(target: string, environment: Environment): Promise<Manifest> {
  const { dataDirectory } = environment;
  const now = new Date();
  if (environment.mongodbUri !== undefined) await requireOwnDatabase(environment);
  const source = backupSource(environment);
  const remote = remoteArchive(target, environment);
  if (remote === undefined) return createBackup({ dataDirectory, target, now, source });
  const { bucket, name } = remote;
  if (await saidBy(target, () => bucket.has(name)))
    throw new ArchiveError(`${target} exists already; choose another name`);
  return withWorkFolder(dataDirectory, 'backup-to', async (folder) => {
    const file = join(folder, name);
    const manifest = await createBackup({ dataDirectory, target: file, now, source });
    await saidBy(target, () => bucket.put(file, name));
    return manifest;
  });
}
