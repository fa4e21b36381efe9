import { basename, join } from 'node:path';
import { z } from 'zod';
import { noteDrill, readLastBackup } from '../process/last-backup.ts';
import { runProgram } from '../process/run-program.ts';
import { ArchiveError } from './archive/archive-error.ts';
import type { Manifest } from './archive/manifest.ts';
import { withFetched } from './archive/remote-archive.ts';
import { restoreBackup } from './archive/restore-backup.ts';
import { withWorkFolder } from './archive/work-folder.ts';
import type { Command, CommandContext } from './command.ts';

const zChecks = z.array(z.object({ name: z.string(), ok: z.boolean(), found: z.string() }));
/** Says how full this disk is, nothing of the backup. */
const NOT_OF_THE_BACKUP = 'free space';

export const backupDrill: Command = {
  name: 'backup drill',
  summary: 'Restores a backup into an empty folder, examines it as doctor does, and deletes it again',
  options: {
    file: {
      type: 'string',
      value: 'FILE  archive to be tried, or s3://bucket/folder/name.tar',
      summary: 'default: the newest one of this DATA_DIR',
    },
  },
  async run(context) {
    const { dataDirectory } = context.environment;
    const given = context.values.file as string | undefined;
    const file = given ?? (await readLastBackup(dataDirectory))?.file;
    if (file === undefined)
      throw new ArchiveError('No backup is noted in this DATA_DIR. Make one, or name one with --file.');
    const time = new Date().toISOString();
    const outcome = await tried(context, file).catch((error: unknown) => {
      if (error instanceof ArchiveError) return { isFine: false, documents: 0, found: error.message };
      throw error;
    });
    const { isFine, documents, found } = outcome;
    await noteDrill(dataDirectory, { time, file: basename(file), ok: isFine, found });
    return {
      value: { file, time, ok: isFine, documents, found },
      lines: isFine
        ? [`${file} can be restored: ${documents} documents came back, and every check of doctor is fine`]
        : [`FAIL ${file} cannot be relied on: ${found}`],
      hasFailed: !isFine,
    };
  },
};

/** Into a folder beside the data, where there is room and nobody else may read: it holds the secret key. */
const tried = ({ environment, say }: CommandContext, place: string) =>
  withFetched(place, environment, (source) =>
    withWorkFolder(environment.dataDirectory, 'drill', async (folder) => {
      say(`Restoring ${place}`);
      const { manifest } = await restoreBackup({
        dataDirectory: folder,
        source,
        now: new Date(),
        isForced: false,
      });
      say('Examining what came back');
      return { ...(await examined(folder)), ...countOf(manifest) };
    }),
  );

const countOf = ({ store }: Manifest) => ({ documents: store.documents });

/** A process of its own: what it opens and starts ends with it. */
async function examined(folder: string): Promise<{ isFine: boolean; found: string }> {
  const command = [process.execPath, join(import.meta.dir, 'main.ts'), 'doctor', '--json'];
  const { out, error } = await runProgram(command, {
    env: { ...process.env, DATA_DIR: folder, MONGODB_URI: undefined },
  });
  const checks = zChecks.safeParse(parsed(out));
  if (!checks.success) return { isFine: false, found: `doctor could not examine it: ${error.trim()}` };
  const faults = checks.data.filter(({ name, ok }) => !ok && name !== NOT_OF_THE_BACKUP);
  return {
    isFine: faults.length === 0,
    found: faults.map(({ name, found }) => `${name}: ${found}`).join('; '),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not even JSON: it ended before it could say anything.
    return undefined;
  }
}
