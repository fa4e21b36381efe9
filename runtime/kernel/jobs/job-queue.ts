import { MongoBackend } from '@agendajs/mongo-backend';
import type { Disposer, Logger } from '@waypost/sdk';
import { Agenda } from 'agenda';
import type { Connection } from 'mongoose';

export type JobHandler = (data: Record<string, unknown>, signal: AbortSignal) => Promise<void>;

/** Work that runs later or again and again, kept in the store. */
export interface JobQueue {
  /** Undoing it lets the running ones end (their signal aborts) and keeps waiting ones for the next definition. */
  define(name: string, handler: JobHandler): Disposer;
  every(interval: string, name: string, data: Record<string, unknown>): Disposer;
  now(name: string, data: Record<string, unknown>): Promise<void>;
  /** Lets running jobs end, at most `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

/** How often the queue looks for due jobs; an idle look costs one small query a definition. */
const POLL_MS = 2_000;
/** Longest a job may run before another process takes it for lost; correctness never rests on it (pitfalls.md). */
const LOCK_MS = 10 * 60_000;

interface Defined {
  handler: JobHandler;
  ending: AbortController;
  running: Set<Promise<void>>;
}

/**
 * @param isWorker whether this process runs jobs; others only put them into the queue
 */
export function createJobQueue(options: {
  connection: Connection;
  isWorker: boolean;
  log: Logger;
}): JobQueue {
  const defined = new Map<string, Defined>();
  let agenda: Promise<Agenda> | undefined;
  let isStopping = false;

  const failed = (name: string) => (error: unknown) => options.log.error({ job: name, error }, 'job failed');

  // Made at first use: an installation whose plugins have no jobs does not poll.
  const queue = (): Promise<Agenda> => {
    agenda ??= (async () => {
      const database = options.connection.db;
      if (database === undefined) throw new Error('the job queue was used before the store was reached');
      const created = new Agenda({
        backend: new MongoBackend({ mongo: database as never, collection: 'kernel_job' }),
        processEvery: POLL_MS,
        defaultLockLifetime: LOCK_MS,
        removeOnComplete: true,
      });
      created.on('error', failed('queue'));
      await created.ready;
      if (options.isWorker) await created.start();
      return created;
    })();
    return agenda;
  };

  const work = async (name: string, data: Record<string, unknown>) => {
    const job = defined.get(name);
    if (job === undefined) throw new Error(`job ${name}: its plugin is not active`);
    const run = job.handler(data, job.ending.signal);
    job.running.add(run);
    try {
      await run;
    } finally {
      job.running.delete(run);
    }
  };

  return {
    define(name, handler) {
      if (defined.has(name)) throw new TypeError(`job ${name} is defined twice`);
      const job: Defined = { handler, ending: new AbortController(), running: new Set() };
      defined.set(name, job);
      queue()
        .then(async (jobs) => {
          if (jobs.definitions[name] === undefined)
            jobs.define(name, async (record) =>
              work(name, (record.attrs.data ?? {}) as Record<string, unknown>),
            );
          await jobs.enable({ name });
        })
        .catch(failed(name));
      return async () => {
        // Switched off: it waits for the next activation. Stopped: other processes go on with it.
        if (!isStopping) await (await queue()).disable({ name });
        job.ending.abort();
        await Promise.allSettled(job.running);
        defined.delete(name);
      };
    },
    every(interval, name, data) {
      queue()
        .then((jobs) => jobs.every(interval, name, data, { skipImmediate: true }))
        .catch(failed(name));
      return () => {};
    },
    async now(name, data) {
      await (await queue()).now(name, data);
    },
    async stop(limitMs) {
      isStopping = true;
      if (agenda === undefined) return;
      for (const job of defined.values()) job.ending.abort();
      await (await agenda).drain({ timeout: limitMs, closeConnection: false });
    },
  };
}
