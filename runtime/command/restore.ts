import { join } from 'node:path';
import { readApartPrograms } from '../process/apart/declared.ts';
import { lockDataDirectory } from '../process/data-directory-lock.ts';
import type { Environment } from '../process/environment.ts';
import { backupSource } from './archive/backup-source.ts';
import { createBackup } from './archive/create-backup.ts';
import { saidElsewhere } from './archive/left-elsewhere.ts';
import { endProcesses, fillMongoDb, hasDocuments, requireIdle } from './archive/mongodb-archive.ts';
import { withFetched } from './archive/remote-archive.ts';
import { type RestoreDatabase, restoreBackup } from './archive/restore-backup.ts';
import type { Command } from './command.ts';

const PROJECT = join(import.meta.dir, '../..');

export const restore: Command = {
  name: 'restore',
  summary: 'Puts a backup back into DATA_DIR, and MONGODB_URI where it is set; the product must not run',
  operands: [{ name: 'FILE', summary: 'archive that `backup` has made, or its address s3://…' }],
  options: {
    force: {
      type: 'boolean',
      summary: 'also when data is there: it is kept aside inside DATA_DIR, not deleted',
    },
  },
  async run({ environment, operands, values }) {
    const source = operands[0] as string;
    const { dataDirectory } = environment;
    const lock = lockDataDirectory(dataDirectory, 'waypost restore');
    try {
      const database = databaseOf(environment);
      if (database !== undefined) await requireIdle(environment);
      const { manifest, replaced } = await withFetched(source, environment, (file) =>
        restoreBackup({
          dataDirectory,
          source: file,
          now: new Date(),
          isForced: values.force === true,
          marked: readApartPrograms(PROJECT).map(({ name }) => name),
          database,
          prepare: (directory) => endProcesses(environment, directory),
        }),
      );
      const { collections, documents, indexes } = manifest.store;
      return {
        value: {
          file: source,
          version: manifest.version,
          time: manifest.time,
          ...manifest.store,
          replaced,
          elsewhere: manifest.elsewhere,
        },
        lines: [
          `${documents} documents in ${collections} collections, ${indexes} indexes of ${manifest.time}`,
          ...saidElsewhere(manifest),
          ...(replaced === undefined ? [] : [`What was there before is in ${replaced}`]),
          ...(manifest.hasSecretKey ? [] : ['Set SECRET_KEY to the key of the installation it comes from.']),
        ],
      };
    } finally {
      lock.release();
    }
  },
};

/** undefined: the documents go into the embedded store. */
function databaseOf(environment: Environment): RestoreDatabase | undefined {
  if (environment.mongodbUri === undefined) return undefined;
  const { dataDirectory } = environment;
  return {
    holdsData: () => hasDocuments(environment),
    keep: async (target) => {
      await createBackup({ dataDirectory, target, now: new Date(), source: backupSource(environment) });
    },
    fill: (from) => fillMongoDb(environment, from),
  };
}
