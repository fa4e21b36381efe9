import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from './environment.ts';
import { acquireLock, type ProcessLock } from './process-lock.ts';

const zHolder = z.object({ pid: z.int(), address: z.string(), since: z.string() });

export class DataDirectoryInUse extends Error {
  constructor(directory: string, holder: string) {
    super(`DATA_DIR ${directory} is in use by ${holder}. Stop that one first, or set another DATA_DIR.`);
    this.name = 'DataDirectoryInUse';
  }
}

/**
 * Locks `directory` for this process. It ends with the process, however that ends.
 * @throws DataDirectoryInUse naming the process that holds it; StartError when the directory cannot be written.
 */
export function lockDataDirectory(directory: string, address: string): ProcessLock {
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

function lockWritable(directory: string, address: string): ProcessLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const description = join(directory, 'launcher.json');
  const lock = acquireLock(join(directory, 'launcher.lock'));
  if (lock === undefined) throw new DataDirectoryInUse(directory, readHolder(description));
  writeFileSync(description, JSON.stringify({ pid: process.pid, address, since: new Date().toISOString() }), {
    mode: 0o600,
  });
  return lock;
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
