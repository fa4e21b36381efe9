import { StoreError } from '../value/errors.ts';
import type { Connection } from './connection.ts';
import { type Answer, createDurability, type Durability } from './durability.ts';
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

export interface WriteGroupInput {
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
}

/** Makes the group over the writing connection. `schedule` runs a callback at the end of the turn. */
export const createWriteGroup = (input: WriteGroupInput): WriteGroup => {
  const { writer } = input;
  const begin = writer.prepare('BEGIN IMMEDIATE');
  const reading = createSharedReading(writer, input.scheduleEndOfReading);
  const held = createHold();
  const durability = openDurability(input, () => {
    if (open.isOpen()) atEndOfTurn();
  });
  const open = createOpenTransaction(input, durability);
  const flush = (): void => {
    if (!held.isHeld()) open.commit();
  };
  const atEndOfTurn = onceATurn(input.schedule, () => {
    // While the disk is busy more joins the transaction, which is committed afterwards.
    if (!durability.isBusy()) flush();
  });

  return {
    beginReading: () => {
      if (!open.isOpen()) reading.begin();
    },
    endReading: reading.end,
    begin: () => {
      if (open.isOpen()) return;
      reading.end();
      begin.run();
      open.opened();
      atEndOfTurn();
    },
    whenDurable: (send) => {
      if (open.isOpen()) open.wait(send);
      else durability.whenDurable(send);
    },
    whenCommittedDurable: durability.whenDurable,
    flush,
    settle: () => {
      flush();
      durability.settle();
    },
    fail: open.fail,
    failIfLost: (cause) => {
      if (open.isOpen() && (!writer.database.inTransaction || CANNOT_STORE.test(textOf(cause))))
        open.fail(cause);
    },
    failures: open.failures,
    isOpen: open.isOpen,
    hold: () => {
      open.commit();
      held.hold();
    },
    release: () => {
      held.release(open.commit);
    },
    isHeld: held.isHeld,
    abandon: () => {
      if (held.isHeld()) open.abandon();
    },
    whenFree: held.whenFree,
  };
};

/** The transaction that everybody's writes go into, and the answers that wait for it. */
const createOpenTransaction = ({ writer, hooks, log }: WriteGroupInput, durability: Durability) => {
  const commit = writer.prepare('COMMIT');
  let isOpen = false;
  let failures = 0;
  let waiting: Answer[] = [];

  const takeAnswers = (): Answer[] => {
    const answers = waiting;
    waiting = [];
    return answers;
  };
  const refuse = (answers: readonly Answer[], error: StoreError): void => {
    for (const answer of answers) answer(error);
  };
  const fail = (cause: unknown): void => {
    if (!isOpen) return;
    failures += 1;
    isOpen = false;
    log('a transaction was rolled back', cause);
    // SQLite has already rolled back by itself after some errors (disk full, input/output).
    if (writer.database.inTransaction) writer.database.run('ROLLBACK');
    hooks.afterRollback();
    refuse(takeAnswers(), storageError(cause));
  };

  return {
    isOpen: (): boolean => isOpen,
    failures: (): number => failures,
    opened: (): void => {
      isOpen = true;
    },
    wait: (send: Answer): void => {
      waiting.push(send);
    },
    commit: (): void => {
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
      durability.add(takeAnswers());
    },
    fail,
    abandon: (): void => {
      if (!isOpen) return;
      isOpen = false;
      writer.database.run('ROLLBACK');
      hooks.afterAbandon();
      // Nobody else should have written meanwhile; if somebody did, it is lost, and they must know.
      refuse(
        takeAnswers(),
        new StoreError(8, 'the write could not be stored: the transaction around it was given up'),
      );
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

/** Keeps others out while one large commit is being applied in slices. */
const createHold = () => {
  let isHeld = false;
  let waiting: (() => void)[] = [];
  return {
    isHeld: (): boolean => isHeld,
    hold: (): void => {
      isHeld = true;
    },
    /** `commit` comes before anybody goes on. */
    release: (commit: () => void): void => {
      isHeld = false;
      commit();
      const resumed = waiting;
      waiting = [];
      for (const resume of resumed) resume();
    },
    whenFree: async (): Promise<void> => {
      while (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
};

/** Calls `work` once for all calls of a turn, at its end. */
const onceATurn = (schedule: WriteGroupInput['schedule'], work: () => void): (() => void) => {
  let isScheduled = false;
  const run = (): void => {
    isScheduled = false;
    work();
  };
  return () => {
    if (isScheduled) return;
    isScheduled = true;
    schedule(run);
  };
};

/** What brings commits to the disk; `whenIdle` is called when it has nothing to do any more. */
const openDurability = ({ logSync, lost }: WriteGroupInput, whenIdle: () => void): Durability =>
  logSync === undefined ? ONCE_COMMITTED : createDurability({ log: logSync, lost, whenIdle });

/** A commit is enough: nothing is waited for. */
const ONCE_COMMITTED: Durability = {
  isBusy: () => false,
  add: (answers) => {
    for (const answer of answers) answer(undefined);
  },
  whenDurable: (send) => send(undefined),
  settle: () => undefined,
};
