import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE = 'last-backup.json';
const zBackup = z.object({ time: z.iso.datetime(), bytes: z.int() });

/** When a backup of this DATA_DIR was made last, and how large it is. */
export type LastBackup = z.infer<typeof zBackup>;

/** Undefined: none was made, or what is noted cannot be read, so that nobody may count on it. */
export async function readLastBackup(dataDirectory: string): Promise<LastBackup | undefined> {
  try {
    return zBackup.parse(JSON.parse(await readFile(join(dataDirectory, FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

export async function noteBackup(dataDirectory: string, backup: LastBackup): Promise<void> {
  const file = join(dataDirectory, FILE);
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(backup), { mode: 0o600 });
  await rename(draft, file);
}
