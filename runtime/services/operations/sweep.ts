import { OPERATION_ERRORS, OperationStatus } from '@waypost/contract';
import type { Clock, Logger } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { OperationDocument } from './document.ts';
import { KEPT_RUN_MS } from './kept-run.ts';
import type { ResultFiles } from './result-files.ts';
import { MOST_ATTEMPTS, SILENT_MS } from './run-operation.ts';
import type { StoredResults } from './stored-results.ts';

/** One that nobody took for this long was put aside by a process that died before its job was in the queue. */
const UNTAKEN_MS = 3_000;
/** A plugin that is off for this long will not come back for it. */
const PLUGIN_OFF_MS = 10 * 60_000;
/** How long operations stay in the list. */
const ROW_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;
const AT_ONCE = 100;

export interface SweepOptions {
  collection: Collection<OperationDocument>;
  files: ResultFiles;
  results: StoredResults;
  clock: Clock;
  log: Logger;
  isDefined(kind: string): boolean;
  /** Says that one will not be done any more. */
  tell(operation: OperationDocument): Promise<void>;
  /** Runs one that lies about. */
  run(id: string): void;
}

/** Finds operations whose process was killed, and starts them again or gives them up: none stays "in progress" for ever. */
export async function sweepRunning(options: SweepOptions): Promise<void> {
  const { clock, collection } = options;
  const now = clock.now();
  const silent = { beat: { $lt: new Date(now - SILENT_MS) } };
  const lying = await collection
    .find(
      {
        status: OperationStatus.inProgress,
        $or: [{ runner: null, update_time: { $lt: new Date(now - UNTAKEN_MS) } }, silent],
      },
      { projection: { kind: 1, attempts: 1, is_cancelled: 1, update_time: 1 } },
    )
    .limit(AT_ONCE)
    .toArray();
  for (const { _id, kind, attempts, is_cancelled, update_time } of lying) {
    const giveUp = (code: string): Promise<unknown> => abandon(options, _id, code);
    if (is_cancelled) await giveUp(OPERATION_ERRORS.cancelled);
    else if (attempts >= MOST_ATTEMPTS) await giveUp(OPERATION_ERRORS.interrupted);
    else if (options.isDefined(kind)) options.run(_id);
    else if (now - update_time.getTime() > PLUGIN_OFF_MS) await giveUp(OPERATION_ERRORS.pluginOff);
  }
}

async function abandon(
  { clock, collection, files, tell }: SweepOptions,
  id: string,
  code: string,
): Promise<void> {
  const now = clock.date();
  const given = await collection.findOneAndUpdate(
    {
      _id: id,
      status: OperationStatus.inProgress,
      $or: [{ runner: null }, { beat: { $lt: new Date(clock.now() - SILENT_MS) } }],
    },
    {
      $set: {
        status: OperationStatus.abnormal,
        error_code: code,
        runner: null,
        end_time: now,
        update_time: now,
        expires_at: new Date(clock.now() + KEPT_RUN_MS),
      },
      $inc: { version: 1 },
    },
  );
  if (given === null) return;
  await tell(given);
  if (!given.kept) await files.remove(id);
}

/** Deletes results that are over their time, rows that are old, and files that no row knows. */
export async function sweepKept({ clock, collection, files, log, results }: SweepOptions): Promise<void> {
  const now = clock.date();
  const over = await collection
    .find(
      {
        status: { $ne: OperationStatus.inProgress },
        $or: [{ file_name: { $ne: null } }, { kept_size: { $gte: 0 } }],
        expires_at: { $lt: now },
      },
      { projection: { _id: 1 } },
    )
    .toArray();
  for (const { _id } of over) {
    await files.remove(_id);
    await collection.updateOne(
      { _id },
      {
        $set: { file_name: null, result: null, kept: null, kept_size: null, update_time: now },
        $inc: { version: 1 },
      },
    );
  }
  const { deletedCount } = await collection.deleteMany({
    status: { $ne: OperationStatus.inProgress },
    create_time: { $lt: new Date(clock.now() - ROW_DAYS * DAY_MS) },
  });
  const there = await files.list();
  const known = new Set(
    // What another machine has finished, or its time was up there, is nobody's here.
    (
      await collection
        .find(
          {
            _id: { $in: there },
            $or: [
              { status: OperationStatus.inProgress },
              { file_name: { $ne: null } },
              { kept_size: { $gte: 0 } },
            ],
          },
          { projection: { _id: 1 } },
        )
        .toArray()
    ).map(({ _id }) => _id),
  );
  const lost = there.filter((id) => !known.has(id));
  for (const id of lost) await files.remove(id);
  const stored = await results.sweep();
  if (over.length + deletedCount + lost.length + stored > 0)
    log.info(
      { expired: over.length, rows: deletedCount, lost: lost.length, stored },
      'old operations were cleared away',
    );
}
