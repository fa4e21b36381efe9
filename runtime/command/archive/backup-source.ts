import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyStore, FILE_NAME } from '@waypost/store/archive';
import type { Environment } from '../../process/environment.ts';
import { storeDirectory } from '../../process/paths.ts';
import type { UncountedVisits } from '../../visit/index.ts';
import { ArchiveError } from './archive-error.ts';
import { copyFromMongoDb } from './mongodb-archive.ts';

/** Where the documents of a backup come from. */
export interface BackupSource {
  /**
   * Writes them, as they were at one moment, into the embedded store's file `copy`, which does not exist yet.
   * @param settled called once it is settled which moment that is, perhaps again when it had to be begun anew
   * @returns the journals with visits that were not counted at it, where other machines may have some
   * @throws ArchiveError
   */
  copyTo(copy: string, settled: () => void): Promise<readonly UncountedVisits[]>;
}

/** The database of MONGODB_URI, or the embedded store of DATA_DIR. */
export function backupSource(environment: Environment): BackupSource {
  if (environment.mongodbUri !== undefined)
    return { copyTo: (copy, settled) => copyFromMongoDb(environment, copy, settled) };
  const file = join(storeDirectory(environment.dataDirectory), FILE_NAME);
  return {
    async copyTo(copy, settled) {
      if (!existsSync(file))
        throw new ArchiveError(`there is no embedded store in ${environment.dataDirectory}`);
      copyStore(file, copy);
      settled();
      // All journals are in the same DATA_DIR.
      return [];
    },
  };
}
