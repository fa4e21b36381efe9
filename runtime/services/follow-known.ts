import type { Disposer } from '@waypost/sdk';
import { type FollowedList, followList } from './follow-list.ts';

/** Where a list comes from that a process also knows without the store. */
export interface KnownSource<Known> {
  /** What it was at the last stop. */
  known: readonly Known[];
  /** Calls back after changes of the list, by any process. */
  follow(onChange: () => void): Disposer;
  /** Keeps what was read for a start without the store. */
  keep(known: readonly Known[]): Promise<void>;
  /** Told of a list that could not be read or kept: what is known goes on. */
  failed(error: unknown): void;
}

/** Follows a list that any process changes. Without the store it goes by what was known at the last stop. */
export function followKnown<Known, Laid>(
  options: KnownSource<Known> & {
    /** Reads the list from the store, always in the same order. */
    read(): Promise<readonly Known[]>;
    /** The list as it is asked. */
    lay(known: readonly Known[]): Laid;
    /** Told after the list has become another one. */
    onChange?(): void;
  },
): FollowedList & { laid(): Laid } {
  const { failed, follow, keep, lay, onChange, read } = options;
  let known = options.known;
  let laid = lay(known);
  let keeping = Promise.resolve();
  const list = followList({
    follow,
    failed,
    read: async () => {
      const next = await read();
      if (JSON.stringify(next) === JSON.stringify(known)) return;
      known = next;
      laid = lay(next);
      keeping = keeping.then(() => keep(next)).catch(failed);
      onChange?.();
    },
  });
  return {
    laid: () => laid,
    load: list.load,
    stop: async () => {
      await list.stop();
      await keeping;
    },
  };
}
