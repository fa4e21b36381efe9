import { MongoBackend } from '@agendajs/mongo-backend';
import { errors } from '@waypost/contract';
import type { Disposer, Logger } from '@waypost/sdk';
import { Agenda, type JobParameters } from 'agenda';
import type { Connection, mongo } from 'mongoose';
import { knownFailure, nobodyWaits } from '../../storage/index.ts';
import { askedBy } from '../../storage/tell-who-asks.ts';
import { lookTogether } from './look-together.ts';
import { createLostLocks, type Locked, type LostLocks } from './lost-locks.ts';
import { dropSchedules, ensureSchedules, keepSchedule, type Schedule } from './schedule.ts';

export type JobHandler = (data: Record<string, unknown>, signal: AbortSignal) => Promise<void>;

/** Collection of the queue. */
export const JOBS = 'kernel_job';

/** Work that runs later or again and again, kept in the store. */
export interface JobQueue {
  /**
   * Undoing it takes the handler away at once, lets the running ones end (their signal aborts) and keeps waiting ones
   * for the next definition.
   */
  define(name: string, handler: JobHandler): Disposer;
  /** First one interval from now, then one from each run; both stand in the store and outlive this process. */
  every(interval: string, name: string, data: Record<string, unknown>): Disposer;
  now(name: string, data: Record<string, unknown>): Promise<void>;
  /** Reads cron expressions anew where the installation's time zone is another by now. */
  readZone(): Promise<void>;
  /** Takes jobs out of the queue that nobody will define again. */
  forget(names: readonly string[]): Promise<void>;
  /** Takes schedules of a plugin's jobs out of the queue, those that `isGone` says of, by the name within the plugin. */
  forgetSchedules(plugin: string, isGone: (name: string) => boolean): Promise<void>;
  /** Lets running jobs end, at most `limitMs`. */
  stop(limitMs: number): Promise<void>;
}

/** How often the queue looks for due jobs; an idle look costs one small query. */
const POLL_MS = 2_000;
/** How often it is looked whether a lock stands that nobody works under any more, and its least age: one small query. */
const LOST_MS = 10_000;
/** Longest a job may run before another process takes it for lost; it then runs twice, so correctness never rests on it. */
export const JOB_LIMIT_MS = 10 * 60_000;
/** Time that running jobs get when their plugin goes, milliseconds. */
const DRAIN_LIMIT_MS = 10_000;

interface Defined {
  handler: JobHandler;
  ending: AbortController;
  running: Set<Promise<void>>;
}

interface QueueOptions {
  connection: Connection;
  /** While the store is away the queue can only fail: that is no fault of its own. */
  isStoreUp(): boolean;
  worker: string | undefined;
  /** Of the installation: cron expressions are read in it. */
  timeZone(): string;
  /** Milliseconds from one look for locks that nobody works under to the next; default 10,000. */
  lostMs?: number;
  log: Logger;
}

/**
 * @param options.worker the name under which this process runs jobs, and no other that lives; one that has none only puts
 *   them into the queue. What ran under the name when this queue is first used was cut off by a kill, and runs again.
 */
export function createJobQueue(options: QueueOptions): JobQueue {
  const defined = new Map<string, Defined>();
  /** Writes to the store about one job's definition, one after another. */
  const settling = new Map<string, Promise<void>>();
  const schedules = new Set<Omit<Schedule, 'timeZone'>>();
  let agenda: Promise<Agenda> | undefined;
  let looking: ReturnType<typeof setInterval> | undefined;
  let isStopping = false;

  const failed = (name: string) => (error: unknown) => options.log.error({ job: name, error }, 'job failed');

  // Made at first use: an installation whose plugins have no jobs does not poll.
  const queue = (): Promise<Agenda> => {
    agenda ??= open(options).then(
      ({ jobs, giveBack }) => {
        if (giveBack !== undefined) looking = setInterval(giveBack, options.lostMs ?? LOST_MS);
        return jobs;
      },
      (error: unknown) => {
        // The next use tries again: the store may have been away.
        agenda = undefined;
        throw error;
      },
    );
    return agenda;
  };

  const work = async (name: string, data: Record<string, unknown>) => {
    const job = defined.get(name);
    if (job === undefined) throw new Error(`job ${name}: its plugin is not active`);
    const run = nobodyWaits(() => askedBy(`job ${name}`, () => job.handler(data, job.ending.signal)));
    job.running.add(run);
    try {
      await run;
    } finally {
      job.running.delete(run);
    }
  };

  /** What an election or an outage cuts off is done when it is over: whoever defines a job does so once. */
  const untilReached = async (work: () => Promise<void>): Promise<void> => {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (isStopping || knownFailure(error)?.code !== errors.storeUnavailable.code) throw error;
        await Bun.sleep(POLL_MS);
      }
    }
  };

  /** Writes to the queue about one job, one after another: the last of several quick changes decides. */
  const inTurn = (name: string, write: (jobs: Agenda) => Promise<unknown>): Promise<void> => {
    const settled = (settling.get(name) ?? Promise.resolve())
      .then(() => untilReached(async () => void (await write(await queue()))))
      .catch(failed(name))
      .finally(() => {
        if (settling.get(name) === settled) settling.delete(name);
      });
    settling.set(name, settled);
    return settled;
  };

  /** Brings the queue in line with what is defined now. */
  const settle = (name: string): Promise<void> =>
    inTurn(name, async (jobs) => {
      if (jobs.definitions[name] === undefined)
        jobs.define(name, async (record) => work(name, (record.attrs.data ?? {}) as Record<string, unknown>));
      if (defined.has(name)) await jobs.enable({ name });
      // Switched off: it waits for the next activation. Stopped: other processes go on with it.
      else if (!isStopping) await jobs.disable({ name });
    });

  const keep = (schedule: Omit<Schedule, 'timeZone'>): Promise<void> =>
    inTurn(schedule.name, async (jobs) => {
      if (!schedules.has(schedule)) return;
      const timeZone = options.timeZone();
      await keepSchedule(jobs, options.connection.collection(JOBS), { ...schedule, timeZone });
    });

  return {
    define(name, handler) {
      if (defined.has(name)) throw new TypeError(`job ${name} is defined twice`);
      const job: Defined = { handler, ending: new AbortController(), running: new Set() };
      defined.set(name, job);
      void settle(name);
      return () => {
        if (defined.get(name) === job) defined.delete(name);
        const settled = settle(name);
        job.ending.abort();
        return settled.then(() => drained(job.running));
      };
    },
    every(interval, name, data) {
      const schedule = { interval, name, data };
      schedules.add(schedule);
      void keep(schedule);
      return () => void schedules.delete(schedule);
    },
    async readZone() {
      await Promise.all([...schedules].map(keep));
    },
    async now(name, data) {
      await (await queue()).now(name, data);
    },
    ...forgetting(options.connection),
    async stop(limitMs) {
      isStopping = true;
      if (agenda === undefined) return;
      for (const job of defined.values()) job.ending.abort();
      const jobs = await agenda;
      clearInterval(looking);
      await jobs.drain({ timeout: limitMs, closeConnection: false });
    },
  };
}

interface Opened {
  jobs: Agenda;
  /** Gives locks back that this process does not work under; undefined: it runs no jobs. */
  giveBack: (() => void) | undefined;
}

/** Opens the queue, with what holds that there is one of each job that repeats. */
async function open({ connection, isStoreUp, log, lostMs = LOST_MS, worker }: QueueOptions): Promise<Opened> {
  const database = connection.db;
  if (database === undefined) throw new Error('the job queue was used before the store was reached');
  await ensureSchedules(connection.collection(JOBS));
  const locks =
    worker === undefined
      ? undefined
      : createLostLocks(connection.collection<Locked>(JOBS), { worker, youngMs: lostMs });
  const created = new Agenda({
    ...(worker === undefined ? {} : { name: worker }),
    backend: backendOf(database, locks),
    processEvery: POLL_MS,
    defaultLockLifetime: JOB_LIMIT_MS,
    removeOnComplete: true,
  });
  const failed = (error: unknown) =>
    log[isStoreUp() ? 'error' : 'debug']({ error }, 'the job queue failed; it is tried on');
  created.on('error', failed);
  await created.ready;
  if (worker === undefined || locks === undefined) return { jobs: created, giveBack: undefined };
  await startWork(created, connection, worker);
  const held = async () => {
    const { lockedJobs } = await created.getRunningStats(true);
    return new Set((lockedJobs as JobParameters[]).map(({ _id }) => String(_id)));
  };
  return { jobs: created, giveBack: () => void locks.giveBack(held).catch(failed) };
}

/** Jobs that one look reads at most: where more are due, a look at each name finds them. */
const MOST_DUE = 1_000;

/** Agenda's own, but that it looks for jobs of all names at once, and that what it takes is known before it has answered. */
function backendOf(database: mongo.Db, locks: LostLocks | undefined): MongoBackend {
  const backend = new MongoBackend({ mongo: database as never, collection: JOBS });
  const { repository } = backend;
  const look = repository.getNextJobToRun.bind(repository);
  repository.getNextJobToRun = lookTogether(
    locks?.watched(look) ?? look,
    async ({ names, until, lockedBefore }) => {
      const due = await database
        .collection<{ name: string }>(JOBS)
        .find({
          name: { $in: names },
          disabled: { $ne: true },
          $or: [{ lockedAt: null, nextRunAt: { $lte: until } }, { lockedAt: { $lte: lockedBefore } }],
        })
        .project<{ name: string }>({ name: 1 })
        .limit(MOST_DUE)
        .toArray();
      return due.length < MOST_DUE ? due.map(({ name }) => name) : names;
    },
  );
  return backend;
}

/**
 * Begins to run jobs, and first gives back what ran under the name before. Agenda notes with each lock who has it. A lock from the beginning of time is older than any limit, and such a job is
 * taken at once; one without a lock would wait for its next time, which a job of one run does not have.
 */
async function startWork(agenda: Agenda, connection: Connection, worker: string): Promise<void> {
  await connection
    .collection(JOBS)
    .updateMany({ lastModifiedBy: worker, lockedAt: { $ne: null } }, { $set: { lockedAt: new Date(0) } });
  await agenda.start();
}

function forgetting(connection: Connection): Pick<JobQueue, 'forget' | 'forgetSchedules'> {
  return {
    async forget(names) {
      if (names.length === 0) return;
      await connection.collection(JOBS).deleteMany({ name: { $in: [...names] } });
    },
    async forgetSchedules(plugin, isGone) {
      await dropSchedules(connection.collection(JOBS), plugin, isGone);
    },
  };
}

/** One that does not heed its signal is left to itself after the limit. */
async function drained(running: ReadonlySet<Promise<void>>): Promise<void> {
  if (running.size === 0) return;
  const limit = Promise.withResolvers<void>();
  const timer = setTimeout(limit.resolve, DRAIN_LIMIT_MS);
  await Promise.race([Promise.allSettled(running), limit.promise]);
  clearTimeout(timer);
}
