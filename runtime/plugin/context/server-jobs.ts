import type { Jobs } from '@waypost/sdk';
import { JOB_LIMIT_MS, type JobQueue } from '../../services/jobs/job-queue.ts';
import type { Activation } from '../activation/activation.ts';
import { isOwnFault } from '../activation/breakers.ts';
import { within } from '../activation/time-limit.ts';

/** The queue's jobs under the plugin's id; each runs as a part of the plugin, limited in time. */
export function serverJobs({ manifest, scope, breakers, declared }: Activation, jobs: JobQueue): Jobs {
  const named = (name: string) => `${manifest.id}.${name}`;
  return {
    define(name, handler) {
      declared.jobs.add(name);
      return scope.add(() =>
        jobs.define(named(name), (data, signal) => {
          const limit = new AbortController();
          const ending = AbortSignal.any([signal, limit.signal]);
          return breakers.run(
            `job:${name}`,
            () => within(JOB_LIMIT_MS, `job ${name}`, handler(data, ending), () => limit.abort()),
            // Ended by the switch, not by itself.
            (error) => !signal.aborted && isOwnFault(error),
          );
        }),
      );
    },
    async every(interval, name, data = {}) {
      declared.schedules.add(name);
      return scope.add(() => jobs.every(interval, named(name), data));
    },
    now: (name, data = {}) => jobs.now(named(name), data),
  };
}
