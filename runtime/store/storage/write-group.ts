import { StoreError } from '../value/errors.ts';
import type { Connection } from './connection.ts';
import { type Answer, createDurability } from './durability.ts';
import type { LogSync } from './log-sync.ts';
import { storageError, textOf } from './storage-error.ts';

/** What a flush does besides COMMIT. */
export interface WriteGroupHooks {
  /** Last writes of the transaction (change log, retry records), just before COMMIT. */
  beforeCommit(): void;
  /** After COMMIT, before answers go out. */
  afterCommit(): void;
  /** The transaction is lost: forget what memory holds of it. */
  afterRollback(): void;
  /** The writes of whoever held the group are given up. */
  afterAbandon(): void;
}

/**
 * Group commit: everything that commands write within one turn of the event loop, or while the disk takes what was
 * committed before, shares one SQLite transaction. Answers wait until it is committed and on the disk; whoever needs
 * no data does not wait.
 */
export interface WriteGroup {
  /** Opens the turn's transaction unless it is open. */
  begin(): void;
  /**
   * Lets the reads that follow share one look at the file instead of locking it each, until something is written or
   * a moment has passed. Nobody else writes, so that nothing newer is missed.
   */
  beginReading(): void;
  /** Ends that, for what must not run within a transaction. */
  endReading(): void;
  /** Calls `send` once everything written so far is durable; with an error when it could not be made so. */
  whenDurable(send: Answer): void;
  /** As `whenDurable`, for what has been committed so far. */
  whenCommittedDurable(send: Answer): void;
  /** Commits what is open now. It may not be durable yet. */
  flush(): void;
  /** Commits what is open now and waits until it is durable. */
  settle(): void;
  /** Rolls everything open back because a write failed half-way; all waiting answers become errors. */
  fail(cause: unknown): void;
  /**
   * Told of what SQLite answered to one command. If it has given the transaction up by itself, or cannot store anything
   * now, all waiting answers become errors; anything else concerns that command alone.
   */
  failIfLost(cause: unknown): void;
  /** Number of roll-backs so far: work that spans turns compares it to see whether its earlier part was lost. */
  failures(): number;
  isOpen(): boolean;
  /** While held, nothing else may write and `flush` does nothing: one large commit is being applied in slices. */
  hold(): void;
  release(): void;
  isHeld(): boolean;
  /** Gives up what was written while held; nothing else is lost. */
  abandon(): void;
  /** Resolves when the group is not held. */
  whenFree(): Promise<void>;
}

/** Makes the group over the writing connection. `schedule` runs a callback at the end of the turn. */
export const createWriteGroup = (input: {
  writer: Connection;
  /** Brings what is committed to the disk; undefined: COMMIT is enough. */
  logSync: LogSync | undefined;
  /** Told that the disk did not take what was committed: what it holds is unknown, and nobody may be served from it. */
  lost: (cause: unknown) => void;
  hooks: WriteGroupHooks;
  schedule: (callback: () => void) => void;
  /** Runs a callback when reads have shared one look at the file for long enough. */
  scheduleEndOfReading: (callback: () => void) => void;
  log: (event: string, error: unknown) => void;
}): WriteGroup => {
  const { writer, hooks, logSync } = input;
  const durability =
    logSync === undefined
      ? undefined
      : createDurability({
          log: logSync,
          lost: input.lost,
          whenIdle: () => {
            if (isOpen) schedule();
          },
        });
  const whenCommittedDurable = (send: Answer): void => {
    if (durability === undefined) send(undefined);
    else durability.whenDurable(send);
  };
  const begin = writer.prepare('BEGIN IMMEDIATE');
  const commit = writer.prepare('COMMIT');
  const reading = createSharedReading(writer, input.scheduleEndOfReading);
  let isOpen = false;
  let isHeld = false;
  let isScheduled = false;
  let failures = 0;
  /** Answers of the open transaction. */
  let waiting: Answer[] = [];
  let waitingForRelease: (() => void)[] = [];

  const answerAll = (error: StoreError | undefined): void => {
    const answers = waiting;
    waiting = [];
    for (const answer of answers) answer(error);
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    input.schedule(() => {
      isScheduled = false;
      // While the disk is busy more joins the transaction, which is committed afterwards.
      if (!isHeld && durability?.isBusy() !== true) flush();
    });
  };
  const flush = (): void => {
    if (!isOpen) return;
    try {
      hooks.beforeCommit();
      commit.run();
    } catch (error) {
      fail(error);
      return;
    }
    isOpen = false;
    hooks.afterCommit();
    if (durability === undefined) answerAll(undefined);
    else {
      const answers = waiting;
      waiting = [];
      durability.add(answers);
    }
  };
  const fail = (cause: unknown): void => {
    if (!isOpen) return;
    failures += 1;
    isOpen = false;
    input.log('a transaction was rolled back', cause);
    // SQLite has already rolled back by itself after some errors (disk full, input/output).
    if (writer.database.inTransaction) writer.database.run('ROLLBACK');
    hooks.afterRollback();
    answerAll(storageError(cause));
  };

  return {
    beginReading: () => {
      if (!isOpen) reading.begin();
    },
    endReading: reading.end,
    begin: () => {
      if (isOpen) return;
      reading.end();
      begin.run();
      isOpen = true;
      schedule();
    },
    whenDurable: (send) => {
      if (isOpen) waiting.push(send);
      else whenCommittedDurable(send);
    },
    whenCommittedDurable,
    flush: () => {
      if (!isHeld) flush();
    },
    settle: () => {
      if (!isHeld) flush();
      durability?.settle();
    },
    fail,
    failIfLost: (cause) => {
      if (isOpen && (!writer.database.inTransaction || CANNOT_STORE.test(textOf(cause)))) fail(cause);
    },
    failures: () => failures,
    isOpen: () => isOpen,
    hold: () => {
      flush();
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      flush();
      const resumed = waitingForRelease;
      waitingForRelease = [];
      for (const resume of resumed) resume();
    },
    isHeld: () => isHeld,
    abandon: () => {
      if (!isOpen || !isHeld) return;
      isOpen = false;
      writer.database.run('ROLLBACK');
      hooks.afterAbandon();
      // Nobody else should have written meanwhile; if somebody did, it is lost, and they must know.
      answerAll(new StoreError(8, 'the write could not be stored: the transaction around it was given up'));
    },
    whenFree: async () => {
      while (isHeld) await new Promise<void>((resolve) => waitingForRelease.push(resolve));
    },
  };
};

/** Not one command's fault: nobody's write can be stored. */
const CANNOT_STORE = /SQLITE_(?:FULL|IOERR|NOMEM|READONLY|CANTOPEN)/;

/** One look at the file that reads share until something is written or a moment has passed. */
const createSharedReading = (writer: Connection, schedule: (callback: () => void) => void) => {
  const begin = writer.prepare('BEGIN');
  const commit = writer.prepare('COMMIT');
  let isReading = false;
  let isEndScheduled = false;
  const end = (): void => {
    if (!isReading) return;
    isReading = false;
    commit.run();
  };
  return {
    begin: (): void => {
      if (isReading) return;
      begin.run();
      isReading = true;
      if (isEndScheduled) return;
      isEndScheduled = true;
      schedule(() => {
        isEndScheduled = false;
        end();
      });
    },
    end,
  };
};
