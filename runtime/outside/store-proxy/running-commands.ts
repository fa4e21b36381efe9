/** Commands older than this when the store is lost may be why it was lost, milliseconds. */
const LONG_MS = 10_000;
/** The connections of a lost store close one after the other; one command is blamed for all of them. */
const SAME_LOSS_MS = 2_000;
/** A driver hangs up on a silent store, which works on all the same; so long that is kept in mind, milliseconds. */
const LEFT_MS = 60_000;

/**
 * The commands of all plugins that the embedded store works on. When the store is lost, the plugin of the oldest one is
 * ended: one expression over one document can keep the store busy for ever, and would again.
 */
export interface RunningCommands {
  /** @param blame ends the plugin, with the reason */
  begin(blame: (reason: string) => void): RunningCommand;
  /** Called before the commands on the lost connection are given up. */
  storeLost(): void;
}

export interface RunningCommand {
  answered(): void;
  /** The plugin waits no longer. */
  left(): void;
}

interface Known {
  since: number;
  leftAt?: number;
  blame(reason: string): void;
}

export function createRunningCommands(now: () => number = () => performance.now()): RunningCommands {
  const running = new Set<Known>();
  let lostAt = Number.NEGATIVE_INFINITY;
  const forgetOld = () => {
    for (const one of running)
      if (one.leftAt !== undefined && now() - one.leftAt > LEFT_MS) running.delete(one);
  };
  return {
    begin(blame) {
      forgetOld();
      const one: Known = { since: now(), blame };
      running.add(one);
      return {
        answered: () => void running.delete(one),
        left() {
          one.leftAt ??= now();
        },
      };
    },
    storeLost() {
      const time = now();
      if (time - lostAt < SAME_LOSS_MS) return;
      lostAt = time;
      forgetOld();
      const [oldest] = [...running].sort((a, b) => a.since - b.since);
      running.clear();
      if (oldest === undefined || time - oldest.since < LONG_MS) return;
      const seconds = Math.round((time - oldest.since) / 1000);
      oldest.blame(`the store ended after a command of it had run for ${seconds} s`);
    },
  };
}
