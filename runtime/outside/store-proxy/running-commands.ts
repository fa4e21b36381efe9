/** Commands older than this when the store is lost may be why it was lost, milliseconds. */
const LONG_MS = 10_000;
/** The connections of a lost store close one after the other; one command is blamed for all of them. */
const SAME_LOSS_MS = 2_000;

/**
 * The commands of all plugins that the embedded store works on. When the store is lost, the plugin of the oldest one is
 * ended: one expression over one document can keep the store busy for ever, and would again.
 */
export interface RunningCommands {
  /** @param blame ends the plugin, with the reason. @returns to be called when the store has answered */
  begin(blame: (reason: string) => void): () => void;
  /** Called before the commands on the lost connection are given up. */
  storeLost(): void;
}

export function createRunningCommands(now: () => number = () => performance.now()): RunningCommands {
  const running = new Set<{ since: number; blame: (reason: string) => void }>();
  let lostAt = Number.NEGATIVE_INFINITY;
  return {
    begin(blame) {
      const one = { since: now(), blame };
      running.add(one);
      return () => void running.delete(one);
    },
    storeLost() {
      const time = now();
      const [oldest] = [...running].sort((a, b) => a.since - b.since);
      if (time - lostAt < SAME_LOSS_MS) return;
      lostAt = time;
      if (oldest === undefined || time - oldest.since < LONG_MS) return;
      const seconds = Math.round((time - oldest.since) / 1000);
      oldest.blame(`the store ended after a command of it had run for ${seconds} s`);
    },
  };
}
