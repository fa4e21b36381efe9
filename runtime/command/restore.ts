import { lockDataDirectory } from '../process/data-directory-lock.ts';
import { ArchiveError } from './archive/archive-error.ts';
import { withFetched } from './archive/remote-archive.ts';
import { restoreBackup } from './archive/restore-backup.ts';
import type { Command } from './command.ts';

export const restore: Command = {
  name: 'restore',
  summary: 'Puts a backup back into DATA_DIR; the product must not run',
  operands: [{ name: 'FILE', summary: 'archive that `backup` has made, or its address s3://…' }],
  options: {
    force: {
      type: 'boolean',
      summary: 'also when data is there: it is moved aside inside DATA_DIR, not deleted',
    },
  },
  async run({ environment, operands, values }) {
    const source = operands[0] as string;
    if (environment.mongodbUri !== undefined)
      throw new ArchiveError('MONGODB_URI is set: a backup restores the embedded store, not MongoDB.');
    const { dataDirectory } = environment;
    const lock = lockDataDirectory(dataDirectory, 'waypost restore');
    try {
      const { manifest, replaced } = await withFetched(source, environment, (file) =>
        restoreBackup({
          ...{ dataDirectory, source: file, now: new Date() },
          isForced: values.force === true,
        }),
      );
      const { collections, documents, indexes } = manifest.store;
      return {
        value: { file: source, version: manifest.version, time: manifest.time, ...manifest.store, replaced },
        lines: [
          `${documents} documents in ${collections} collections, ${indexes} indexes of ${manifest.time}`,
          ...(replaced === undefined ? [] : [`What was there before is in ${replaced}`]),
          ...(manifest.hasSecretKey ? [] : ['Set SECRET_KEY to the key of the installation it comes from.']),
        ],
      };
    } finally {
      lock.release();
    }
  },
};
