import { AppError, OPERATION_ERRORS } from '@waypost/contract';
import type { Collection } from 'mongoose';
import type { KeptRun, OperationDocument } from './document.ts';
import type { ResultFiles } from './result-files.ts';
import { RunStopped } from './run-stopped.ts';

/** How long what a run has kept waits for somebody to start it again. */
export const KEPT_RUN_MS = 24 * 60 * 60 * 1000;
/** Largest state that a run may keep, letters: it is written over and over. */
const STATE_LENGTH = 64 * 1024;

/** What the run before has kept; undefined where it kept nothing, or its file is not on this machine: it begins anew there. */
export async function keptOf(
  { files, machine }: { files: ResultFiles; machine: string },
  taken: OperationDocument,
): Promise<KeptRun | undefined> {
  const { _id, kept } = taken;
  // What is here of one that another machine went on with is not what that one has kept.
  if (kept?.machine !== undefined && kept.machine !== machine) return undefined;
  return kept && (await files.size(_id)) >= kept.size ? kept : undefined;
}

/** Notes what is on the disk. A run that comes further than the one before is not what kills its process. */
export async function keepRun(
  { collection }: { collection: Collection<OperationDocument> },
  own: Record<string, unknown>,
  kept: KeptRun,
): Promise<void> {
  if (JSON.stringify(kept.state).length > STATE_LENGTH) throw new TypeError('too much to keep');
  const { done, total, left_out } = kept;
  const { matchedCount } = await collection.updateOne(own, {
    $set: { kept, kept_size: kept.size, attempts: 1, done, total, left_out },
  });
  if (matchedCount === 0) throw new RunStopped('lost');
}

/** Whether what has been kept is worth going on from: not where the next run would be refused as this one was. */
export function mayGoOn(reason: unknown): boolean {
  if (!(reason instanceof AppError)) return true;
  return reason.status >= 500 && reason.code !== OPERATION_ERRORS.diskFull;
}
