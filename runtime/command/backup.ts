import { resolve } from 'node:path';
import { noteBackup } from '../process/last-backup.ts';
import { ArchiveError } from './archive/archive-error.ts';
import { createBackup } from './archive/create-backup.ts';
import type { Command } from './command.ts';

export const backup: Command = {
  name: 'backup',
  summary: 'Writes everything in DATA_DIR into one archive, while the product serves',
  operands: [{ name: 'FILE', summary: 'archive to be made (tar); it must not exist' }],
  options: {},
  async run({ environment, operands }) {
    const target = operands[0] as string;
    if (environment.mongodbUri !== undefined)
      throw new ArchiveError(
        'MONGODB_URI is set: the data is in MongoDB. Use mongodump for it; backup is for the embedded store.',
      );
    const { dataDirectory } = environment;
    const manifest = await createBackup({ dataDirectory, target, now: new Date() });
    const { collections, documents, indexes } = manifest.store;
    const bytes = manifest.entries.reduce((sum, entry) => sum + entry.bytes, 0);
    await noteBackup(dataDirectory, { time: manifest.time, bytes, file: resolve(target) });
    return {
      value: { file: target, version: manifest.version, time: manifest.time, ...manifest.store, bytes },
      lines: [
        `${target}: ${documents} documents in ${collections} collections, ${indexes} indexes, ${bytes} bytes; opened and checked`,
        ...(manifest.hasSecretKey
          ? ['It holds the secret key: keep it where only you can read it.']
          : ['It does not hold SECRET_KEY, which is set in the environment: keep that one too.']),
      ],
    };
  },
};
