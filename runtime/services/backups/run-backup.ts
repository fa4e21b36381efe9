import { join } from 'node:path';
import type { BackupPlace, Installation } from '@waypost/sdk/platform';
import { z } from 'zod';
import { isBucketAddress } from '../../outgoing/bucket.ts';
import { readLastDrill } from '../../process/last-backup.ts';
import { runProgram } from '../../process/run-program.ts';
import { backupStore } from './backup-store.ts';

const COMMAND_LINE = join(import.meta.dir, '../../command/main.ts');
/** Names of archives that the schedule makes; whatever else lies there is the operator's. */
const ARCHIVE = /^waypost-\d{8}T\d{6}Z\.tar$/;
/** Characters of a reason that are kept. */
const REASON_LENGTH = 1_000;
const zMade = z.object({ bytes: z.int(), documents: z.int() });
const zDrilled = z.object({ ok: z.boolean(), found: z.string() });

/**
 * Backups as the installation makes them: by the command line, in a process of their own, so that visits and calls go on and the
 * memory that it takes is given back.
 */
export function createBackups({
  dataDirectory,
  requireEndpoint,
}: {
  dataDirectory: string;
  /** Refuses the endpoint of a storage that is in a network of ours. */
  requireEndpoint(url: string): Promise<void>;
}): Pick<Installation, 'openBackupPlace' | 'backUp' | 'drillBackup' | 'pruneBackups' | 'lastDrill'> {
  const waypost = (place: BackupPlace, ...words: string[]) =>
    runProgram([process.execPath, COMMAND_LINE, ...words, '--json'], {
      env: { ...process.env, ...accessOf(place), DATA_DIR: dataDirectory },
    });
  // Each time: a name may lead elsewhere by now.
  const requireReachable = async ({ folder, s3 }: BackupPlace) => {
    if (isBucketAddress(folder)) await requireEndpoint(s3.endpoint);
  };
  return {
    openBackupPlace: (place) => backupStore(place, { dataDirectory, requireEndpoint }).check(),
    async backUp(place, time) {
      await requireReachable(place);
      const name = `waypost-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar`;
      const { code, out, error } = await waypost(place, 'backup', within(place, name));
      if (code !== 0) throw new Error(error.trim().slice(0, REASON_LENGTH));
      return { name, ...zMade.parse(JSON.parse(out)) };
    },
    async drillBackup(place, name) {
      await requireReachable(place);
      const { out, error } = await waypost(place, 'backup', 'drill', '--file', within(place, name));
      if (out.trim() === '') return { ok: false, found: error.trim().slice(0, REASON_LENGTH) };
      const { ok, found } = zDrilled.parse(JSON.parse(out));
      return { ok, found: found.slice(0, REASON_LENGTH) };
    },
    async pruneBackups(place, keep) {
      await requireReachable(place);
      const there = backupStore(place, { dataDirectory, requireEndpoint });
      const archives = (await there.list()).filter((name) => ARCHIVE.test(name));
      const old = archives.sort().reverse().slice(keep);
      for (const name of old) await there.remove(name);
      await there.clear();
      return old;
    },
    lastDrill: () => readLastDrill(dataDirectory),
  };
}

const within = ({ folder }: BackupPlace, name: string) =>
  isBucketAddress(folder) ? `${folder.replace(/\/$/, '')}/${name}` : join(folder, name);

/** A storage's key goes to the command line by its environment, where no list of processes shows it. */
function accessOf({ folder, s3 }: BackupPlace): Record<string, string | undefined> {
  if (!isBucketAddress(folder)) return {};
  return {
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3.region === '' ? undefined : s3.region,
    S3_ACCESS_KEY_ID: s3.key,
    S3_SECRET_ACCESS_KEY: s3.secret,
  };
}
