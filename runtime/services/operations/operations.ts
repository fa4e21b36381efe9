import { errors, type Locale, OPERATION_ERRORS, OperationStatus } from '@waypost/contract';
import {
  type Clock,
  type Disposer,
  type Logger,
  newId,
  type OperationAdministration,
  type OperationDefinition,
  type Random,
  type SignedRequest,
} from '@waypost/sdk';
import type { Collection } from 'mongoose';
import type { z } from 'zod';
import { ensureOperationIndexes, type OperationDocument, toOperation } from './document.ts';
import { operationFileGone, tooManyOperations } from './errors.ts';
import { createResultFiles } from './result-files.ts';
import { RunStopped, runOperation } from './run-operation.ts';
import { type SweepOptions, sweepKept, sweepRunning } from './sweep.ts';

/** Operations that one account may have going on. */
const MOST_AT_ONCE = 5;
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

interface Kind {
  definition: OperationDefinition<z.ZodType>;
  ending: AbortController;
}

/** Long work over the store: any process may start it, one with the role `jobs` runs it, none loses it. */
export function createOperations(options: OperationServiceOptions): OperationService {
  const { clock, collection, jobs, log, random } = options;
  const files = createResultFiles(options.directory);
  const kinds = new Map<string, Kind>();
  const running = new Map<string, { ending: AbortController; ended: Promise<void> }>();
  const stopping = new AbortController();
  let sweeping: Promise<void> = Promise.resolve();
  let timer: ReturnType<typeof setInterval> | undefined;
  let sweeps = 0;

  async function run(id: string, signal: AbortSignal): Promise<void> {
    if (running.has(id)) return running.get(id)?.ended;
    const found = await collection.findOne({ _id: id }, { projection: { kind: 1 } });
    const kind = kinds.get(found?.kind ?? '');
    if (kind === undefined || running.has(id)) return;
    const ending = new AbortController();
    const ended = runOperation(
      { ...options, files },
      {
        id,
        definition: kind.definition,
        stopping: AbortSignal.any([signal, stopping.signal, kind.ending.signal, ending.signal]),
      },
    )
      .catch((error: unknown) => log.error({ operation: id, error }, 'an operation could not be run'))
      .finally(() => running.delete(id));
    running.set(id, { ending, ended });
    return ended;
  }

  const sweepOptions: SweepOptions = {
    collection,
    files,
    clock,
    log,
    isDefined: (kind) => kinds.has(kind),
    run: (id) => {
      run(id, stopping.signal).catch((error: unknown) =>
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

  const insert = async (
    work: Pick<OperationDocument, 'kind' | 'name' | 'input'>,
    request: SignedRequest,
  ): Promise<{ id: string }> => {
    const owner = request.caller.id;
    const goingOn = await collection.countDocuments({ owner, status: OperationStatus.inProgress });
    if (goingOn >= MOST_AT_ONCE) throw tooManyOperations.create({ count: MOST_AT_ONCE });
    const now = clock.date();
    const id = newId({ clock, random });
    await collection.insertOne({
      _id: id,
      owner,
      account: request.caller.account,
      ...work,
      status: OperationStatus.inProgress,
      error_code: null,
      done: 0,
      total: null,
      file_name: null,
      file_type: null,
      file_size: null,
      create_time: now,
      update_time: now,
      start_time: null,
      end_time: null,
      expires_at: null,
      version: 1,
      remove_time: null,
      remove_by: null,
      locale: request.locale,
      runner: null,
      beat: null,
      attempts: 0,
      is_cancelled: false,
    });
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
      const now = clock.date();
      const goingOn = { _id: id, status: OperationStatus.inProgress };
      // One that nobody has yet ends here; another by its run, which looks twice a second.
      const { matchedCount } = await collection.updateOne(
        { ...goingOn, runner: null },
        {
          $set: {
            status: OperationStatus.abnormal,
            error_code: OPERATION_ERRORS.cancelled,
            is_cancelled: true,
            end_time: now,
            update_time: now,
          },
          $inc: { version: 1 },
        },
      );
      if (matchedCount > 0) return;
      await collection.updateOne(goingOn, { $set: { is_cancelled: true } });
      running.get(id)?.ending.abort(new RunStopped('cancelled'));
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
      running.get(id)?.ending.abort(new RunStopped('lost'));
      await files.remove(id);
    },
    onChange(listener) {
      return options.follow((id) => {
        if (id === undefined) {
          listener(undefined);
          return;
        }
        collection
          .findOne({ _id: id }, { projection: { owner: 1 } })
          .then((row) => listener(row?.owner))
          .catch(() => listener(undefined));
      });
    },
    async begin() {
      await ensureOperationIndexes(collection);
      if (!options.isWorker || timer !== undefined) return;
      jobs.define(JOB, ({ id }, signal) => run(String(id), signal));
      timer = setInterval(() => {
        sweeping = sweeping.then(sweep);
      }, options.sweepMs ?? SWEEP_MS);
      sweeping = sweep();
    },
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await sweeping;
      await Promise.allSettled([...running.values()].map(({ ended }) => ended));
    },
  };
}
