import type { JobHandler, JobQueue } from '../../services/jobs/job-queue.ts';
import { nextRun } from '../../services/jobs/next-run.ts';
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
  /** Not while its plugin is switched off: it keeps its time until the plugin is back. */
  isOn: boolean;
}

/** @param timeZone of the installation: cron expressions are read in it */
export function createTestQueue(now: () => number, timeZone: string): TestQueue {
  const defined = new Map<string, { handler: JobHandler; ending: AbortController }>();
  const repeated = new Map<string, Repeated>();
  let waiting: WaitingJob[] = [];
  const on = () => [...repeated.values()].filter(({ isOn }) => isOn);

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
      const kept = repeated.get(name);
      // As in the store: switched off and on again it counts from the last run.
      const due = kept?.interval === interval ? kept.due : nextRun({ interval, timeZone }, now());
      const one = { name, interval, data, due, isOn: true };
      repeated.set(name, one);
      return () => {
        one.isOn = false;
      };
    },
    readZone: async () => undefined,
    async now(name, data) {
      waiting.push({ name, data: structuredClone(data) });
    },
    async forget(names) {
      for (const name of names) repeated.delete(name);
      waiting = waiting.filter(({ name }) => !names.includes(name));
    },
    async forgetSchedules(plugin, isGone) {
      for (const name of repeated.keys())
        if (name.startsWith(`${plugin}.`) && isGone(name.slice(plugin.length + 1))) repeated.delete(name);
    },
    async stop() {
      for (const { ending } of defined.values()) ending.abort();
    },
    run,
    waiting: () => waiting,
    async runWaiting() {
      for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await run(job.name, job.data);
    },
    repeated: on,
    nextDue: () => (on().length === 0 ? undefined : Math.min(...on().map(({ due }) => due))),
    async runDue() {
      for (const one of on()) {
        if (one.due > now()) continue;
        one.due = nextRun({ interval: one.interval, timeZone }, now());
        await run(one.name, one.data);
      }
    },
  };
}
