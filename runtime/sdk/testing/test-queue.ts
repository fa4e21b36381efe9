import { type Agenda, Job } from 'agenda';
import type { JobHandler, JobQueue } from '../../services/jobs/job-queue.ts';
import type { WaitingJob } from './types.ts';

/** A queue whose jobs run when the test says so, and in no other order than theirs. */
export interface TestQueue extends JobQueue {
  /** @throws TypeError for a job that nobody has defined, and whatever it throws */
  run(name: string, data: Record<string, unknown>): Promise<void>;
  waiting(): readonly WaitingJob[];
  /** Takes the jobs that wait out of the queue and runs them, until none waits. */
  runWaiting(): Promise<void>;
  repeated(): readonly { name: string; interval: string }[];
  /** When the next of the repeated jobs is due, milliseconds since 1970. */
  nextDue(): number | undefined;
  /** Runs those that are due. */
  runDue(): Promise<void>;
}

interface Repeated {
  name: string;
  interval: string;
  data: Record<string, unknown>;
  due: number;
}

export function createTestQueue(now: () => number): TestQueue {
  const defined = new Map<string, { handler: JobHandler; ending: AbortController }>();
  const repeated = new Map<string, Repeated>();
  let waiting: WaitingJob[] = [];

  const run = async (name: string, data: Record<string, unknown>): Promise<void> => {
    const job = defined.get(name);
    if (job === undefined) throw new TypeError(`no job ${name} is defined`);
    // Data of jobs go through the store, as BSON.
    await job.handler(structuredClone(data), job.ending.signal);
  };
  return {
    define(name, handler) {
      if (defined.has(name)) throw new TypeError(`job ${name} is defined twice`);
      const job = { handler, ending: new AbortController() };
      defined.set(name, job);
      return () => {
        if (defined.get(name) === job) defined.delete(name);
        job.ending.abort();
      };
    },
    every(interval, name, data) {
      const one = { name, interval, data, due: nextRun(interval, now()) };
      repeated.set(name, one);
      return () => {
        if (repeated.get(name) === one) repeated.delete(name);
      };
    },
    async now(name, data) {
      waiting.push({ name, data: structuredClone(data) });
    },
    async forget(names) {
      for (const name of names) repeated.delete(name);
      waiting = waiting.filter(({ name }) => !names.includes(name));
    },
    async stop() {
      for (const { ending } of defined.values()) ending.abort();
    },
    run,
    waiting: () => waiting,
    async runWaiting() {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await run(job.name, job.data);
    },
    repeated: () => [...repeated.values()],
    nextDue: () =>
      repeated.size === 0 ? undefined : Math.min(...[...repeated.values()].map(({ due }) => due)),
    async runDue() {
      for (const one of [...repeated.values()]) {
        if (one.due > now()) continue;
        one.due = nextRun(one.interval, one.due);
        await run(one.name, one.data);
      }
    },
  };
}

/** As the product's queue reads the interval. @throws Error when it cannot be read */
function nextRun(interval: string, last: number): number {
  const job = new Job({ definitions: {} } as unknown as Agenda, {
    name: interval,
    type: 'normal',
    priority: 0,
    data: {},
    nextRunAt: new Date(last),
  });
  const { nextRunAt } = job.repeatEvery(interval, { skipImmediate: true }).attrs;
  if (!(nextRunAt instanceof Date)) throw new Error(`"${interval}" is no interval`);
  return nextRunAt.getTime();
}
