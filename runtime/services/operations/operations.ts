import { errors, type Locale, OperationStatus } from '@waypost/contract';
import type { Clock, Disposer, Logger, OperationDefinition, Random, SignedRequest } from '@waypost/sdk';
import type { OperationAdministration } from '@waypost/sdk/platform';
import type { Collection } from 'mongoose';
import type { z } from 'zod';
import { ensureOperationIndexes, type OperationDocument, toOperation } from './document.ts';
import { operationFileGone } from './errors.ts';
import { cancelUntaken, insertOperation, type NewWork } from './new-operation.ts';
import { createResultFiles } from './result-files.ts';
import { createRuns, type Kind } from './runs.ts';
import { type SweepOptions, sweepKept, sweepRunning } from './sweep.ts';

const SWEEP_MS = 5_000;
/** Between two looks at what is kept, counted in sweeps: an hour. */
const KEPT_SWEEPS = 720;
/** How long an operation that has ended is told of beside those that go on. */
const RECENT_MS = 60_000;
const JOB = 'kernel.operation';

export interface OperationServiceOptions {
  collection: Collection<OperationDocument>;
  /** DATA_DIR/operations */
  directory: string;
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
  const kinds = new Map<string, Kind>();
  const stopping = new AbortController();
  const runs = createRuns({ ...options, files, kinds, stopping: stopping.signal });
  let sweeping: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setInterval> | undefined;
  let sweeps = 0;

  const sweepOptions: SweepOptions = {
    collection,
    files,
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
  const sweep = async (): Promise<void> => {
    try {
      await sweepRunning(sweepOptions);
      if (sweeps++ % KEPT_SWEEPS === 0) await sweepKept(sweepOptions);
    } catch (error) {
      log.debug({ error }, 'operations could not be looked after; tried again');
    }
  };

  const insert = async (work: NewWork, request: SignedRequest): Promise<{ id: string }> => {
    const id = await insertOperation(work, request, options);
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
    async recent(owner) {
      const since = new Date(clock.now() - RECENT_MS);
      const rows = await collection
        .find({ owner, $or: [{ status: OperationStatus.inProgress }, { end_time: { $gte: since } }] })
        .sort({ create_time: -1 })
        .limit(20)
        .toArray();
      return rows.map(toOperation);
    },
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
    async retry(id, request) {
      const found = await collection.findOne({ _id: id, status: OperationStatus.abnormal });
      if (found === null || !kinds.has(found.kind)) throw errors.notFound.create();
      const { kind, name, input } = found;
      return insert({ kind, name, input }, request);
    },
    async file(owner, id) {
      const found = await collection.findOne({ _id: id, owner });
      if (found === null) throw errors.notFound.create();
      const path = files.find(id);
      if (found.file_name === null || path === undefined) throw operationFileGone.create();
      return { path, name: found.file_name, type: found.file_type ?? 'application/octet-stream' };
    },
    async discard(id) {
      runs.end(id, 'lost');
      await files.remove(id);
    },
    onChange(listener) {
      return options.follow((id) => void ownerOf(id, collection).then(listener));
    },
    async begin() {
      await ensureOperationIndexes(collection);
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
      await runs.ended();
    },
  };
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
