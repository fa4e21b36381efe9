import { type AdministrationOptions, candidateOf, type Facts, type Snapshot } from './facts.ts';

/** Longest that a plugin may take to start and be set up, with some to spare, milliseconds. */
const OUTCOME_LIMIT_MS = 120_000;
const POLL_MS = 100;

/**
 * Waits until each process that lives has done with a plugin what the store says, or failed at it; without any it is
 * done at once.
 */
export function createOutcome(options: AdministrationOptions, facts: Facts) {
  return async (id: string): Promise<void> => {
    const end = options.clock.now() + OUTCOME_LIMIT_MS;
    while (!isSettled(await facts.read(), id) && options.clock.now() < end) await Bun.sleep(POLL_MS);
  };
}

function isSettled(snapshot: Snapshot, id: string): boolean {
  const { isEnabled } = candidateOf(snapshot, id);
  const mark = snapshot.states.get(id)?.mark ?? null;
  return snapshot.processes.every(({ plugins }) => {
    const served = plugins.find((plugin) => plugin.id === id);
    // Enabled and neither on its way nor failed: it waits for what it requires.
    const isOnItsWay = served?.state === 'starting' || (isEnabled && served?.state === 'disabled');
    return served !== undefined && served.mark === mark && !isOnItsWay;
  });
}
