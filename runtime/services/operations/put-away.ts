import { OperationStatus } from '@waypost/contract';
import type { Logger } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { OperationDocument } from './document.ts';
import type { ResultFiles } from './result-files.ts';
import { RunStopped } from './run-stopped.ts';
import type { StoredResults } from './stored-results.ts';

/** Put away in one go: whoever is stopped waits for one. */
const AT_ONCE = 20;

interface PutAwayOptions {
  files: ResultFiles;
  results: StoredResults;
  log: Logger;
}

/**
 * Puts a run's result into the storage in use. A storage that does not take it is no fault of the run: it stays on this
 * machine, and is put away later.
 * @returns what it is called there; null: it is on this machine
 * @throws RunStopped when the run was cancelled or is somebody else's
 */
export async function putAway(
  { files, results, log }: PutAwayOptions,
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  const path = files.find(id);
  if (path === undefined) return null;
  try {
    return (await results.put(id, path, signal)) ?? null;
  } catch (error) {
    const reason: unknown = signal.reason;
    if (signal.aborted && !(reason instanceof RunStopped && reason.reason === 'stopping')) throw reason;
    log.warn({ operation: id, error }, 'a result stays on this machine until the file storage takes it');
    return null;
  }
}

/** Puts away what lies on this machine since no storage was in use, or it did not take it, and removes what is there twice. */
export async function putAwayLate(
  { collection, files, results, log }: PutAwayOptions & { collection: Collection<OperationDocument> },
  signal: AbortSignal,
): Promise<void> {
  const here = await files.list();
  if (here.length === 0 || !(await results.isInUse())) return;
  const done = { status: OperationStatus.completed, file_name: { $ne: null } };
  const rows = await collection
    .find({ _id: { $in: here }, ...done }, { projection: { result: 1 } })
    .limit(AT_ONCE)
    .toArray();
  for (const { _id, result } of rows) {
    if (signal.aborted) return;
    const name = result ?? (await putAway({ files, results, log }, _id, signal));
    if (name === null) return;
    if (!result) {
      const { matchedCount } = await collection.updateOne(
        { _id, ...done, result: null },
        { $set: { result: name } },
      );
      if (matchedCount === 0) await results.remove(name);
    }
    await files.remove(_id);
  }
}
