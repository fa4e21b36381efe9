import { constants } from 'node:fs';
import { access, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { isAbsolute, join, relative } from 'node:path';
import { errors } from '@waypost/contract';
import type { Installation } from '@waypost/sdk/platform';
import { z } from 'zod';
import { readLastDrill } from '../../process/last-backup.ts';
import { runProgram } from '../../process/run-program.ts';

const COMMAND_LINE = join(import.meta.dir, '../../command/main.ts');
/** Names of archives that the schedule makes; whatever else lies in the folder is the operator's. */
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
}: {
  dataDirectory: string;
}): Pick<Installation, 'openBackupFolder' | 'backUp' | 'drillBackup' | 'pruneBackups' | 'lastDrill'> {
  const waypost = (...words: string[]) =>
    runProgram([process.execPath, COMMAND_LINE, ...words, '--json'], {
      env: { ...process.env, DATA_DIR: dataDirectory },
    });
  return {
    async openBackupFolder(folder) {
      if (!isAbsolute(folder)) throw folderFault('absolute');
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
      } catch (cause) {
        throw folderFault('unwritable', cause);
      }
      // Each backup would hold those before it.
      const way = relative(await realpath(dataDirectory), await realpath(folder));
      if (way === '' || (!way.startsWith('..') && !isAbsolute(way))) throw folderFault('inside');
    },
    async backUp(folder, time) {
      const name = `waypost-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar`;
      const { code, out, error } = await waypost('backup', join(folder, name));
      if (code !== 0) throw new Error(error.trim().slice(0, REASON_LENGTH));
      return { name, ...zMade.parse(JSON.parse(out)) };
    },
    async drillBackup(folder, name) {
      const { out, error } = await waypost('backup', 'drill', '--file', join(folder, name));
      if (out.trim() === '') return { ok: false, found: error.trim().slice(0, REASON_LENGTH) };
      const { ok, found } = zDrilled.parse(JSON.parse(out));
      return { ok, found: found.slice(0, REASON_LENGTH) };
    },
    async pruneBackups(folder, keep) {
      const old = (await readdir(folder))
        .filter((name) => ARCHIVE.test(name))
        .sort()
        .reverse()
        .slice(keep);
      for (const name of old) await rm(join(folder, name));
      return old;
    },
    lastDrill: () => readLastDrill(dataDirectory),
  };
}

const folderFault = (kind: string, cause?: unknown) =>
  errors.invalidInput.create(
    {},
    { errors: [{ path: 'backup_folder', message: `error.backup_folder.${kind}` }], cause },
  );
