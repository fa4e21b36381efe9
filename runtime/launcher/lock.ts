import { Database } from 'bun:sqlite';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../kernel/environment.ts';

const zHolder = z.object({ pid: z.int(), address: z.string(), since: z.string() });

export class DataDirectoryInUse extends Error {
  constructor(directory: string, holder: string) {
    super(`DATA_DIR ${directory} is in use by ${holder}. Stop that one first, or set another DATA_DIR.`);
    this.name = 'DataDirectoryInUse';
  }
}

/**
 * Locks `directory` for this process. The lock is SQLite's own file lock: the kernel drops it when the process
 * ends however it ends, so there is no stale lock to clear away.
 * @throws DataDirectoryInUse naming the process that holds it; StartError when the directory cannot be written.
 */
export function lockDataDirectory(directory: string, address: string): { release(): void } {
  try {
    return lockWritable(directory, address);
  } catch (error) {
    if (error instanceof DataDirectoryInUse) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `DATA_DIR: expected a directory that can be written, ${directory} cannot (${reason})`,
    );
  }
}

function lockWritable(directory: string, address: string): { release(): void } {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const description = join(directory, 'launcher.json');
  const database = new Database(join(directory, 'launcher.lock'), { create: true });
  try {
    database.exec(
      'PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE',
    );
  } catch (error) {
    database.close();
    if (error instanceof Error && /locked|busy/i.test(error.message))
      throw new DataDirectoryInUse(directory, readHolder(description));
    throw error;
  }
  writeFileSync(description, JSON.stringify({ pid: process.pid, address, since: new Date().toISOString() }), {
    mode: 0o600,
  });
  return {
    release: () => {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function readHolder(description: string): string {
  try {
    const holder = zHolder.parse(JSON.parse(readFileSync(description, 'utf8')));
    return `process ${holder.pid} (${holder.address}, since ${holder.since})`;
  } catch {
    // The holder writes its description just after it has the lock; until then only the fact is known.
    return 'another process';
  }
}
