import type { Generations } from '../activation/generations.ts';
import type { PluginStates } from '../store/states.ts';
import type { FailedReleases } from './failed-releases.ts';

/** Notices what an administrator wants tried again, by a count in the store that rises with each wish. */
export function createRetries(options: {
  generations: Generations;
  failures: Pick<FailedReleases, 'forget'>;
}): (states: PluginStates) => void {
  const counts = new Map<string, number>();
  return (states) => {
    for (const state of states.values()) {
      const count = state.retries ?? 0;
      const known = counts.get(state._id) ?? count;
      counts.set(state._id, count);
      if (count === known) continue;
      options.failures.forget(state._id);
      const active = options.generations.current().activations.get(state._id);
      active?.breakers.retry(state.retry_part ?? undefined);
      if (!state.retry_part) active?.child?.retry();
    }
  };
}
