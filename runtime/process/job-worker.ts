import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { DataDirectory } from './data-directory.ts';
import { acquireLock } from './process-lock.ts';

/** A process that runs jobs, under the name that it is known by in the queue. */
export interface JobWorker {
  name: string;
  release(): void;
}

/**
 * The place of this process among those that run jobs. Started anew on the same data directory it has its earlier name,
 * so that what stands under it in the queue is what it ran when it was killed. One process of a directory has that
 * name; others beside it have one that nobody had.
 */
export function claimJobWorker(data: Pick<DataDirectory, 'path' | 'instanceId'>): JobWorker {
  const lock = acquireLock(join(data.path, 'jobs.lock'));
  return { name: lock === undefined ? randomUUID() : data.instanceId, release: () => lock?.release() };
}
