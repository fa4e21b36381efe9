import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zElsewhere } from '@waypost/contract/platform';
import { z } from 'zod';

const BACKUP_FILE = 'last-backup.json';
const DRILL_FILE = 'last-drill.json';
const zBackup = z.object({
  time: z.iso.datetime(),
  bytes: z.int(),
  /** Where it was written; those of earlier versions did not note it. */
  file: z.string().optional(),
  elsewhere: zElsewhere.default([]),
});
const zDrill = z.object({
  time: z.iso.datetime(),
  file: z.string(),
  ok: z.boolean(),
  /** What is wrong; empty: nothing. */
  found: z.string(),
});

/** When a backup of this DATA_DIR was made last, and how large it is. */
export type LastBackup = z.infer<typeof zBackup>;
/** When a backup was restored to try it, and what came of it. */
export type LastDrill = z.infer<typeof zDrill>;

/** Undefined: none was made, or what is noted cannot be read, so that nobody may count on it. */
export const readLastBackup = (dataDirectory: string): Promise<LastBackup | undefined> =>
  readNote(join(dataDirectory, BACKUP_FILE), zBackup);

/** Undefined: none was tried, or what is noted cannot be read. */
export const readLastDrill = (dataDirectory: string): Promise<LastDrill | undefined> =>
  readNote(join(dataDirectory, DRILL_FILE), zDrill);

export const noteBackup = (dataDirectory: string, backup: LastBackup): Promise<void> =>
  writeNote(join(dataDirectory, BACKUP_FILE), backup);

export const noteDrill = (dataDirectory: string, drill: LastDrill): Promise<void> =>
  writeNote(join(dataDirectory, DRILL_FILE), drill);

async function readNote<S extends z.ZodType>(file: string, schema: S): Promise<z.output<S> | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

async function writeNote(file: string, note: unknown): Promise<void> {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, JSON.stringify(note), { mode: 0o600 });
  await rename(draft, file);
}
