import type { StoreError } from '../value/errors.ts';
import type { LogSync } from './log-sync.ts';
import { storageError } from './storage-error.ts';

/** Told that something is durable, or of why it could not be made so. */
export type Answer = (error: StoreError | undefined) => void;

/** Brings what is committed to the disk, one sync at a time; what is committed meanwhile shares the next one. */
export interface Durability {
  /** Answers once what has just been committed is on the disk. */
  add(answers: readonly Answer[]): void;
  /** Answers once everything that is committed so far is on the disk. */
  whenDurable(answer: Answer): void;
  isBusy(): boolean;
  /** Waits until everything that is committed is on the disk. */
  settle(): void;
}

export const createDurability = (input: {
  log: LogSync;
  /** Told that the disk did not take what was committed. */
  lost: (cause: unknown) => void;
  /** Called after each sync that the disk took. */
  whenIdle: () => void;
}): Durability => {
  const { log } = input;
  /** Those that the sync under way covers, and those that the next one will. */
  let syncing: Answer[] | undefined;
  let unsynced: Answer[] | undefined;

  const sync = (): void => {
    if (syncing !== undefined || unsynced === undefined) return;
    syncing = unsynced;
    unsynced = undefined;
    log.start(synced);
  };
  const synced = (cause: unknown): void => {
    const error = cause === undefined ? undefined : storageError(cause);
    const answers = syncing ?? [];
    syncing = undefined;
    for (const answer of answers) answer(error);
    if (cause !== undefined) input.lost(cause);
    else {
      sync();
      input.whenIdle();
    }
  };

  return {
    add: (answers) => {
      unsynced = [...(unsynced ?? []), ...answers];
      sync();
    },
    whenDurable: (answer) => {
      const answers = unsynced ?? syncing;
      if (answers === undefined) answer(undefined);
      else answers.push(answer);
    },
    isBusy: () => syncing !== undefined,
    settle: () => {
      while (syncing !== undefined) log.wait();
    },
  };
};
