import { errors, type FileAnswer, type Locale, type Operation, OperationStatus } from '@waypost/contract';
import type { Clock, Disposer, Logger, OperationDefinition, Random, SignedRequest } from '@waypost/sdk';
import type { OperationAdministration } from '@waypost/sdk/platform';
import type { Collection } from 'mongoose';
import type { z } from 'zod';
import {
  ensureOperationIndexes,
  type OperationDocument,
  type StoredResultDocument,
  toOperation,
} from './document.ts';
import { operationFileGone } from './errors.ts';
import { followOwners } from './follow-owners.ts';
import { cancelUntaken, insertOperation, type NewWork, takeUpAgain } from './new-operation.ts';
import { putAwayLate } from './put-away.ts';
import { askedAgain, createRequireSame } from './require-same.ts';
import { createResultFiles, type ResultFiles } from './result-files.ts';
import { createRuns, type Kind } from './runs.ts';
import { createStoredResults, type StoredResults } from './stored-results.ts';
import { type SweepOptions, sweepKept, sweepRunning } from './sweep.ts';

const SWEEP_MS = 5_000;
/** Between two looks at what is kept, counted in sweeps: an hour. */
const KEPT_SWEEPS = 720;
/** Between two looks at what could be put into the storage, counted in sweeps: a minute. */
const LATE_SWEEPS = 12;
/** How long an operation that has ended is told of beside those that go on. */
const RECENT_MS = 60_000;
const JOB = 'kernel.operation';

export interface OperationServiceOptions {
  collection: Collection<OperationDocument>;
  /** Everything that is in a storage. */
  stored: Collection<StoredResultDocument>;
  /** DATA_DIR/operations */
  directory: string;
  /** Which machine this is, by its DATA_DIR. */
  machine: string;
  /** 32 bytes for results in a storage, the same on all machines. */
  key: Uint8Array;
  /** The queue that starts runs; the store's rows, not its jobs, say what is to be done. */
  jobs: {
    define(
      name: string,
      handler: (data: Record<string, unknown>, signal: AbortSignal) => Promise<void>,
    ): Disposer;
    now(name: string, data: Record<string, unknown>): Promise<void>;
  };
  /** Whether this process runs operations (role `jobs`). */
  isWorker: boolean;
  /** Follows the collection's changes by any process; undefined when it cannot be told which row. */
  follow(onChange: (id: string | undefined) => void): Disposer;
  clock: Clock;
  random: Random;
  log: Logger;
  translate(locale: Locale, key: string, params?: Record<string, string | number>): string;
  /**
   * Takes a code of the caller's second factor, where there is one.
   * @throws AppError `second_factor_required` and `second_factor_wrong` 403, `locked_out` 429
   */
  requireSecondFactor(code: string | undefined, request: SignedRequest): Promise<void>;
  /** Milliseconds between two looks for operations that lie about; default 5 s. */
  sweepMs?: number;
}

export interface OperationService extends OperationAdministration {
  define<S extends z.ZodType>(kind: string, definition: OperationDefinition<S>): Disposer;
  start(
    kind: string,
    work: { name: string; input: unknown },
    request: SignedRequest,
  ): Promise<{ id: string }>;
  /** Makes indexes and begins to look after operations; once the store is there. */
  begin(): Promise<void>;
  /** Gives back what runs here. */
  stop(): Promise<void>;
}

/** Long work over the store: any process may start it, one with the role `jobs` runs it, none loses it. */
export function createOperations(options: OperationServiceOptions): OperationService {
  const { clock, collection, jobs, log } = options;
  const files = createResultFiles(options.directory);
  const results = createStoredResults({ ...options, operations: collection });
  const kinds = new Map<string, Kind>();
  const stopping = new AbortController();
  const runs = createRuns({ ...options, files, results, kinds, stopping: stopping.signal });
  const onChange = followOwners({ follow: options.follow, ownerOf: (id) => ownerOf(id, collection) });
  const requireSame = createRequireSame(options);
  let sweeping: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setInterval> | undefined;
  let sweeps = 0;

  const sweepOptions: SweepOptions = {
    collection,
    files,
    results,
    clock,
    log,
    isDefined: (kind) => kinds.has(kind),
    tell: runs.tell,
    run: (id) => {
      runs
        .run(id, stopping.signal)
        .catch((error: unknown) =>
          log.debug({ operation: id, error }, 'an operation could not be taken up; tried again'),
        );
    },
  };
  const late = puttingAway(sweepOptions, stopping.signal);
  const sweep = async (): Promise<void> => {
    try {
      await sweepRunning(sweepOptions);
      if (sweeps % LATE_SWEEPS === 0) late.begin();
      if (sweeps++ % KEPT_SWEEPS === 0) await sweepKept(sweepOptions);
    } catch (error) {
      log.debug({ error }, 'operations could not be looked after; tried again');
    }
  };

  const insert = async (work: NewWork, request: SignedRequest) =>
    begin(await insertOperation(work, request, options));
  const begin = async (id: string): Promise<{ id: string }> => {
    // A queue that cannot be reached now is no loss: the sweep finds what nobody took.
    await jobs
      .now(JOB, { id })
      .catch((error: unknown) => log.warn({ operation: id, error }, 'an operation waits for the sweep'));
    // A process that can run it does not wait for the queue to look; whoever takes it first has it.
    if (timer !== undefined) sweepOptions.run(id);
    return { id };
  };

  return {
    define(name, definition) {
      if (kinds.has(name)) throw new TypeError(`operation ${name} is defined twice`);
      const kind: Kind = { definition, ending: new AbortController() };
      kinds.set(name, kind);
      return () => {
        kinds.delete(name);
        kind.ending.abort();
      };
    },
    start: async (kind, { name, input }, request) => {
      const definition = kinds.get(kind)?.definition;
      if (definition === undefined) throw new TypeError(`operation ${kind} is not defined`);
      await definition.input.parseAsync(input);
      return insert({ kind, name, input }, request);
    },
    recent: (owner) => recentOf(owner, options),
    async find(owner, ids) {
      return (await collection.find({ owner, _id: { $in: [...ids] } }).toArray()).map(toOperation);
    },
    async cancel(id) {
      const untaken = await cancelUntaken(id, options);
      if (untaken !== null) return runs.tell(untaken);
      await collection.updateOne(
        { _id: id, status: OperationStatus.inProgress },
        { $set: { is_cancelled: true } },
      );
      runs.end(id, 'cancelled');
    },
    async retry(id, request, renew = {}) {
      const found = await collection.findOne({ _id: id, status: OperationStatus.abnormal });
      if (found === null || !kinds.has(found.kind)) throw errors.notFound.create();
      const isRenewed = !found.kept && renew[found.kind] !== undefined;
      await requireSame(found, request, { isRenewed });
      if (found.kept) {
        await takeUpAgain(found, options);
        return begin(id);
      }
      const { kind, name } = found;
      const input = renew[kind] === undefined ? found.input : await renew[kind](found.input, request);
      return insert({ kind, name, input, ...askedAgain(found, request, isRenewed) }, request);
    },
    file: async (owner, id) => fileOf(await collection.findOne({ _id: id, owner }), { files, results }),
    async discard(id) {
      runs.end(id, 'lost');
      await files.remove(id);
      await results.removeOf(id);
    },
    keepResults: results.keepIn,
    onChange,
    async begin() {
      await ensureOperationIndexes(options);
      if (!options.isWorker || timer !== undefined) return;
      jobs.define(JOB, ({ id }, signal) => runs.run(String(id), signal));
      timer = setInterval(() => {
        sweeping = sweeping.then(sweep);
      }, options.sweepMs ?? SWEEP_MS);
      sweeping = sweep();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await sweeping;
      await late.ended();
      await runs.ended();
    },
  };
}

/** A result as it is handed over: from the storage that has it, or this machine's disk. */
async function fileOf(
  found: OperationDocument | null,
  { files, results }: { files: ResultFiles; results: StoredResults },
): Promise<FileAnswer> {
  if (found === null) throw errors.notFound.create();
  const { _id, file_name: name, file_type, file_size, result } = found;
  if (name === null) throw operationFileGone.create();
  const type = file_type ?? 'application/octet-stream';
  if (result) return { stream: await results.read(result), size: file_size ?? 0, name, type };
  const path = files.find(_id);
  if (path === undefined) throw operationFileGone.create();
  return { path, name, type };
}

/** Puts away what lies here beside the sweeps: a large one takes minutes, and runs that were killed do not wait for it. */
function puttingAway(options: SweepOptions, signal: AbortSignal) {
  let putting: Promise<void> | undefined;
  return {
    begin(): void {
      putting ??= putAwayLate(options, signal)
        .catch((error: unknown) => options.log.debug({ error }, 'results could not be put away; tried again'))
        .finally(() => {
          putting = undefined;
        });
    },
    ended: async () => putting,
  };
}

async function recentOf(
  owner: string,
  { clock, collection }: Pick<OperationServiceOptions, 'clock' | 'collection'>,
): Promise<Operation[]> {
  const since = new Date(clock.now() - RECENT_MS);
  const rows = await collection
    .find({ owner, $or: [{ status: OperationStatus.inProgress }, { end_time: { $gte: since } }] })
    .sort({ create_time: -1, _id: -1 })
    .limit(20)
    .toArray();
  return rows.map(toOperation);
}

/** Whose operation it is; undefined when it cannot be told. */
async function ownerOf(
  id: string | undefined,
  collection: Collection<OperationDocument>,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  try {
    return (await collection.findOne({ _id: id }, { projection: { owner: 1 } }))?.owner;
  } catch {
    // Whoever listens looks at everybody's then.
    return undefined;
  }
}
