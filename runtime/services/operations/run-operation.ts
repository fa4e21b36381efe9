import { errors, type Locale, OPERATION_ERRORS, OperationStatus } from '@waypost/contract';
import type { Clock, Logger, OperationDefinition, Random } from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { z } from 'zod';
import { knownFailure } from '../../storage/index.ts';
import type { OperationDocument } from './document.ts';
import { KEPT_RUN_MS, keepRun, keptOf, mayGoOn } from './kept-run.ts';
import { putAway } from './put-away.ts';
import type { ResultFiles, ResultWriter } from './result-files.ts';
import { RunStopped } from './run-stopped.ts';
import type { StoredResults } from './stored-results.ts';

/** How often a run says that it lives and how far it is, and looks whether it was cancelled. */
const BEAT_MS = 500;
/** A run that has been silent for this long was killed. */
export const SILENT_MS = 15_000;
/** Runs that may be killed without coming further before an operation is given up: the third time it is likely to be the cause. */
export const MOST_ATTEMPTS = 3;
/** How long results are kept. */
const FILE_DAYS = 7;
const DAY_MS = 24 * 60 * 60 * 1000;
const RETRY_MS = 500;
/** How long a run that was stopped has to end what it is at; whatever it writes later nobody waits for. */
const END_MS = 5_000;

export interface RunOptions {
  collection: Collection<OperationDocument>;
  files: ResultFiles;
  results: StoredResults;
  /** Which machine this is, by its DATA_DIR. */
  machine: string;
  clock: Clock;
  random: Random;
  log: Logger;
  translate(locale: Locale, key: string, params?: Record<string, string | number>): string;
}

/**
 * Runs an operation if nobody else does: takes it, runs it and writes how it ended. A run that is stopped because its
 * process or plugin ends gives it back untouched.
 */
export async function runOperation(
  options: RunOptions,
  work: { id: string; definition: OperationDefinition<z.ZodType>; stopping: AbortSignal },
): Promise<void> {
  const { clock, collection, log } = options;
  const { id } = work;
  const runner = Buffer.from(options.random.bytes(12)).toString('hex');
  const taken = await take(options, id, runner);
  if (taken === null) return;
  const own = { _id: id, runner, status: OperationStatus.inProgress };
  const ending = new AbortController();
  const stop = (): void => {
    const reason: unknown = work.stopping.reason;
    ending.abort(reason instanceof RunStopped ? reason : new RunStopped('stopping'));
  };
  work.stopping.addEventListener('abort', stop, { once: true });
  if (work.stopping.aborted) stop();

  let kept = await keptOf(options, taken);
  const { done, total, left_out } = kept ?? { done: 0, total: null, left_out: null };
  const figures = { done, total, left_out };
  let furthest = taken.furthest ?? taken.done;
  const beat = async (): Promise<void> => {
    const now = clock.date();
    // Who comes further than all runs before is not what kills processes: it may be killed as often as a new one.
    const further = figures.done > furthest ? { furthest: figures.done, attempts: 1 } : {};
    try {
      const found = await collection.findOneAndUpdate(
        own,
        { $set: { beat: now, update_time: now, ...figures, ...further } },
        { projection: { is_cancelled: 1 } },
      );
      furthest = further.furthest ?? furthest;
      if (found === null) ending.abort(new RunStopped('lost'));
      else if (found.is_cancelled) ending.abort(new RunStopped('cancelled'));
    } catch (error) {
      // The store is away: the run goes on, and ends where it needs the store itself.
      log.debug({ operation: id, error }, 'an operation could not say that it lives');
    }
  };
  void beat();
  const timer = setInterval(() => void beat(), BEAT_MS);
  // A promise: a run that is stopped while its file is being made must close it, too.
  let writer: Promise<ResultWriter> | undefined;
  let file: { name: string; type: string } | undefined;
  const end: Partial<OperationDocument> = {};
  try {
    const input = await work.definition.input.parseAsync(taken.input);
    await raceAgainst(
      work.definition.run({
        input,
        owner: taken.owner,
        locale: taken.locale,
        kept: kept?.state,
        translate: (key, params) => options.translate(taken.locale, key, params),
        signal: ending.signal,
        progress(done, total, leftOut) {
          figures.done = done;
          if (total !== undefined) figures.total = total;
          if (leftOut !== undefined) figures.left_out = leftOut;
        },
        async createFile(made) {
          if (writer !== undefined) throw new TypeError('an operation has one file');
          ending.signal.throwIfAborted();
          file = made;
          writer = options.files.create(id, kept?.size);
          const { sync, write } = await writer;
          return {
            write,
            async keep(state) {
              kept = { size: await sync(), machine: options.machine, state, ...figures };
              await keepRun(options, own, kept);
            },
          };
        },
      }),
      ending.signal,
    );
    const size = await (await writer)?.close();
    writer = undefined;
    Object.assign(end, { status: OperationStatus.completed, error_code: null, kept: null, kept_size: null });
    if (file !== undefined && size !== undefined)
      Object.assign(end, {
        file_name: file.name,
        file_type: file.type,
        file_size: size,
        result: await putAway(options, id, ending.signal),
        expires_at: new Date(clock.now() + FILE_DAYS * DAY_MS),
      });
  } catch (error) {
    const reason = ending.signal.aborted ? (ending.signal.reason as unknown) : error;
    await writer
      ?.then((made) => made.close())
      .catch((fault: unknown) =>
        log.warn({ operation: id, error: fault }, 'a result file could not be closed'),
      );
    // Another run's file stands in its place by now.
    if (reason instanceof RunStopped && reason.reason === 'lost') return;
    const isKept = kept !== undefined && mayGoOn(reason);
    if (!isKept) await options.files.remove(id);
    if (await isGivenBack(options, { own, attempts: taken.attempts, reason })) return;
    Object.assign(end, { status: OperationStatus.abnormal, error_code: codeOf(reason) });
    if (isKept) Object.assign(end, { expires_at: new Date(clock.now() + KEPT_RUN_MS) });
    else Object.assign(end, { kept: null, kept_size: null });
    await tellUnfinished(work.definition, taken, log);
    if (end.error_code === errors.internal.code)
      log.error({ operation: id, kind: taken.kind, error }, 'an operation failed by a fault of the server');
  } finally {
    clearInterval(timer);
    work.stopping.removeEventListener('abort', stop);
  }
  await settle(options, own, { ...end, ...figures, runner: null });
}

/** The operation, now this run's own; null when somebody else has it or it has ended. */
async function take(
  { clock, collection }: RunOptions,
  id: string,
  runner: string,
): Promise<OperationDocument | null> {
  const now = clock.date();
  return collection.findOneAndUpdate(
    {
      _id: id,
      status: OperationStatus.inProgress,
      is_cancelled: false,
      attempts: { $lt: MOST_ATTEMPTS },
      $or: [{ runner: null }, { beat: { $lt: new Date(clock.now() - SILENT_MS) } }],
    },
    {
      $set: { runner, beat: now, start_time: now, update_time: now },
      $inc: { attempts: 1 },
    },
    { returnDocument: 'after' },
  );
}

/** Whether a run has not ended its operation: another one goes on with it. */
async function isGivenBack(
  { clock, collection, log }: RunOptions,
  { own, attempts, reason }: { own: Record<string, unknown>; attempts: number; reason: unknown },
): Promise<boolean> {
  if (reason instanceof RunStopped) {
    // The next process or activation has it.
    if (reason.reason === 'stopping')
      await collection.updateOne(own, { $set: { runner: null, beat: null }, $inc: { attempts: -1 } });
    return reason.reason !== 'cancelled';
  }
  // The store was away, or somebody else had what it needs: it goes on a little later, as after a kill.
  if (codeOf(reason) !== errors.storeUnavailable.code || attempts >= MOST_ATTEMPTS) return false;
  log.warn({ operation: own._id, error: reason }, 'an operation waits for the store');
  await collection.updateOne(own, { $set: { runner: null, beat: null, update_time: clock.date() } });
  return true;
}

/** Writes how a run ended, as soon as the store can be reached. */
async function settle(
  { clock, collection, files, log, results }: RunOptions,
  own: Record<string, unknown>,
  end: Partial<OperationDocument>,
): Promise<void> {
  const until = clock.now() + SILENT_MS;
  const now = clock.date();
  for (;;) {
    try {
      const { matchedCount } = await collection.updateOne(own, {
        $set: { ...end, end_time: now, update_time: now },
        $inc: { version: 1 },
      });
      const id = String(own._id);
      // An earlier attempt that nobody was told of may have written it.
      const isWritten =
        matchedCount > 0 || (await collection.countDocuments({ _id: id, runner: null, end_time: now })) > 0;
      // Removed meanwhile, or taken over: the result is nobody's.
      if (!isWritten || end.result) await files.remove(id);
      if (!isWritten && end.result) await results.remove(end.result);
      return;
    } catch (error) {
      // After that time another run may have it.
      if (clock.now() > until) throw error;
      log.debug({ operation: own._id, error }, 'the end of an operation waits for the store');
      await Bun.sleep(RETRY_MS);
    }
  }
}

function codeOf(reason: unknown): string {
  if (reason instanceof RunStopped) return OPERATION_ERRORS.cancelled;
  return (knownFailure(reason) ?? errors.internal).code;
}

/** Says that an operation will not be done any more to whoever defined it. Their fault is told to the log: it has ended all the same. */
export async function tellUnfinished(
  { input, unfinished }: Pick<OperationDefinition<z.ZodType>, 'input' | 'unfinished'>,
  { _id, kind, input: given }: Pick<OperationDocument, '_id' | 'kind' | 'input'>,
  log: Logger,
): Promise<void> {
  if (unfinished === undefined) return;
  try {
    await unfinished(await input.parseAsync(given));
  } catch (error) {
    log.error({ operation: _id, kind, error }, 'the end of an operation could not be told');
  }
}

/** The work's outcome. Work that does not look at its signal is left behind some time after that aborts, with the signal's reason. */
function raceAgainst(work: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abort = (): void => {
      timer = setTimeout(() => reject(signal.reason as Error), END_MS);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    });
  });
}
