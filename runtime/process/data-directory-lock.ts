import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from './environment.ts';
import { acquireLock, type ProcessLock } from './process-lock.ts';

/** Of the process that has the lock, beside it. */
const DESCRIPTION = 'launcher.json';
const LOCK = 'launcher.lock';

const zHolder = z.object({
  pid: z.int(),
  address: z.string(),
  since: z.string(),
  public_url: z.string().optional(),
  /** It was told to stop: who wants the directory need only wait. */
  is_stopping: z.literal(true).optional(),
});

/** Where a product that runs listens, and the PUBLIC_URL that it was started with. */
export interface RunningProduct {
  address: string;
  publicUrl: string | undefined;
}

export class DataDirectoryInUse extends Error {
  constructor(directory: string, holder: string) {
    super(`DATA_DIR ${directory} is in use by ${holder}. Stop that one first, or set another DATA_DIR.`);
    this.name = 'DataDirectoryInUse';
  }
}

/**
 * Locks `directory` for this process. It ends with the process, however that ends.
 * @param address what is said to others that want it: where the product listens, or a command's name
 * @param publicUrl that the product was started with
 * @throws DataDirectoryInUse naming the process that holds it; StartError when the directory cannot be written.
 */
export function lockDataDirectory(directory: string, address: string, publicUrl?: string): ProcessLock {
  try {
    return lockWritable(directory, address, publicUrl);
  } catch (error) {
    if (error instanceof DataDirectoryInUse) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `DATA_DIR: expected a directory that can be written, ${directory} cannot (${reason})`,
    );
  }
}

/** Milliseconds between two looks whether a directory is free. */
const POLL_MS = 100;

/** Notes beside the lock that this process, which has it, is stopping. */
export function announceStop(directory: string): void {
  const holder = readHolder(directory);
  if (holder?.pid === process.pid) writeHolder(directory, { ...holder, is_stopping: true });
}

/**
 * Locks `directory` as `lockDataDirectory` does, once a process that is stopping has ended: a restart often begins before the
 * stop is over. One that goes on is not waited for.
 * @param options.limitMs how long it is waited for
 * @param options.onWait called once, when it has to wait, with what `DataDirectoryInUse` says
 * @throws as `lockDataDirectory`
 */
export async function lockDataDirectoryOnceFree(
  directory: string,
  address: string,
  options: { publicUrl: string | undefined; limitMs: number; onWait: (message: string) => void },
): Promise<ProcessLock> {
  const end = performance.now() + options.limitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return lockDataDirectory(directory, address, options.publicUrl);
    } catch (error) {
      const mayEnd = error instanceof DataDirectoryInUse && readHolder(directory)?.is_stopping === true;
      if (!mayEnd || performance.now() >= end) throw error;
      if (isFirst) options.onWait(error.message);
      await Bun.sleep(POLL_MS);
    }
  }
}

/** @returns the product that runs on `directory`; nothing while there is none, or a command has it */
export function runningProduct(directory: string): RunningProduct | undefined {
  const path = join(directory, LOCK);
  if (!existsSync(path)) return undefined;
  const lock = acquireLock(path);
  if (lock !== undefined) {
    // What is described there has ended.
    lock.release();
    return undefined;
  }
  const holder = readHolder(directory);
  if (holder === undefined || !URL.canParse(holder.address)) return undefined;
  return { address: holder.address, publicUrl: holder.public_url };
}

function lockWritable(directory: string, address: string, publicUrl: string | undefined): ProcessLock {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const lock = acquireLock(join(directory, LOCK));
  if (lock === undefined) throw new DataDirectoryInUse(directory, holderText(directory));
  writeHolder(directory, {
    pid: process.pid,
    address,
    since: new Date().toISOString(),
    ...(publicUrl === undefined ? {} : { public_url: publicUrl }),
  });
  return lock;
}

function writeHolder(directory: string, holder: z.input<typeof zHolder>): void {
  writeFileSync(join(directory, DESCRIPTION), JSON.stringify(holder), { mode: 0o600 });
}

function holderText(directory: string): string {
  const holder = readHolder(directory);
  return holder === undefined
    ? 'another process'
    : `process ${holder.pid} (${holder.address}, since ${holder.since})`;
}

function readHolder(directory: string): z.output<typeof zHolder> | undefined {
  try {
    return zHolder.parse(JSON.parse(readFileSync(join(directory, DESCRIPTION), 'utf8')));
  } catch {
    // The holder writes its description just after it has the lock; until then only the fact is known.
    return undefined;
  }
}
