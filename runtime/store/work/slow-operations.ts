import type { Operation } from './operation.ts';

/** A command that took long. It tells what was asked, never with which values. */
export interface SlowOperation {
  /** When it ended, milliseconds since 1970. */
  at: number;
  /** Command, namespace and the names of the fields and operators it was asked with. */
  shape: string;
  milliseconds: number;
  /** The refusal's code; undefined: it was answered. */
  code: number | undefined;
}

/** Remembers the commands that took long lately, for an operator who asks why. */
export interface SlowOperations {
  ended(operation: Operation, shape: () => string, code?: number): void;
  /** Newest last. */
  list(): readonly SlowOperation[];
  /** Commands since the store was opened, and how long they took together, milliseconds; those that wait on purpose left out. */
  totals(): { commands: number; milliseconds: number };
}

/** MongoDB's operationProfiling.slowOpThresholdMs. */
const SLOW_MILLISECONDS = 100;
const KEPT = 50;
/** They wait on purpose: for changes, or for news of the server. */
const WAITING: ReadonlySet<string> = new Set(['getMore', 'hello', 'ismaster', 'isMaster']);

/** `monotonic` and `now`: milliseconds on a clock that never goes back, and since 1970. */
export const createSlowOperations = (input: {
  monotonic: () => number;
  now: () => number;
  log: (operation: SlowOperation) => void;
}): SlowOperations => {
  const kept: SlowOperation[] = [];
  let commands = 0;
  let together = 0;
  return {
    ended: ({ command, startedAt }, shape, code) => {
      if (WAITING.has(command)) return;
      const taken = input.monotonic() - startedAt;
      commands += 1;
      together += taken;
      const milliseconds = Math.round(taken);
      if (milliseconds < SLOW_MILLISECONDS) return;
      const slow = { at: input.now(), shape: shape(), milliseconds, code };
      kept.push(slow);
      if (kept.length > KEPT) kept.shift();
      input.log(slow);
    },
    list: () => kept,
    totals: () => ({ commands, milliseconds: together }),
  };
};
